// A step whose answer nobody reads.
// flags: -Werror
// expect: nodiscard
#include "models/pendulum.hpp"
#include "taut/stepper.hpp"

void tick(taut::Stepper<taut::models::Pendulum<float>>& stepper) {
#ifdef BROKEN
  stepper.step();
#else
  if (stepper.step() != taut::Status::ok) __builtin_trap();
#endif
}
