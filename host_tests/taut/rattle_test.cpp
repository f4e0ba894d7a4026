/// \file
/// RATTLE with one Newton step: fixed-step references, order, energy and trajectory over 100 s,
/// what its multiplier is, dampers, inputs, and the contract of every method.
#include "taut/rattle.hpp"

#include "support/damped_pendulum.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/method_contract.hpp"
#include "support/second_order.hpp"

namespace taut {
namespace {

using models::Pendulum;
using models::PendulumStart;
using testing::either;
using testing::near;
using testing::pendulum_range_j;
using testing::run;
using testing::started_with;

template <class S>
class RattleTest : public ::testing::Test {};
TYPED_TEST_SUITE(RattleTest, testing::Scalars, testing::ScalarNames);

// ---- references --------------------------------------------------------------------------------

// A rounding of g enters v by 1/h and q by one; u has no more of it than the constraint turns in a
// step.
TEST(RattleReference, EqualsTheReferenceStepByStep) {
  testing::expect_reference_steps<Rattle<0>>({"RATTLE-1", 4, 4 * 1e-3}, {{}}, testing::AsItIs{});
}

TEST(RattleOrder, IsTwo) {
  testing::expect_order(2, Rattle<0>{});
  testing::expect_order(2, Rattle<1>{});
}

// The damping Jacobian leaves it so; of the smooth mechanisms two have forces of velocity.
TEST(RattleOrder, IsTwoWithTheDampingJacobian) {
  testing::expect_order(2, Rattle<1, DampingJacobian>{}, "arm_case1");
  testing::expect_order(2, Rattle<1, DampingJacobian>{}, "track");
}

// |g| of h^3, and of h^4 with a correction: its factors are O(h) old. Of h^5 on the pendulum.
TEST(RattleDrift, FallsByAnOrderWithACorrection) {
  const auto residual = [](auto method, std::uint32_t hz) {
    auto stepper = started_with(method, models::ArmOnParabola<double>{},
                                models::TwoLinkArmStart<double>{}, StepSize<double>::hz(hz));
    double largest = 0;
    run(stepper, static_cast<int>(hz), {},
        [&](const auto& s) { largest = std::max(largest, s.position_residual()); });
    return largest;
  };
  const auto order = [&](auto method) {
    return std::log2(residual(method, 100) / residual(method, 200));
  };
  EXPECT_TRUE(near(order(Rattle<0>{}), 3, 0.1));
  EXPECT_TRUE(near(order(Rattle<1>{}), 4, 0.1));
}

// ---- 100 s of a pendulum -----------------------------------------------------------------------

// Within a swing the energy is off by an amount of order h^2, as of any second-order method, and
// comes back. What is left grows with h^3 a second.
TEST(RattleEnergy, OfAPendulumGrowsWithTheCubeOfTheStep) {
  const auto fine = testing::swing_100_s<double>(Rattle<0>{}, 1000);
  EXPECT_LT(fine.swing, 1e-4 * pendulum_range_j);  // 1.04e-5
  EXPECT_LT(fine.residual, 5e-8);
  EXPECT_LT(fine.height_error, 1e-3);
  const auto coarse = testing::swing_100_s<double>(Rattle<0>{}, 100);
  EXPECT_TRUE(near(fine.end, 1.43e-4, 2e-6));  // 1.4e-6 J/s
  EXPECT_TRUE(near(std::log10(coarse.end / fine.end), 3, 0.02));
}

// A correction leaves no growth to speak of: 7e-11 of the range at 1 ms, 7e-6 at 10 ms.
TEST(RattleEnergy, OfAPendulumStaysWithACorrection) {
  const auto fine = testing::swing_100_s<double>(Rattle<1>{}, 1000);
  EXPECT_LT(fine.turning, 1e-8 * pendulum_range_j);
  EXPECT_TRUE(near(fine.swing, 5.16e-6 * pendulum_range_j, 1e-7 * pendulum_range_j));
  EXPECT_LT(fine.residual, 1e-12);
  EXPECT_LT(fine.height_error, 4e-3);
  const auto coarse = testing::swing_100_s<double>(Rattle<1>{}, 100);
  EXPECT_LT(coarse.turning, 1e-4 * pendulum_range_j);
  EXPECT_TRUE(near(coarse.swing / fine.swing, 100, 2));
  EXPECT_LT(coarse.residual, 1e-7);
}

TEST(RattleEnergy, OfAPendulumStaysInFloat) {
  for (const auto& kept : {testing::swing_100_s<float>(Rattle<0>{}, 1000),
                           testing::swing_100_s<float>(Rattle<1>{}, 1000)}) {
    EXPECT_LT(kept.swing, 1e-4 * pendulum_range_j);
    EXPECT_LE(kept.residual, 4e-7);
  }
}

// ---- the multiplier ----------------------------------------------------------------------------

// lambda = (|u|^2 + g . q) / 2 on the circle; that of the ends of a step, to order 2.
TEST(RattleMultiplier, BelongsToTheMiddleOfTheStepWithOrderTwo) {
  const auto error = [](auto method, std::uint32_t hz) {
    const Pendulum<double> model;
    auto stepper = started_with(method, model, PendulumStart<double>{}, StepSize<double>::hz(hz));
    const auto exact = [&] {
      const auto& s = stepper.state();
      return (s.u[0] * s.u[0] + s.u[1] * s.u[1] - model.gravity_m_s2 * s.q[1]) / 2;
    };
    double largest = 0, before = exact();
    run(stepper, static_cast<int>(hz), {}, [&](const auto& s) {
      const double now = exact();
      largest = std::max(largest, std::fabs(s.state().lambda[0] - (before + now) / 2));
      before = now;
    });
    return largest;
  };
  EXPECT_LT(error(Rattle<0>{}, 1000), 2e-4);
  EXPECT_TRUE(near(std::log10(error(Rattle<0>{}, 100) / error(Rattle<0>{}, 1000)), 2, 0.1));
  EXPECT_TRUE(near(std::log10(error(Rattle<1>{}, 100) / error(Rattle<1>{}, 1000)), 2, 0.1));
}

// A rod on its end that turns at 5 1/s by its unit vector: all of its acceleration is in V. With V
// at q_n in place of the midpoint the multiplier would be off by a constant at every h.
TEST(RattleMultiplier, IsRightWhereVTurns) {
  const auto error = [](std::uint32_t hz) {
    Stepper<testing::RodByUnitVector<double>, Rattle<0>> stepper({}, StepSize<double>::hz(hz));
    EXPECT_EQ(stepper.reset({0.5, 0, 1, 0}, {0, 2.5, 5}), Status::ok);
    double largest = 0;
    run(stepper, static_cast<int>(hz), {}, [&](const auto& s) {
      const double force = std::hypot(s.state().lambda[0], s.state().lambda[1]);
      largest = std::max(largest, std::fabs(force - 12.5));
    });
    return largest;
  };
  EXPECT_LT(error(1000), 5e-5);
  EXPECT_TRUE(near(error(100) / error(1000), 100, 2));
}

// A half of it alone would be off by 0.1 of 21 N/m: g is rounded to 1.2e-7 and divided by h^2.
TEST(RattleMultiplier, IsQuietInFloat) {
  for (const auto& noise : {testing::float_noise(Rattle<0>{}), testing::float_noise(Rattle<1>{})}) {
    EXPECT_LT(noise.lambda, 1e-3);
    EXPECT_LE(noise.residual, 4e-7);
    EXPECT_LT(noise.rate, 2e-6);
    EXPECT_LT(noise.q, 1e-6);
  }
}

// ---- kinematics, dampers, inputs ---------------------------------------------------------------

TEST(RattleKinematics, TwoDescriptionsOfARodAgree) {
  const auto apart = [](std::uint32_t hz) {
    Stepper<testing::RodByDirection<double>, Rattle<1>> by_direction({}, StepSize<double>::hz(hz));
    Stepper<testing::RodByAngle<double>, Rattle<1>> by_angle({}, StepSize<double>::hz(hz));
    EXPECT_EQ(by_direction.reset({0.5, 0, 1, 0}, {0, 2.5, 5}), Status::ok);
    EXPECT_EQ(by_angle.reset({0.5, 0, 0}, {0, 2.5, 5}), Status::ok);
    double largest = 0;
    for (std::uint32_t n = 0; n < hz; ++n) {
      if (!run(by_direction, 1) || !run(by_angle, 1)) return 1.0;
      for (std::size_t i = 0; i < 2; ++i)
        largest = std::max(largest, std::fabs(by_direction.state().q[i] - by_angle.state().q[i]));
    }
    return largest;
  };
  EXPECT_LT(apart(1000), 2e-6);
  EXPECT_TRUE(near(apart(100) / apart(1000), 100, 3));
}

// h c / m = 100: without the Jacobian each step takes the velocity times 50 and more.
TEST(RattleDamping, AnyDamperIsStableWithItsJacobian) {
  const testing::DampedPendulum<double> model;
  Stepper<testing::DampedPendulum<double>, Rattle<1>> plain(model, StepSize<double>::hz(100));
  ASSERT_EQ(plain.reset({1, 0}, {0, 0}), Status::ok);
  Status status = Status::ok;
  for (int n = 0; n < 100 && status == Status::ok; ++n) status = testing::step(plain);
  EXPECT_NE(status, Status::ok);

  Stepper<testing::DampedPendulum<double>, Rattle<1, DampingJacobian>> damped(
      model, StepSize<double>::hz(100));
  ASSERT_EQ(damped.reset({1, 0}, {0, model.creep_start_m_s()}), Status::ok);
  ASSERT_TRUE(run(damped, 6000));
  EXPECT_TRUE(near(damped.state().q[1], model.creep_m(60), 1e-6));
}

// An input acts in the forces of its tick, both halves, and in g at once.
TYPED_TEST(RattleTest, AnInputActsInItsTick) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  Stepper<Model, Rattle<1>> stepper(Model{}, StepSize<S>::hz(1000));
  ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::root_of_force, S(4))));
  EXPECT_TRUE(near(stepper.state().u[1], -2 * 9.81e-3, 1e-7));
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::jump, S(1e-3))));
  const auto& q = stepper.state().q;
  EXPECT_TRUE(near(q[0] * q[0] + q[1] * q[1], 1 - 1e-3, either<S>(1e-9, 3e-7)));
  EXPECT_LT(stepper.position_residual(), either<S>(S(1e-9), S(3e-7)));
}

// ---- the contract ------------------------------------------------------------------------------

TYPED_TEST(RattleTest, FailuresLeaveTheStateUnchanged) {
  testing::expect_failures_leave_the_state_unchanged<TypeParam, Rattle<0>>();
  testing::expect_failures_leave_the_state_unchanged<TypeParam, Rattle<0, DampingJacobian>>();
}
TYPED_TEST(RattleTest, ARestoredStateGoesOnAsIfNeverStopped) {
  testing::expect_a_restored_state_goes_on<TypeParam, Rattle<1>>();
}
TYPED_TEST(RattleTest, AnglesAreWrapped) {
  testing::expect_angles_are_wrapped<TypeParam, Rattle<1>>();
}
TYPED_TEST(RattleTest, StepsWithoutTheHeap) {
  testing::expect_no_heap<TypeParam, Rattle<1>>();
  testing::expect_no_heap<TypeParam, Rattle<0, DampingJacobian>>();
}

}  // namespace
}  // namespace taut
