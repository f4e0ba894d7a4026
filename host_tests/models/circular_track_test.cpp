/// \file
/// The mass on the track: its start, its exact solution and its steady state.
#include "models/circular_track.hpp"

#include <cmath>

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::exact;
using taut::testing::near;
using taut::testing::run;
using taut::testing::started;

template <class S>
class CircularTrackTest : public ::testing::Test {};
TYPED_TEST_SUITE(CircularTrackTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(CircularTrackTest, StartIsConsistent) {
  using S = TypeParam;
  const CircularTrackStart<S> start;
  auto stepper = started(CircularTrack<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  EXPECT_EQ(stepper.position_residual(), S(0));
  EXPECT_EQ(stepper.velocity_residual(), S(0));
  EXPECT_EQ(stepper.state().lambda[0], S(5));  // problems.md
}

// First order: 5e-3 at h = 1e-3, a tenth at a tenth.
TYPED_TEST(CircularTrackTest, FollowsTheExactSolution) {
  using S = TypeParam;
  for (const std::uint32_t hz : {1000U, 10000U}) {
    const CircularTrackStart<S> start;
    auto stepper = started(CircularTrack<S>{}, StepSize<S>::hz(hz), start.q, start.u);
    ASSERT_TRUE(run(stepper, static_cast<int>(10 * hz)));
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string n = std::to_string(i + 1);
      EXPECT_TRUE(near(stepper.state().q[i], exact("track", 10, "q" + n), 10.0 / hz));
      EXPECT_TRUE(near(stepper.state().u[i], exact("track", 10, "u" + n), 10.0 / hz));
    }
  }
}

// Steady: v_t = v_ref, 2 r lambda = F_R + m v^2 / r = 11, and the radius for a hundred seconds.
// tables.md: plateau 1.25e-13 at h = 1e-3.
TYPED_TEST(CircularTrackTest, SettlesAtItsSpeedAndStaysOnTheTrack) {
  using S = TypeParam;
  const CircularTrackStart<S> start;
  auto stepper = started(CircularTrack<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  double off = 0;
  run(stepper, 100000, {}, [&](const auto& s) {
    const auto& q = s.state().q;
    if (s.state().time.whole_s >= 10)
      off = std::max(
          off, std::fabs(std::hypot(static_cast<double>(q[0]), static_cast<double>(q[1])) - 1));
  });
  EXPECT_LT(off, either<S>(1.3e-13, 2e-7));
  const auto& u = stepper.state().u;
  EXPECT_TRUE(near(std::hypot(u[0], u[1]), 1, either<S>(1e-6, 1e-6)));
  EXPECT_TRUE(near(stepper.state().lambda[0], 5.5, either<S>(1e-5, 1e-5)));
}

}  // namespace
}  // namespace taut::models
