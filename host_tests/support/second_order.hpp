/// \file
/// What the tests of the second-order methods share: the reference step by step, orders against the
/// exact solution, energy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "models/andrews.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/ladder.hpp"
#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "models/two_link_arm.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/step_table.hpp"

namespace taut::testing {

template <class Method, class Model, class Start>
Stepper<Model, Method> started_with(const Method& method, const Model& model, const Start& start,
                                    const StepSize<typename Model::Scalar>& step_size) {
  Stepper<Model, Method> stepper(model, step_size, unlimited<Model>(), method);
  EXPECT_EQ(reset(stepper, start.q, start.u), Status::ok);
  return stepper;
}

// ---- step by step against the reference --------------------------------------------------------

/// What of the table is compared, and what rounding may make of it. Both are programs in double
/// that solve the same linear systems by different factorisations. Allowed is one rounding of the
/// largest entry a step, and of the terms of g, which are of order one, `of_g_in_q` roundings in q
/// and `of_g_in_u` / h in u.
struct ReferenceRule {
  std::string method;
  double of_g_in_q, of_g_in_u;
};

/// `mean` takes the steppers of `methods` and a quantity to the number that the table holds.
template <class Method, class Model, class Start, class Mean>
void expect_table(const ReferenceRule& rule, const std::vector<Method>& methods, Mean mean,
                  const Model& model, const Start& start, const StepSize<double>& step_size,
                  const std::string& problem) {
  std::vector<Stepper<Model, Method>> steppers;
  for (const Method& method : methods)
    steppers.push_back(started_with(method, model, start, step_size));
  std::array<bool, Model::nq> angle{};
  for (const int i : detail::angle_coordinates<Model>()) angle[static_cast<std::size_t>(i)] = true;
  const auto table = step_table("steps_second_order.csv", problem, rule.method);
  double largest_q = 1, largest_u = 1;
  for (const TableValue& row : table) {
    double& largest = row.quantity[0] == 'q' ? largest_q : largest_u;
    largest = std::max(largest, std::fabs(row.value));
  }
  int n = 0;
  for (const TableValue& row : table) {
    for (auto& stepper : steppers)
      if (!run(stepper, row.step - n)) return;
    n = row.step;
    const bool position = row.quantity[0] == 'q';
    const bool turns = position && angle[std::stoul(row.quantity.substr(1)) - 1];
    const double off = difference(mean(steppers, row.quantity), row.value, turns);
    EXPECT_LE(off, position ? roundings<double>(rule.of_g_in_q) + roundings<double>(n, largest_q)
                            : roundings<double>(rule.of_g_in_u / step_size.h) +
                                  roundings<double>(n, largest_u))
        << problem << " step " << n << " " << row.quantity;
  }
}

/// The six problems of the table.
template <class Method, class Mean>
void expect_reference_steps(const ReferenceRule& rule, const std::vector<Method>& methods,
                            Mean mean) {
  using namespace models;
  const auto ms = StepSize<double>::hz(1000);
  const auto compare = [&](const auto& model, const auto& start, const StepSize<double>& step_size,
                           const char* problem) {
    expect_table(rule, methods, mean, model, start, step_size, problem);
  };
  compare(Pendulum<double>{}, PendulumStart<double>{}, ms, "pendulum");
  compare(CarAxle<double>{}, CarAxleStart<double>{}, ms, "caraxis");
  compare(ArmOnParabola<double>{}, TwoLinkArmStart<double>{}, ms, "arm_case1");
  compare(SliderCrank<double>{}, SliderCrankStart<double>{}, ms, "slidercrank1");
  compare(Andrews<double>{}, AndrewsStart<double>{}, StepSize<double>::hz(100000), "andrews");
  compare(Ladder<double, 1>{}, LadderStart<double, 1>{}, StepSize<double>::hz(60), "ladder1");
}

/// The state as it is.
struct AsItIs {
  template <class Steppers>
  double operator()(const Steppers& steppers, const std::string& quantity) const {
    return table_entry(steppers[0].state(), quantity);
  }
};

// ---- orders ------------------------------------------------------------------------------------

/// Largest errors of q and u at times of exact.csv.
struct ExactError {
  double q = 0, u = 0;
};

template <class Method, class Model, class Start>
ExactError exact_error(const Method& method, const Model& model, const Start& start,
                       const std::string& problem, const std::vector<double>& times,
                       std::uint32_t hz, std::size_t compared = Model::nq) {
  auto stepper = started_with(method, model, start, StepSize<double>::hz(hz));
  ExactError error;
  int n = 0;
  for (const double t : times) {
    const int at = static_cast<int>(std::lround(t * hz));
    if (!run(stepper, at - n)) return {not_a_number<double>, not_a_number<double>};
    n = at;
    for (std::size_t i = 0; i < compared; ++i) {
      const std::string index = std::to_string(i + 1);
      error.q = std::max(error.q, std::fabs(stepper.state().q[i] - exact(problem, t, "q" + index)));
      error.u = std::max(error.u, std::fabs(stepper.state().u[i] - exact(problem, t, "u" + index)));
    }
  }
  return error;
}

/// Mean slopes of the errors of q and u from 10 ms to 0.25 ms; of the car axle, whose h omega is
/// 0.45 at 10 ms, from 1 ms. The pendulum after a quarter of its period: in a turning point the
/// error of q is quadratic in that of the phase.
template <class Method>
void expect_order(double order, const Method& method, const std::string& only = "") {
  using namespace models;
  constexpr std::uint32_t fine_hz = 4000;
  const auto slopes = [&](const auto& model, const auto& start, const std::string& problem,
                          const std::vector<double>& times, std::uint32_t coarse_hz,
                          std::size_t compared) {
    if (!only.empty() && only != problem) return;
    const auto error = [&](std::uint32_t hz) {
      return exact_error(method, model, start, problem, times, hz, compared);
    };
    const ExactError coarse = error(coarse_hz), fine = error(fine_hz);
    const double decades = std::log10(double(fine_hz) / coarse_hz);
    EXPECT_TRUE(near(std::log10(coarse.q / fine.q) / decades, order, 0.1)) << problem << " q";
    EXPECT_TRUE(near(std::log10(coarse.u / fine.u) / decades, order, 0.1)) << problem << " u";
  };
  slopes(Pendulum<double>{}, PendulumStart<double>{}, "pendulum", {0.5}, 100, 2);
  slopes(CarAxle<double>{}, CarAxleStart<double>{}, "caraxis", {0.5, 1, 2, 3}, 1000, 4);
  slopes(ArmOnParabola<double>{}, TwoLinkArmStart<double>{}, "arm_case1", {1}, 100, 2);
  slopes(CircularTrack<double>{}, CircularTrackStart<double>{}, "track", {0.1, 1}, 100, 2);
}

// ---- the pendulum over 100 s -------------------------------------------------------------------

/// Range of the energy of the pendulum of unit mass and length, J.
constexpr double pendulum_range_j = 13.7503716373294544;

/// Energies against the start and largest |g| over 100 s, 50 periods.
struct PendulumRun {
  double swing = 0;         ///< largest |E|
  double turning = 0;       ///< largest |E| after whole periods, at rest
  double end = 0;           ///< E after 100 s
  double residual = 0;      ///< largest |g|
  double height_error = 0;  ///< largest |y| after whole periods
};

template <class S, class Method>
PendulumRun swing_100_s(const Method& method, std::uint32_t hz) {
  const models::Pendulum<S> model;
  const models::PendulumStart<S> start;
  auto stepper = started_with(method, model, start, StepSize<S>::hz(hz));
  PendulumRun out;
  std::uint32_t n = 0;
  run(stepper, static_cast<int>(100 * hz), {}, [&](const auto& s) {
    out.end = static_cast<double>(energy(model, s.state().q, s.state().u));
    out.swing = std::max(out.swing, std::fabs(out.end));
    out.residual = std::max(out.residual, static_cast<double>(s.position_residual()));
    if (++n % (2 * hz) != 0) return;
    out.turning = std::max(out.turning, std::fabs(out.end));
    out.height_error = std::max(out.height_error, std::fabs(static_cast<double>(s.state().q[1])));
  });
  return out;
}

// ---- multipliers in float ----------------------------------------------------------------------

/// Largest differences of a float to a double run of the pendulum at 1 kHz over 2 s.
struct FloatNoise {
  double lambda = 0, residual = 0, rate = 0, q = 0;
};

template <class Method>
FloatNoise float_noise(const Method& method) {
  const auto ms = [](auto zero) { return StepSize<decltype(zero)>::hz(1000); };
  auto rough =
      started_with(method, models::Pendulum<float>{}, models::PendulumStart<float>{}, ms(0.0F));
  auto smooth =
      started_with(method, models::Pendulum<double>{}, models::PendulumStart<double>{}, ms(0.0));
  FloatNoise noise;
  for (int n = 0; n < 2000; ++n) {
    if (!run(rough, 1) || !run(smooth, 1)) break;
    noise.lambda =
        std::max(noise.lambda, largest_difference(rough.state().lambda, smooth.state().lambda));
    noise.q = std::max(noise.q, largest_difference(rough.state().q, smooth.state().q));
    noise.residual = std::max(noise.residual, static_cast<double>(rough.position_residual()));
    noise.rate = std::max(noise.rate, static_cast<double>(rough.velocity_residual()));
  }
  return noise;
}

}  // namespace taut::testing
