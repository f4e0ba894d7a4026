/// \file
/// The slider crank and its singular point.
#include "models/slider_crank.hpp"

#include "models/mechanism_checks.hpp"

namespace taut {
namespace {

using models::SliderCrank;
using models::SliderCrankMovingStart;
using models::SliderCrankStart;
using testing::either;
using testing::near;
using testing::run;
using testing::started;

// Centres at up to 1.5 m, weights of 9.8 N.
constexpr testing::Sizes sizes{1.5, 20};

template <class S>
class SliderCrankTest : public ::testing::Test {};
TYPED_TEST_SUITE(SliderCrankTest, testing::Scalars, testing::ScalarNames);

template <class S, class Start>
void expect_exact_start(const Start& start, const std::string& problem) {
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i + 1);
    EXPECT_EQ(start.q[i], static_cast<S>(testing::exact(problem, 0, "q" + number)));
    EXPECT_EQ(start.u[i], static_cast<S>(testing::exact(problem, 0, "u" + number)));
  }
  testing::expect_consistent_start(SliderCrank<S>{}, start, 1.5, 4);
  // the slider stands 4/3 as far as the rod's centre
  const testing::Index1 at(SliderCrank<S>{}, start.q, start.u);
  EXPECT_TRUE(near(at.acceleration[3] * S(4) / S(3), testing::exact(problem, 0, "ax_slider"),
                   testing::roundings<S>(40, 10)));
  EXPECT_TRUE(near(energy(SliderCrank<S>{}, start.q, start.u), testing::exact(problem, 0, "energy"),
                   testing::roundings<S>(4, 10)));
}

TYPED_TEST(SliderCrankTest, StartsAreThoseOfBothCases) {
  using S = TypeParam;
  expect_exact_start<S>(SliderCrankStart<S>{}, "slidercrank1");
  expect_exact_start<S>(SliderCrankMovingStart<S>{}, "slidercrank2");
  const long double pi = 3.14159265358979323846264338L;
  const SliderCrankStart<S> start;
  const SliderCrankMovingStart<S> moving;
  EXPECT_EQ(start.q[2], static_cast<S>(7 * pi / 4));
  EXPECT_EQ(start.q[5], static_cast<S>(pi / 4));
  EXPECT_EQ(start.q[0], static_cast<S>(sqrtl(2) / 4));
  EXPECT_EQ(start.q[3], static_cast<S>(3 * sqrtl(2) / 4));
  EXPECT_EQ(moving.u[2], static_cast<S>(2 * sqrtl(2)));
}

TEST(SliderCrank, EqualsTheReferenceStepByStep) {
  testing::expect_both_references(SliderCrank<double>{}, SliderCrankStart<double>{}, "slidercrank1",
                                  1000, sizes);
}

TEST(SliderCrank, ConvergesToTheExactSolutionAtFirstOrder) {
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankStart<double>{}, "slidercrank1",
                              0.5, 1000, 2e-3);
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankMovingStart<double>{},
                              "slidercrank2", 0.1, 1000, 5e-4);
}

TEST(SliderCrank, DerivativesAndPowerAreThoseOfTheEquations) {
  SliderCrank<double> model;
  model.length_m = {1, 1};
  model.mass_kg = {2, 3};
  const SliderCrankMovingStart<double> start;
  auto stepper = started(model, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(stepper, 100));
  testing::expect_derivatives_equal_differences(stepper, 1e-6, 1e-9);
  testing::expect_power_balance(stepper, 1e-5, 1e-7);
}

TEST(SliderCrank, FloatFollowsDouble) {
  const auto worst =
      testing::compare_float(SliderCrank<double>{}, SliderCrank<float>{},
                             SliderCrankStart<double>{}, SliderCrankStart<float>{}, 1000, 500);
  EXPECT_LT(worst.residual, 1e-6);
  EXPECT_LT(worst.difference, 2e-6);
}

// Case 1 swings through -pi/2 at 0.6 s, case 2 turns over the top at 0.4 s: on the branch of the
// start, at first order as if there were no such point.
TEST(SliderCrank, PassesTheSingularPointInDouble) {
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankStart<double>{}, "slidercrank1", 1,
                              1000, 2e-3);
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankStart<double>{}, "slidercrank1", 2,
                              1000, 2e-3);
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankMovingStart<double>{},
                              "slidercrank2", 1, 1000, 5e-3);
  testing::expect_first_order(SliderCrank<double>{}, SliderCrankMovingStart<double>{},
                              "slidercrank2", 2, 4000, 2e-2);
}

// Next to the point g has no slope: a float knows phi_1 + phi_2 to the root of its rounding, 3e-4
// rad. Sooner or later a step ends off the constraints; it is refused, and what stands is
// consistent.
TEST(SliderCrank, InFloatTheSingularPointMayBeRefusedButNotLeftWrong) {
  const SliderCrankMovingStart<float> start;
  auto stepper = started(SliderCrank<float>{}, StepSize<float>::hz(1000), start.q, start.u);
  Status status = Status::ok;
  for (int i = 0; i < 10000 && status == Status::ok; ++i) {
    const auto before = stepper.state();
    status = stepper.step();
    if (status != Status::ok) {
      EXPECT_TRUE(testing::same_bits(before.q, stepper.state().q));
    }
    EXPECT_LE(stepper.position_residual(), SliderCrank<float>::residual_limit);
    EXPECT_TRUE(near(stepper.state().q[2] + stepper.state().q[5], 0, 1e-2));
  }
  EXPECT_TRUE(status == Status::ok || status == Status::residual_too_large) << describe(status);
}

}  // namespace
}  // namespace taut
