/// \file
/// Andrews' mechanism from bodies: start, trajectory of the source, energy, closure in float.
#include "models/mechanisms/andrews.hpp"

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::exact;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
auto stepper_of(std::uint32_t hz) {
  return started<Rattle<1>>(AndrewsMechanism<S>{}, StepSize<S>::hz(hz), AndrewsList<S>::start(),
                            std::array<S, 21>{});
}

// The seven angles of the source, without full turns, from the bodies; the same of rates.
std::array<double, 7> angles_of(const std::array<double, 21>& x) {
  return {x[2], x[5] - x[2], x[8], x[11] - x[14], x[14], x[17] - x[20], x[20]};
}

template <class S>
class AndrewsMechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(AndrewsMechanismTest, taut::testing::Scalars, taut::testing::ScalarNames);

// beta'' as published. Lengths are below 0.08 m.
TYPED_TEST(AndrewsMechanismTest, StartsConsistentWithThePublishedAcceleration) {
  using S = TypeParam;
  const auto stepper = stepper_of<S>(100000);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(4, 0.08));
  auto at = mechanism_state(stepper);
  at.w[0] = AndrewsList<S>::drive_torque_n_m;
  Accelerations<AndrewsMechanism<S>> of;
  ASSERT_EQ(accelerate(at, of), Status::ok);
  EXPECT_TRUE(near(of.u_rate[2], 14222.44391995411387, roundings<S>(64, 14222)));
}

// Two and a half turns of the crank. The method is of order 2.
TEST(AndrewsMechanism, FollowsTheReferenceAndConvergesAtSecondOrder) {
  const auto error_at = [](std::uint32_t hz) {
    auto stepper = stepper_of<double>(hz);
    EXPECT_TRUE(run(stepper, static_cast<int>(hz / 100 * 3), {0.033}));
    const std::array<double, 7> q = angles_of(stepper.state().q), u = angles_of(stepper.state().u);
    double worst = 0;
    for (std::size_t i = 0; i < 7; ++i) {
      const double dq = q[i] - exact("andrews", 0.03, "q" + std::to_string(i + 1));
      worst = std::max(worst, std::abs(std::remainder(dq, 6.283185307179586477)));
      const double du = u[i] - exact("andrews", 0.03, "u" + std::to_string(i + 1));
      worst = std::max(worst, std::abs(du) / 1000);
    }
    return worst;
  };
  const double coarse = error_at(100000), fine = error_at(200000);
  EXPECT_LE(fine, 2e-5);
  EXPECT_TRUE(near(coarse / fine, 4, 0.2)) << coarse << ' ' << fine;
}

// Energy less the work of the motor; float carries 1.4378 J of it in the spring.
TYPED_TEST(AndrewsMechanismTest, KeepsEnergyLessTheWorkOfTheMotor) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(100000);
  double beta = double(stepper.state().q[2]), before = beta, worst = 0;
  const double first = exact("andrews", 0, "energy");
  ASSERT_TRUE(run(stepper, 3000, {S(0.033)}, [&](const auto& s) {
    beta += std::remainder(double(s.state().q[2]) - before, 6.283185307179586477);
    before = double(s.state().q[2]);
    const auto at = mechanism_state(s);
    const double energy = double(kinetic_energy(at)) + double(potential_energy(at));
    worst = std::max(worst, std::abs(energy - 0.033 * beta - first));
  }));
  EXPECT_GT(beta, 12.5);
  EXPECT_LE(worst, 5e-5);
}

// A minute at 2 kHz of one turn a second over the spring, by a motor with an integral part. Without
// it the crank comes to rest against the spring; the source's torque alone would take it to 10^5
// turns a second.
TEST(AndrewsMechanism, StaysClosedInFloatForAMinuteOfTurns) {
  auto stepper = stepper_of<float>(2000);
  float worst = 0, carried = 0.033f;
  double turns = 0;
  for (int n = 0; n < 120000; ++n) {
    const float slow = 6.2832f - stepper.state().u[2];
    const double before = double(stepper.state().q[2]);
    carried += 1e-4f * slow;
    ASSERT_EQ(stepper.step({carried + 0.005f * slow}), Status::ok) << n;
    turns += std::remainder(double(stepper.state().q[2]) - before, 6.283185307179586477) / 6.2832;
    worst = std::max(worst, stepper.position_residual());
  }
  EXPECT_GT(turns, 59);
  EXPECT_LE(worst, 1e-5f * 0.04f);
}

}  // namespace
}  // namespace taut::models
