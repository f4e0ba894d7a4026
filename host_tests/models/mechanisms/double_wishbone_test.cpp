/// \file
/// The double-wishbone corner: equilibrium, ride over a bump, energy, a fine run, closure in float.
#include "models/mechanisms/double_wishbone.hpp"

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

constexpr int upright = DoubleWishboneList<double>::upright;

template <class S>
auto stepper_of(std::uint32_t hz, const DoubleWishbone<S>& model = {}) {
  return started<Rattle<1>>(model, StepSize<S>::hz(hz), DoubleWishboneList<S>::start(),
                            std::array<S, 18>{});
}
// A bump of 50 mm and 0.1 s, (1 - cos) / 2, from t = 0: its height and rate.
template <class S>
Input<DoubleWishbone<S>> bump(double t) {
  if (t > 0.1) return {S(0), S(0), S(20)};
  const double phase = 6.283185307179586 * t / 0.1;
  return {S(0.025 * (1 - std::cos(phase))), S(0.025 * 62.83185307179586 * std::sin(phase)), S(20)};
}

template <class S>
class DoubleWishboneTest : public ::testing::Test {};
TYPED_TEST_SUITE(DoubleWishboneTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(DoubleWishboneTest, StandsInItsDesignPosition) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(1));
  ASSERT_TRUE(run(stepper, 1000, {S(0), S(0), S(20)}));
  const std::array<S, 21> start = DoubleWishboneList<S>::start();
  for (std::size_t i = 0; i < 21; ++i)
    EXPECT_TRUE(near(stepper.state().q[i], start[i], either<S>(1e-12, 1e-5))) << i;
}

TEST(DoubleWishbone, HasOneFreedomAndNoRedundantRow) {
  auto q = DoubleWishboneList<double>::start();
  q[16] += 0.02;
  expect_freedoms<DoubleWishbone<double>>(1, q);
}

// The wheel takes the bump, and two seconds on all is as before. The tie rod keeps it straight to
// 15 mrad.
TYPED_TEST(DoubleWishboneTest, RidesOverABumpAndReturns) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  double highest = 0, toe = 0;
  for (int n = 1; n <= 2000; ++n) {
    ASSERT_EQ(stepper.step(bump<S>(n / 1000.0)), Status::ok) << n;
    highest = std::max(highest, double(stepper.state().q[16]) - 0.31);
    toe = std::max(toe, 2 * std::abs(double(stepper.state().q[20])));
  }
  EXPECT_GT(highest, 0.04);
  EXPECT_LT(highest, 0.08);
  EXPECT_LT(toe, 0.015);
  const std::array<S, 21> start = DoubleWishboneList<S>::start();
  for (std::size_t i = 0; i < 21; ++i)
    EXPECT_TRUE(near(stepper.state().q[i], start[i], either<S>(1e-6, 1e-5))) << i;
}

// Without dampers, on a belt so fast that the tyre does not slip, and the road raised by 20 mm
// within the first step. With x = F_linear and w the width of the lift-off the tyre holds
//     V = int soft_positive(x) dx / k = (x^2 + x sqrt(x^2 + w^2) + w^2 asinh(x / w)) / (4 k)
TEST(DoubleWishbone, KeepsItsEnergyWithoutDampers) {
  DoubleWishbone<double> model;
  model.system.spring.damping_n_s_per_m = model.system.tyre_n_s_per_m = 0;
  const auto energy = [&](const auto& s) {
    const auto at = mechanism_state(s);
    const double P = point_position(at, upright, DoubleWishboneList<double>::contact_arm())[2];
    const double w = model.system.tyre.lift_off_n, k = model.system.tyre_n_per_m;
    const double x = model.system.static_load_n + k * (0.02 - P);
    return kinetic_energy(at) + potential_energy(at) +
           (x * x + x * std::sqrt(x * x + w * w) + w * w * std::asinh(x / w)) / (4 * k);
  };
  const auto worst_at = [&](std::uint32_t hz) {
    auto stepper = stepper_of<double>(hz, model);
    return largest_change(energy, stepper, static_cast<int>(hz), {0.02, 0, 1e9});
  };
  const double coarse = worst_at(1000), fine = worst_at(2000);
  EXPECT_LE(coarse, 0.1);
  EXPECT_TRUE(near(coarse / fine, 4, 0.4)) << coarse << ' ' << fine;
}

// 50 ms after a step of the road by 30 mm: by the fourth-order Runge-Kutta method with S-both^2 at
// 40 kHz, with the same digits at 20 kHz. The upright and its velocity.
TYPED_TEST(DoubleWishboneTest, FollowsAFineRun) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  ASSERT_TRUE(run(stepper, 50, {S(0.03), S(0), S(20)}));
  const double pose[7] = {-0.00077066091931, 0.72568453411455,  0.34713529725457, 0.99990806380543,
                          0.01180248112452,  -0.00666242586838, -0.00042125731305};
  const double motion[6] = {0.0072453439674,  0.0651027203459, -0.3645355178823,
                            -0.2602427867016, 0.1291283362965, 0.0185677456140};
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_TRUE(near(stepper.state().q[14 + i], pose[i], 3e-5)) << i;
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_TRUE(near(stepper.state().u[12 + i], motion[i], 1e-3)) << i;
}

// A minute of one bump after the other.
TEST(DoubleWishbone, StaysClosedInFloatForAMinute) {
  auto stepper = stepper_of<float>(1000);
  float worst = 0;
  for (int n = 1; n <= 60000; ++n) {
    ASSERT_EQ(stepper.step(bump<float>(n % 250 / 1000.0)), Status::ok) << n;
    worst = std::max(worst, stepper.position_residual());
  }
  EXPECT_LE(worst, 1e-5f * 0.76f);
}

}  // namespace
}  // namespace taut::models
