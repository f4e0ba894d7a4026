/// \file
/// What the tests of sequential regularisation share: methods, steppers, iterates, residuals.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "support/run.hpp"
#include "taut/srm.hpp"

namespace taut::testing::srm {

/// The method with that epsilon, in steps.
template <class Weight, int iterations, int substeps = 1, class Window = EachTick>
constexpr auto method(float epsilon_steps) {
  SequentialRegularization<Weight, iterations, substeps, Window> m;
  m.epsilon_steps = epsilon_steps;
  return m;
}

/// As the paper's runs.
template <class Weight, int iterations, int substeps = 1>
constexpr auto whole(float epsilon_steps) {
  return method<Weight, iterations, substeps, WholeRun>(epsilon_steps);
}

/// A stepper of that method, started; the test fails where it does not start.
template <class Model, class Method, class Start>
auto started_with(const Model& model, const StepSize<typename Model::Scalar>& step,
                  const Method& method, const Start& start) {
  Stepper<Model, Method> stepper(model, step, unlimited<Model>(), method);
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  return stepper;
}

/// Iterate s of a state, 1 first, the state itself last.
template <class State, class Look>
auto of_iterate(const State& state, int s, Look look) {
  const auto k = static_cast<std::size_t>(s - 1);
  return k < state.earlier.size() ? look(state.earlier[k].q, state.earlier[k].u)
                                  : look(state.q, state.u);
}

/// Largest |g_i| and |(G u)_i| of an iterate.
template <class Model, class Q, class U>
std::array<double, 2> residuals(const Model& model, const Q& q, const U& u) {
  TickSignals<Model> tick{};
  ConstraintLinearisation<Model> constraint;
  linearise_constraint(model, taut::detail::load(q), tick, Input<Model>{}, constraint);
  const auto rate = constraint.rate(taut::detail::load(u));
  std::array<double, 2> largest{};
  for (int i = 0; i < Model::nc; ++i) {
    largest[0] = std::fmax(largest[0], std::fabs(constraint.g[i]));
    largest[1] = std::fmax(largest[1], std::fabs(rate[i]));
  }
  return largest;
}

}  // namespace taut::testing::srm
