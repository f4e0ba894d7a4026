// One nonholonomic constraint is announced, but not offered.
// expect: taut: a model with na > 0 offers 'template <class N> Vector<N,na>
// nonholonomic_constraint(const Vector<N,nq>& q, const Vector<N,nu>& u, const Signals<Model,N>& s)
// const'.
#include "taut/stepper.hpp"

struct Blade {
  using Scalar = float;
  static constexpr int nq = 2, nc = 0, na = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Blade, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

#ifndef BROKEN
  template <class N>
  taut::Vector<N, 1> nonholonomic_constraint(const taut::Vector<N, 2>& q,
                                             const taut::Vector<N, 2>& u,
                                             const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(u[1] - q[0] * u[0]);
  }
#endif
};

taut::Status start(taut::Stepper<Blade>& blade) { return blade.step(); }
