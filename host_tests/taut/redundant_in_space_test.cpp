/// \file
/// The four-bar in space, its loop closed with more rows than it needs: the motion of the one that
/// is closed with two, in a plane along the world's axes and off them.
#include <algorithm>
#include <cmath>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/spatial_four_bar.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using testing::either;

/// Axes of the plane of motion: the world's, and none of them.
Matrix<double, 3, 3> turned(double yaw, double pitch, double roll) {
  Vector<double, 6> q;
  q << 0, 0, 0, yaw, pitch, roll;
  return Attitude<double>(q, 0).R;
}
const Matrix<double, 3, 3> aligned = turned(0, 0, 0), askew = turned(0.6, -0.5, 0.7);

/// Centres of the rods after a second at 1 kHz, along the axes of the plane.
struct Outcome {
  std::array<double, 9> centres{};
  double residual = 0, rate = 0, share = 0;
  int row = 0;
  bool degenerate = false;
};
template <class S, int closing>
Outcome outcome(const Matrix<double, 3, 3>& axes) {
  using Model = testing::SpatialFourBar<S, closing>;
  Model model;
  model.axes = axes.cast<S>();
  const testing::SpatialFourBarStart<S> start(axes);
  auto stepper = testing::started<Rattle<>>(model, StepSize<S>::hz(1000), start.q, start.u);
  Outcome out;
  if (!testing::run(stepper, 1000)) return out;
  for (std::size_t bar = 0; bar < 3; ++bar)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        out.centres[3 * bar + static_cast<std::size_t>(j)] +=
            axes(i, j) * double(stepper.state().q[6 * bar + static_cast<std::size_t>(i)]);
  out.residual = double(stepper.position_residual());
  out.rate = double(stepper.velocity_residual());
  out.row = stepper.weakest_row();
  out.degenerate = stepper.degenerate();
  return out;
}
double apart(const Outcome& a, const Outcome& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 9; ++i)
    largest = std::max(largest, std::fabs(a.centres[i] - b.centres[i]));
  return largest;
}

// Of the seventeen rows that the loop needs none is a combination of the others; of 18, 20 and 21
// one, three and four are, and the last of them is named.
template <class S, int closing>
void expect_the_motion_of(const Outcome& two, const Matrix<double, 3, 3>& axes) {
  const Outcome out = outcome<S, closing>(axes);
  EXPECT_LT(apart(out, two), either<S>(1e-8, 2e-6)) << closing;
  EXPECT_LT(out.residual, either<S>(1e-9, 2e-6)) << closing;
  EXPECT_TRUE(out.degenerate) << closing;
  EXPECT_EQ(out.row, 14 + closing);
}
template <class S>
class RedundantInSpace : public ::testing::Test {};
TYPED_TEST_SUITE(RedundantInSpace, testing::Scalars, testing::ScalarNames);

TYPED_TEST(RedundantInSpace, LoopsMayBeClosedWithThreeFiveAndSixRows) {
  using S = TypeParam;
  for (const auto& axes : {aligned, askew}) {
    const Outcome two = outcome<S, 2>(axes);
    EXPECT_FALSE(two.degenerate);
    expect_the_motion_of<S, 3>(two, axes);
    expect_the_motion_of<S, 5>(two, axes);
    expect_the_motion_of<S, 6>(two, axes);
  }
}

// To the angles that describe the attitude, whose midpoint rule is another one off the axes.
TYPED_TEST(RedundantInSpace, TheMotionDoesNotDependOnTheDirectionOfItsPlane) {
  using S = TypeParam;
  const Outcome along = outcome<S, 6>(aligned);
  EXPECT_LT((apart(along, outcome<S, 6>(askew))), 1e-6);
  EXPECT_LT((apart(along, outcome<S, 6>(turned(1e-9, 2e-9, 1e-9)))), either<S>(1e-12, 1e-6));
}

// It is the four-bar of the plane.
TYPED_TEST(RedundantInSpace, MovesAsTheFourBarInThePlane) {
  using S = TypeParam;
  const models::FourBarStart<S> start;
  auto planar =
      testing::started<Rattle<>>(models::FourBar<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_TRUE(testing::run(planar, 1000));
  const Outcome out = outcome<S, 5>(aligned);
  for (std::size_t bar = 0; bar < 3; ++bar) {
    EXPECT_TRUE(testing::near(out.centres[3 * bar], planar.state().q[3 * bar], 1e-6));
    EXPECT_TRUE(testing::near(out.centres[3 * bar + 1], planar.state().q[3 * bar + 1], 1e-6));
    EXPECT_TRUE(testing::near(out.centres[3 * bar + 2], 0, 1e-6));
  }
}

}  // namespace
}  // namespace taut
