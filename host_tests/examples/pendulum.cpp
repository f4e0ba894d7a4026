/// \file
/// The program of docs/add_a_mechanism.md: a pendulum from a rough start, stepped for a second.

#include "models/pendulum.hpp"

#include <cstdio>

#include "taut/taut.hpp"

int main() {
  // [start]
  using Model = taut::models::Pendulum<float>;
  Model model;
  std::array<float, 2> q{0.9F, 0.1F}, u{0.0F, 0.0F};  // rough: not on the circle

  taut::StartOptions<Model> options;
  options.largest_move = 0.2F;  // refuse to go further than 0.2 m for a consistent start
  taut::StartReport<Model> report;
  taut::Status status = taut::make_consistent(model, q, u, options, report);
  // [start]
  if (status != taut::Status::ok) return 1;
  std::printf("moved coordinate %d by %.3f m\n", report.moved_coordinate,
              double(report.largest_move));

  // [step]
  taut::Stepper<Model> stepper(model, taut::StepSize<float>::hz(1000));
  status = stepper.reset(q, u);
  for (int tick = 0; tick < 1000 && status == taut::Status::ok; ++tick) status = stepper.step();

  if (status != taut::Status::ok) {
    std::printf("stopped: %s\n", taut::describe(status));
    return 1;
  }
  const auto& state = stepper.state();
  std::printf("x = %.6f m, y = %.6f m, |g| = %.1e m^2\n", double(state.q[0]), double(state.q[1]),
              double(stepper.position_residual()));
  // [step]
  return stepper.position_residual() < 1e-6F && report.largest_move < 0.1F ? 0 : 1;
}
