/// \file
/// Example 6.4 of Ascher and Lin: an arm whose motion is known in closed form.
#include "models/ascher_lin_64.hpp"

#include "models/mechanism_checks.hpp"

namespace taut {
namespace {

using models::AscherLin64;
using models::AscherLin64Start;
using testing::either;
using testing::near;
using testing::run;
using testing::started;

template <class S>
class AscherLin64Test : public ::testing::Test {};
TYPED_TEST_SUITE(AscherLin64Test, testing::Scalars, testing::ScalarNames);

TYPED_TEST(AscherLin64Test, StartsOnTheClosedForm) {
  using S = TypeParam;
  const AscherLin64Start<S> start;
  testing::expect_consistent_start(AscherLin64<S>{}, start, 0, 0);
  const testing::Index1 at(AscherLin64<S>{}, start.q, start.u);
  EXPECT_TRUE(near(at.lambda[0], 1, testing::roundings<S>(4)));
  EXPECT_TRUE(near(at.acceleration[0], 0, testing::roundings<S>(16)));
  EXPECT_TRUE(near(at.acceleration[1], 0, testing::roundings<S>(16)));
}

// theta = (sin t, -2 sin t) has the accelerations -theta and the multiplier cos t at any t.
TYPED_TEST(AscherLin64Test, ClosedFormSolvesTheEquations) {
  using S = TypeParam;
  const StepSize<S> step = StepSize<S>::hz(1000);
  for (const TickCount time : {TickCount{0, 300}, TickCount{1, 0}, TickCount{2, 700}}) {
    const long double t = time.whole_s + time.ticks / 1000.0L;
    const S sine = static_cast<S>(sinl(t)), cosine = static_cast<S>(cosl(t));
    const std::array<S, 2> q{sine, S(-2) * sine}, u{cosine, S(-2) * cosine};
    const testing::Index1 at(AscherLin64<S>{}, q, u, time, step);
    const double rounding = testing::roundings<S>(100);  // det M down to 1.75 of terms of 8
    EXPECT_TRUE(near(at.acceleration[0], -sinl(t), rounding));
    EXPECT_TRUE(near(at.acceleration[1], 2 * sinl(t), rounding));
    EXPECT_TRUE(near(at.lambda[0], cosl(t), rounding));
  }
}

TEST(AscherLin64, EqualsTheReferenceStepByStep) {
  testing::expect_both_references(AscherLin64<double>{}, AscherLin64Start<double>{}, "arm64", 1000,
                                  {2, 8});
}

TEST(AscherLin64, ConvergesToTheClosedFormAtFirstOrder) {
  testing::expect_first_order(AscherLin64<double>{}, AscherLin64Start<double>{}, "arm64", 1, 1000,
                              1e-3);
}

TEST(AscherLin64, DerivativesAreThoseOfTheEquations) {
  const AscherLin64Start<double> start;
  auto stepper = started(AscherLin64<double>{}, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(stepper, 700));
  testing::expect_derivatives_equal_differences(stepper, 1e-6, 1e-9);
}

TEST(AscherLin64, FloatFollowsDouble) {
  const auto worst =
      testing::compare_float(AscherLin64<double>{}, AscherLin64<float>{},
                             AscherLin64Start<double>{}, AscherLin64Start<float>{}, 1000, 1000);
  EXPECT_LT(worst.residual, 4e-7);
  EXPECT_LT(worst.difference, 1e-6);
}

}  // namespace
}  // namespace taut
