/// \file
/// A run of a mechanism by taut::DormandPrince, which chooses its steps, for tools/simulate. With h
/// it ends a step at every multiple of h and these are the states seen; without it every accepted
/// step is one.
#pragma once

#include <chrono>
#include <memory>

#include "simulation/recorder.hpp"
#include "simulation/start.hpp"
#include "taut/dormand_prince.hpp"

namespace simulation {

template <class Integrator, class Model>
class DormandPrinceRun {
 public:
  DormandPrinceRun(const Arguments& arguments, Integrator& integrator, const Model& model)
      : arguments_(arguments), integrator_(integrator), model_(model), recorder_(arguments) {}

  template <class Start>
  int run(const Start& start) {
    const taut::Status status = integrator_.reset(start.q, start.u);
    if (status != taut::Status::ok) return end(0, taut::describe(status));
    recorder_.head(sample(), "lambda");
    see(false);
    const auto begin = std::chrono::steady_clock::now();
    const taut::IntegrationStatus verdict = integrate();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    tell("spent_s", spent.count());
    if (verdict == taut::IntegrationStatus::ok) return end(integrator_.time_s(), nullptr);
    std::string why = taut::describe(verdict);
    if (integrator_.last_failure() != taut::Status::ok)
      why += std::string(", ") + taut::describe(integrator_.last_failure());
    return end(integrator_.failed_at_s(), why.c_str());
  }

 private:
  taut::IntegrationStatus integrate() {
    const double end_s = arguments_.number("t_end");
    if (!arguments_.has("steps"))
      return integrator_.run_to(end_s, {}, [&](const auto&, double t) { see(t == end_s); });
    const unsigned long steps = arguments_.count("steps");
    const auto grid = step_size<double>(arguments_);
    taut::IntegrationStatus status = taut::IntegrationStatus::ok;
    for (unsigned long n = 1; n <= steps && status == taut::IntegrationStatus::ok; ++n) {
      status = integrator_.run_to(time_after(n, grid));
      if (status == taut::IntegrationStatus::ok) see(n == steps);
    }
    return status;
  }

  auto sample() const {
    const auto& state = integrator_.state();
    return Sample{integrator_.time_s(),
                  state.q,
                  state.u,
                  state.lambda,
                  static_cast<double>(integrator_.position_residual()),
                  static_cast<double>(integrator_.velocity_residual())};
  }

  void see(bool last) {
    recorder_.see(seen_++, last, sample());
    see_energy(recorder_, model_, integrator_.state().q, integrator_.state().u);
  }

  int end(double time_s, const char* stopped_by) {
    tell_count("step", static_cast<unsigned long>(integrator_.counts().accepted));
    tell_count("rejected", static_cast<unsigned long>(integrator_.counts().rejected));
    tell("t", time_s);
    if (stopped_by == nullptr) {
      tell_all("q", integrator_.state().q);
      tell_all("u", integrator_.state().u);
    } else {
      tell("stopped", stopped_by);
    }
    if (!recorder_.finish()) return Exit::no_environment;
    return stopped_by == nullptr ? Exit::finished : Exit::stopped;
  }

  const Arguments& arguments_;
  Integrator& integrator_;
  const Model& model_;
  Recorder recorder_;
  unsigned long seen_ = 0;
};

template <class Choice>
int run_dormand_prince(const Arguments& arguments) {
  using Model = typename Choice::Model;
  using Integrator = typename Choice::Method;
  const Prepared<Choice> prepared(arguments);
  if (!prepared.sound) return Exit::refused;
  taut::DormandPrinceOptions options;
  options.relative_tolerance = arguments.number("rtol");
  options.absolute_tolerance = arguments.number("atol");
  options.max_steps = static_cast<long>(arguments.count("max_steps"));
  const auto integrator =
      std::make_unique<Integrator>(prepared.model, options, Choice::damping(arguments));
  return DormandPrinceRun<Integrator, Model>(arguments, *integrator, prepared.model)
      .run(prepared.start);
}

}  // namespace simulation
