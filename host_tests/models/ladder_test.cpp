/// \file
/// Ladders of one, two and ten squares.
#include "models/ladder.hpp"

#include "models/mechanism_checks.hpp"

namespace taut {
namespace {

using models::Ladder;
using models::LadderStart;
using testing::near;
using testing::run;
using testing::started;

template <class S>
class LadderTest : public ::testing::Test {};
TYPED_TEST_SUITE(LadderTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(LadderTest, StartIsConsistentForAnyNumberOfSquares) {
  using S = TypeParam;
  testing::expect_consistent_start(Ladder<S, 1>{}, LadderStart<S, 1>{}, 0, 0);
  testing::expect_consistent_start(Ladder<S, 2>{}, LadderStart<S, 2>{}, 0, 0);
  testing::expect_consistent_start(Ladder<S, 5>{}, LadderStart<S, 5>{}, 0, 0);
  const LadderStart<S, 1> start;
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_TRUE(near(start.q[i], testing::exact("ladder1", 0, "q" + std::to_string(i + 1)), 1e-30));
  EXPECT_TRUE(near(energy(Ladder<S, 1>{}, start.q, start.u), testing::exact("ladder1", 0, "energy"),
                   testing::roundings<S>(4, 200)));
}

// "427 variables" of the source: 4 * 61 + 61 + 2 * 61, which leaves out the heads of the squares.
TYPED_TEST(LadderTest, SizesAreThoseOfTheSource) {
  using Twenty = Ladder<TypeParam, 20>;
  EXPECT_EQ(Twenty::nq, 4 * 61);
  EXPECT_EQ(Twenty::nc, 2 * 81 + 61);
}

// The largest multiplier carries half of the weight, 128 N; the terms of g are of 1 m.
TEST(Ladder, EqualsTheReferenceStepByStep) {
  testing::expect_both_references(Ladder<double, 1>{}, LadderStart<double, 1>{}, "ladder1", 1000,
                                  {1, 200});
}

TEST(Ladder, ConvergesToTheExactSolutionAtFirstOrder) {
  testing::expect_first_order(Ladder<double, 1>{}, LadderStart<double, 1>{}, "ladder1", 0.5, 1000,
                              5e-3);
  testing::expect_first_order(Ladder<double, 2>{}, LadderStart<double, 2>{}, "ladder2", 0.5, 1000,
                              5e-3);
}

// theta_0 is the angle of the rungs, theta_k that of the rails of square k, from the minimal
// coordinates; rail 3k - 1 is rod 3k - 2 from 0.
TEST(Ladder, TenSquaresMoveAsTheParallelogramsThatTheyAre) {
  const LadderStart<double, 10> start;
  auto stepper = started(Ladder<double, 10>{}, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(stepper, 100));
  const auto& q = stepper.state().q;
  for (std::size_t k = 0; k <= 10; ++k) {
    const std::size_t rod = k == 0 ? 0 : 3 * k - 2;
    const double theta = testing::exact("ladder10", 0.1, "theta" + std::to_string(k));
    EXPECT_TRUE(near(std::atan2(q[4 * rod + 3], q[4 * rod + 2]), theta, 1e-3)) << k;
  }
  const Ladder<double, 10> model;
  EXPECT_TRUE(
      near(energy(model, q, stepper.state().u), testing::exact("ladder10", 0.1, "energy"), 5));
}

TEST(Ladder, ClosedFormsAndPowerAreThoseOfTheEquations) {
  const LadderStart<double, 2> start;
  auto stepper = started(Ladder<double, 2>{}, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(stepper, 400));
  testing::expect_derivatives_equal_differences(stepper, 1e-6, 1e-9);
  testing::expect_power_balance(stepper, 1e-5, 1e-7);
}

TEST(Ladder, FloatFollowsDouble) {
  const auto worst =
      testing::compare_float(Ladder<double, 1>{}, Ladder<float, 1>{}, LadderStart<double, 1>{},
                             LadderStart<float, 1>{}, 1000, 500);
  EXPECT_LT(worst.residual, 1e-6);
  EXPECT_LT(worst.difference, 2e-6);
}

}  // namespace
}  // namespace taut
