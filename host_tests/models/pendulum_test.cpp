/// \file
/// The pendulum against its exact solution, and its energy.
#include "models/pendulum.hpp"

#include <cmath>

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut::models {
namespace {

using taut::testing::exact;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
class PendulumTest : public ::testing::Test {};
TYPED_TEST_SUITE(PendulumTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(PendulumTest, StartIsConsistent) {
  using S = TypeParam;
  const PendulumStart<S> start;
  auto stepper = started(Pendulum<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  EXPECT_EQ(stepper.position_residual(), S(0));
  EXPECT_EQ(stepper.velocity_residual(), S(0));
  EXPECT_EQ(stepper.state().lambda[0], S(0));
  EXPECT_EQ(energy(Pendulum<S>{}, start.q, start.u), S(0));
}

// Measured at h = 1e-3: 1.0e-3 at a tenth of a second, 9e-3 at half a second, in float as in
// double.
TYPED_TEST(PendulumTest, FollowsTheExactSolution) {
  using S = TypeParam;
  const PendulumStart<S> start;
  auto stepper = started(Pendulum<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  const auto expect = [&](double t, double q_tolerance, double u_tolerance) {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string n = std::to_string(i + 1);
      EXPECT_TRUE(near(stepper.state().q[i], exact("pendulum", t, "q" + n), q_tolerance)) << t;
      EXPECT_TRUE(near(stepper.state().u[i], exact("pendulum", t, "u" + n), u_tolerance)) << t;
    }
  };
  ASSERT_TRUE(run(stepper, 100));
  expect(0.1, 1e-3, 5e-3);
  ASSERT_TRUE(run(stepper, 400));
  expect(0.5, 1e-2, 3e-2);
}

TYPED_TEST(PendulumTest, EnergyIsKineticPlusPotential) {
  using S = TypeParam;
  const Pendulum<S> pendulum{S(2), S(1), S(10)};
  EXPECT_TRUE(
      near(energy(pendulum, {S(0.6), S(-0.8)}, {S(3), S(4)}), 2 * (12.5 - 8), roundings<S>(4, 9)));
}

// The period depends on length over gravity alone.
TYPED_TEST(PendulumTest, MassDoesNotChangeTheMotion) {
  using S = TypeParam;
  const PendulumStart<S> start;
  auto light = started(Pendulum<S>{S(1)}, StepSize<S>::hz(1000), start.q, start.u);
  auto heavy = started(Pendulum<S>{S(1024)}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(light, 1000));
  ASSERT_TRUE(run(heavy, 1000));
  EXPECT_EQ(light.state().q, heavy.state().q);
  EXPECT_EQ(light.state().u, heavy.state().u);
  EXPECT_EQ(S(1024) * light.state().lambda[0], heavy.state().lambda[0]);
}

}  // namespace
}  // namespace taut::models
