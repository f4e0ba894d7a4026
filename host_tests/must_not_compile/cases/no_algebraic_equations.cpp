// The equations of the algebraic coordinates are left out.
// expect: taut: a model with ns > 0 offers 'template <class N> Vector<N,ns>
// algebraic_equations(const Vector<N,nq>& q, const Signals<Model,N>& s) const'.
#include "taut/stepper.hpp"

struct Follower {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1, ns = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Follower, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q,
                                const taut::Signals<Follower, N>& s) const {
    return taut::Vector<N, 1>(q[1] - s.algebraic[0]);
  }
#ifndef BROKEN
  template <class N>
  taut::Vector<N, 1> algebraic_equations(const taut::Vector<N, 2>& q,
                                         const taut::Signals<Follower, N>& s) const {
    return taut::Vector<N, 1>(s.algebraic[0] - q[0] * q[0]);
  }
#endif
};

taut::Status start(taut::Stepper<Follower>& follower) { return follower.step(); }
