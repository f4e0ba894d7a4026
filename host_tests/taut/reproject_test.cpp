/// \file
/// Stepper::reproject: a state off its constraints is brought back onto them, and nothing else.
#include <cmath>
#include <limits>

#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/spook.hpp"
#include "taut/stepper.hpp"

namespace taut {
namespace {

using testing::run;
using testing::started;

template <class S>
class ReprojectTest : public ::testing::Test {
 public:
  const StepSize<S> step_size = StepSize<S>::hz(1000);
  const models::PendulumStart<S> pendulum_start{};
  const models::FourBarStart<S> four_bar_start{};

  // An entry of the state as if a bit of the memory had flipped.
  template <class StepperType>
  static S& coordinate(StepperType& stepper, std::size_t i) {
    return const_cast<S&>(stepper.state().q[i]);
  }
};
TYPED_TEST_SUITE(ReprojectTest, testing::Scalars, testing::ScalarNames);

// One Newton step: of a position that is off by e the square of e is left; the velocity is exact.
TYPED_TEST(ReprojectTest, PositionIsOneNewtonStepBackAndVelocityExactly) {
  using S = TypeParam;
  auto stepper = started(models::Pendulum<S>{}, this->step_size, this->pendulum_start.q,
                         this->pendulum_start.u);
  ASSERT_TRUE(run(stepper, 300));
  const auto before = stepper.state();
  const S e = S(1e-2);
  this->coordinate(stepper, 0) += e;
  ASSERT_EQ(stepper.reproject(), Status::ok);
  const auto& q = stepper.state().q;
  EXPECT_LT(std::abs(q[0] * q[0] + q[1] * q[1] - S(1)), S(2) * e * e);
  EXPECT_LT(stepper.velocity_residual(), S(8) * std::numeric_limits<S>::epsilon());
  EXPECT_EQ(stepper.state().time.ticks, before.time.ticks);
  EXPECT_EQ(stepper.state().lambda, before.lambda);
  EXPECT_EQ(stepper.state().w, before.w);
  ASSERT_TRUE(run(stepper, 1));
}

// The matrices are those of the state as it is, not as it was before it was damaged: damage of a
// tenth of the crank's length is halved again and again until nothing is left.
TYPED_TEST(ReprojectTest, RepeatedItClosesALoopThatWasFarOpen) {
  using S = TypeParam;
  auto stepper = started(models::FourBar<S>{}, this->step_size, this->four_bar_start.q,
                         this->four_bar_start.u, Limits<S>{S(0.2), S(1e-5)});
  ASSERT_TRUE(run(stepper, 100));
  this->coordinate(stepper, 0) += S(0.1);
  for (int i = 0; i < 4; ++i) ASSERT_EQ(stepper.reproject(), Status::ok) << i;
  EXPECT_LT(stepper.position_residual(), S(20) * std::numeric_limits<S>::epsilon());
  ASSERT_TRUE(run(stepper, 100));
}

// Of a method whose matrices are regularised: a share of the violation is left each time.
TYPED_TEST(ReprojectTest, WithTheMatricesOfSpookItGoesTheSameWay) {
  using S = TypeParam;
  auto stepper = started<Spook<S>>(models::FourBar<S>{}, this->step_size, this->four_bar_start.q,
                                   this->four_bar_start.u, Limits<S>{S(0.2), S(1e-5)});
  ASSERT_TRUE(run(stepper, 100));
  this->coordinate(stepper, 0) += S(1e-2);
  ASSERT_EQ(stepper.reproject(), Status::ok);
  EXPECT_LT(stepper.position_residual(), S(1e-3));
}

TYPED_TEST(ReprojectTest, ASoundStateStaysWhereItIsToRounding) {
  using S = TypeParam;
  auto stepper = started(models::FourBar<S>{}, this->step_size, this->four_bar_start.q,
                         this->four_bar_start.u);
  ASSERT_TRUE(run(stepper, 100));
  ASSERT_EQ(stepper.reproject(), Status::ok);
  const auto once = stepper.state();
  ASSERT_EQ(stepper.reproject(), Status::ok);
  for (std::size_t i = 0; i < once.q.size(); ++i) {
    EXPECT_NEAR(once.q[i], stepper.state().q[i], S(8) * std::numeric_limits<S>::epsilon()) << i;
    EXPECT_NEAR(once.u[i], stepper.state().u[i], S(64) * std::numeric_limits<S>::epsilon()) << i;
  }
}

TYPED_TEST(ReprojectTest, AStateThatIsNoNumberStaysAsItIsAndIsRefused) {
  using S = TypeParam;
  auto stepper = started(models::Pendulum<S>{}, this->step_size, this->pendulum_start.q,
                         this->pendulum_start.u);
  ASSERT_TRUE(run(stepper, 30));
  this->coordinate(stepper, 1) = std::numeric_limits<S>::quiet_NaN();
  const auto before = stepper.state();
  EXPECT_EQ(stepper.reproject(), Status::non_finite_state);
  EXPECT_EQ(stepper.state().q[0], before.q[0]);
  EXPECT_EQ(stepper.state().u, before.u);
  EXPECT_NE(stepper.state().q[1], stepper.state().q[1]);
}

TYPED_TEST(ReprojectTest, BeforeTheStartThereIsNothingToProject) {
  using S = TypeParam;
  Stepper<models::Pendulum<S>> stepper(models::Pendulum<S>{}, this->step_size);
  EXPECT_EQ(stepper.reproject(), Status::not_started);
}

}  // namespace
}  // namespace taut
