/// \file
/// The runs behind the lines of Eich's Table 3.1: the pendulum over 100 s, fifty periods, by BDF of
/// fixed step and order, started with exact values at the ticks before, and of variable step and
/// order.
#pragma once

#include <array>
#include <vector>

#include "exact.hpp"
#include "models/pendulum.hpp"
#include "report.hpp"
#include "taut/bdf.hpp"
#include "taut/runge_kutta.hpp"
#include "variable_bdf.hpp"

namespace reproduction {

using Rod = taut::models::Pendulum<double>;
using RodStart = taut::models::PendulumStart<double>;

/// Errors of x, y, x', y' and of lambda after 100 s, and the largest |g| on the way.
struct BdfRun {
  std::array<double, 2> q{infinity, infinity}, u{infinity, infinity};
  double lambda = infinity, residual = infinity;
};

/// The errors of q and u after 100 s.
template <class Q, class U>
BdfRun errors(const Q& q, const U& u, double lambda, double residual) {
  const std::vector<double> exact_q = exact("pendulum", 100, "q"),
                            exact_u = exact("pendulum", 100, "u");
  BdfRun out;
  for (int i = 0; i < 2; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.q[k] = std::fabs(q[i] - exact_q[k]);
    out.u[k] = std::fabs(u[i] - exact_u[k]);
  }
  out.lambda = std::fabs(lambda - exact("pendulum", 100, "lambda")[0]);
  out.residual = residual;
  return out;
}

/// q and u at ticks 0 .. count: a method of fourth order, twenty steps a tick.
struct Values {
  std::array<double, 2> q, u;
};
inline std::vector<Values> first_ticks(const taut::StepSize<double>& tick, int count) {
  const RodStart start;
  std::vector<Values> values{{start.q, start.u}};
  constexpr int parts = 20;
  run(Rod{}, taut::ExplicitRungeKutta<>{}, start,
      taut::StepSize<double>::ratio(tick.period_s, parts * tick.period_ticks), parts * count,
      [&](const auto& stepper, int n) {
        if (n % parts == 0) values.push_back({stepper.state().q, stepper.state().u});
      });
  return values;
}

/// 100 s of order k in steps of 100 s / `steps`: Newton's method and the projection to rounding.
template <int k, bool projected>
BdfRun bdf_run(std::uint32_t steps) {
  using Method = taut::Bdf<k, 4, projected ? 3 : 0>;
  const auto tick = taut::StepSize<double>::ratio(100, steps);
  const std::vector<Values> values = first_ticks(tick, k - 1);
  if (values.size() != k) return {};
  taut::Stepper<Rod, Method> stepper(Rod{}, tick, unlimited<Rod>());
  taut::TickCount time{};
  for (int i = 0; i < k - 1; ++i) time = time.next(tick);
  if (stepper.reset(values.back().q, values.back().u, {}, time) != taut::Status::ok) return {};
  std::array<std::array<double, 2>, k> q{}, u{};
  for (std::size_t i = 0; i + 1 < k; ++i) {
    q[i] = values[std::size_t(k) - 2 - i].q;
    u[i] = values[std::size_t(k) - 2 - i].u;
  }
  auto state = stepper.state();
  Method::give_history(state, q, u);
  if (stepper.restore(state) != taut::Status::ok) return {};

  double residual = 0;
  for (std::uint32_t n = k - 1; n < steps; ++n) {
    if (stepper.step() != taut::Status::ok) return {};
    residual = std::fmax(residual, stepper.position_residual());
    if (!(residual < 1)) return {};  // it has left the rod
  }
  return errors(taut::detail::load(stepper.state().q), taut::detail::load(stepper.state().u),
                stepper.state().lambda[0], residual);
}

/// 100 s of variable step and order, rtol = atol = `tolerance`; and the steps that took.
struct VariableRun : BdfRun {
  double steps = infinity;
};
inline VariableRun variable_run(double tolerance, bool projected) {
  VariableBdf<Rod> bdf(Rod{}, tolerance, projected);
  taut::Vector<double, 4> y{1, 0, 0, 0};
  double residual = 0;
  const bool finished = bdf.run(y, 100, [&](const auto& now) {
    y = now;
    residual = std::fmax(residual, std::fabs(y[0] * y[0] + y[1] * y[1] - 1));
  });
  if (!finished) return {};
  const taut::Vector<double, 2> q = y.head<2>(), u = y.tail<2>();
  return {errors(q, u, bdf.multipliers(y)[0], residual), double(bdf.steps())};
}

}  // namespace reproduction
