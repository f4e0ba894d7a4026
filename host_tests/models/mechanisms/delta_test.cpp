/// \file
/// The Delta robot: start, statics and fall in closed form, energy, a fine run, closure in float.
#include "models/mechanisms/delta.hpp"

#include "support/mechanism_of_bodies.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::expect_freedoms;
using taut::testing::largest_change;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
auto stepper_of(std::uint32_t hz) {
  return started<Rattle<1>>(Delta<S>{}, StepSize<S>::hz(hz), DeltaList<S>::start(),
                            std::array<S, 24>{});
}
// Of an arm, positive down; its rate is that about y of the body.
template <class State>
double arm_angle(const State& state, std::size_t arm) {
  return -std::asin(double(state.q[7 * arm + 2]) / 0.12);
}

template <class S>
class DeltaTest : public ::testing::Test {};
TYPED_TEST_SUITE(DeltaTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(DeltaTest, StartsAreConsistent) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(4));
  // 3-4-5
  EXPECT_TRUE(near(stepper.state().q[23], -0.56, roundings<S>(2)));
  ASSERT_EQ(stepper.reset(DeltaList<S>::start(S(0.6), S(0.8)), {}), Status::ok);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(4));
}

TEST(Delta, HasThreeFreedomsAndNoRedundantRow) {
  auto q = DeltaList<double>::start(0.28, 0.96);
  q[21] += 0.01, q[2] += 0.01;
  expect_freedoms<Delta<double>>(3, q);
}

// Arms level: a third of the plate hangs at each tip.
TYPED_TEST(DeltaTest, HoldsItsWeightWithTheTorquesOfTheStatics) {
  using S = TypeParam;
  const auto stepper = stepper_of<S>(1000);
  auto at = mechanism_state(stepper);
  at.w.fill(S(-9.81 * (0.3 * 1.2 / 3 + 0.6 * 0.12)));
  Accelerations<Delta<S>> of;
  ASSERT_EQ(accelerate(at, of), Status::ok);
  for (int i = 0; i < 24; ++i) EXPECT_TRUE(near(of.u_rate[i], 0, roundings<S>(1000))) << i;
}

// Equal torques: one coordinate theta, whose rate the energy gives,
//     (3 J + m z'^2) theta'^2 / 2 = 3 tau theta + 3 m_a g l_c sin theta - m g (z - z_0)
TEST(Delta, FallsLikeItsMinimalCoordinate) {
  auto stepper = stepper_of<double>(1000);
  const double tau = -1;
  ASSERT_TRUE(run(stepper, 200, {tau, tau, tau}));
  const double theta = arm_angle(stepper.state(), 0), sine = std::sin(theta);
  const double out = 0.12 + 0.3 * std::cos(theta), drop = std::sqrt(0.49 - out * out);
  const double z = -0.3 * sine - drop, dz = -0.3 * std::cos(theta) - 0.3 * sine * out / drop;
  EXPECT_GT(theta, 0.3);
  EXPECT_TRUE(near(stepper.state().q[23], z, 1e-8));
  const double work = 3 * tau * theta + 9.81 * (3 * 0.6 * 0.12 * sine - 1.2 * (z + 0.56));
  const double rate = std::sqrt(2 * work / (3 * (0.006 + 0.6 * 0.12 * 0.12) + 1.2 * dz * dz));
  EXPECT_TRUE(near(stepper.state().u[4], rate, 1e-4));
  EXPECT_TRUE(near(stepper.state().u[20], dz * rate, 1e-4));
}

// End of 0.25 s under three torques: by the fourth-order Runge-Kutta method with S-both^2 at
// 40 kHz, with the same digits at 20 kHz. The plate, and its velocity.
TYPED_TEST(DeltaTest, FollowsAFineRunAndKeepsItsEnergy) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  const auto energy = [](const auto& s) {
    const auto at = mechanism_state(s);
    double sum = double(kinetic_energy(at)) + double(potential_energy(at));
    for (std::size_t i = 0; i < 3; ++i) sum -= double(at.w[i]) * arm_angle(s.state(), i);
    return sum;
  };
  EXPECT_LE(largest_change(energy, stepper, 250, {S(-4), S(-2.5), S(-1)}), 1e-4);
  const double r[3] = {0.1171173533319346, 0.0677692194716846, -0.4245746157714112};
  const double v[3] = {0.755781874314447, 0.465650924487558, 1.161465214470541};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(near(stepper.state().q[21 + i], r[i], either<S>(1e-6, 5e-6))) << i;
    EXPECT_TRUE(near(stepper.state().u[18 + i], v[i], either<S>(5e-5, 2e-4))) << i;
  }
}

// A minute of circles of the plate, one a second, under a controller outside.
TEST(Delta, StaysClosedInFloatForAMinute) {
  auto stepper = stepper_of<float>(1000);
  float worst = 0, farthest = 0;
  for (int n = 0; n < 60000; ++n) {
    Input<Delta<float>> torque;
    for (std::size_t i = 0; i < 3; ++i) {
      const double phase = 6.283185307179586 * (n / 1000.0 - static_cast<double>(i) / 3);
      const double error = 0.4 * std::sin(phase) - arm_angle(stepper.state(), i);
      torque[i] = static_cast<float>(-1.9 + 30 * error) - 1.2f * stepper.state().u[6 * i + 4];
    }
    ASSERT_EQ(stepper.step(torque), Status::ok) << n;
    worst = std::max(worst, stepper.position_residual());
    farthest = std::max(farthest, stepper.state().q[21]);
  }
  EXPECT_GT(farthest, 0.05f);
  EXPECT_LE(worst, 1e-5f * 0.7f);
}

}  // namespace
}  // namespace taut::models
