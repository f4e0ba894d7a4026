/// \file
/// Andrews' squeezing mechanism.
#include "models/andrews.hpp"

#include "models/mechanism_checks.hpp"

namespace taut {
namespace {

using models::Andrews;
using models::AndrewsStart;
using testing::either;
using testing::near;
using testing::run;
using testing::started;

// Lengths of 0.08 m in g, forces of the spring of 100 N.
constexpr testing::Sizes sizes{0.1, 100};

template <class S>
class AndrewsTest : public ::testing::Test {};
TYPED_TEST_SUITE(AndrewsTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(AndrewsTest, StartIsThePublishedOne) {
  using S = TypeParam;
  const AndrewsStart<S> start;
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_EQ(start.q[i],
              static_cast<S>(testing::exact("andrews", 0, "q" + std::to_string(i + 1))));
  testing::expect_consistent_start(Andrews<S>{}, start, 0.1, 0);

  // beta'' and the multipliers, published
  const testing::Index1 at(Andrews<S>{}, start.q, start.u);
  EXPECT_TRUE(near(at.acceleration[0], 14222.44391995411387, testing::roundings<S>(16, 14222)));
  EXPECT_TRUE(near(at.lambda[0], 98.56687039624108961, testing::roundings<S>(40, 100)));
  EXPECT_TRUE(near(at.lambda[1], -6.122688344255662655, testing::roundings<S>(40, 100)));
  for (int i = 2; i < 6; ++i) EXPECT_TRUE(near(at.lambda[i], 0, testing::roundings<S>(40, 100)));
}

TYPED_TEST(AndrewsTest, MassMatrixIsSymmetricAndPositive) {
  using S = TypeParam;
  const AndrewsStart<S> start;
  const Matrix<S, 7, 7> M = Andrews<S>{}.mass_matrix(detail::load(start.q), {});
  EXPECT_EQ((M - M.transpose()).cwiseAbs().maxCoeff(), S(0));
  Ldlt<S, 7> factor;
  EXPECT_TRUE(factor.factorise(M, std::numeric_limits<S>::epsilon()));
}

TEST(Andrews, EqualsTheReferenceStepByStep) {
  testing::expect_both_references(Andrews<double>{}, AndrewsStart<double>{}, "andrews", 100000,
                                  sizes);
}

TEST(Andrews, ConvergesToTheExactSolutionAtFirstOrder) {
  testing::expect_first_order(Andrews<double>{}, AndrewsStart<double>{}, "andrews", 0.01, 100000,
                              5e-3);
}

// Energy less the work of the motor. The angles are wrapped; the total of beta is counted here. The
// exact value is 1.4378 J; what the method loses in 0.03 s is of order h.
TEST(Andrews, EnergyIsConservedUpToTheOrderOfTheMethod) {
  const AndrewsStart<double> start;
  const Andrews<double> model;
  const auto change = [&](std::uint32_t hz) {
    auto stepper = started(model, StepSize<double>::hz(hz), start.q, start.u);
    double beta = start.q[0], before = beta, largest_angle = 0;
    run(stepper, static_cast<int>(hz * 3 / 100), {}, [&](const auto& s) {
      const double now = s.state().q[0];
      beta += std::remainder(now - before, 6.283185307179586477);
      before = now;
      for (const double angle : s.state().q)
        largest_angle = std::max(largest_angle, std::fabs(angle));
    });
    EXPECT_GT(beta, 12.5);  // two turns
    EXPECT_LE(largest_angle, 3.14159265358979324);
    return energy(model, stepper.state().q, stepper.state().u) - model.drive_torque_n_m * beta -
           testing::exact("andrews", 0, "energy");
  };
  EXPECT_TRUE(near(energy(model, start.q, start.u) - model.drive_torque_n_m * start.q[0],
                   testing::exact("andrews", 0, "energy"), 1e-14));
  const double coarse = change(100000), fine = change(200000);
  EXPECT_LT(std::fabs(coarse), 0.03);
  EXPECT_TRUE(near(coarse / fine, 2, 0.2)) << coarse << " " << fine;
}

// The motor's power is torque times beta'.
TEST(Andrews, DerivativesAndPowerAreThoseOfTheEquations) {
  const AndrewsStart<double> start;
  const Andrews<double> model;
  auto stepper = started(model, StepSize<double>::hz(100000), start.q, start.u);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(run(stepper, 500));
    testing::expect_derivatives_equal_differences(stepper, 1e-8, 1e-8);
    testing::expect_power_balance(stepper, 1e-8, 1e-6,
                                  model.drive_torque_n_m * stepper.state().u[0]);
  }
}

// Two turns of the crank at 100 kHz; by then beta' = 1140 rad/s.
TEST(Andrews, FloatFollowsDouble) {
  const auto worst =
      testing::compare_float(Andrews<double>{}, Andrews<float>{}, AndrewsStart<double>{},
                             AndrewsStart<float>{}, 100000, 3000);
  EXPECT_LT(worst.residual, 6e-8);
  EXPECT_LT(worst.difference, 2e-5);
}

}  // namespace
}  // namespace taut
