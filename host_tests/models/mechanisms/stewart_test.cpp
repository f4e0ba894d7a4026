/// \file
/// The Stewart platform: starts at any pose, statics, energy, a fine run, closure in float.
#include "models/mechanisms/stewart.hpp"

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

// Off the middle, and turned.
template <class S>
std::array<S, 7> displaced() {
  return {S(0.05), S(-0.1), S(0.95), S(0.990504921744884), S(0.1), S(-0.05), S(0.08)};
}
// Lengths of the legs at a pose, at rest.
template <class S>
Input<Stewart<S>> hold(const std::array<S, 7>& pose) {
  Input<Stewart<S>> w{};
  const std::array<S, 6> lengths = StewartList<S>::leg_lengths(pose);
  for (std::size_t i = 0; i < 6; ++i) w[i] = lengths[i];
  return w;
}
template <class S>
auto stepper_of(std::uint32_t hz, const Stewart<S>& model = {}) {
  return started<Rattle<1>>(model, StepSize<S>::hz(hz), StewartList<S>::start(),
                            std::array<S, 78>{});
}

template <class S>
class StewartTest : public ::testing::Test {};
TYPED_TEST_SUITE(StewartTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(StewartTest, StartsAreConsistentAtAnyPose) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(8));
  ASSERT_EQ(stepper.reset(StewartList<S>::start(displaced<S>()), {}), Status::ok);
  EXPECT_LE(static_cast<double>(stepper.position_residual()), roundings<S>(8));
}

TEST(Stewart, HasSixFreedomsAndNoRedundantRow) {
  auto q = StewartList<double>::start(displaced<double>());
  q[0] += 0.01, q[8] -= 0.01;
  expect_freedoms<Stewart<double>>(6, q);
}

// In the middle all legs carry the same. With d_z the height of a leg of length L, raising the
// plate takes
//     (m + 6 m_rod) g + 6 (m_cylinder - m_rod) g 0.3 m (L^2 - d_z^2) / L^3 = 6 F d_z / L
TYPED_TEST(StewartTest, SettlesWhereItsServosHoldItsWeight) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  ASSERT_TRUE(run(stepper, 2000, hold<S>(StewartList<S>::home)));
  const double z = double(stepper.state().q[2]);
  using List = StewartList<double>;
  const double L = List::leg_lengths({0, 0, z, 1, 0, 0, 0})[0];
  const double servo = soft_limit(3e5 * (List::leg_lengths(List::home)[0] - L), 3000.0);
  const double dz = z - 0.1, tilt = (L * L - dz * dz) / (L * L * L);
  const double weight = 9.81 * (120 + 6 * 3 + 6 * (8 - 3) * 0.3 * tilt);
  EXPECT_TRUE(near(6 * servo * dz / L, weight, either<S>(1e-4, 1.0)));
  EXPECT_LT(z, 0.9995);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(near(stepper.state().q[i], 0, 1e-5));
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_TRUE(near(stepper.state().u[i], 0, either<S>(1e-9, 1e-4))) << i;
  const auto at = mechanism_state(stepper);
  double carried = 0;
  for (int leg = 0; leg < 6; ++leg)
    carried += double(joint_reaction(at, StewartList<S>::slide(leg) + 1).force_n[2]);
  EXPECT_TRUE(near(carried, 120 * 9.81, either<S>(1e-5, 0.5)));
}

// With the servos off the plate falls, turned off all symmetries.
TYPED_TEST(StewartTest, KeepsItsEnergyInFreeFall) {
  using S = TypeParam;
  Stewart<S> model;
  model.system.servo_n_per_m = model.system.servo_n_s_per_m = S(0);
  auto stepper = stepper_of<S>(1000, model);
  ASSERT_EQ(stepper.reset(StewartList<S>::start(displaced<S>()), {}), Status::ok);
  const auto energy = [](const auto& s) {
    const auto at = mechanism_state(s);
    return double(kinetic_energy(at)) + double(potential_energy(at));
  };
  EXPECT_LE(largest_change(energy, stepper, 250), 0.02);
  EXPECT_LT(stepper.state().q[2], S(0.7));
}

// 0.2 s after a step of the demand by 0.12 m, servos at their limit: by the fourth-order
// Runge-Kutta method with S-both^2 at 40 kHz, with the same digits at 20 kHz.
TYPED_TEST(StewartTest, FollowsAFineRun) {
  using S = TypeParam;
  auto stepper = stepper_of<S>(1000);
  ASSERT_TRUE(run(stepper, 200, hold(displaced<S>())));
  const double pose[7] = {0.0532921395518, -0.1389177341043, 0.9322953710811, 0.98744664896425,
                          0.1037716358036, -0.0722710740496, 0.0946438318520};
  const double motion[6] = {-0.0425631269, 0.5315167572, 0.2856991073,
                            -0.1073237480, 0.7262672379, -0.5148993862};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_TRUE(near(stepper.state().q[i], pose[i], 3e-5)) << i;
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(near(stepper.state().u[i], motion[i], 3e-4)) << i;
}

// A minute of heave, sway and roll.
TEST(Stewart, StaysClosedInFloatForAMinute) {
  auto stepper = stepper_of<float>(1000);
  float worst = 0, farthest = 0;
  Input<Stewart<float>> before = hold<float>(StewartList<float>::home);
  for (int n = 1; n <= 60000; ++n) {
    const float t = static_cast<float>(n) * 1e-3f;
    const SinCos<float> slow = sincos(3.1415927f * t), roll = sincos(0.1f * sincos(5 * t).sin);
    Input<Stewart<float>> w =
        hold<float>({0.1f * slow.cos - 0.1f, 0, 1 + 0.1f * slow.sin, roll.cos, roll.sin, 0, 0});
    for (std::size_t i = 0; i < 6; ++i) w[6 + i] = (w[i] - before[i]) * 1e3f;
    before = w;
    ASSERT_EQ(stepper.step(w), Status::ok) << n;
    worst = std::max(worst, stepper.position_residual());
    farthest = std::max(farthest, stepper.state().q[2]);
  }
  EXPECT_GT(farthest, 1.08f);
  EXPECT_LE(worst, 1e-5f);
}

}  // namespace
}  // namespace taut::models
