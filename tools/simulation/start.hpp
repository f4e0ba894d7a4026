/// \file
/// Model and start of a run of tools/simulate: parameters that were set, and the start made
/// consistent with them.
#pragma once

#include <type_traits>

#include "simulation/arguments.hpp"
#include "taut/consistent_start.hpp"

namespace simulation {

template <class S>
void set_value(S& parameter, double value) {
  parameter = static_cast<S>(value);
}
template <class S>
void set_value(taut::AngularFrequency<S>& parameter, double value) {
  parameter = taut::AngularFrequency<S>(value);
}

template <class S>
double value_of(const S& parameter) {
  return static_cast<double>(parameter);
}
template <class S>
double value_of(const taut::AngularFrequency<S>& parameter) {
  return static_cast<double>(parameter.rad_s);
}

/// x[i] and a member, as the user of --set wrote them: what is none does not compile. Each returns
/// auto, so that it is compiled where it stands, before what would go wrong after it.
template <std::size_t i, class T, std::size_t n>
auto& element(std::array<T, n>& x) {
  static_assert(i < n, "the index is past the end");
  return x[i];
}
template <std::size_t i, class T, int n>
auto& element(taut::Vector<T, n>& x) {
  static_assert(i < std::size_t(n), "the index is past the end");
  return x[i];
}
template <class T>
auto& number(T& member) {
  static_assert(!std::is_const_v<T>, "it is a constant");
  static_assert(std::is_floating_point_v<T>, "it is not a number of the scalar");
  return member;
}
template <class S>
auto& number(taut::AngularFrequency<S>& member) {
  return member;
}

/// Sets what the arguments `set:name=value` ask for. `each_parameter` visits (name, member).
template <class Model, class EachParameter>
void set_parameters(const Arguments& arguments, Model& model, EachParameter each_parameter) {
  for (const auto& asked : arguments.starting_with("set:"))
    each_parameter(model, [&](const char* name, auto& parameter) {
      if (asked.first == name) set_value(parameter, asked.second);
    });
}

/// The start of a user's model, all of it given by --start.
template <class Model>
struct GivenStart {
  using S = typename Model::Scalar;
  std::array<S, std::size_t(Model::nq)> q{};
  std::array<S, std::size_t(taut::detail::nu<Model>())> u{};
  std::array<S, std::size_t(taut::detail::ns<Model>())> s{};
};

/// Overwrites x by the numbers of an argument; false where their count is another.
template <class S, std::size_t n>
bool take(const Arguments& arguments, const char* name, std::array<S, n>& x) {
  if (!arguments.has(name)) return true;
  const std::vector<double> given = arguments.numbers(name);
  if (given.size() != n) {
    tell("refused", std::string("--start gives ") + std::to_string(given.size()) + " values of " +
                        name[6] + ", the model has " + std::to_string(n));
    return false;
  }
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<S>(given[i]);
  return true;
}

/// A mechanism ready to run.
template <class Choice>
struct Prepared {
  using Model = typename Choice::Model;
  static_assert(std::is_same_v<typename Model::Scalar, typename Choice::Scalar>,
                "--scalar is not the scalar of this model");
  Model model{};
  typename Choice::Start start{};
  bool sound = false;  ///< false: it has been told why not

  explicit Prepared(const Arguments& arguments) {
    set_parameters(arguments, model, [](auto& m, auto visit) { Choice::each_parameter(m, visit); });
    if (!take(arguments, "start_q", start.q) || !take(arguments, "start_u", start.u)) return;
    if constexpr (taut::detail::ns<Model>() > 0) {
      if (!take(arguments, "start_s", start.s)) return;
    } else {
      std::array<typename Model::Scalar, 0> none;
      if (!take(arguments, "start_s", none)) return;
    }
    sound = !arguments.has("make_consistent") || make_consistent();
    tell_all("angles", taut::detail::angle_coordinates<Model>());
  }

 private:
  bool make_consistent() {
    taut::StartReport<Model> report;
    const taut::StartOptions<Model> options;
    taut::Status status;
    if constexpr (taut::detail::ns<Model>() > 0)
      status = taut::make_consistent(model, start.q, start.u, start.s, options, report);
    else
      status = taut::make_consistent(model, start.q, start.u, options, report);
    if (status != taut::Status::ok) {
      tell("refused",
           std::string("no consistent start near the given one: ") + taut::describe(status));
      if (status == taut::Status::not_converged)
        tell("left_g", static_cast<double>(report.position_residual));
      return false;
    }
    tell("moved_q", static_cast<double>(report.largest_move));
    tell("moved_q_index", report.moved_coordinate);
    tell("moved_u", static_cast<double>(report.largest_velocity_change));
    tell("moved_u_index", report.changed_velocity);
    return true;
  }
};

/// h = seconds / ticks where both are given, else the nearest ratio.
template <class S>
taut::StepSize<S> step_size(const Arguments& arguments) {
  if (!arguments.has("h_ticks")) return taut::StepSize<S>::seconds(arguments.number("h_s"));
  return taut::StepSize<S>::ratio(static_cast<std::uint32_t>(arguments.count("h_seconds")),
                                  static_cast<std::uint32_t>(arguments.count("h_ticks")));
}

/// t after `steps` steps, rounded once.
template <class S>
double time_after(unsigned long steps, const taut::StepSize<S>& step) {
  return static_cast<double>(steps * step.period_s) / static_cast<double>(step.period_ticks);
}

/// The model's limit on |g|, or 1 where it states none: past that a run is no motion of a
/// mechanism.
template <class Model>
taut::Limits<typename Model::Scalar> limits(const Arguments& arguments) {
  using S = typename Model::Scalar;
  auto limits = taut::Limits<S>::template of<Model>();
  if (!(limits.residual <= std::numeric_limits<S>::max())) limits.residual = S(1);
  if (arguments.has("residual_limit"))
    limits.residual = static_cast<S>(arguments.number("residual_limit"));
  tell("residual_limit", static_cast<double>(limits.residual));
  return limits;
}

template <class Model, class Q, class U>
using EnergyCall = decltype(energy(std::declval<const Model&>(), std::declval<const Q&>(),
                                   std::declval<const U&>()));

/// Records the energy of a model that has one.
template <class RecorderType, class Model, class Q, class U>
void see_energy(RecorderType& recorder, const Model& model, const Q& q, const U& u) {
  if constexpr (taut::detail::detected<EnergyCall, Model, Q, U>)
    recorder.see_energy(static_cast<double>(energy(model, q, u)));
}

}  // namespace simulation
