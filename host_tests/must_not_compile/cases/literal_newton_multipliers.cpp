// The literal form of index 1 has no place for the derivative by the multipliers.
// expect: taut: Index1Literal takes LaggedMultipliers where the force depends on the multipliers.
#include "taut/stepper.hpp"

struct Slider {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr bool multiplier_force = true;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u,
                           const taut::Signals<Slider, N>& s) const {
    return {-u[0] * s.lambda[0], N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q,
                                const taut::Signals<Slider, N>&) const {
    return taut::Vector<N, 1>(q[1]);
  }
};

#ifdef BROKEN
using Multipliers = taut::NewtonMultipliers;
#else
using Multipliers = taut::LaggedMultipliers;
#endif
using Method = taut::LinearImplicitEuler<taut::FullDerivative, taut::OneStepProjection,
                                         taut::Index1Literal, taut::J3, Multipliers>;

taut::Status start(taut::Stepper<Slider, Method>& slider) { return slider.step(); }
