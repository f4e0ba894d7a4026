/// \file
/// What a test asks of any mechanism: is the start consistent, are the derivatives those of its
/// equations, is the step that of the reference, does the energy change by what acts on it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut::testing {

using ForceOnly = LinearImplicitEuler<ForceDerivative>;
using ForceAndTime = LinearImplicitEuler<ForceAndTimeDerivative>;

/// Accelerations and multipliers of the index-1 system at a point, with what they were made of.
template <class Model>
struct Index1 {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  TickSignals<Model> tick;
  SaddlePoint<Model> matrices;
  Vector<S, Traits::nu> acceleration;
  Vector<S, Traits::nc> lambda;

  template <class Q, class U>
  Index1(const Model& model, const Q& q, const U& u, const TickCount& time = {},
         const StepSize<S>& step = StepSize<S>::hz(1000)) {
    const Vector<S, Traits::nq> x = taut::detail::load(q);
    const Vector<S, Traits::nu> v = taut::detail::load(u);
    tick.evaluate(model, time, step);
    const Input<Model> w{};
    const S tolerance = S(64) * std::numeric_limits<S>::epsilon();
    EXPECT_EQ(matrices.factorise_constant_mass(model, tolerance), Status::ok);
    EXPECT_EQ(matrices.factorise(model, x, tick, w, tolerance), Status::ok);
    acceleration = model.force(x, v, tick.template as<S>(w));
    const Vector<S, Traits::nc> gamma = constraint_acceleration(model, x, v, tick, w);
    lambda = matrices.solve(acceleration, -gamma);
  }
};

/// |g| and |G u + g_t| of a start, each at most `roundings` of the size of its terms.
template <class Model, class Start>
void expect_consistent_start(const Model& model, const Start& start, double position_size,
                             double velocity_size) {
  using S = typename Model::Scalar;
  const Index1<Model> at(model, start.q, start.u);
  const auto& constraint = at.matrices.constraint();
  EXPECT_TRUE(near(taut::detail::norm(constraint.g), 0, roundings<S>(2, position_size)));
  EXPECT_TRUE(near(taut::detail::norm(constraint.rate(taut::detail::load(start.u))), 0,
                   roundings<S>(2, velocity_size)));
}

// ---- fixed-step references ---------------------------------------------------------------------

/// "q" of "q3": the vector of an entry.
inline std::string vector_of(const std::string& quantity) {
  return quantity.substr(0, quantity.find_first_of("0123456789"));
}

/// 2 of "q3".
inline std::size_t index_of(const std::string& quantity) {
  return std::stoul(quantity.substr(quantity.find_first_of("0123456789"))) - 1;
}

template <class Model>
bool is_angle(std::size_t i) {
  for (const int angle : taut::detail::angle_coordinates<Model>())
    if (static_cast<std::size_t>(angle) == i) return true;
  return false;
}

/// a - b; of two angles that are kept in (-pi, pi], without full turns.
template <class Model>
double coordinate_difference(double a, double b, std::size_t i) {
  return is_angle<Model>(i) ? std::remainder(a - b, 6.283185307179586477) : a - b;
}

/// Difference of a stepper to a quantity of steps.csv or exact.csv: q1.., u1.., lambda1.., norm2_g.
template <class Model, class Stepper>
double difference_to(const Stepper& stepper, const std::string& quantity, double value) {
  if (quantity == "norm2_g") return stepper.position_residual() - value;
  const std::string vector = vector_of(quantity);
  const std::size_t i = index_of(quantity);
  if (vector == "q") return coordinate_difference<Model>(stepper.state().q[i], value, i);
  if (vector == "u") return stepper.state().u[i] - value;
  return stepper.state().lambda[i] - value;
}

/// What rounding may do: sizes of the terms that coordinates, constraints and multipliers are sums
/// and differences of.
struct Sizes {
  double length = 1;
  double force = 1;
};

/// Ten times what rounding moves the reference itself, and one rounding. The table has one draw of
/// that random number an entry: the largest of the vector counts, and for coordinates also what
/// the draw of the velocities moves them in the time of the run.
inline double allowed(const std::vector<StepValue>& table, const StepValue& row, double t_s,
                      const Sizes& sizes) {
  const auto largest = [&](const std::string& vector) {
    double rounding = 0;
    for (const StepValue& other : table)
      if (other.step == row.step && vector_of(other.quantity) == vector)
        rounding = std::max(rounding, other.rounding);
    return rounding;
  };
  const std::string vector = vector_of(row.quantity);
  double rounding = largest(vector);
  if (vector == "q") rounding = std::max(rounding, t_s * largest("u"));
  const double epsilon = std::numeric_limits<double>::epsilon();
  if (row.quantity == "norm2_g")
    return 10 * rounding + 5e-7 * row.value + 2 * epsilon * sizes.length;
  const double size = vector == "lambda" ? sizes.force
                      : vector == "q"    ? std::max(sizes.length, std::fabs(row.value))
                                         : std::fabs(row.value);
  return 10 * rounding + 2 * epsilon * size;
}

/// Every row of `problem` and `method` in steps.csv. `growth` times the allowance where a problem
/// amplifies.
template <class Method, class Model, class Start>
void expect_reference_steps(const Model& model, const Start& start, const std::string& problem,
                            const std::string& method, std::uint32_t hz, const Sizes& sizes,
                            double growth = 1) {
  auto stepper = started<Method>(model, StepSize<double>::hz(hz), start.q, start.u);
  const std::vector<StepValue> table = reference_steps(problem, method);
  int step = 0;
  for (const StepValue& row : table) {
    ASSERT_LE(step, row.step);
    if (!run(stepper, row.step - step)) return;
    step = row.step;
    EXPECT_TRUE(near(difference_to<Model>(stepper, row.quantity, row.value), 0,
                     growth * allowed(table, row, row.step / double(hz), sizes)))
        << problem << " " << method << " step " << row.step << " " << row.quantity;
  }
}

/// Both of the published variants.
template <class Model, class Start>
void expect_both_references(const Model& model, const Start& start, const std::string& problem,
                            std::uint32_t hz, const Sizes& sizes) {
  expect_reference_steps<ForceOnly>(model, start, problem, "LIE-J3-I1-P(qn)", hz, sizes);
  expect_reference_steps<ForceAndTime>(model, start, problem, "LIE-J3-I1-P(qn)-ft", hz, sizes);
}

// ---- exact solutions ---------------------------------------------------------------------------

/// Largest difference of q to exact.csv after t_s seconds of `Method` at `hz`.
template <class Method, class Model, class Start>
double error_at(const Model& model, const Start& start, const std::string& problem, double t_s,
                std::uint32_t hz) {
  auto stepper = started<Method>(model, StepSize<double>::hz(hz), start.q, start.u);
  run(stepper, static_cast<int>(std::lround(t_s * hz)));
  double largest = 0;
  for (std::size_t i = 0; i < stepper.state().q.size(); ++i) {
    const std::string quantity = "q" + std::to_string(i + 1);
    largest = std::max(
        largest, std::fabs(difference_to<Model>(stepper, quantity, exact(problem, t_s, quantity))));
  }
  return largest;
}

/// The default step: half the step, half the error.
template <class Model, class Start>
void expect_first_order(const Model& model, const Start& start, const std::string& problem,
                        double t_s, std::uint32_t hz, double largest_error) {
  const double coarse = error_at<LinearImplicitEuler<>>(model, start, problem, t_s, hz);
  const double fine = error_at<LinearImplicitEuler<>>(model, start, problem, t_s, 2 * hz);
  EXPECT_LT(coarse, largest_error);
  EXPECT_TRUE(near(coarse / fine, 2, 0.2)) << coarse << " " << fine;
}

// ---- derivatives and power ---------------------------------------------------------------------

/// The tick signals of `state` moved by `shift` seconds.
template <class Model, class State>
TickSignals<Model> signals_at(const Model& model, const State& state, StepSize<double> step,
                              double shift) {
  const double ticks = state.time.ticks;
  EXPECT_GT(ticks, 0);
  step.h = (ticks * step.h + shift) / ticks;
  TickSignals<Model> tick;
  tick.evaluate(model, state.time, step);
  return tick;
}

/// [G, g_t], gamma, (G^T)' lambda and f_q V u + f_t of a model, derived or in closed form, against
/// central differences over +-`delta_s` seconds of motion and +-`delta_s` of each direction.
template <class Stepper>
void expect_derivatives_equal_differences(const Stepper& stepper, double delta_s,
                                          double tolerance) {
  using Traits = typename Stepper::Traits;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc;
  const auto& model = stepper.model();
  using Model = std::decay_t<decltype(model)>;
  const auto& state = stepper.state();
  const Vector<double, nq> q = taut::detail::load(state.q);
  const Vector<double, nu> u = taut::detail::load(state.u);
  const Vector<double, nc> lambda = taut::detail::load(state.lambda);
  const Input<Model> w{};
  const auto at = [&](double shift) {
    return signals_at(model, state, stepper.step_size(), shift);
  };
  const auto expect = [&](const auto& actual, const auto& plus, const auto& minus, double divisor,
                          const char* what) {
    const double size = std::max({actual.cwiseAbs().maxCoeff(), plus.cwiseAbs().maxCoeff(), 1.0});
    const auto difference = ((plus - minus) / divisor).eval();
    EXPECT_TRUE(near((actual - difference).cwiseAbs().maxCoeff(), 0, tolerance * size)) << what;
  };
  ConstraintLinearisation<Model> here, before, after;
  linearise_constraint(model, q, at(0), w, here);

  // each direction of V, and time
  for (int j = 0; j < Traits::nd; ++j) {
    Vector<double, nq> column = Vector<double, nq>::Zero();
    if (j < nu) column = kinematics_column(model, q, j);
    const double shift = j < nu ? 0 : delta_s;
    const Vector<double, nc> plus = model.constraint(Vector<double, nq>(q + delta_s * column),
                                                     at(shift).template as<double>(w));
    const Vector<double, nc> minus = model.constraint(Vector<double, nq>(q - delta_s * column),
                                                      at(-shift).template as<double>(w));
    const Vector<double, nc> derived = here.J.col(j);
    expect(derived, plus, minus, 2 * delta_s, "[G, g_t]");
  }

  // along the motion
  const Vector<double, nq> moved = delta_s * coordinate_rate(model, q, u);
  const Vector<double, nq> q_after = q + moved, q_before = q - moved;
  linearise_constraint(model, q_after, at(delta_s), w, after);
  linearise_constraint(model, q_before, at(-delta_s), w, before);
  const ConstraintRates<Model> rates = constraint_rates(model, q, u, lambda, at(0), w);
  expect(rates.gamma, after.rate(u), before.rate(u), 2 * delta_s, "gamma");
  expect(constraint_acceleration(model, q, u, at(0), w), after.rate(u), before.rate(u), 2 * delta_s,
         "gamma alone");
  const auto constraint_force = [&](const ConstraintLinearisation<Model>& G) {
    return Vector<double, nu>(G.J.template leftCols<nu>().transpose() * lambda);
  };
  expect(rates.force_rate, constraint_force(after), constraint_force(before), 2 * delta_s,
         "(G^T)' lambda");
  const ForceAndRate<Model> force = force_and_rate(model, q, u, at(0), w, true);
  expect(force.rate, model.force(q_after, u, at(delta_s).template as<double>(w)),
         model.force(q_before, u, at(-delta_s).template as<double>(w)), 2 * delta_s, "f'");
}

/// The energy along the motion of the index-1 system changes by the power of a moving constraint,
/// lambda . g_t, and by `power_w` from elsewhere. For models with q' = u.
template <class Stepper>
void expect_power_balance(const Stepper& stepper, double delta_s, double tolerance_w,
                          double power_w = 0) {
  const auto& state = stepper.state();
  const Index1 at(stepper.model(), state.q, state.u, state.time, stepper.step_size());
  const auto energy_after = [&](double s) {
    auto q = state.q;
    auto u = state.u;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const double a = at.acceleration[static_cast<int>(i)];
      q[i] += s * (u[i] + s / 2 * a);
      u[i] += s * a;
    }
    return energy(stepper.model(), q, u);
  };
  const auto& constraint = at.matrices.constraint();
  const auto rest = constraint.rate(decltype(at.acceleration)::Zero().eval());  // g_t
  for (int i = 0; i < rest.size(); ++i) power_w += at.lambda[i] * rest[i];
  EXPECT_TRUE(
      near((energy_after(delta_s) - energy_after(-delta_s)) / (2 * delta_s), power_w, tolerance_w));
}

// ---- float -------------------------------------------------------------------------------------

/// Largest |g| and largest difference of q between a float and a double run of the default step,
/// over `steps` steps.
struct FloatRun {
  double residual = 0, difference = 0;
};

template <class Double, class Float, class DoubleStart, class FloatStart>
FloatRun compare_float(const Double& in_double, const Float& in_float, const DoubleStart& d,
                       const FloatStart& f, std::uint32_t hz, int steps) {
  auto exact = started(in_double, StepSize<double>::hz(hz), d.q, d.u);
  auto rounded = started(in_float, StepSize<float>::hz(hz), f.q, f.u);
  FloatRun worst;
  run(exact, steps, {}, [&](const auto&) {
    ASSERT_EQ(rounded.step(), Status::ok);
    worst.residual = std::max(worst.residual, double(rounded.position_residual()));
    for (std::size_t i = 0; i < d.q.size(); ++i)
      worst.difference =
          std::max(worst.difference, std::fabs(coordinate_difference<Double>(
                                         double(rounded.state().q[i]), exact.state().q[i], i)));
  });
  return worst;
}

}  // namespace taut::testing
