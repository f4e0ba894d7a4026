/// \file
/// The program of docs/build_a_mechanism.md in space: a double wishbone from a sketch, assembled,
/// set down on the road, driven over a bump and read.

#include "models/mechanisms/double_wishbone.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "taut/mechanism/assembly.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
#include "taut/stepper.hpp"

namespace {

// A mistake of the same page: a tie rod a metre too long.
template <class List>
bool refuses_long_rod(const taut::AssemblyOptions<taut::Mechanism<List>>& options) {
  using Model = taut::Mechanism<List>;
  Model model;
  model.system.geometry[4].value += 1;
  auto q = List::start();
  std::array<typename Model::Scalar, Model::nu> u{};
  taut::AssemblyReport<Model> report;
  const taut::Status status = taut::assemble(model, q, u, options, report);
  std::printf("tie rod a metre too long: %s; open: %s by %.2f\n", taut::describe(status),
              report.worst_joint_name, double(report.worst_error));
  return status == taut::Status::not_converged && report.worst_error > 0.3F;
}

}  // namespace

int main() {
  // [assemble]
  using List = taut::models::DoubleWishboneList<float>;
  using Model = taut::Mechanism<List>;
  const Model model;
  // (x, y, z) and unit quaternion of lower wishbone, upper wishbone, upright, off a sketch to 1 cm
  std::array<float, 21> q{-0.02F, 0.56F, 0.18F, 1, 0, 0, 0,  //
                          -0.02F, 0.55F, 0.45F, 1, 0, 0, 0,  //
                          0.01F,  0.74F, 0.31F, 1, 0, 0, 0};
  std::array<float, 18> u{};

  taut::AssemblyOptions<Model> options;
  options.largest_move = 0.05F;  // m or half a rad: further away is another branch
  taut::AssemblyReport<Model> report;
  taut::Status status = taut::assemble(model, q, u, options, report);
  if (status != taut::Status::ok) {
    std::printf("%s: %s\n", taut::describe(status), report.worst_joint_name);
    return 1;
  }
  // [assemble]

  // [step]
  // inputs of the list: height of the road in m, its rate in m/s, speed of the belt in m/s
  const auto bump = [](float t) -> taut::Input<Model> {
    const float height = 0.05F, frequency = 62.83185F;  // for 0.1 s
    if (t > 0.1F) return {0, 0, 20};
    return {height / 2 * (1 - std::cos(frequency * t)),
            height / 2 * frequency * std::sin(frequency * t), 20};
  };
  taut::Stepper<Model, taut::Rattle<1>> stepper(model, taut::StepSize<float>::hz(1000));
  status = stepper.reset(q, u);
  for (int tick = 0; tick < 2000 && status == taut::Status::ok; ++tick)
    status = stepper.step({0, 0, 20});  // settles on the level road
  const auto standing = taut::mechanism_state(stepper);
  // [step]

  // [read]
  const auto wheel_load = [](const auto& at) {  // in N: the law of the list, in a state
    const List& list = at.model.system;
    const auto P = taut::point_position(at, List::upright, List::contact_arm());
    const auto v = taut::point_velocity(at, List::upright, List::contact_arm());
    return list.tyre.vertical(list.static_load_n + list.tyre_n_per_m * (at.w[0] - P[2]) +
                              list.tyre_n_s_per_m * (at.w[1] - v[2]));
  };
  const auto ball = taut::joint_reaction(standing, 2);  // of the lower wishbone on the upright
  std::printf("standing: wheel load %.0f N, lower ball joint (%.0f, %.0f, %.0f) N\n",
              double(wheel_load(standing)), double(ball.force_n[0]), double(ball.force_n[1]),
              double(ball.force_n[2]));

  float largest_load = 0, highest = 0, widest = 0;
  for (int tick = 1; tick <= 500 && status == taut::Status::ok; ++tick) {
    status = stepper.step(bump(0.001F * static_cast<float>(tick)));
    const auto at = taut::mechanism_state(stepper);
    largest_load = std::max(largest_load, wheel_load(at));
    highest = std::max(highest, at.q[7 * List::upright + 2] - standing.q[7 * List::upright + 2]);
    widest = std::max(widest, taut::largest_closure(at).error);
  }
  std::printf("bump: wheel load up to %.0f N, wheel up by %.3f m, joints open by %.1e m\n",
              double(largest_load), double(highest), double(widest));
  // [read]

  // upwards both ball joints, the tie rod and the road carry the upright
  float carried = wheel_load(standing);
  for (const int joint : {2, 3, 4}) carried += taut::joint_reaction(standing, joint).force_n[2];
  const float weight = 9.81F * model.system.bodies[List::upright].mass_kg;
  std::printf("upright: %.2f N carried of %.2f N\n", double(carried), double(weight));
  return status == taut::Status::ok && report.start.largest_move < 0.02F &&
                 report.degrees_of_freedom == 1 && report.redundant_rows == 0 &&
                 std::fabs(carried - weight) < 0.5F && largest_load > 8000 && highest < 0.06F &&
                 widest < 1e-6F && refuses_long_rod<List>(options)
             ? 0
             : 1;
}
