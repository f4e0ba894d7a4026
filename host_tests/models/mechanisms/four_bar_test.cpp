/// \file
/// The four-bar from bodies, in the plane and in space: starts, trajectories, energy.
#include "models/mechanisms/four_bar.hpp"

#include "models/four_bar.hpp"
#include "models/mechanisms/spatial_four_bar.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
class FourBarMechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(FourBarMechanismTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(FourBarMechanismTest, StartsAreConsistent) {
  using S = TypeParam;
  const FourBarStart<S> start;
  auto planar = started(FourBarMechanism<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  auto spatial = started(SpatialFourBar<S>{}, StepSize<S>::hz(1000),
                         SpatialFourBarList<S>::start(start.q), std::array<S, 18>{});
  EXPECT_LE(static_cast<double>(planar.position_residual()), roundings<S>(4));
  EXPECT_LE(static_cast<double>(spatial.position_residual()), roundings<S>(8));
}

// The reference in the minimal coordinate holds 12 digits; the method is of order 4.
TEST(FourBarMechanism, FollowsTheMinimalCoordinateInThePlaneAndInSpace) {
  using Method = ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>;
  const FourBarStart<double> start;
  auto planar =
      started<Method>(FourBarMechanism<double>{}, StepSize<double>::hz(1000), start.q, start.u);
  using List = SpatialFourBarList<double>;
  auto spatial = started<Method>(SpatialFourBar<double>{}, StepSize<double>::hz(1000),
                                 List::start(start.q), std::array<double, 18>{});
  ASSERT_TRUE(run(planar, 1000));
  ASSERT_TRUE(run(spatial, 1000));
  for (const taut::testing::FourBarValue& row : taut::testing::reference_four_bar()) {
    if (row.t_s != 1) continue;
    for (std::size_t i = 0; i < 9; ++i) EXPECT_TRUE(near(planar.state().q[i], row.q[i], 1e-9)) << i;
    for (std::size_t b = 0; b < 3; ++b) {
      const List::Axis r = List::to_world({row.q[3 * b], row.q[3 * b + 1], 0});
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_TRUE(near(spatial.state().q[7 * b + i], r[i], 1e-9)) << b << ' ' << i;
    }
  }
}

// The other way of turning the world: the plane's own coordinates out of the tilted ones, with the
// method that the documentation recommends; both are off by h^2.
TYPED_TEST(FourBarMechanismTest, TiltedMovesLikeAligned) {
  using S = TypeParam;
  using List = SpatialFourBarList<S>;
  const FourBarStart<S> start;
  auto planar = started<Rattle<1>>(FourBarMechanism<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  auto spatial = started<Rattle<1>>(SpatialFourBar<S>{}, StepSize<S>::hz(1000),
                                    List::start(start.q), std::array<S, 18>{});
  ASSERT_TRUE(run(planar, 1000));
  ASSERT_TRUE(run(spatial, 1000));
  for (std::size_t b = 0; b < 3; ++b) {
    const auto r = List::to_world({planar.state().q[3 * b], planar.state().q[3 * b + 1], S(0)});
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(near(spatial.state().q[7 * b + i], r[i], either<S>(1e-5, 2e-5))) << b << ' ' << i;
  }
}

TYPED_TEST(FourBarMechanismTest, DrivenWithoutFrictionIsTheFourBarBitForBit) {
  using S = TypeParam;
  const FourBarStart<S> start;
  const auto step = StepSize<S>::hz(1000);
  Stepper<DrivenFourBar<S>, Rattle<1>> driven(DrivenFourBar<S>{}, step);
  ASSERT_EQ(driven.reset(start.q, start.u, {S(3), S(0), S(9.81)}), Status::ok);
  Stepper<FourBarMechanism<S>, Rattle<1>> plain(FourBarMechanism<S>{}, step);
  ASSERT_EQ(plain.reset(start.q, start.u, {S(3)}), Status::ok);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(driven.step({S(3), S(0), S(9.81)}), Status::ok);
    ASSERT_EQ(plain.step({S(3)}), Status::ok);
  }
  EXPECT_EQ(driven.state().q, plain.state().q);
  EXPECT_EQ(driven.state().u, plain.state().u);
  EXPECT_EQ(driven.state().lambda, plain.state().lambda);
}

// Kinetic energy, without gravity.
template <class S>
double kinetic_energy(const std::array<S, 9>& u) {
  const auto mass = DrivenFourBar<S>{}.mass_matrix();
  double T = 0;
  for (std::size_t i = 0; i < 9; ++i)
    T += 0.5 * static_cast<double>(mass[static_cast<int>(i)] * u[i] * u[i]);
  return T;
}

// The rate of the energy is what the input gives and the friction takes:
// E(t) - E(0) = integral of (tau - c w) w dt, by the rule of trapezoids.
TYPED_TEST(FourBarMechanismTest, DrivenGainsWhatTheTorqueGivesLessWhatFrictionTakes) {
  using S = TypeParam;
  const FourBarStart<S> start;
  Stepper<DrivenFourBar<S>, Rattle<1>> driven(DrivenFourBar<S>{}, StepSize<S>::hz(1000));
  const std::array<S, 3> w{S(4), S(0.5), S(0)};
  ASSERT_EQ(driven.reset(start.q, start.u, w), Status::ok);
  double work = 0, before = 0;
  const auto power = [&] {
    const double rate = static_cast<double>(driven.state().u[2]);
    return (4 - 0.5 * rate) * rate;
  };
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(driven.step(w), Status::ok);
    work += 0.5e-3 * (before + power());
    before = power();
  }
  const double gained = kinetic_energy(driven.state().u);
  EXPECT_GT(gained, 5);
  EXPECT_TRUE(taut::testing::near(gained, work, 1e-3 * gained));
}

}  // namespace
}  // namespace taut::models
