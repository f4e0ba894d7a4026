/// \file
/// The car axle: its start, its road, and the published solution at 3 s.
#include "models/car_axle.hpp"

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
class CarAxleTest : public ::testing::Test {};
TYPED_TEST_SUITE(CarAxleTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(CarAxleTest, StartIsConsistent) {
  using S = TypeParam;
  const CarAxleStart<S> start;
  auto stepper = started(CarAxle<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  EXPECT_EQ(stepper.position_residual(), S(0));
  EXPECT_EQ(stepper.velocity_residual(), S(0));
  EXPECT_TRUE(near(stepper.state().lambda[0], 0, roundings<S>(1)));  // problems.md: (0, 0)
  EXPECT_TRUE(near(stepper.state().lambda[1], 0, roundings<S>(1)));
}

// xb^2 + yb^2 = l^2 and yb = r sin(omega t), at any time.
TYPED_TEST(CarAxleTest, TheRightWheelFollowsTheRoad) {
  using S = TypeParam;
  const CarAxle<S> axle;
  const StepSize<S> step = StepSize<S>::hz(1000);
  for (const std::uint32_t whole_s : {0U, 3U, 3600U})
    for (std::uint32_t ticks = 0; ticks < 1000; ticks += 7) {
      const Vector<S, 2> r = axle.excitation(Time<S>{whole_s, static_cast<S>(ticks) * step.h});
      const double t = whole_s + ticks / 1000.0;
      EXPECT_TRUE(near(r[1], 0.1 * std::sin(10 * t), roundings<S>(1) + 1e-12));
      EXPECT_TRUE(near(r[0] * r[0] + r[1] * r[1], 1, roundings<S>(2)));
    }
}

// At h = 1e-3 the error of q is 1.85e-4 and that of u 3.3e-2; the reference steps with the time
// derivative of the force have 1.25e-4 and 3.4e-2.
TYPED_TEST(CarAxleTest, FollowsTheExactSolutionOverThreeSeconds) {
  using S = TypeParam;
  const CarAxleStart<S> start;
  auto stepper = started(CarAxle<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(stepper, 3000));
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i + 1);
    EXPECT_TRUE(near(stepper.state().q[i], exact("caraxis", 3, "q" + n), 2e-4));
    EXPECT_TRUE(near(stepper.state().u[i], exact("caraxis", 3, "u" + n), 3.4e-2));
  }
}

TYPED_TEST(CarAxleTest, AxleKeepsItsLength) {
  using S = TypeParam;
  const CarAxleStart<S> start;
  auto stepper = started(CarAxle<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  run(stepper, 10000, {}, [](const auto& s) {
    const auto& q = s.state().q;
    EXPECT_TRUE(
        near(std::hypot(q[0] - q[2], q[1] - q[3]), 1, taut::testing::either<S>(4e-10, 4e-7)));
  });
}

}  // namespace
}  // namespace taut::models
