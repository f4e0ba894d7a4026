// A constraint that may change the model.
// expect: taut: a model offers 'template <class N> Vector<N,nc> constraint(const Vector<N,nq>& q,
// const Signals<Model,N>& s) const'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

#ifdef BROKEN
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
#else
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
#endif
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
