/// \file
/// SHAKE with one Newton step: fixed-step references, order, energy over 100 s, stiff springs and
/// dampers, its multiplier in float, inputs, and the contract of every method.
#include "taut/shake.hpp"

#include "support/damped_pendulum.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/method_contract.hpp"
#include "support/second_order.hpp"
#include "support/stiff_pendulum.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;
using testing::pendulum_range_j;
using testing::run;
using testing::started_with;

template <class S>
class ShakeTest : public ::testing::Test {};
TYPED_TEST_SUITE(ShakeTest, testing::Scalars, testing::ScalarNames);

// ---- references --------------------------------------------------------------------------------

// The table's u is the mean of the half velocities around t_n, projected at q_n: that after the
// step and after the next.
struct MeanOfHalfVelocities {
  template <class Steppers>
  double operator()(const Steppers& steppers, const std::string& quantity) const {
    using Stepper = typename Steppers::value_type;
    using Model = std::decay_t<decltype(steppers[0].model())>;
    if (quantity[0] == 'q') return testing::table_entry(steppers[0].state(), quantity);
    Stepper ahead = steppers[0];
    EXPECT_EQ(testing::step(ahead), Status::ok);
    const Vector<double, detail::nu<Model>()> mean =
        (detail::load(steppers[0].state().half_velocity) +
         detail::load(ahead.state().half_velocity)) /
        2;
    const Setting<Model> setting{steppers[0].model(), steppers[0].step_size(),
                                 testing::unlimited<Model>()};
    Slot<Model, typename Stepper::StateType> slot;
    slot.state = steppers[0].state();
    SaddlePoint<Model>& matrices = slot.point.matrices;
    EXPECT_EQ(matrices.factorise_constant_mass(setting.model, 1e-14), Status::ok);
    EXPECT_EQ(evaluate_point(setting, slot), Status::ok);
    const Vector<double, detail::nu<Model>()> u =
        mean - matrices.correction(matrices.constraint().rate(mean));
    return u[static_cast<int>(std::stoul(quantity.substr(1))) - 1];
  }
};

TEST(ShakeReference, EqualsTheReferenceStepByStep) {
  testing::expect_reference_steps<Shake<DampingJacobian>>(
      {"SHAKE-1(kap=0;node velocity projected)", 4, 4}, {{}}, MeanOfHalfVelocities{});
  testing::expect_reference_steps<Shake<ForceJacobian>>(
      {"SHAKE-1(kap=1/4;node velocity projected)", 4, 4}, {{}}, MeanOfHalfVelocities{});
}

// ---- order, energy -----------------------------------------------------------------------------

// f at the velocity of half a step before costs an order where f depends on it, unless A holds f_u.
TEST(ShakeOrder, IsTwo) {
  testing::expect_order(2, Shake<DampingJacobian>{});
  testing::expect_order(2, Shake<ForceJacobian>{});
  testing::expect_order(2, Shake<FullJacobian>{}, "pendulum");
  testing::expect_order(2, Shake<FullJacobian>{}, "arm_case1");
  testing::expect_order(2, Shake<>{}, "pendulum");
  testing::expect_order(2, Shake<>{}, "caraxis");
  testing::expect_order(1, Shake<>{}, "arm_case1");
  testing::expect_order(1, Shake<>{}, "track");
}

// Without the stiffness of M u' the whole Jacobian would be the worst of all, 3.0e-6; with it the
// other way round 4.8e-6.
TEST(ShakeOrder, TheWholeJacobianIsTheMostAccurateWhereMVaries) {
  const auto error = [](const auto& method) {
    return testing::exact_error(method, models::ArmOnParabola<double>{},
                                models::TwoLinkArmStart<double>{}, "arm_case1", {1}, 1000, 2)
        .q;
  };
  const double full = error(Shake<FullJacobian>{});
  EXPECT_TRUE(near(full, 1.27e-6, 1e-8));
  EXPECT_LT(full, error(Shake<ForceJacobian>{}));
}

// The error of h^2 within a swing comes back; what is left grows with h^3 a second.
TEST(ShakeEnergy, OfAPendulumGrowsWithTheCubeOfTheStep) {
  const auto fine = testing::swing_100_s<double>(Shake<>{}, 1000);
  EXPECT_LT(fine.swing, 1e-4 * pendulum_range_j);
  EXPECT_TRUE(near(fine.end, 2.85e-4, 5e-6));
  EXPECT_LT(fine.residual, 1e-7);
  EXPECT_LT(fine.height_error, 1e-2);
  const auto coarse = testing::swing_100_s<double>(Shake<>{}, 100);
  EXPECT_TRUE(near(std::log10(coarse.end / fine.end), 3, 0.02));
  EXPECT_LT(testing::swing_100_s<float>(Shake<>{}, 1000).swing, 1e-4 * pendulum_range_j);
}

// ---- stiff springs, dampers --------------------------------------------------------------------

// Of the literature on these methods, reproduced: kappa = 1/4, largest error of q after 1 s.
TEST(ShakeStiff, SpringsOfAnyStiffnessAreStable) {
  const testing::StiffPendulumStart<double> start;
  const auto expect_errors = [&](double k, double c, const std::array<double, 3>& errors) {
    testing::StiffPendulum<double> model;
    model.stiffness_n_per_m = k, model.damping_n_s_per_m = c;
    const std::array<double, 4> exact = testing::stiff_pendulum_after_1_s(model);
    const std::uint32_t rates[] = {100, 500, 1000};
    for (std::size_t i = 0; i < 3; ++i) {
      auto stepper =
          started_with(Shake<ForceJacobian>{}, model, start, StepSize<double>::hz(rates[i]));
      ASSERT_TRUE(run(stepper, static_cast<int>(rates[i])));
      const double error = testing::largest_difference(stepper.state().q, exact);
      EXPECT_TRUE(near(std::log2(error / errors[i]), 0, 0.2)) << k << " " << rates[i];
    }
  };
  expect_errors(1e6, 0, {1.46e-3, 1.01e-5, 2.49e-6});  // h omega = 14, 2.8, 1.4
  expect_errors(1e8, 2e4, {0.252, 2.64e-4, 1.83e-5});  // h omega = 141, 28, 14
}

// h c / m = 100.
TEST(ShakeDamping, AnyDamperIsStableWithItsJacobian) {
  const testing::DampedPendulum<double> model;
  Stepper<testing::DampedPendulum<double>, Shake<>> plain(model, StepSize<double>::hz(100));
  ASSERT_EQ(plain.reset({1, 0}, {0, 0}), Status::ok);
  Status status = Status::ok;
  for (int n = 0; n < 100 && status == Status::ok; ++n) status = testing::step(plain);
  EXPECT_NE(status, Status::ok);

  Stepper<testing::DampedPendulum<double>, Shake<DampingJacobian>> damped(
      model, StepSize<double>::hz(100));
  ASSERT_EQ(damped.reset({1, 0}, {0, model.creep_start_m_s()}), Status::ok);
  ASSERT_TRUE(run(damped, 6000));
  EXPECT_TRUE(near(damped.state().q[1], model.creep_m(60), 1e-6));
}

// ---- float, kinematics, inputs -----------------------------------------------------------------

// g is rounded to 1.2e-7 and divided by h^2: 0.1 of 21 N/m.
TEST(ShakeFloat, TheMultiplierHasTheRoundingOfG) {
  const testing::FloatNoise noise = testing::float_noise(Shake<>{});
  EXPECT_LT(noise.lambda, 0.2);
  EXPECT_GT(noise.lambda, 0.02);
  EXPECT_LE(noise.residual, 4e-7);
  EXPECT_LT(noise.rate, 2e-6);
  EXPECT_LT(noise.q, 2e-6);
}

TEST(ShakeKinematics, TwoDescriptionsOfARodAgree) {
  const auto apart = [](std::uint32_t hz) {
    Stepper<testing::RodByDirection<double>, Shake<>> by_direction({}, StepSize<double>::hz(hz));
    Stepper<testing::RodByAngle<double>, Shake<>> by_angle({}, StepSize<double>::hz(hz));
    EXPECT_EQ(by_direction.reset({0.5, 0, 1, 0}, {0, 2.5, 5}), Status::ok);
    EXPECT_EQ(by_angle.reset({0.5, 0, 0}, {0, 2.5, 5}), Status::ok);
    if (!run(by_direction, static_cast<int>(hz)) || !run(by_angle, static_cast<int>(hz)))
      return 1.0;
    return testing::largest_difference(
        std::array<double, 2>{by_direction.state().q[0], by_direction.state().q[1]},
        std::array<double, 2>{by_angle.state().q[0], by_angle.state().q[1]});
  };
  EXPECT_LT(apart(1000), 2e-6);
  EXPECT_TRUE(near(apart(100) / apart(1000), 100, 5));
}

// An input acts in the force of its tick at once, and in g. The half velocity of the start lies
// before it: u is extrapolated, 3/2 of the step's change.
TYPED_TEST(ShakeTest, AnInputActsInItsTick) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  Stepper<Model, Shake<>> stepper(Model{}, StepSize<S>::hz(1000));
  ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::root_of_force, S(4))));
  EXPECT_TRUE(near(stepper.state().half_velocity[1], (0.5 - 2) * 9.81e-3, 1e-7));
  EXPECT_TRUE(near(stepper.state().u[1], (0.5 - 3) * 9.81e-3, 1e-6));
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::jump, S(1e-3))));
  const auto& q = stepper.state().q;
  EXPECT_TRUE(near(q[0] * q[0] + q[1] * q[1], 1 - 1e-3, 1e-6));
}

// ---- the contract ------------------------------------------------------------------------------

TYPED_TEST(ShakeTest, FailuresLeaveTheStateUnchanged) {
  testing::expect_failures_leave_the_state_unchanged<TypeParam, Shake<>>();
  testing::expect_failures_leave_the_state_unchanged<TypeParam, Shake<ForceJacobian>>();
}
TYPED_TEST(ShakeTest, ARestoredStateGoesOnAsIfNeverStopped) {
  testing::expect_a_restored_state_goes_on<TypeParam, Shake<>>();
}
TYPED_TEST(ShakeTest, AMemoryThatIsNotFiniteIsRefused) {
  testing::expect_damaged_memory_is_refused<TypeParam, Shake<>>(
      [](auto& state) { state.half_velocity[2] = testing::not_a_number<TypeParam>; });
}
TYPED_TEST(ShakeTest, AnglesAreWrapped) {
  testing::expect_angles_are_wrapped<TypeParam, Shake<>>();
}
TYPED_TEST(ShakeTest, StepsWithoutTheHeap) {
  testing::expect_no_heap<TypeParam, Shake<>>();
  testing::expect_no_heap<TypeParam, Shake<FullJacobian>>();
}

}  // namespace
}  // namespace taut
