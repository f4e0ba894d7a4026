/// \file
/// A run of a mechanism by a method of the stepper, for tools/simulate.
#pragma once

#include <chrono>
#include <memory>

#include "simulation/recorder.hpp"
#include "simulation/start.hpp"
#include "taut/stepper.hpp"

namespace simulation {

template <class StepperType>
class StepperRun {
 public:
  StepperRun(const Arguments& arguments, StepperType& stepper)
      : stepper_(stepper), recorder_(arguments), steps_(arguments.count("steps")) {}

  template <class Start>
  int run(const Start& start) {
    taut::Status status = stepper_.reset_to(start);
    if (status == taut::Status::invalid_step_size)
      return refuse("--h is no step of this scalar: invalid step size");
    if (status != taut::Status::ok) return end(0, status);
    recorder_.head(sample(0), "lambda");
    see(0);
    const auto begin = std::chrono::steady_clock::now();
    for (unsigned long n = 1; n <= steps_; ++n) {
      status = stepper_.step();
      if (status != taut::Status::ok) return end(n, status);
      see(n);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    tell("spent_s", spent.count());
    return end(steps_, status);
  }

 private:
  auto sample(unsigned long n) const {
    const auto& state = stepper_.state();
    return Sample{time_after(n, stepper_.step_size()),
                  state.q,
                  state.u,
                  state.lambda,
                  static_cast<double>(stepper_.position_residual()),
                  static_cast<double>(stepper_.velocity_residual()),
                  algebraic()};
  }

  auto algebraic() const {
    if constexpr (StepperType::Traits::ns > 0)
      return stepper_.state().s;
    else
      return std::array<double, 0>{};
  }

  void see(unsigned long n) {
    recorder_.see(n, n == steps_, sample(n));
    see_energy(recorder_, stepper_.model(), stepper_.state().q, stepper_.state().u);
  }

  // After step n; a status that is not ok is the verdict on it.
  int end(unsigned long n, taut::Status status) {
    const bool ok = status == taut::Status::ok;
    tell_count("step", n);
    tell("t", time_after(n, stepper_.step_size()));
    if (ok) {
      tell_all("q", stepper_.state().q);
      tell_all("u", stepper_.state().u);
    } else {
      tell("stopped", taut::describe(status));
    }
    if (!recorder_.finish()) return Exit::no_environment;
    return ok ? Exit::finished : Exit::stopped;
  }

  StepperType& stepper_;
  Recorder recorder_;
  unsigned long steps_;
};

template <class Choice>
int run_stepper(const Arguments& arguments) {
  using Model = typename Choice::Model;
  using S = typename Model::Scalar;
  using StepperType = taut::Stepper<Model, typename Choice::Method>;
  const Prepared<Choice> prepared(arguments);
  if (!prepared.sound) return Exit::refused;
  const taut::StepSize<S> step = step_size<S>(arguments);
  // a long ladder is larger than a stack
  const auto stepper = std::make_unique<StepperType>(prepared.model, step, limits<Model>(arguments),
                                                     Choice::method(arguments, step.h));
  return StepperRun<StepperType>(arguments, *stepper).run(prepared.start);
}

}  // namespace simulation
