/// \file
/// Generalised-alpha with one Newton step: fixed-step references, order, closure and energy over
/// 100 s, stiff springs, what rho does, its multiplier in float, inputs, and the contract of every
/// method.
#include "taut/generalized_alpha.hpp"

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
class GeneralizedAlphaTest : public ::testing::Test {};
TYPED_TEST_SUITE(GeneralizedAlphaTest, testing::Scalars, testing::ScalarNames);

// ---- references --------------------------------------------------------------------------------

// The table is of rho = 0.8, which a float is not: between its neighbours, linearly. The rest is of
// the order of 1e-16, the square of their distance.
constexpr float above = 0.8F;
const float below = std::nextafter(above, 0.0F);

struct AtRhoOfTheTable {
  template <class Steppers>
  double operator()(const Steppers& steppers, const std::string& quantity) const {
    const double at_above = testing::table_entry(steppers[0].state(), quantity);
    const double at_below = testing::table_entry(steppers[1].state(), quantity);
    const double share = (double(above) - 0.8) / (double(above) - double(below));
    const double step =
        quantity[0] == 'q' ? std::remainder(at_below - at_above, 2 * M_PI) : at_below - at_above;
    return at_above + share * step;
  }
};

// A rounding of g enters u by gamma / (h beta) = 2 / h, and a step leaves rho of it: five steps'
// worth of four.
TEST(GeneralizedAlphaReference, EqualsTheReferenceStepByStep) {
  testing::expect_reference_steps<GeneralizedAlpha<>>(
      {"gen-alpha(rho=0.8;1 Newton;no Jacobian)", 4, 40}, {{above}, {below}}, AtRhoOfTheTable{});
  testing::expect_reference_steps<GeneralizedAlpha<FullJacobian>>(
      {"gen-alpha(rho=0.8;1 Newton;full Jacobian)", 4, 40}, {{above}, {below}}, AtRhoOfTheTable{});
}

// ---- order, closure, energy --------------------------------------------------------------------

TEST(GeneralizedAlphaOrder, IsTwo) {
  testing::expect_order(2, GeneralizedAlpha<>{});
  testing::expect_order(2, GeneralizedAlpha<ForceJacobian>{});
  testing::expect_order(2, GeneralizedAlpha<FullJacobian>{});
}

// g closes to rounding; G u + g_t does not and is of order h^2.
TEST(GeneralizedAlphaDrift, IsRoundingInPositionAndOfSecondOrderInVelocity) {
  const auto residuals = [](std::uint32_t hz) {
    auto stepper = started_with(GeneralizedAlpha<>{}, models::CarAxle<double>{},
                                models::CarAxleStart<double>{}, StepSize<double>::hz(hz));
    std::array<double, 2> largest{};
    run(stepper, static_cast<int>(3 * hz), {}, [&](const auto& s) {
      largest[0] = std::max(largest[0], s.position_residual());
      const auto& q = s.state().q;
      const auto& u = s.state().u;  // the rod alone: its G does not depend on t
      largest[1] = std::max(largest[1], std::fabs(2 * (q[0] - q[2]) * (u[0] - u[2]) +
                                                  2 * (q[1] - q[3]) * (u[1] - u[3])));
    });
    return largest;
  };
  const auto coarse = residuals(500), fine = residuals(1000);
  EXPECT_LT(fine[0], 1e-11);
  EXPECT_TRUE(near(std::log2(coarse[1] / fine[1]), 2, 0.2));
  EXPECT_GT(fine[1], 1e-9);
}

TEST(GeneralizedAlphaEnergy, OfAPendulumStaysOver100S) {
  const auto plain = testing::swing_100_s<double>(GeneralizedAlpha<>{}, 1000);
  EXPECT_LT(plain.swing, 1e-4 * pendulum_range_j);
  EXPECT_TRUE(near(plain.end, -3.33e-4, 5e-6));
  EXPECT_LT(plain.residual, 5e-15);
  EXPECT_LT(plain.height_error, 1e-2);
  const auto full = testing::swing_100_s<double>(GeneralizedAlpha<FullJacobian>{}, 1000);
  EXPECT_TRUE(near(full.end, -2.93e-6, 1e-7));
  EXPECT_LT(full.residual, 5e-15);
  EXPECT_LT(testing::swing_100_s<float>(GeneralizedAlpha<>{}, 1000).swing, 1e-4 * pendulum_range_j);
}

// ---- stiff springs -----------------------------------------------------------------------------

// Of the literature on these methods, reproduced: largest error of q after 1 s.
TEST(GeneralizedAlphaStiff, SpringsOfAnyStiffnessAreAccurate) {
  const testing::StiffPendulumStart<double> start;
  const auto expect_errors = [&](double k, double c, const std::array<double, 3>& errors) {
    testing::StiffPendulum<double> model;
    model.stiffness_n_per_m = k, model.damping_n_s_per_m = c;
    const std::array<double, 4> exact = testing::stiff_pendulum_after_1_s(model);
    const std::uint32_t rates[] = {100, 500, 1000};
    for (std::size_t i = 0; i < 3; ++i) {
      auto stepper = started_with(GeneralizedAlpha<ForceJacobian>{}, model, start,
                                  StepSize<double>::hz(rates[i]));
      ASSERT_TRUE(run(stepper, static_cast<int>(rates[i])));
      const double error = testing::largest_difference(stepper.state().q, exact);
      EXPECT_TRUE(near(std::log2(error / errors[i]), 0, 0.2)) << k << " " << rates[i];
    }
  };
  expect_errors(1e6, 0, {9.7e-4, 3.9e-5, 9.7e-6});    // h omega = 14, 2.8, 1.4
  expect_errors(1e8, 2e4, {1.3e-3, 3.9e-5, 9.8e-6});  // h omega = 141, 28, 14
}

// Two masses on a line, one of them held: what is left of the oscillation of a spring with h omega
// = 1e3 after 40 steps. rho = 1 keeps it, 0.8 leaves about 0.8^40 = 1e-4 of it.
template <class S>
struct StretchedSpring {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  S stiffness_n_per_m = S(1e10);
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>&,
                     const Signals<StretchedSpring, N>&) const {
    const N tension = stiffness_n_per_m * (q[1] - q[0]);
    return {tension, -tension};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<StretchedSpring, N>&) const {
    return Vector<N, 1>(q[0]);
  }
};

TEST(GeneralizedAlphaStiff, RhoIsTheShareOfTheHighestFrequencyLeftByAStep) {
  const auto left = [](float rho) {
    GeneralizedAlpha<ForceJacobian> method;
    method.rho = rho;
    Stepper<StretchedSpring<double>, decltype(method)> stepper(
        {}, StepSize<double>::hz(100), testing::unlimited<StretchedSpring<double>>(), method);
    EXPECT_EQ(stepper.reset({0, 1e-3}, {0, 0}), Status::ok);
    double earlier = 0;
    run(stepper, 200, {}, [&, n = 0](const auto& s) mutable {
      if (++n == 100) earlier = std::fabs(s.state().q[1]);
    });
    return std::pow(std::fabs(stepper.state().q[1]) / earlier, 0.01);
  };
  EXPECT_TRUE(near(left(1.0F), 1, 0.02));
  EXPECT_TRUE(near(left(0.9F), 0.9, 0.03));
  EXPECT_TRUE(near(left(0.8F), 0.8, 0.03));
}

// Nothing then damps what a step leaves of g: the pendulum leaves its rod after 6.7 s.
TEST(GeneralizedAlphaStiff, RhoOfOneDoesNotHoldTheConstraint) {
  const auto steps_on_the_rod = [](float rho) {
    GeneralizedAlpha<> method;
    method.rho = rho;
    auto stepper = started_with(method, models::Pendulum<double>{}, models::PendulumStart<double>{},
                                StepSize<double>::hz(1000));
    int n = 0;
    while (n < 10000 && testing::step(stepper) == Status::ok && stepper.position_residual() < 1e-3)
      ++n;
    return n;
  };
  EXPECT_EQ(steps_on_the_rod(0.99F), 10000);
  EXPECT_LT(steps_on_the_rod(1.0F), 7000);
}

// ---- float, inputs -----------------------------------------------------------------------------

// The multiplier has g / (h^2 beta) in it, the velocity g / h: noise in float, where g closes.
TEST(GeneralizedAlphaFloat, MultiplierAndVelocityHaveTheRoundingOfG) {
  const testing::FloatNoise noise = testing::float_noise(GeneralizedAlpha<>{});
  EXPECT_LT(noise.lambda, 12);
  EXPECT_GT(noise.lambda, 2);
  EXPECT_LT(noise.rate, 3e-3);
  EXPECT_LE(noise.residual, 4e-7);
  EXPECT_LT(noise.q, 1e-6);
}

// An input acts in the acceleration of the end of its step: by (GA.2) to (GA.4) a jump from g to 2
// g is one from g to 1.833 g in a_{n+1}, and gamma of that in u.
TYPED_TEST(GeneralizedAlphaTest, AnInputActsInItsTick) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  Stepper<Model, GeneralizedAlpha<>> stepper(Model{}, StepSize<S>::hz(1000));
  ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::root_of_force, S(4))));
  EXPECT_TRUE(near(stepper.state().u[1], -(7.0 / 18 + 11.0 / 18 * 11 / 6) * 9.81e-3, 2e-7));
  ASSERT_TRUE(run(stepper, 1, Model::trouble(Model::jump, S(1e-3))));
  const auto& q = stepper.state().q;
  EXPECT_TRUE(near(q[0] * q[0] + q[1] * q[1], 1 - 1e-3, 1e-6));
}

TEST(GeneralizedAlphaKinematics, TwoDescriptionsOfARodAgree) {
  const auto apart = [](std::uint32_t hz) {
    using Method = GeneralizedAlpha<>;
    Stepper<testing::RodByDirection<double>, Method> by_direction({}, StepSize<double>::hz(hz));
    Stepper<testing::RodByAngle<double>, Method> by_angle({}, StepSize<double>::hz(hz));
    EXPECT_EQ(by_direction.reset({0.5, 0, 1, 0}, {0, 2.5, 5}), Status::ok);
    EXPECT_EQ(by_angle.reset({0.5, 0, 0}, {0, 2.5, 5}), Status::ok);
    if (!run(by_direction, static_cast<int>(hz)) || !run(by_angle, static_cast<int>(hz)))
      return 1.0;
    return testing::largest_difference(
        std::array<double, 2>{by_direction.state().q[0], by_direction.state().q[1]},
        std::array<double, 2>{by_angle.state().q[0], by_angle.state().q[1]});
  };
  EXPECT_LT(apart(1000), 2e-6);
  EXPECT_TRUE(near(std::log10(apart(100) / apart(1000)), 2, 0.15));
}

// ---- the contract ------------------------------------------------------------------------------

TYPED_TEST(GeneralizedAlphaTest, FailuresLeaveTheStateUnchanged) {
  testing::expect_failures_leave_the_state_unchanged<TypeParam, GeneralizedAlpha<>>();
  testing::expect_failures_leave_the_state_unchanged<TypeParam, GeneralizedAlpha<ForceJacobian>>();
}
TYPED_TEST(GeneralizedAlphaTest, ARestoredStateGoesOnAsIfNeverStopped) {
  testing::expect_a_restored_state_goes_on<TypeParam, GeneralizedAlpha<>>();
}
TYPED_TEST(GeneralizedAlphaTest, AMemoryThatIsNotFiniteIsRefused) {
  testing::expect_damaged_memory_is_refused<TypeParam, GeneralizedAlpha<>>(
      [](auto& state) { state.acceleration[3] = testing::not_a_number<TypeParam>; });
  testing::expect_damaged_memory_is_refused<TypeParam, GeneralizedAlpha<>>(
      [](auto& state) { state.averaged[0] = testing::infinite<TypeParam>; });
}
TYPED_TEST(GeneralizedAlphaTest, AnglesAreWrapped) {
  testing::expect_angles_are_wrapped<TypeParam, GeneralizedAlpha<>>();
}
TYPED_TEST(GeneralizedAlphaTest, StepsWithoutTheHeap) {
  testing::expect_no_heap<TypeParam, GeneralizedAlpha<>>();
  testing::expect_no_heap<TypeParam, GeneralizedAlpha<FullJacobian>>();
}

}  // namespace
}  // namespace taut
