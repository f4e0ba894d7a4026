// Generalised-alpha of a mechanism with a nonholonomic constraint.
// expect: taut: GeneralizedAlpha is for holonomic constraints alone.
#include "blade.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/stepper.hpp"

taut::Status start(taut::Stepper<Blade, taut::GeneralizedAlpha<>>& blade) {
  return blade.reset({0.0F, 0.0F}, {0.0F, 0.0F});
}
