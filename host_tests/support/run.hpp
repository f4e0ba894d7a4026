/// \file
/// Short cuts to run a stepper in a test.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/scalars.hpp"
#include "taut/stepper.hpp"

namespace taut::testing {

/// Limits that no residual passes: for errors that are to be seen, not refused.
template <class Model>
constexpr Limits<typename Model::Scalar> unlimited() {
  using S = typename Model::Scalar;
  return {infinite<S>, Limits<S>::template of<Model>().pivot_share};
}

// A stepper's calls, compiled once for each of its types: the tests call them in many places.

template <class Stepper>
[[gnu::noinline]] Status step(Stepper& stepper, const typename Stepper::InputType& w = {}) {
  return stepper.step(w);
}

template <class Stepper>
[[gnu::noinline]] Status reset(Stepper& stepper, const decltype(Stepper::StateType::q)& q,
                               const decltype(Stepper::StateType::u)& u,
                               const typename Stepper::InputType& w = {},
                               const TickCount& time = {}) {
  return stepper.reset(q, u, w, time);
}

/// From a start of lib/models: q, u and, where the model has algebraic coordinates, s.
template <class Stepper, class Start>
[[gnu::noinline]] Status reset(Stepper& stepper, const Start& start) {
  return stepper.reset_to(start);
}

template <class Stepper>
[[gnu::noinline]] Status restore(Stepper& stepper, const typename Stepper::StateType& state) {
  return stepper.restore(state);
}

/// A stepper of `Model` started at q, u; the test fails where it does not start.
template <class Method = LinearImplicitEuler<>, class Summation = void, class Model, class Q,
          class U>
auto started(const Model& model, const StepSize<typename Model::Scalar>& step_size, const Q& q,
             const U& u,
             const Limits<typename Model::Scalar>& limits =
                 Limits<typename Model::Scalar>::template of<Model>()) {
  using Sum = std::conditional_t<std::is_void_v<Summation>,
                                 DefaultSummation<typename Model::Scalar>, Summation>;
  Stepper<Model, Method, Sum> stepper(model, step_size, limits);
  EXPECT_EQ(reset(stepper, q, u), Status::ok);
  return stepper;
}

/// The same from a start of lib/models.
template <class Method = LinearImplicitEuler<>, class Model, class Start>
auto started(const Model& model, const StepSize<typename Model::Scalar>& step_size,
             const Start& start) {
  Stepper<Model, Method> stepper(model, step_size);
  EXPECT_EQ(reset(stepper, start), Status::ok);
  return stepper;
}

/// Steps `count` times; after each, `after(stepper)`. False, with a failure, at the first status
/// that is not ok.
template <class Stepper, class After>
bool run(Stepper& stepper, int count, const typename Stepper::InputType& w, After after) {
  for (int i = 0; i < count; ++i) {
    const Status status = step(stepper, w);
    if (status != Status::ok) {
      ADD_FAILURE() << "step " << i + 1 << " of " << count << ": " << describe(status);
      return false;
    }
    after(stepper);
  }
  return true;
}

template <class Stepper>
bool run(Stepper& stepper, int count,
         const typename Stepper::InputType& w = typename Stepper::InputType{}) {
  return run(stepper, count, w, [](const Stepper&) {});
}

/// Euclidean norm of g at a state, evaluated in double whatever the scalar of the run.
template <template <class> class Model, class State, class S>
double residual_in_double(const State& state, const StepSize<S>& step_size) {
  using D = Model<double>;
  const D model;
  StepSize<double> exact{double(step_size.period_s) / double(step_size.period_ticks),
                         step_size.period_s, step_size.period_ticks};
  TickSignals<D> tick;
  tick.evaluate(model, state.time, exact);
  Vector<double, D::nq> q;
  for (int i = 0; i < D::nq; ++i) q[i] = double(state.q[static_cast<std::size_t>(i)]);
  const Vector<double, D::nc> g = model.constraint(q, tick.template as<double>(Input<D>{}));
  return std::sqrt(double(g.squaredNorm()));
}

}  // namespace taut::testing
