// Three forces for two velocities.
// expect: taut: a model offers 'template <class N> Vector<N,nu> force(const Vector<N,nq>& q, const
// Vector<N,nu>& u, const Signals<Model,N>& s) const'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

#ifdef BROKEN
  template <class N>
  taut::Vector<N, 3> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F), N(0.0F)};
  }
#else
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
#endif

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
