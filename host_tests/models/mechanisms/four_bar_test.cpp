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

}  // namespace
}  // namespace taut::models
