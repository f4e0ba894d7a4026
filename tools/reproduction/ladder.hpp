/// \file
/// What the programs of Lacoursiere's Figures 4 to 7 share: SPOOK on the ladder, rails along +x,
/// rungs along +y, from rest, epsilon = 1e-8, tau = 2 h. The paper's own start is not printed.
#pragma once

#include <memory>

#include "models/ladder.hpp"
#include "report.hpp"
#include "taut/spook.hpp"

namespace reproduction {

template <int squares>
using Ladder = taut::models::Ladder<double, squares>;
template <int squares>
using LadderStepper = taut::Stepper<Ladder<squares>, taut::Spook<double>>;

/// At the start, every coordinate moved by `disturbance`; empty where that is refused. On the heap:
/// it grows with the square of the number of squares.
template <int squares>
std::unique_ptr<LadderStepper<squares>> started_ladder(std::uint32_t hz, double disturbance = 0) {
  taut::models::LadderStart<double, squares> start;
  for (double& q : start.q) q += disturbance;
  auto stepper = std::make_unique<LadderStepper<squares>>(
      Ladder<squares>{}, taut::StepSize<double>::hz(hz), unlimited<Ladder<squares>>());
  if (stepper->reset(start.q, start.u) != taut::Status::ok) return nullptr;
  return stepper;
}

/// `count` steps; `after(stepper, n)` follows the n-th. False where one was refused.
template <int squares, class After>
bool run_ladder(std::uint32_t hz, int count, After after, double disturbance = 0) {
  const auto stepper = started_ladder<squares>(hz, disturbance);
  if (!stepper) return false;
  for (int n = 1; n <= count; ++n) {
    if (stepper->step() != taut::Status::ok) return false;
    after(*stepper, n);
  }
  return true;
}

/// Root of the mean square of the entries of g.
template <class Stepper>
double rms_of_g(const Stepper& stepper) {
  return stepper.position_residual() / std::sqrt(double(Stepper::Traits::nc));
}

template <class Stepper>
double energy_of(const Stepper& stepper) {
  return energy(stepper.model(), stepper.state().q, stepper.state().u);
}

}  // namespace reproduction
