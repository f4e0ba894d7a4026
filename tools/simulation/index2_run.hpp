/// \file
/// A run of a first-order problem of index 2 by taut::SrmIndex2, for tools/simulate. In its rows q
/// is x, u is x', lambda is y, or z = B y where the method carries that.
#pragma once

#include <chrono>

#include "simulation/recorder.hpp"
#include "simulation/start.hpp"
#include "taut/srm_index2.hpp"

namespace simulation {

template <class Choice>
class Index2Run {
 public:
  using Model = typename Choice::Model;
  using Method = typename Choice::Method;
  using S = typename Model::Scalar;

  Index2Run(const Arguments& arguments, const Model& model, const taut::StepSize<S>& step)
      : model_(model),
        step_(step),
        method_(Choice::method(arguments, model, step)),
        recorder_(arguments),
        steps_(arguments.count("steps")) {}

  /// From the closed form at t = 0.
  int run() {
    taut::Status status = method_.reset(model_.solution(S(0)));
    if (status == taut::Status::invalid_step_size)
      return refuse("--h is no step of this scalar: invalid step size");
    if (status != taut::Status::ok) return end(0, status);
    recorder_.head(sample(0), Choice::carries_rate ? "z" : "lambda");
    see(0);
    const auto begin = std::chrono::steady_clock::now();
    for (unsigned long n = 1; n <= steps_; ++n) {
      status = method_.step();
      if (status != taut::Status::ok) return end(n, status);
      see(n);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    tell("spent_s", spent.count());
    return end(steps_, status);
  }

 private:
  using Array = std::array<S, std::size_t(Model::nx)>;

  Array x() const {
    Array x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = method_.x()[static_cast<int>(i)];
    return x;
  }

  // |g| and |G x' + g_t| at the state
  void see(unsigned long n) { recorder_.see(n, n == steps_, sample(n)); }

  auto sample(unsigned long n) {
    const auto& last = method_.state().iterates.back();
    x_ = x();
    const taut::Index2Constraint<Model> constraint(model_, method_.x(), method_.time());
    taut::Vector<S, Model::ny> rate = constraint.g_t;
    for (int i = 0; i < Model::ny; ++i)
      for (int j = 0; j < Model::nx; ++j)
        rate[i] += constraint.G(i, j) * last.slope[static_cast<std::size_t>(j)];
    return Sample{time_after(n, step_),
                  x_,
                  last.slope,
                  last.carried,
                  static_cast<double>(taut::detail::norm(constraint.g)),
                  static_cast<double>(taut::detail::norm(rate))};
  }

  int end(unsigned long n, taut::Status status) {
    const bool ok = status == taut::Status::ok;
    tell_count("step", n);
    const double t = time_after(n, step_);
    tell("t", t);
    if (ok) {
      tell_all("q", x());
      tell_all("closed_form_q", model_.solution(static_cast<S>(t)));
    } else {
      tell("stopped", taut::describe(status));
    }
    if (!recorder_.finish()) return Exit::no_environment;
    return ok ? Exit::finished : Exit::stopped;
  }

  const Model& model_;
  taut::StepSize<S> step_;
  Method method_;
  Recorder recorder_;
  unsigned long steps_;
  Array x_{};
};

template <class Choice>
int run_index2(const Arguments& arguments) {
  using S = typename Choice::Model::Scalar;
  typename Choice::Model model{};
  set_parameters(arguments, model, [](auto& m, auto visit) { Choice::each_parameter(m, visit); });
  return Index2Run<Choice>(arguments, model, step_size<S>(arguments)).run();
}

}  // namespace simulation
