/// \file
/// Nonholonomic constraints: their derivatives, and every method on them against closed forms.
#include "taut/nonholonomic.hpp"

#include <algorithm>
#include <cmath>

#include "models/knife_edge.hpp"
#include "support/belted_blade.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/bdf.hpp"
#include "taut/consistent_start.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/shake.hpp"
#include "taut/spook.hpp"
#include "taut/stepper.hpp"
#include "taut/vehicle_euler.hpp"

namespace taut {
namespace {

using models::KnifeEdge;
using models::KnifeEdgeStart;
using testing::BeltedBlade;
using testing::BeltedBladeStart;
using testing::near;
using testing::roundings;
using testing::run;

template <class S>
class NonholonomicTest : public ::testing::Test {};
TYPED_TEST_SUITE(NonholonomicTest, testing::Scalars, testing::ScalarNames);

// ---- derivatives -------------------------------------------------------------------------------

// d = p2 - p1, s = u1 + u2: a = d_x (s_y - 2 belt) - d_y s_x.
TYPED_TEST(NonholonomicTest, RowsAreThoseOfTheEquations) {
  using S = TypeParam;
  const BeltedBlade<S> model;
  const Vector<S, 4> q{S(0.1), S(-0.4), S(0.9), S(0.3)}, u{S(1), S(2), S(-0.5), S(0.25)};
  TickSignals<BeltedBlade<S>> tick;
  tick.evaluate(model, {2, 0}, StepSize<S>::hz(1000));
  const Input<BeltedBlade<S>> w{S(0.5)};
  const S belt = S(2), belt_rate = S(0.75), dx = q[2] - q[0], dy = q[3] - q[1];
  const S dx_rate = u[2] - u[0], dy_rate = u[3] - u[1], sx = u[0] + u[2], sy = u[1] + u[3];
  const double tolerance = roundings<S>(8);

  ConstraintLinearisation<BeltedBlade<S>> at;
  linearise_constraint(model, q, tick, w, at);
  const S row[] = {-dy, dx, -dy, dx, -S(2) * belt * dx};
  for (int j = 0; j < 5; ++j) EXPECT_TRUE(near(at.J(1, j), row[j], tolerance)) << j;
  EXPECT_TRUE(near(at.rate(u)[1], dx * (sy - S(2) * belt) - dy * sx, tolerance));

  const S gamma = dx_rate * (sy - S(2) * belt) - dy_rate * sx - S(2) * belt_rate * dx;
  EXPECT_TRUE(near(constraint_acceleration(model, q, u, tick, w)[1], gamma, tolerance));
  const Vector<S, 2> lambda{S(3), S(-2)};
  const auto rates = constraint_rates(model, q, u, lambda, tick, w);
  EXPECT_TRUE(near(rates.gamma[1], gamma, roundings<S>(16)));
  const S force_rate[] = {
      -S(2) * dx_rate * S(3) + S(2) * dy_rate, -S(2) * dy_rate * S(3) - S(2) * dx_rate,
      S(2) * dx_rate * S(3) + S(2) * dy_rate, S(2) * dy_rate * S(3) - S(2) * dx_rate};
  for (int j = 0; j < 4; ++j) EXPECT_TRUE(near(rates.force_rate[j], force_rate[j], tolerance)) << j;
}

// L by differences, gamma_u = L + A'; the holonomic row keeps 2 L.
TEST(Nonholonomic, VelocityConstraintHoldsTheDerivativesOfItsRows) {
  const BeltedBlade<double> model;
  const Vector<double, 4> q{0.1, -0.4, 0.9, 0.3}, u{1, 2, -0.5, 0.25};
  TickSignals<BeltedBlade<double>> tick;
  tick.evaluate(model, {2, 0}, StepSize<double>::hz(1000));
  const Input<BeltedBlade<double>> w{0.5};
  VelocityConstraint<BeltedBlade<double>> at;
  linearise_velocity_constraint(model, q, u, tick, w, at);
  ConstraintLinearisation<BeltedBlade<double>> linear;
  linearise_constraint(model, q, tick, w, linear);
  const auto gamma = constraint_acceleration(model, q, u, tick, w);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(near(at.rate[i], linear.rate(u)[i], 1e-14)) << i;
    EXPECT_TRUE(near(at.gamma[i], gamma[i], 1e-14)) << i;
    for (int j = 0; j < 4; ++j) {
      EXPECT_TRUE(near(at.J(i, j), linear.J(i, j), 1e-15)) << i << j;
      const double step = 1e-6;
      Vector<double, 4> ahead = q, behind = q, faster = u, slower = u;
      ahead[j] += step, behind[j] -= step, faster[j] += step, slower[j] -= step;
      ConstraintLinearisation<BeltedBlade<double>> after, before;
      linearise_constraint(model, ahead, tick, w, after);
      linearise_constraint(model, behind, tick, w, before);
      EXPECT_TRUE(near(at.L(i, j), (after.rate(u)[i] - before.rate(u)[i]) / (2 * step), 1e-8))
          << i << j;
      const double gamma_u = (constraint_acceleration(model, q, faster, tick, w)[i] -
                              constraint_acceleration(model, q, slower, tick, w)[i]) /
                             (2 * step);
      EXPECT_TRUE(near(at.gamma_u(i, j), gamma_u, 1e-8)) << i << j;
    }
  }
}

// ---- methods -----------------------------------------------------------------------------------

constexpr double turn_rad_s = 2, belt_m_s = 0.5;

// Largest error of the coordinates, largest |A u - b| with |G u + g_t|, and largest |g| over 2 s.
struct Outcome {
  double error = 0, rate = 0, residual = 0;
};
template <class Method, class S>
Outcome blade_outcome(std::uint32_t hz, const Method& method = {}) {
  const BeltedBladeStart<S> start(turn_rad_s, belt_m_s);
  const Input<BeltedBlade<S>> w{S(belt_m_s)};
  const Limits<S> limits = Limits<S>::template of<BeltedBlade<S>>();
  Stepper<BeltedBlade<S>, Method> stepper(BeltedBlade<S>{}, StepSize<S>::hz(hz), limits, method);
  EXPECT_EQ(stepper.reset(start.q, start.u, w), Status::ok);
  Outcome outcome;
  run(stepper, static_cast<int>(2 * hz), w, [&](const auto& s) {
    const double t = s.state().time.whole_s + double(s.state().time.ticks) / hz;
    const auto exact = testing::belted_blade_at(t, turn_rad_s, belt_m_s);
    for (std::size_t i = 0; i < 4; ++i)
      outcome.error = std::max(outcome.error, std::abs(double(s.state().q[i]) - exact[i]));
    outcome.rate = std::max(outcome.rate, double(s.velocity_residual()));
    outcome.residual = std::max(outcome.residual, double(s.position_residual()));
  });
  return outcome;
}

// First order: a tenth of the step, a tenth of the error; the rows of A hold to rounding.
template <class Method>
void expect_first_order(double error_at_1_ms) {
  const Outcome coarse = blade_outcome<Method, double>(100);
  const Outcome fine = blade_outcome<Method, double>(1000);
  EXPECT_TRUE(near(coarse.error / fine.error, 10, 2));
  EXPECT_TRUE(near(fine.error, error_at_1_ms, 0.05 * error_at_1_ms));
}
template <class Method>
void expect_closed_rates() {
  const Outcome outcome = blade_outcome<Method, double>(1000);
  EXPECT_LT(outcome.rate, 1e-13);
  EXPECT_LT(outcome.residual, 1e-8);
}

TEST(Nonholonomic, EveryEulerMethodFollowsTheBladeWithOrderOne) {
  expect_first_order<LinearImplicitEuler<>>(1.00e-2);
  expect_first_order<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>>(1.00e-2);
  expect_first_order<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J2>>(1.00e-2);
  expect_first_order<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, JExact>>(
      1.07e-2);
  expect_first_order<LinearImplicitEuler<FullDerivative, DeadBeatBaumgarte>>(5.6e-3);
  expect_first_order<VehicleEuler<>>(5.6e-3);
  expect_first_order<Spook<double>>(3.7e-3);
}

TEST(Nonholonomic, VelocityProjectionsCloseItsRows) {
  expect_closed_rates<LinearImplicitEuler<>>();
  expect_closed_rates<LinearImplicitEuler<FullDerivative, ProjectionAtPredicted>>();
  expect_closed_rates<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>>();
  expect_closed_rates<LinearImplicitEuler<ForceAndTimeDerivative, OneStepProjection, Index2Mean>>();
  expect_closed_rates<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, JExact>>();
  expect_closed_rates<VehicleEuler<OneStepProjection>>();
  expect_closed_rates<ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>>();
  expect_closed_rates<Bdf<2, 2, 2>>();
  expect_closed_rates<Rattle<0>>();
  expect_closed_rates<Rattle<1, DampingJacobian>>();
}

// Error over 2 s at 10 ms and at 5 ms.
template <class Method>
void expect_order(double order, double error_at_10_ms) {
  const Outcome coarse = blade_outcome<Method, double>(100);
  const Outcome fine = blade_outcome<Method, double>(200);
  EXPECT_TRUE(near(std::log2(coarse.error / fine.error), order, 0.15));
  EXPECT_TRUE(near(coarse.error, error_at_10_ms, 0.05 * error_at_10_ms));
}
TEST(Nonholonomic, MethodsOfHigherOrderKeepTheirs) {
  expect_order<ExplicitRungeKutta<Heun, SBothTwice<>>>(2, 5.5e-4);
  expect_order<ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>>(4, 5.2e-9);
  expect_order<ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwiceOfTables<MassMetric>>>(4, 5.2e-9);
  expect_order<ExplicitRungeKutta<ClassicalRungeKutta4, SFull>>(4, 5.05e-9);
  expect_order<ExplicitRungeKutta<ClassicalRungeKutta4, SFullByBlocks<>>>(4, 5.2e-9);
  expect_order<ExplicitRungeKutta<ClassicalRungeKutta4, SVelocity<>>>(4, 5.15e-9);
  expect_order<Bdf<2, 2, 2>>(2, 2.17e-3);
  expect_order<Rattle<0>>(2, 5.6e-4);
  expect_order<Rattle<1>>(2, 5.6e-4);
  expect_order<Shake<>>(2, 9.8e-4);
}

// Dead-beat: what is left is what one step adds, of order h^2, with g of order h^2 beside it.
TEST(Nonholonomic, DeadBeatBaumgarteHoldsItsRows) {
  for (const bool velocity_first : {false, true}) {
    const auto outcome = [&](std::uint32_t hz) {
      return velocity_first
                 ? blade_outcome<VehicleEuler<>, double>(hz)
                 : blade_outcome<LinearImplicitEuler<FullDerivative, DeadBeatBaumgarte>, double>(
                       hz);
    };
    const Outcome coarse = outcome(100), fine = outcome(1000);
    EXPECT_LT(fine.rate, coarse.rate / 8) << velocity_first;
    EXPECT_LT(fine.residual, coarse.residual / 80) << velocity_first;
  }
}

TYPED_TEST(NonholonomicTest, TheDefaultHoldsTheBladeInFloatToo) {
  using S = TypeParam;
  const Outcome outcome = blade_outcome<LinearImplicitEuler<>, S>(1000);
  EXPECT_LT(outcome.rate, roundings<S>(4, 10));
  EXPECT_TRUE(near(outcome.error, 1.00e-2, 5e-4));
}

// ---- without a holonomic constraint ------------------------------------------------------------

// A u = slip lambda: the blade gives way across itself in proportion to the side force.
TYPED_TEST(NonholonomicTest, SpookSlipsInProportionToTheMultiplier) {
  using S = TypeParam;
  const KnifeEdgeStart<S> start;
  Spook<S> slippery;
  slippery.slip = S(0.01);
  Stepper<KnifeEdge<S>, Spook<S>> stepper(KnifeEdge<S>{}, StepSize<S>::hz(1000),
                                          Limits<S>::template of<KnifeEdge<S>>(), slippery);
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  ASSERT_TRUE(run(stepper, 499));
  const auto before = stepper.state();
  ASSERT_TRUE(run(stepper, 1));
  // A(q_n) u_{n+1} = slip lambda
  const double slip = double(stepper.state().u[1]) * std::cos(double(before.q[2])) -
                      double(stepper.state().u[0]) * std::sin(double(before.q[2]));
  EXPECT_TRUE(near(slip, 0.01 * double(stepper.state().lambda[0]), roundings<S>(16, 4)));
  EXPECT_GT(std::abs(slip), 0.05);
}

TYPED_TEST(NonholonomicTest, ConsistentStartTurnsTheVelocityAndNotThePosition) {
  using S = TypeParam;
  const KnifeEdge<S> model;
  std::array<S, 3> q{S(0.3), S(-2), S(0.5)}, u{S(1), S(1), S(0.2)};
  const std::array<S, 3> rough = q;
  StartReport<KnifeEdge<S>> report;
  ASSERT_EQ(make_consistent(model, q, u, {}, report), Status::ok);
  EXPECT_EQ(q, rough);
  const double along = std::cos(0.5) + std::sin(0.5);  // of the rough velocity, along the blade
  EXPECT_TRUE(near(u[0], along * std::cos(0.5), roundings<S>(8)));
  EXPECT_TRUE(near(u[1], along * std::sin(0.5), roundings<S>(8)));
  EXPECT_EQ(u[2], S(0.2));
  EXPECT_TRUE(near(report.velocity_residual, 0, roundings<S>(2)));
}

// With the belt's speed and the rod's length: both kinds of rows at once.
TYPED_TEST(NonholonomicTest, ConsistentStartMeetsBothKindsOfRows) {
  using S = TypeParam;
  const BeltedBlade<S> model;
  std::array<S, 4> q{S(0), S(0), S(1.2), S(0.1)}, u{S(1), S(0), S(-1), S(0.5)};
  StartOptions<BeltedBlade<S>> options;
  options.w = {S(0.5)};
  StartReport<BeltedBlade<S>> report;
  ASSERT_EQ(make_consistent(model, q, u, options, report), Status::ok);
  EXPECT_TRUE(near(report.position_residual, 0, roundings<S>(8)));
  EXPECT_TRUE(near(report.velocity_residual, 0, roundings<S>(8)));
}

}  // namespace
}  // namespace taut
