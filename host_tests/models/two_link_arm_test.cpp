/// \file
/// The two-link arm on a parabola and with a driven tip.
#include "models/two_link_arm.hpp"

#include "models/mechanism_checks.hpp"
#include "taut/consistent_start.hpp"

namespace taut {
namespace {

using models::ArmOnParabola;
using models::DrivenArm;
using models::TwoLinkArmStart;
using testing::either;
using testing::near;
using testing::run;
using testing::started;

// The torque of both weights about the first joint, 1.5 m g l; the tip is at up to 2 m.
constexpr testing::Sizes sizes{2, 530};

template <class S>
class TwoLinkArmTest : public ::testing::Test {};
TYPED_TEST_SUITE(TwoLinkArmTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(TwoLinkArmTest, StartsAtSeventyDegreesOnTheParabola) {
  using S = TypeParam;
  const long double degree = 3.14159265358979323846264338L / 180;
  const TwoLinkArmStart<S> start;
  EXPECT_EQ(start.q[0], static_cast<S>(70 * degree));
  EXPECT_EQ(start.q[1], static_cast<S>(-140 * degree));
  const long double x = 2 * cosl(70 * degree);
  EXPECT_EQ(ArmOnParabola<S>{}.beta_m, static_cast<S>(x * x));
  testing::expect_consistent_start(ArmOnParabola<S>{}, start, 2, 0);
  testing::expect_consistent_start(DrivenArm<S>{}, start, 2, 0);
}

TYPED_TEST(TwoLinkArmTest, FirstMultiplierAndEnergyEqualTheExactOnes) {
  using S = TypeParam;
  const TwoLinkArmStart<S> start;
  const auto parabola = started(ArmOnParabola<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  const auto driven = started(DrivenArm<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  const double rounding = testing::roundings<S>(4, sizes.force);
  EXPECT_TRUE(
      near(parabola.state().lambda[0], testing::exact("arm_case1", 0, "lambda1"), rounding));
  EXPECT_TRUE(
      near(driven.state().lambda[0], testing::exact("arm_case2_w05", 0, "lambda1"), rounding));
  DrivenArm<S> faster;
  faster.drive = AngularFrequency<S>(1.0);
  const auto fast = started(faster, StepSize<S>::hz(1000), start.q, start.u);
  EXPECT_TRUE(near(fast.state().lambda[0], testing::exact("arm_case2_w1", 0, "lambda1"), rounding));
  EXPECT_TRUE(near(energy(ArmOnParabola<S>{}, start.q, start.u),
                   testing::exact("arm_case1", 0, "energy"), rounding));
}

TEST(TwoLinkArm, EqualsTheReferenceStepByStep) {
  const TwoLinkArmStart<double> start;
  testing::expect_both_references(ArmOnParabola<double>{}, start, "arm_case1", 1000, sizes);
  testing::expect_both_references(DrivenArm<double>{}, start, "arm_case2_w05", 1000, sizes);
}

TEST(TwoLinkArm, ConvergesToTheExactSolutionAtFirstOrder) {
  const TwoLinkArmStart<double> start;
  testing::expect_first_order(ArmOnParabola<double>{}, start, "arm_case1", 1, 4000, 1e-3);
  testing::expect_first_order(DrivenArm<double>{}, start, "arm_case2_w05", 1, 4000, 1e-2);
  DrivenArm<double> faster;
  faster.drive = AngularFrequency<double>(1.0);
  testing::expect_first_order(faster, start, "arm_case2_w1", 1, 4000, 1e-2);
}

// At 0.7 s, with unequal links: nothing cancels.
TEST(TwoLinkArm, DerivativesAndPowerAreThoseOfTheEquations) {
  const TwoLinkArmStart<double> start;
  ArmOnParabola<double> parabola;
  DrivenArm<double> driven;
  auto on_parabola = started(parabola, StepSize<double>::hz(1000), start.q, start.u);
  auto with_drive = started(driven, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(on_parabola, 700) && run(with_drive, 700));
  testing::expect_derivatives_equal_differences(on_parabola, 1e-6, 1e-9);
  testing::expect_derivatives_equal_differences(with_drive, 1e-6, 1e-9);
  testing::expect_power_balance(on_parabola, 1e-5, 1e-6);
  testing::expect_power_balance(with_drive, 1e-5, 5e-6);

  models::TwoLinkArm<double> unequal{{30, 20}, {1.25, 0.75}, 9.81};
  parabola.arm = driven.arm = unequal;
  StartOptions<ArmOnParabola<double>> options;
  StartReport<ArmOnParabola<double>> report;
  auto q = start.q, u = start.u;
  u = {0.5, -1};
  ASSERT_EQ(make_consistent(parabola, q, u, options, report), Status::ok);
  on_parabola = started(parabola, StepSize<double>::hz(1000), q, u);
  ASSERT_TRUE(run(on_parabola, 300));
  testing::expect_derivatives_equal_differences(on_parabola, 1e-6, 1e-9);
  testing::expect_power_balance(on_parabola, 1e-5, 1e-6);
}

// The default step at 1 kHz. Case I over 10 s; case II, which is chaotic, over 2 s. |g|: x^2 in g
// is at most 4, of which a rounding is 4.8e-7; the height at most 2.
TEST(TwoLinkArm, FloatFollowsDouble) {
  const auto parabola =
      testing::compare_float(ArmOnParabola<double>{}, ArmOnParabola<float>{},
                             TwoLinkArmStart<double>{}, TwoLinkArmStart<float>{}, 1000, 10000);
  EXPECT_LT(parabola.residual, 4e-6);
  EXPECT_LT(parabola.difference, 3e-5);
  const auto driven =
      testing::compare_float(DrivenArm<double>{}, DrivenArm<float>{}, TwoLinkArmStart<double>{},
                             TwoLinkArmStart<float>{}, 1000, 2000);
  EXPECT_LT(driven.residual, 2e-6);
  EXPECT_LT(driven.difference, 1e-5);
}

// sin^2(omega t) after an hour against the same in long double. The 53 digits of omega / (2 pi)
// leave 2e-16 of omega t = 1800 rad.
TYPED_TEST(TwoLinkArmTest, DriveIsRightAfterAnHour) {
  using S = TypeParam;
  const DrivenArm<S> arm;
  const StepSize<S> step = StepSize<S>::hz(1000);
  TickSignals<DrivenArm<S>> tick;
  for (std::uint32_t ticks = 0; ticks < 1000; ticks += 37) {
    tick.evaluate(arm, {3600, ticks}, step);
    const long double sine = sinl(0.5L * (3600 + ticks / 1000.0L));
    EXPECT_TRUE(near(tick.r[0].value.value, sine * sine, either<S>(4e-13, 1e-6)));
  }
}

}  // namespace
}  // namespace taut
