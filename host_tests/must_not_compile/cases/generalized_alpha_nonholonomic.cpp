// Generalised-alpha of a mechanism with a nonholonomic constraint.
// expect: taut: GeneralizedAlpha is for holonomic constraints alone.
#include "taut/generalized_alpha.hpp"
#include "taut/stepper.hpp"

struct Blade {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int nq = 2, nc = 1, na = 1;
#else
  static constexpr int nq = 2, nc = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Blade, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
  template <class N>
  taut::Vector<N, 1> nonholonomic_constraint(const taut::Vector<N, 2>& q,
                                             const taut::Vector<N, 2>& u,
                                             const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(u[1] - q[0] * u[0]);
  }
};

taut::Status start(taut::Stepper<Blade, taut::GeneralizedAlpha<>>& blade) {
  return blade.reset({0.0F, 0.0F}, {0.0F, 0.0F});
}
