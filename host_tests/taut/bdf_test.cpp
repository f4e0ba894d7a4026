/// \file
/// BDF with coordinate projection: fixed-step references, orders with a given history and with the
/// climbing start, closure, the fixed number of Newton steps, stiffness, angles, and the contract
/// of every method.
#include "taut/bdf.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "models/car_axle.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/method_contract.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/step_table.hpp"
#include "support/stiff_pendulum.hpp"
#include "support/troubled_pendulum.hpp"
#include "taut/runge_kutta.hpp"

namespace taut {
namespace {

using models::Pendulum;
using models::PendulumStart;
using testing::either;
using testing::near;
using testing::run;
using testing::unlimited;

template <class Model>
struct Values {
  using S = typename Model::Scalar;
  std::array<S, static_cast<std::size_t>(Model::nq)> q;
  std::array<S, static_cast<std::size_t>(detail::nu<Model>())> u;
};

// A stepper of order k that starts at tick k - 1 from the values at ticks 0 .. k - 1.
template <int k, class Method, class Model>
Stepper<Model, Method> started_from(const Model& model,
                                    const StepSize<typename Model::Scalar>& step,
                                    const std::vector<Values<Model>>& values) {
  constexpr auto last = static_cast<std::size_t>(k - 1);
  Stepper<Model, Method> stepper(model, step, unlimited<Model>());
  TickCount tick{};
  for (int i = 0; i < k - 1; ++i) tick = tick.next(step);
  EXPECT_EQ(stepper.reset(values[last].q, values[last].u, {}, tick), Status::ok);
  std::array<decltype(values[0].q), k> q;
  std::array<decltype(values[0].u), k> u;
  for (std::size_t i = 0; i < last; ++i) {
    q[i] = values[last - 1 - i].q;
    u[i] = values[last - 1 - i].u;
  }
  auto state = stepper.state();
  Method::give_history(state, q, u);
  EXPECT_EQ(stepper.restore(state), Status::ok);
  return stepper;
}

// The solution at ticks 0 .. count, by a one-step method: past its start of first order even a fine
// BDF is only of second.
template <class Model, class Start>
std::vector<Values<Model>> solution(const Model& model, const Start& start, std::uint32_t hz,
                                    int count) {
  using S = typename Model::Scalar;
  using Method = ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>;
  Stepper<Model, Method> fine(model, StepSize<S>::hz(40 * hz), unlimited<Model>());
  EXPECT_EQ(fine.reset(start.q, start.u), Status::ok);
  std::vector<Values<Model>> values{{start.q, start.u}};
  for (int i = 0; i < count; ++i) {
    run(fine, 40);
    values.push_back({fine.state().q, fine.state().u});
  }
  return values;
}

// ---- step by step against the reference --------------------------------------------------------

// Newton's method and the projection to rounding, as in the reference. The table has no column of
// roundings. A step adds 4 roundings of the largest value, the velocity of 5.3 m/s; the motion and
// the formula add them up: past values enter with weights whose sum is 1 to 6 for orders 1 to 5,
// and an error in the velocity becomes one of position in time.
template <int k, int projection_steps>
void expect_reference_steps(const std::string& suffix) {
  const std::string file = "steps_bdf_spook.csv", name = "BDF" + std::to_string(k);
  std::vector<Values<Pendulum<double>>> values(k);
  for (const testing::TableValue& row : testing::step_table(file, "pendulum", name + " start")) {
    const std::size_t i = std::stoul(row.quantity.substr(1)) - 1;
    auto& at = values[static_cast<std::size_t>(row.step)];
    (i < 2 ? at.q[i] : at.u[i - 2]) = row.value;
  }
  using Method = Bdf<k, 6, projection_steps>;
  auto stepper = started_from<k, Method>(Pendulum<double>{}, StepSize<double>::hz(1000), values);
  int n = k - 1;
  for (const testing::TableValue& row : testing::step_table(file, "pendulum", name + suffix)) {
    if (!run(stepper, row.step - n)) return;
    n = row.step;
    EXPECT_TRUE(near(testing::table_entry(stepper.state(), row.quantity), row.value,
                     testing::roundings<double>(4 + n, 5.3)))
        << name << suffix << " step " << n << " " << row.quantity;
  }
}

TEST(BdfReference, EqualsTheReferenceStepByStep) {
  expect_reference_steps<1, 0>("");
  expect_reference_steps<2, 0>("");
  expect_reference_steps<3, 0>("");
  expect_reference_steps<4, 0>("");
  expect_reference_steps<5, 0>("");
}

TEST(BdfReference, WithProjectionEqualsTheReferenceStepByStep) {
  expect_reference_steps<1, 6>("+projection");
  expect_reference_steps<2, 6>("+projection");
  expect_reference_steps<3, 6>("+projection");
  expect_reference_steps<4, 6>("+projection");
  expect_reference_steps<5, 6>("+projection");
}

// ---- order -------------------------------------------------------------------------------------

template <int k, class S>
void expect_consistent_formula() {
  const detail::BdfFormula<S>& formula = detail::bdf_formula<S>[k - 1];
  // (BDF.1) holds for y = t^p, p = 1 .. k, at t_{n+1} = 0, h = 1; the predictor for p < k
  for (int p = 1; p <= k; ++p) {
    const auto difference = [p](int i) { return std::pow(-i, p) - std::pow(-i - 1, p); };
    double rest = difference(0) - static_cast<double>(formula.b) * (p == 1 ? 1 : 0);
    double missed = difference(0);
    for (int i = 1; i <= 4; ++i) {
      rest -= static_cast<double>(formula.past[i - 1]) * difference(i);
      missed -= static_cast<double>(formula.predictor[i - 1]) * difference(i);
    }
    EXPECT_TRUE(near(rest, 0, testing::roundings<S>(4, std::pow(5, p)))) << k << " " << p;
    if (p == k) missed = 0;
    EXPECT_TRUE(near(missed, 0, testing::roundings<S>(4, std::pow(5, p)))) << k << " " << p;
  }
}

template <class S>
class BdfTest : public ::testing::Test {};
TYPED_TEST_SUITE(BdfTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(BdfTest, TheFormulasAreExactForPolynomials) {
  using S = TypeParam;
  expect_consistent_formula<1, S>();
  expect_consistent_formula<2, S>();
  expect_consistent_formula<3, S>();
  expect_consistent_formula<4, S>();
  expect_consistent_formula<5, S>();
}

// Largest error of q at `t_s`, and what was seen on the way.
struct Outcome {
  double error = 0, residual = 0, rate = 0;
};

template <int k, class Method, class Model, class Start>
Outcome outcome(const Model& model, const Start& start, std::uint32_t hz, double t_s,
                const Values<Model>& exact, bool with_history) {
  using S = typename Model::Scalar;
  const StepSize<S> step = StepSize<S>::hz(hz);
  Stepper<Model, Method> stepper(model, step, unlimited<Model>());
  int n = 0;
  if (with_history) {
    stepper = started_from<k, Method>(model, step, solution(model, start, hz, k - 1));
    n = k - 1;
  } else {
    EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  }
  Outcome out;
  run(stepper, static_cast<int>(t_s * hz + 0.5) - n, {}, [&](const auto& s) {
    out.residual = std::max(out.residual, static_cast<double>(s.position_residual()));
    out.rate = std::max(out.rate, static_cast<double>(s.velocity_residual()));
  });
  out.error = testing::largest_difference(stepper.state().q, exact.q);
  return out;
}

// The arm after 2 s: dense M, Coriolis forces.
struct Arm {
  models::ArmOnParabola<double> model;
  models::TwoLinkArmStart<double> start;
  Values<models::ArmOnParabola<double>> after_2_s = solution(model, start, 100, 200).back();
};
const Arm& arm() {
  static const Arm once;
  return once;
}

// Order k from a given history.
template <int k>
void expect_order(std::uint32_t hz, double tolerance) {
  const auto error = [](std::uint32_t rate) {
    return outcome<k, Bdf<k>>(arm().model, arm().start, rate, 2, arm().after_2_s, true).error;
  };
  const double coarse = error(hz), fine = error(2 * hz);
  EXPECT_TRUE(near(std::log2(coarse / fine), k, tolerance)) << k << ": " << coarse << " " << fine;
}

TEST(BdfOrder, IsThatOfTheFormulaWithAGivenHistory) {
  expect_order<1>(1000, 0.05);
  expect_order<2>(500, 0.05);
  expect_order<3>(200, 0.05);
  expect_order<4>(800, 0.15);  // two terms of the error cancel at 200 Hz, and less above
  expect_order<5>(400, 0.05);
}

// The climbing start leaves an error of second order.
TEST(BdfOrder, IsTwoFromTheClimbingStart) {
  const auto error = [](std::uint32_t hz) {
    return outcome<5, Bdf<5>>(arm().model, arm().start, hz, 2, arm().after_2_s, false).error;
  };
  EXPECT_TRUE(near(std::log2(error(500) / error(1000)), 2, 0.1));
  EXPECT_TRUE(near(std::log2(error(1000) / error(2000)), 2, 0.1));
}

// Two Newton steps make the error of the formula, to a percent; more change nothing.
template <int k>
void expect_newton_enough(std::uint32_t hz) {
  const auto error = [hz](auto method) {
    return outcome<k, decltype(method)>(arm().model, arm().start, hz, 2, arm().after_2_s, true)
        .error;
  };
  const double two = error(Bdf<k>{}), six = error(Bdf<k, 6, 4>{});
  EXPECT_TRUE(near(two / six, 1, 0.01)) << k << ": " << two << " " << six;
}

TEST(BdfNewton, TwoStepsReachTheErrorOfTheFormula) {
  expect_newton_enough<1>(100);
  expect_newton_enough<2>(100);
  expect_newton_enough<3>(100);
  expect_newton_enough<4>(100);
  expect_newton_enough<5>(100);
}

// ---- closure -----------------------------------------------------------------------------------

// One Gauss-Newton step squares the error of the formula: |g| of order 2 k + 2.
TEST(BdfDrift, OneProjectionStepLeavesTheSquareOfTheLocalError) {
  const Pendulum<double> pendulum;
  const PendulumStart<double> start;
  const auto exact = solution(pendulum, start, 100, 100).back();
  const auto first = [&](std::uint32_t hz) {
    return outcome<1, Bdf<1>>(pendulum, start, hz, 1, exact, false).residual;
  };
  const auto second = [&](std::uint32_t hz) {
    return outcome<2, Bdf<2>>(pendulum, start, hz, 1, exact, true).residual;
  };
  EXPECT_TRUE(near(std::log2(first(200) / first(400)), 4, 0.1));
  EXPECT_TRUE(near(std::log2(second(50) / second(100)), 6, 0.5));
  EXPECT_LT(second(1000), 1e-14);
}

// Without projection the index-1 form drifts; 3 Gauss-Newton steps close to rounding at any order.
TEST(BdfDrift, ProjectionStopsIt) {
  const models::CarAxle<double> axle;
  const models::CarAxleStart<double> start;
  const auto exact = solution(axle, start, 100, 1).back();
  const Outcome free = outcome<2, Bdf<2, 2, 0>>(axle, start, 1000, 3, exact, false),
                one = outcome<2, Bdf<2>>(axle, start, 1000, 3, exact, false),
                three = outcome<2, Bdf<2, 2, 3>>(axle, start, 1000, 3, exact, false);
  EXPECT_GT(free.residual, 1e-5);
  EXPECT_LT(one.residual, 1e-9);
  EXPECT_LT(three.residual, testing::roundings<double>(8));
  EXPECT_LT(three.rate, testing::roundings<double>(8));
}

// 20 s at 1 kHz of a conservative motion, range 27.5 J: order 1 brakes it, order 2 hardly; neither
// feeds it.
TYPED_TEST(BdfTest, PendulumLosesEnergyAndCloses) {
  using S = TypeParam;
  const Pendulum<S> pendulum;
  const PendulumStart<S> start;
  const auto loss = [&](auto method, double& highest, double& residual) {
    Stepper<Pendulum<S>, decltype(method)> stepper(pendulum, StepSize<S>::hz(1000),
                                                   unlimited<Pendulum<S>>());
    EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
    run(stepper, 20000, {}, [&](const auto& s) {
      highest = std::max(highest,
                         static_cast<double>(models::energy(pendulum, s.state().q, s.state().u)));
      residual = std::max(residual, static_cast<double>(s.position_residual()));
    });
    return -static_cast<double>(models::energy(pendulum, stepper.state().q, stepper.state().u));
  };
  double highest = -1, residual = 0;
  EXPECT_GT(loss(Bdf<1>{}, highest, residual), 1);
  EXPECT_LT(highest, 1e-3);
  EXPECT_LT(residual, either<S>(1e-9, 5e-7));
  highest = -1, residual = 0;
  EXPECT_TRUE(near(loss(Bdf<2>{}, highest, residual), 0, 1e-3));
  EXPECT_LT(highest, 1e-3);
  EXPECT_LT(residual, either<S>(1e-13, 5e-7));
}

// ---- stiffness ---------------------------------------------------------------------------------

// h omega = 141: one Newton step is not enough, two are.
TEST(BdfStiff, TwoNewtonStepsHoldASpringOf1e8AtTenMilliseconds) {
  using Model = testing::StiffPendulum<double>;
  Model model;
  model.stiffness_n_per_m = 1e8, model.damping_n_s_per_m = 2e4;
  const testing::StiffPendulumStart<double> start;
  Stepper<Model, Bdf<3>> fine(model, StepSize<double>::hz(10000));
  ASSERT_EQ(fine.reset(start.q, start.u), Status::ok);
  ASSERT_TRUE(run(fine, 10000));
  const Values<Model> exact{fine.state().q, fine.state().u};
  const auto error = [&](auto method) {
    return outcome<2, decltype(method)>(model, start, 100, 1, exact, false).error;
  };
  EXPECT_GT(error(Bdf<2, 1>{}), 0.1);
  EXPECT_LT(error(Bdf<2>{}), 0.015);
  EXPECT_LT(error(Bdf<2, 4>{}), 0.006);
  EXPECT_LT(error(Bdf<1>{}), 0.2);
}

// ---- kinematics, angles ------------------------------------------------------------------------

// The rod by its direction, nq > nu, moves as the rod by its angle.
TEST(BdfKinematics, TwoDescriptionsOfARodAgree) {
  const auto angle_after = [](std::uint32_t hz, auto method) {
    using Method = decltype(method);
    Stepper<testing::RodByDirection<double>, Method> by_direction({}, StepSize<double>::hz(hz));
    Stepper<testing::RodByAngle<double>, Method> by_angle({}, StepSize<double>::hz(hz));
    EXPECT_EQ(by_direction.reset({0.5, 0, 1, 0}, {0, 0, 0}), Status::ok);
    EXPECT_EQ(by_angle.reset({0.5, 0, 0}, {0, 0, 0}), Status::ok);
    run(by_direction, static_cast<int>(hz));
    run(by_angle, static_cast<int>(hz));
    const auto& q = by_direction.state().q;
    return std::fabs(std::remainder(std::atan2(q[3], q[2]) - by_angle.state().q[2], 2 * M_PI));
  };
  EXPECT_LT(angle_after(1000, Bdf<2>{}), 1e-4);
  EXPECT_TRUE(near(std::log2(angle_after(500, Bdf<2>{}) / angle_after(1000, Bdf<2>{})), 2, 0.3));
}

// Turning at 20 1/s, over pi many times: the history does not see the turns taken off.
TYPED_TEST(BdfTest, TakingTurnsOffAnAngleDoesNotDisturbTheHistory) {
  using S = TypeParam;
  Stepper<testing::RodByAngle<S>, Bdf<5>> counting({}, StepSize<S>::hz(1000));
  Stepper<testing::WrappedRod<S>, Bdf<5>> wrapped({}, StepSize<S>::hz(1000));
  ASSERT_EQ(counting.reset({S(0.5), S(0), S(0)}, {S(0), S(10), S(20)}), Status::ok);
  ASSERT_EQ(wrapped.reset({S(0.5), S(0), S(0)}, {S(0), S(10), S(20)}), Status::ok);
  ASSERT_TRUE(run(counting, 2000));
  ASSERT_TRUE(run(wrapped, 2000));
  EXPECT_GT(counting.state().q[2], S(30));
  EXPECT_LT(wrapped.state().q[2], S(3.1416));
  EXPECT_LT(testing::difference(static_cast<double>(counting.state().q[2]),
                                static_cast<double>(wrapped.state().q[2]), true),
            either<S>(1e-10, 1e-3));
}

// Angles of a given history may be off by full turns.
TEST(BdfAngles, AGivenHistoryMayCountTurns) {
  using Method = Bdf<3>;
  using Model = testing::WrappedRod<double>;
  Stepper<Model, Method> stepper({}, StepSize<double>::hz(1000));
  ASSERT_EQ(stepper.reset({-0.5, 0, -3.1414}, {0, 0, 0.1}), Status::ok);
  auto state = stepper.state();
  const std::array<std::array<double, 3>, 2> q{{{-0.5, 0, 3.1415}, {-0.5, 0, 3.1413 + 2 * M_PI}}};
  Method::give_history(state, q, std::array<std::array<double, 3>, 2>{});
  EXPECT_TRUE(near(state.q_steps[0][2], 2 * M_PI - 3.1414 - 3.1415, 1e-14));
  EXPECT_TRUE(near(state.q_steps[1][2], 2e-4, 1e-14));
}

// ---- the contract ------------------------------------------------------------------------------

TYPED_TEST(BdfTest, TheStateIsTriviallyCopyable) {
  using S = TypeParam;
  using Memory = typename Bdf<5>::template Memory<Pendulum<S>>;
  static_assert(std::is_trivially_copyable_v<typename Stepper<Pendulum<S>, Bdf<5>>::StateType>);
  EXPECT_EQ(sizeof(Memory), (4 * 4 + 1) * sizeof(S));  // no padding
}

// At each stage of the climbing start and after it.
TYPED_TEST(BdfTest, ARestoredStateGoesOnAsIfNeverStopped) {
  testing::expect_a_restored_state_goes_on<TypeParam, Bdf<4>>({0, 1, 1, 1, 1, 996});
}
TYPED_TEST(BdfTest, AHistoryThatIsNotFiniteIsRefused) {
  testing::expect_damaged_memory_is_refused<TypeParam, Bdf<4>>(
      [](auto& state) { state.q_steps[2][1] = testing::not_a_number<TypeParam>; });
  testing::expect_damaged_memory_is_refused<TypeParam, Bdf<4>>(
      [](auto& state) { state.u_steps[0][3] = testing::infinite<TypeParam>; });
}

TYPED_TEST(BdfTest, ResetForgetsTheHistory) {
  using S = TypeParam;
  const PendulumStart<S> start;
  Stepper<Pendulum<S>, Bdf<3>> once({}, StepSize<S>::hz(1000)), twice({}, StepSize<S>::hz(1000));
  ASSERT_EQ(once.reset(start.q, start.u), Status::ok);
  ASSERT_EQ(twice.reset(start.q, start.u), Status::ok);
  ASSERT_TRUE(run(twice, 17));
  ASSERT_EQ(twice.reset(start.q, start.u), Status::ok);
  ASSERT_TRUE(run(once, 5));
  ASSERT_TRUE(run(twice, 5));
  EXPECT_TRUE(testing::same_state(once.state(), twice.state()));
}

TYPED_TEST(BdfTest, FailuresLeaveTheStateUnchanged) {
  testing::expect_failures_leave_the_state_unchanged<TypeParam, Bdf<3>>(
      testing::common_troubles<TypeParam>(-0.5));
}

// Float follows double: the arm over 1 s.
TEST(BdfFloat, FollowsDouble) {
  const auto angles = [](auto scalar) {
    using S = decltype(scalar);
    const models::TwoLinkArmStart<S> start;
    Stepper<models::ArmOnParabola<S>, Bdf<2>> stepper({}, StepSize<S>::hz(1000));
    EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
    run(stepper, 1000);
    return stepper.state().q;
  };
  EXPECT_LT(testing::largest_difference(angles(0.0F), angles(0.0)), 2e-5);
}

}  // namespace
}  // namespace taut
