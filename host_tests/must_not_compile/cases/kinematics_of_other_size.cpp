// The rates of three coordinates out of two.
// expect: taut: a model with nu != nq offers 'template <class N> Vector<N,nq> kinematics(const
// Vector<N,nq>& q, const Vector<N,nu>& u) const'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
  static constexpr int nu = 1;

  taut::Vector<float, 1> mass_matrix() const { return taut::Vector<float, 1>(1.0F); }

  template <class N>
  taut::Vector<N, 1> force(const taut::Vector<N, 2>&, const taut::Vector<N, 1>&,
                           const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(N(-10.0F));
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }

#ifdef BROKEN
  template <class N>
  taut::Vector<N, 3> kinematics(const taut::Vector<N, 2>&, const taut::Vector<N, 1>& u) const {
    return {u[0], -u[0], u[0]};
  }
#else
  template <class N>
  taut::Vector<N, 2> kinematics(const taut::Vector<N, 2>&, const taut::Vector<N, 1>& u) const {
    return {u[0], -u[0]};
  }
#endif
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
