/// \file
/// The demonstration's run on the host, in double: the car axle by the default method at 1 kHz.
/// Prints `row ticks q...` every quarter of a second, as the image `demo` does.

#include <cstdio>

#include "models/car_axle.hpp"
#include "taut/stepper.hpp"

int main() {
  using Model = taut::models::CarAxle<double>;
  const taut::models::CarAxleStart<double> start;
  taut::Stepper<Model> stepper(Model{}, taut::StepSize<double>::hz(1000));
  taut::Status status = stepper.reset(start.q, start.u);
  for (int tick = 1; tick <= 3000 && status == taut::Status::ok; ++tick) {
    status = stepper.step();
    if (tick % 250 != 0) continue;
    std::printf("row %d", tick);
    for (const double entry : stepper.state().q) std::printf(" %.17g", entry);
    std::printf("\n");
  }
  if (status != taut::Status::ok)
    std::fprintf(stderr, "reference_run: %s\n", taut::describe(status));
  return status == taut::Status::ok ? 0 : 1;
}
