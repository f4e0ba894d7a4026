// A nonholonomic constraint is offered, but how many rows it has is left out.
// expect: taut: a model with a nonholonomic_constraint states na, how many rows it has.
#include "taut/stepper.hpp"

struct Blade {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int nq = 2, nc = 0;
#else
  static constexpr int nq = 2, nc = 0, na = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Blade, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

  template <class N>
  taut::Vector<N, 1> nonholonomic_constraint(const taut::Vector<N, 2>& q,
                                             const taut::Vector<N, 2>& u,
                                             const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(u[1] - q[0] * u[0]);
  }
};

taut::Status start(taut::Stepper<Blade>& blade) { return blade.step(); }
