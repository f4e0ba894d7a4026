/// \file
/// Mechanisms from bodies and joints against the same ones written by hand, method by method.
#include "taut/mechanism/mechanism.hpp"

#include "models/four_bar.hpp"
#include "models/ladder.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"
#include "support/allocation_guard.hpp"
#include "support/dense_twin.hpp"
#include "support/redundant.hpp"
#include "support/run.hpp"
#include "taut/taut.hpp"

namespace taut {
namespace {

using testing::near;
using testing::run;
using testing::started;

template <class S>
class MechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(MechanismTest, testing::Scalars, testing::ScalarNames);

// The largest difference of q to the model by hand after `steps` at 1 kHz.
template <class Method, class S>
double difference_to_hand_written(int steps) {
  const models::FourBarStart<S> start;
  Stepper<models::FourBar<S>, Method> by_hand(models::FourBar<S>{}, StepSize<S>::hz(1000));
  Stepper<models::FourBarMechanism<S>, Method> listed(models::FourBarMechanism<S>{},
                                                      StepSize<S>::hz(1000));
  EXPECT_EQ(by_hand.reset(start.q, start.u), Status::ok);
  EXPECT_EQ(listed.reset(start.q, start.u), Status::ok);
  double largest = 0;
  for (int n = 0; n < steps; ++n) {
    EXPECT_EQ(by_hand.step({S(0.5)}), Status::ok);
    EXPECT_EQ(listed.step({S(0.5)}), Status::ok);
    for (std::size_t i = 0; i < 9; ++i) {
      const double dq = double(by_hand.state().q[i]) - double(listed.state().q[i]);
      largest = std::max(largest, std::abs(dq));
    }
  }
  return largest;
}

TYPED_TEST(MechanismTest, StepsLikeTheFourBarByHandWithEveryMethod) {
  using S = TypeParam;
  const double allowed = testing::either<S>(1e-13, 1e-5);
  EXPECT_LE((difference_to_hand_written<LinearImplicitEuler<>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<
                LinearImplicitEuler<FullDerivative, OneStepProjection, Index2, J2>, S>(200)),
            allowed);
  EXPECT_LE(
      (difference_to_hand_written<
          LinearImplicitEuler<ForceAndTimeDerivative, OneStepProjection, Index2Mean>, S>(200)),
      allowed);
  EXPECT_LE((difference_to_hand_written<LinearImplicitEuler<TotalDerivative>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<VehicleEuler<>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<Rattle<0>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<Rattle<1, DampingJacobian>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<Shake<>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<GeneralizedAlpha<FullJacobian>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<Guarded<S>, S>(200)), allowed);
  EXPECT_LE((difference_to_hand_written<Spook<S>, S>(200)), allowed);
}

// A list that states `redundant`, with the bound on the corrections of RATTLE.
struct RedundantList : models::FourBarList<double> {
  static constexpr bool redundant = true;
};
TEST(Mechanism, StepsLikeTheRedundantFourBarByHand) {
  using ByHand = testing::Redundant<models::FourBar<double>>;
  const models::FourBarStart<double> start;
  const auto ms = StepSize<double>::hz(1000);
  auto listed = started<Rattle<1>>(Mechanism<RedundantList>{}, ms, start.q, start.u);
  auto by_hand = started<Rattle<1>>(ByHand{}, ms, start.q, start.u);
  ASSERT_TRUE(run(listed, 200));
  ASSERT_TRUE(run(by_hand, 200));
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_TRUE(near(listed.state().q[i], by_hand.state().q[i], 1e-12)) << i;
  EXPECT_FALSE(listed.degenerate());
}

// Rod by rod: (x, y) and the direction of the one by hand against (x, y) and the angle.
TEST(Mechanism, LadderMovesLikeTheOneByHand) {
  using Listed = models::LadderMechanism<double, 2>;
  using ByHand = models::Ladder<double, 2>;
  const std::array<double, Listed::nu> rest{};
  auto listed = started<Rattle<1>>(Listed{}, StepSize<double>::hz(5000),
                                   models::LadderList<double, 2>::start(), rest);
  const models::LadderStart<double, 2> start;
  auto by_hand = started<Rattle<1>>(ByHand{}, StepSize<double>::hz(5000), start.q, start.u);
  ASSERT_TRUE(run(listed, 500));
  ASSERT_TRUE(run(by_hand, 500));
  for (std::size_t rod = 0; rod < 7; ++rod) {
    EXPECT_TRUE(near(listed.state().q[3 * rod], by_hand.state().q[4 * rod], 1e-6)) << rod;
    EXPECT_TRUE(near(listed.state().q[3 * rod + 1], by_hand.state().q[4 * rod + 1], 1e-6)) << rod;
  }
}

TYPED_TEST(MechanismTest, LadderInALoopAgreesWithDenseMatrices) {
  using M = models::LadderMechanism<TypeParam, 3>;
  static_assert(!M::Plan::unrolled && M::Plan::known_kinds);
  testing::expect_blocks_agree_anywhere(M{}, 64, 3, 3);
}

TYPED_TEST(MechanismTest, StepsWithoutTheHeap) {
  using S = TypeParam;
  using M = models::LadderMechanism<S, 5>;
  auto stepper = started<Rattle<1>>(M{}, StepSize<S>::hz(1000), models::LadderList<S, 5>::start(),
                                    std::array<S, M::nu>{});
  EXPECT_EQ(testing::allocations_in([&] { EXPECT_EQ(stepper.step(), Status::ok); }), 0);
}

}  // namespace
}  // namespace taut
