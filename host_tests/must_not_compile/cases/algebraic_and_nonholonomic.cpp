// A model with algebraic coordinates has a nonholonomic constraint, too.
// expect: taut: a model has algebraic coordinates or nonholonomic constraints, not both.
#include "taut/stepper.hpp"

struct Skate {
  using Scalar = float;
  static constexpr int nq = 2, nc = 0, na = 1;
#ifdef BROKEN
  static constexpr int ns = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Skate, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> nonholonomic_constraint(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u,
                                             const taut::Signals<Skate, N>&) const {
    return taut::Vector<N, 1>(u[0] - u[1]);
  }
#ifdef BROKEN
  template <class N>
  taut::Vector<N, 1> algebraic_equations(const taut::Vector<N, 2>& q,
                                         const taut::Signals<Skate, N>& s) const {
    return taut::Vector<N, 1>(s.algebraic[0] - q[0]);
  }
#endif
};

taut::Status start(taut::Stepper<Skate>& skate) { return skate.step(); }
