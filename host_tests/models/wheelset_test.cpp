/// \file
/// The wheelset against the steps and the trajectory of host_tests/reference, its closure, and what
/// its contacts refuse.
#include "models/wheelset.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/allocation_guard.hpp"
#include "support/published_wheelset.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/velocity_first.hpp"
#include "taut/consistent_start.hpp"
#include "taut/rattle.hpp"
#include "taut/realtime/record.hpp"

namespace taut::models {
namespace {

using taut::testing::allocations_in;
using taut::testing::either;
using taut::testing::largest_difference;
using taut::testing::near;
using taut::testing::PublishedWheelset;
using taut::testing::reference_steps;
using taut::testing::reference_wheelset;
using taut::testing::same_bits;
using taut::testing::VelocityFirst;

template <class S>
class WheelsetTest : public ::testing::Test {};
TYPED_TEST_SUITE(WheelsetTest, taut::testing::Scalars, taut::testing::ScalarNames);

template <class Method, class Model, class S = typename Model::Scalar>
Stepper<Model, Method> on_rails(const Model& model, std::uint32_t hz, Method method = {}) {
  Stepper<Model, Method> stepper(model, StepSize<S>::hz(hz), Limits<S>::template of<Model>(),
                                 method);
  const WheelsetStart<S> start;
  EXPECT_EQ(stepper.reset(start.q, start.u, start.s), Status::ok);
  return stepper;
}

// ---- the steps of the reference, double --------------------------------------------------------

template <class StateType>
double quantity(const StateType& state, const std::string& name) {
  const auto i = static_cast<std::size_t>(name.back() - '1');
  if (name[0] == 'q') return state.q[i];
  if (name[0] == 'u') return state.u[i];
  if (name[0] == 's') return state.s[i];
  if constexpr (detail::detected<detail::EndMultipliersOf, StateType>)
    return state.end_lambda[i];  // the source prints those of the second half
  else
    return state.lambda[i];
}

template <class Method>
void expect_steps(const std::string& name, Method method = {}) {
  SCOPED_TRACE(name);
  auto stepper = on_rails(PublishedWheelset<double>{}, 1000, method);
  int step = 0;
  for (const auto& row : reference_steps("wheelset", name, "steps_wheelset.csv")) {
    if (row.step > 1000) break;
    for (; step < row.step; ++step) ASSERT_EQ(stepper.step(), Status::ok) << step;
    // to 1e-9, of the forces to 1e-9 of 84 N
    const double size = row.quantity[0] == 'l' ? 84 : 1;
    EXPECT_TRUE(near(quantity(stepper.state(), row.quantity), row.value, 1e-9 * size))
        << row.quantity << " after " << row.step;
  }
  EXPECT_EQ(step, 1000);
}

template <class Derivative, class Stabilization, class Formulation = Index1>
void expect_steps_of_euler(const std::string& name) {
  expect_steps<LinearImplicitEuler<Derivative, Stabilization, Formulation, J3, NewtonMultipliers>>(
      name + " newton");
  expect_steps<LinearImplicitEuler<Derivative, Stabilization, Formulation, J3, LaggedMultipliers>>(
      name + " lagged");
}

TEST(Wheelset, EulerFamilyTakesTheStepsOfTheReference) {
  expect_steps_of_euler<NoDerivative, OneStepProjection>("EE");
  expect_steps_of_euler<ForceDerivative, OneStepProjection>("I1");
  expect_steps_of_euler<ForceDerivative, NoStabilization>("I1none");
  expect_steps_of_euler<ForceDerivative, OneStepProjection, Index2>("I2");
}

TEST(Wheelset, VelocityFirstWithBaumgarteTakesTheStepsOfTheReference) {
  using Newton = LinearImplicitEuler<NoDerivative, Baumgarte<double>, Index1, VelocityFirst>;
  using Lagged = LinearImplicitEuler<NoDerivative, Baumgarte<double>, Index1, VelocityFirst,
                                     LaggedMultipliers>;
  const Baumgarte<double> dead_beat{500, 1e6}, slow{100, 1e4};
  expect_steps("VED newton", Newton{dead_beat});
  expect_steps("VED lagged", Lagged{dead_beat});
  expect_steps("BAUM newton", Newton{slow});
  expect_steps("BAUM lagged", Lagged{slow});
}

TEST(Wheelset, RattleTakesTheStepsOfTheReference) {
  expect_steps<Rattle<0>>("RATTLE newton");
  expect_steps<Rattle<0, NoJacobian, LaggedMultipliers>>("RATTLE lagged");
}

// The cos(phi) of the published row is 1e-6 of a moment that is small itself.
TEST(Wheelset, PublishedRowMovesTheWheelsetByLessThanANanometre) {
  auto exact = on_rails<Rattle<0>>(Wheelset<double>{}, 1000);
  auto published = on_rails<Rattle<0>>(PublishedWheelset<double>{}, 1000);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(exact.step(), Status::ok);
    ASSERT_EQ(published.step(), Status::ok);
  }
  EXPECT_LT(largest_difference(exact.state().q, published.state().q), 1e-9);
  EXPECT_NE(exact.state().q, published.state().q);
}

// ---- the trajectory of the reference -----------------------------------------------------------

struct Seen {
  double closure = 0;   // largest |g| in m
  double position = 0;  // largest error of x, y, z in m
};

template <class Method, class S = double>
Seen against_reference(std::uint32_t hz) {
  auto stepper = on_rails<Method>(Wheelset<S>{}, hz);
  Seen seen;
  int row = 0;
  const auto table = reference_wheelset();
  EXPECT_EQ(table.size(), 1001U);
  for (const auto& at : table) {
    for (; row < std::lround(at.t_s * hz); ++row) {
      if (const Status status = stepper.step(); status != Status::ok) {
        ADD_FAILURE() << describe(status) << " in step " << row + 1;
        return seen;
      }
      seen.closure = std::max(seen.closure, double(stepper.position_residual()));
    }
    for (std::size_t i = 0; i < 3; ++i)
      seen.position = std::max(seen.position, std::abs(double(stepper.state().q[i]) - at.q[i]));
  }
  return seen;
}

using Euler = LinearImplicitEuler<ForceDerivative>;

TEST(Wheelset, OneProjectionKeepsItOnTheRailsForTenSeconds) {
  const Seen euler = against_reference<Euler>(1000);
  EXPECT_LT(euler.closure, 1e-13);
  EXPECT_LT(euler.position, 7.65e-3);
  const Seen full = against_reference<LinearImplicitEuler<>>(1000);
  EXPECT_LT(full.closure, 1e-13);
  EXPECT_LT(full.position, 7.65e-3);
  const Seen rattle = against_reference<Rattle<0>>(1000);
  EXPECT_LT(rattle.closure, 5e-10);
  EXPECT_LT(rattle.position, 2.4e-4);
}

TEST(Wheelset, WithoutProjectionItRisesOffTheRail) {
  const Seen free = against_reference<LinearImplicitEuler<ForceDerivative, NoStabilization>>(1000);
  EXPECT_GT(free.closure, 1.5e-4);
  EXPECT_LT(free.closure, 2.5e-4);
}

TEST(Wheelset, RattleIsOfOrderTwoAndTheEulerFamilyOfOrderOne) {
  EXPECT_LT(against_reference<Euler>(10000).position, 5.05e-4);
  EXPECT_LT(against_reference<Rattle<0>>(10000).position, 2.8e-6);
  // lagged multipliers cost the second order
  const double lagged = against_reference<Rattle<0, NoJacobian, LaggedMultipliers>>(10000).position;
  EXPECT_GT(lagged, 5e-5);
  EXPECT_LT(lagged, 6e-5);
}

// ---- float -------------------------------------------------------------------------------------

template <class Method>
void expect_on_rails_in_float(double curvature) {
  Wheelset<float> model;
  model.curvature = float(curvature);
  auto stepper = on_rails<Method>(model, 1000);
  double closure = 0;
  for (int i = 0; i < 60000; ++i) {
    ASSERT_EQ(stepper.step(), Status::ok) << i;
    closure = std::max(closure, double(stepper.position_residual()));
  }
  EXPECT_LT(closure, 1e-7);
}
TEST(Wheelset, FloatStaysOnTheRailsForAMinuteStraightAndCurved) {
  expect_on_rails_in_float<LinearImplicitEuler<>>(0);
  expect_on_rails_in_float<Rattle<0>>(0);
  expect_on_rails_in_float<Rattle<0>>(2e-3);
}

// ---- the curve ---------------------------------------------------------------------------------

// Without creep and stiff springs aside, what the curve adds is the centrifugal force m V^2 kappa:
// the axle runs off to the outside by less than it would without cones, and the outer wheel carries
// more. The sum of the loads stays the weight.
TYPED_TEST(WheelsetTest, CurveLoadsTheOuterWheel) {
  using S = TypeParam;
  Wheelset<S> model;
  model.curvature = S(2e-3);
  auto stepper = on_rails<Rattle<0>>(model, 1000);
  double inner = 0, outer = 0, offset = 0;
  for (int i = 0; i < 10000; ++i) {
    ASSERT_EQ(stepper.step(), Status::ok);
    if (i < 5000) continue;
    inner += double(stepper.state().lambda[0]) / 5000;
    outer += double(stepper.state().lambda[1]) / 5000;
    offset += double(stepper.state().q[0]) / 5000;
  }
  EXPECT_TRUE(near(inner + outer, 16.08 * 9.81, 2));
  EXPECT_GT(outer, inner + 10);
  EXPECT_GT(offset, 1e-3);
}

// Cylinders in the middle of the track roll on: no creep, half of the weight on each.
TYPED_TEST(WheelsetTest, CentredCylindersRollWithoutCreep) {
  using S = TypeParam;
  Wheelset<S> model;
  model.cone = S(0);
  Stepper<Wheelset<S>> stepper(model, StepSize<S>::hz(1000));
  ASSERT_EQ(stepper.reset({}, {}, {S(0), -model.half_gauge, S(0), model.half_gauge}), Status::ok);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(stepper.step(), Status::ok) << i;
  EXPECT_LT(largest_difference(stepper.state().q, std::array<S, 5>{}), either<S>(1e-15, 1e-6));
  for (const S lambda : stepper.state().lambda)
    EXPECT_TRUE(near(lambda, 16.08 * 9.81 / 2, either<S>(1e-10, 1e-3)));
}

// ---- start, failures, snapshot -----------------------------------------------------------------

TYPED_TEST(WheelsetTest, StartHasTheConvergedMultipliersOfTheReference) {
  using S = TypeParam;
  auto stepper = on_rails<LinearImplicitEuler<>>(Wheelset<S>{}, 1000);
  EXPECT_TRUE(near(stepper.state().lambda[0], 74.14552846, either<S>(1e-6, 2e-3)));
  EXPECT_TRUE(near(stepper.state().lambda[1], 83.59184020, either<S>(1e-6, 2e-3)));
}

// Half a millimetre above the rails, contact points three millimetres off.
TYPED_TEST(WheelsetTest, RoughStartComesOntoTheRails) {
  using S = TypeParam;
  const Wheelset<S> model;
  WheelsetStart<S> start;
  start.q[1] += S(5e-4);
  start.s = {S(0.01), S(-0.155), S(-0.01), S(0.146)};
  StartReport<Wheelset<S>> report;
  ASSERT_EQ(make_consistent(model, start.q, start.u, start.s, {}, report), Status::ok);
  EXPECT_LT(double(report.position_residual), either<S>(1e-16, 3e-8));
  EXPECT_TRUE(near(report.largest_move, 5e-4, 1e-5));
  EXPECT_EQ(report.moved_coordinate, 1);
  Stepper<Wheelset<S>, Rattle<0>> stepper(model, StepSize<S>::hz(1000));
  ASSERT_EQ(stepper.reset(start.q, start.u, start.s), Status::ok);
  // the contact points are where Newton's method leaves them, too
  EXPECT_LT(largest_difference(stepper.state().s, start.s), either<S>(1e-15, 1e-7));
}

TYPED_TEST(WheelsetTest, ContactsThatHaveNoPlaceRefuseTheStart) {
  using S = TypeParam;
  Stepper<Wheelset<S>> stepper(Wheelset<S>{}, StepSize<S>::hz(1000));
  WheelsetStart<S> start;
  start.s[1] = taut::testing::not_a_number<S>;
  EXPECT_NE(stepper.reset(start.q, start.u, start.s), Status::ok);
  EXPECT_EQ(stepper.step(), Status::not_started);
}

// Steps until one is refused; the verdict, and the state as it was.
template <class Stepper>
Status refused(Stepper& stepper, int most) {
  for (int i = 0; i < most; ++i) {
    const auto before = stepper.state();
    const Status status = stepper.step();
    if (status == Status::ok) continue;
    EXPECT_TRUE(same_bits(before, stepper.state()));
    return status;
  }
  return Status::ok;
}

// The hunting of 9 mm takes the contact past a wheel 5 mm wider than its middle.
TYPED_TEST(WheelsetTest, DerailmentIsRefused) {
  using S = TypeParam;
  Wheelset<S> model;
  model.flange = S(0.1556);
  auto stepper = on_rails<LinearImplicitEuler<>>(model, 1000);
  EXPECT_EQ(refused(stepper, 10000), Status::contact_out_of_range);
}

// In so tight a curve the centrifugal force tips it over the outer rail.
TYPED_TEST(WheelsetTest, LiftOffIsRefused) {
  using S = TypeParam;
  Wheelset<S> model;
  model.curvature = S(0.02);
  Stepper<Wheelset<S>, Rattle<0>> stepper(model, StepSize<S>::hz(1000));
  const WheelsetStart<S> start;
  ASSERT_EQ(stepper.reset(start.q, start.u, start.s), Status::ok);
  EXPECT_EQ(refused(stepper, 10000), Status::contact_lost);
}

// The creep is saturated in the first instants, and again at the turning points of the hunting.
TYPED_TEST(WheelsetTest, SaturatedCreepIsRefusedWhereTheModelAllowsNone) {
  using S = TypeParam;
  Wheelset<S> model;
  model.creep_limit = S(1);
  Stepper<Wheelset<S>> stepper(model, StepSize<S>::hz(1000));
  const WheelsetStart<S> start;
  EXPECT_EQ(stepper.reset(start.q, start.u, start.s), Status::creep_saturated);
  model.creep_limit = S(1.5);
  Stepper<Wheelset<S>> tolerant(model, StepSize<S>::hz(1000));
  ASSERT_EQ(tolerant.reset(start.q, start.u, start.s), Status::ok);
  EXPECT_EQ(refused(tolerant, 1000), Status::ok);
}

template <class Method, class S>
void expect_same_after_restore() {
  using Subject = Stepper<Wheelset<S>, Method>;
  auto stepper = on_rails<Method>(Wheelset<S>{}, 1000);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(stepper.step(), Status::ok);
  const auto record = realtime::StateRecord<Subject>::of(stepper);
  Subject other(Wheelset<S>{}, StepSize<S>::hz(1000));
  ASSERT_EQ(record.restore(other), Status::ok);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(stepper.step(), Status::ok);
    ASSERT_EQ(other.step(), Status::ok);
  }
  EXPECT_EQ(stepper.state().q, other.state().q);
  EXPECT_EQ(stepper.state().u, other.state().u);
  EXPECT_EQ(stepper.state().s, other.state().s);
  EXPECT_EQ(stepper.state().lambda, other.state().lambda);
}
TYPED_TEST(WheelsetTest, RestoredStateGoesOnBitForBit) {
  expect_same_after_restore<LinearImplicitEuler<>, TypeParam>();
  expect_same_after_restore<Rattle<0>, TypeParam>();
  expect_same_after_restore<Rattle<1, NoJacobian, LaggedMultipliers>, TypeParam>();
}

TYPED_TEST(WheelsetTest, ReprojectionPutsAFlippedBitBackOnTheRails) {
  using S = TypeParam;
  auto stepper = on_rails<Rattle<0>>(Wheelset<S>{}, 1000);
  auto state = stepper.state();
  state.q[1] += S(1e-5);
  ASSERT_EQ(stepper.restore(state), Status::ok);
  EXPECT_GT(double(stepper.position_residual()), 1e-5);
  ASSERT_EQ(stepper.reproject(), Status::ok);
  EXPECT_LT(double(stepper.position_residual()), either<S>(1e-9, 2e-8));
  EXPECT_EQ(stepper.step(), Status::ok);
}

TYPED_TEST(WheelsetTest, StepAllocatesNothing) {
  using S = TypeParam;
  auto euler = on_rails<LinearImplicitEuler<>>(Wheelset<S>{}, 1000);
  auto rattle = on_rails<Rattle<0>>(Wheelset<S>{}, 1000);
  Status status = Status::ok;
  EXPECT_EQ(allocations_in([&] { status = euler.step(); }), 0);
  EXPECT_EQ(status, Status::ok);
  EXPECT_EQ(allocations_in([&] { status = rattle.step(); }), 0);
  EXPECT_EQ(status, Status::ok);
}

}  // namespace
}  // namespace taut::models
