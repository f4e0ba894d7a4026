/// \file
/// A mechanism of a user, in a file of his own: assembled, stepped, and held to its closed form.
#include "own_mechanism.hpp"

#include <cmath>
#include <cstdio>

#include "taut/mechanism/assembly.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
#include "taut/stepper.hpp"

int main() {
  using Model = mine::Engine<float>;
  const Model model;
  // crank at 60 degrees
  std::array<float, 9> q{0.025F, 0.043F, 1.05F, 0.19F, 0.04F, -0.3F, 0.34F, 0, 0}, u{};
  taut::AssemblyReport<Model> report;
  taut::Status status = taut::assemble(model, q, u, taut::AssemblyOptions<Model>{}, report);
  if (status != taut::Status::ok || report.degrees_of_freedom != 1) {
    std::printf("%s: %s\n", taut::describe(status), report.worst_joint_name);
    return 1;
  }

  taut::Stepper<Model, taut::Rattle<1>> stepper(model, taut::StepSize<float>::hz(1000));
  status = stepper.reset(q, u);
  const auto energy = [&] {
    const auto at = taut::mechanism_state(stepper);
    return double(taut::kinetic_energy(at)) + double(taut::potential_energy(at));
  };
  // of second order: 2.0e-3 J, a quarter of it at 2 kHz
  const double before = energy();
  double largest_piston = 0, largest_energy = 0;
  for (int tick = 0; tick < 2000 && status == taut::Status::ok; ++tick) {
    status = stepper.step({0.0F});
    // crank of 0.1 m, rod of 0.3 m: x = r cos + sqrt(l^2 - r^2 sin^2)
    const double phi = double(stepper.state().q[2]), s = 0.1 * std::sin(phi);
    const double x = 0.1 * std::cos(phi) + std::sqrt(0.09 - s * s);
    largest_piston = std::fmax(largest_piston, std::fabs(double(stepper.state().q[6]) - x));
    largest_energy = std::fmax(largest_energy, std::fabs(energy() - before));
  }
  std::printf("%s: piston off by %.1e m, energy of %.2f J off by %.1e J\n", taut::describe(status),
              largest_piston, before, largest_energy);
  return status == taut::Status::ok && largest_piston < 1e-6 && largest_energy < 3e-3 ? 0 : 1;
}
