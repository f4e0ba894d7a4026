// Sequential regularisation of a mechanism with a nonholonomic constraint.
// expect: taut: SequentialRegularization is for holonomic constraints alone.
#include "blade.hpp"
#include "taut/srm.hpp"
#include "taut/stepper.hpp"

taut::Status start(taut::Stepper<Blade, taut::SequentialRegularization<>>& blade) {
  return blade.reset({0.0F, 0.0F}, {0.0F, 0.0F});
}
