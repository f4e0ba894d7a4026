/// \file
/// The slider crank from bodies: start, and the motion of the one by hand through its singular
/// position.
#include "models/mechanisms/slider_crank.hpp"

#include "models/slider_crank.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/assembly.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
class SliderCrankMechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(SliderCrankMechanismTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(SliderCrankMechanismTest, StartsWithOneFreedom) {
  using S = TypeParam;
  using M = SliderCrankMechanism<S>;
  SliderCrankStart<S> start;
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, start.q, start.u, AssemblyOptions<M>{}, report), Status::ok);
  EXPECT_LE(double(report.start.largest_move), roundings<S>(8));
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_EQ(report.redundant_rows, 0);
}

// Half a swing from rest: both bars stand upright at 0.76 s, and 0.76 s later they rest on the
// other side, where all x have the other sign.
TEST(SliderCrankMechanism, PassesItsSingularPositionLikeTheOneByHand) {
  const SliderCrankStart<double> start;
  const auto ms = StepSize<double>::hz(1000);
  auto listed = started<Rattle<1>>(SliderCrankMechanism<double>{}, ms, start.q, start.u);
  auto by_hand = started<Rattle<1>>(SliderCrank<double>{}, ms, start.q, start.u);
  double farthest = 0;
  for (int n = 0; n < 1600; ++n) {
    ASSERT_EQ(listed.step(), Status::ok) << n;
    ASSERT_EQ(by_hand.step(), Status::ok) << n;
    for (const std::size_t i : {0U, 1U, 3U, 4U})
      ASSERT_TRUE(near(listed.state().q[i], by_hand.state().q[i], 1e-9)) << n << ' ' << i;
    farthest = std::min(farthest, listed.state().q[3]);
  }
  EXPECT_TRUE(near(farthest, -start.q[3], 1e-4));
}

}  // namespace
}  // namespace taut::models
