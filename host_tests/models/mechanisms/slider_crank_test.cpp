/// \file
/// The slider crank from bodies: its singular position in float, and its energy.
#include "models/mechanisms/slider_crank.hpp"

#include "models/slider_crank.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::started;

template <class S>
class SliderCrankMechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(SliderCrankMechanismTest, taut::testing::Scalars, taut::testing::ScalarNames);

// Case 1 swings through the position with both bars upright, again and again. Where the list does
// not state `redundant` a float is refused there in the first second.
TYPED_TEST(SliderCrankMechanismTest, SwingsThroughItsSingularPosition) {
  using S = TypeParam;
  const SliderCrankStart<S> start;
  auto stepper =
      started<Rattle<1>>(SliderCrankMechanism<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  const auto energy = [&] {
    const auto at = mechanism_state(stepper);
    return double(kinetic_energy(at)) + double(potential_energy(at));
  };
  const double first = energy();
  double worst = 0, fastest = 0, drift = 0;
  int passes = 0;
  bool right = true;
  for (int n = 0; n < 20000; ++n) {
    ASSERT_EQ(taut::testing::step(stepper), Status::ok) << n;
    worst = std::max(worst, double(stepper.position_residual()));
    fastest = std::max(fastest, std::abs(double(stepper.state().u[2])));
    if (n % 100 == 0) drift = std::max(drift, std::abs(energy() - first));
    const bool now_right = stepper.state().q[3] > S(0);
    passes += now_right != right;
    right = now_right;
  }
  EXPECT_GE(passes, 12);
  EXPECT_GT(fastest, 1);
  EXPECT_LE(worst, either<S>(1e-9, 1e-6));
  EXPECT_LE(drift, either<S>(1e-4, 1e-3));
}

}  // namespace
}  // namespace taut::models
