/// \file
/// The program of docs/build_a_mechanism.md in the plane: the four-bar from a sketch, assembled,
/// stepped for a second and read.

#include "models/mechanisms/four_bar.hpp"

#include <cmath>
#include <cstdio>

#include "taut/mechanism/assembly.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
#include "taut/stepper.hpp"

int main() {
  // [assemble]
  using List = taut::models::FourBarList<float>;
  using Model = taut::Mechanism<List>;
  const Model model;
  // (x, y, angle) of crank, coupler, rocker, off a sketch to 5 cm and 3 degrees
  std::array<float, 9> q{0.25F, 0.43F, 1.05F, 1.60F, 1.40F, 0.50F, 2.60F, 1.00F, 1.50F};
  std::array<float, 9> u{};

  taut::AssemblyOptions<Model> options;
  options.hold[List::crank] = false;  // true: this body stays where it is
  options.largest_move = 0.2F;        // m or rad: further away is another branch
  taut::AssemblyReport<Model> report;
  taut::Status status = taut::assemble(model, q, u, options, report);
  std::printf("%s: moved body %d by %.3f, %d degrees of freedom, %d redundant rows\n",
              taut::describe(status), report.moved_body, double(report.start.largest_move),
              report.degrees_of_freedom, report.redundant_rows);
  if (status != taut::Status::ok) {
    std::printf("%s stays open by %.3f\n", report.worst_joint_name, double(report.worst_error));
    return 1;
  }
  // [assemble]

  // [step]
  taut::Stepper<Model, taut::Rattle<1>> stepper(model, taut::StepSize<float>::hz(1000));
  status = stepper.reset(q, u);
  const auto before = taut::mechanism_state(stepper);
  const float torque_n_m = 0;
  for (int tick = 0; tick < 1000 && status == taut::Status::ok; ++tick)
    status = stepper.step({torque_n_m});
  if (status != taut::Status::ok) {
    std::printf("stopped: %s\n", taut::describe(status));
    return 1;
  }
  // [step]

  // [read]
  const auto at = taut::mechanism_state(stepper);
  const auto pin = taut::joint_reaction(at, 1);  // of the crank on the coupler, world axes
  const auto own = taut::in_body_axes(at, List::coupler, pin);
  std::printf("crank pin: (%.2f, %.2f) N, along the coupler %.2f N\n", double(pin.force_n[0]),
              double(pin.force_n[1]), double(own.force_n[0]));

  taut::Accelerations<Model> now;  // and multipliers of this very state
  status = taut::accelerate(at, now);
  const auto middle = taut::point_acceleration(at, now.u_rate, List::coupler, {0.0F, 0.0F});
  std::printf("middle of the coupler: (%.2f, %.2f) m/s^2\n", double(middle[0]), double(middle[1]));

  const auto energy = [](const auto& state) {
    return double(taut::kinetic_energy(state)) + double(taut::potential_energy(state));
  };
  const auto widest = taut::largest_closure(at);
  std::printf("energy off by %.1e J, %s open by %.1e m\n", energy(at) - energy(before), widest.name,
              double(widest.error));
  // [read]
  return status == taut::Status::ok && report.start.largest_move < 0.06F &&
                 report.degrees_of_freedom == 1 && report.redundant_rows == 0 &&
                 std::fabs(energy(at) - energy(before)) < 6e-4 && widest.error < 2e-7F
             ? 0
             : 1;
}
