/// \file
/// Explicit Runge-Kutta with post-stabilisation: step by step against the reference, order, stage
/// times, what a step evaluates, and failures at every stage.
#include "taut/runge_kutta.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "models/andrews.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/allocation_guard.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;
using models::Pendulum;
using models::PendulumStart;
using testing::all_near;
using testing::either;
using testing::near;
using testing::run;
using testing::started;

// ---- step by step against the reference --------------------------------------------------------

std::string vector_of(const std::string& quantity) {
  return quantity.substr(0, quantity.find_first_of("0123456789"));
}

// The entry that a quantity names: q1.., u1.., norm2_g.
template <class Stepper>
double quantity_of(const Stepper& stepper, const std::string& quantity) {
  if (quantity == "norm2_g") return stepper.position_residual();
  const std::string vector = vector_of(quantity);
  const std::size_t i = std::stoul(quantity.substr(vector.size())) - 1;
  return vector == "q" ? stepper.state().q[i] : stepper.state().u[i];
}

// `times` the largest that rounding moves any entry of this step of the reference, and one rounding
// of the largest entry of the vector; |g| is printed with 7 digits, its terms are of order
// `terms_of_g`.
double allowed(const std::vector<testing::StepValue>& table, const testing::StepValue& row,
               double terms_of_g, double times) {
  double rounding = 0, largest = 0;
  for (const testing::StepValue& other : table)
    if (other.step == row.step) {
      rounding = std::max(rounding, other.rounding);
      if (vector_of(other.quantity) == vector_of(row.quantity))
        largest = std::max(largest, std::fabs(other.value));
    }
  const double epsilon = std::numeric_limits<double>::epsilon();
  if (row.quantity == "norm2_g") return times * rounding + 5e-7 * row.value + epsilon * terms_of_g;
  return times * rounding + epsilon * largest;
}

template <class Method, class Model, class Start>
void expect_reference(const Model& model, const Start& start, const StepSize<double>& step,
                      const std::string& problem, const std::string& method_name, double terms_of_g,
                      double times, const Method& method) {
  SCOPED_TRACE(problem + " " + method_name);
  Stepper<Model, Method> stepper(model, step, Limits<double>::of<Model>(), method);
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  const std::vector<testing::StepValue> table =
      testing::reference_steps(problem, method_name, "steps_runge_kutta.csv");
  constexpr double turn = 6.283185307179586477;
  int count = 0;
  for (const testing::StepValue& row : table) {
    ASSERT_LE(count, row.step);
    if (!run(stepper, row.step - count)) return;
    count = row.step;
    const double value = quantity_of(stepper, row.quantity);
    // angles are wrapped here, not there
    const double turns =
        vector_of(row.quantity) == "q" ? std::round((row.value - value) / turn) : 0.0;
    EXPECT_TRUE(near(value + turns * turn, row.value, allowed(table, row, terms_of_g, times)))
        << "step " << row.step << " " << row.quantity;
  }
}

template <class Model, class Start>
void expect_references(const std::string& problem, double terms_of_g, std::uint32_t hz = 1000,
                       bool with_fourth_order = true) {
  const Model model;
  const Start start;
  const StepSize<double> step = StepSize<double>::hz(hz);
  const auto expect = [&](auto method, const char* name, double times = 10) {
    expect_reference(model, start, step, problem, name, terms_of_g, times, method);
  };
  expect(ExplicitRungeKutta<Heun, SBoth<>>{}, "Heun-S-both(5.6)");
  expect(ExplicitRungeKutta<Heun, SBothTwice<>>{}, "Heun-S-both2(5.6)");
  expect(ExplicitRungeKutta<Heun, SBothTwiceOfTables<>>{}, "Heun-S-both2t(5.6)");
  // Andrews: one unit in the last place of a start angle moves u1 by 4.4e-14 in 100 steps, and the
  // reference shows a lucky 1.6e-15
  expect(ExplicitRungeKutta<Heun, SFull>{}, "Heun-S-full", problem == "andrews" ? 25 : 10);
  expect(ExplicitRungeKutta<Heun, SVelocity<>>{}, "Heun-S-vel(5.6)");
  ExplicitRungeKutta<Heun, NoPostStabilization, Baumgarte<double>> damped;
  damped.stabilization = {6, 70};
  expect(damped, "Heun-Baum(12 70)");
  if (with_fourth_order)
    expect(ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{}, "RK4+S-both2(5.6)");
}

TEST(RungeKuttaReference, PendulumEqualsTheReferenceStepByStep) {
  expect_references<Pendulum<double>, PendulumStart<double>>("pendulum", 1);
}
TEST(RungeKuttaReference, CarAxleEqualsTheReferenceStepByStep) {
  expect_references<CarAxle<double>, CarAxleStart<double>>("caraxis", 1);
}
TEST(RungeKuttaReference, CircularTrackEqualsTheReferenceStepByStep) {
  expect_references<models::CircularTrack<double>, models::CircularTrackStart<double>>("track", 1,
                                                                                       1000, false);
}
TEST(RungeKuttaReference, ArmOnParabolaEqualsTheReferenceStepByStep) {
  expect_references<models::ArmOnParabola<double>, models::TwoLinkArmStart<double>>("arm_case1", 4);
}
TEST(RungeKuttaReference, DrivenArmEqualsTheReferenceStepByStep) {
  expect_references<models::DrivenArm<double>, models::TwoLinkArmStart<double>>("arm_case2_w05", 2,
                                                                                1000, false);
}
TEST(RungeKuttaReference, AndrewsEqualsTheReferenceStepByStep) {
  expect_references<models::Andrews<double>, models::AndrewsStart<double>>("andrews", 0.1, 100000);
}

// ---- order and stage times ---------------------------------------------------------------------

// Largest error of q and u at 0.1 s against the exact solution.
template <class Method, class Model, class Start>
double error_at_100_ms(const std::string& problem, std::uint32_t hz) {
  const Start start;
  auto stepper = started<Method>(Model{}, StepSize<double>::hz(hz), start.q, start.u);
  run(stepper, static_cast<int>(hz / 10));
  double largest = 0;
  for (std::size_t i = 0; i < start.q.size(); ++i) {
    const std::string entry = std::to_string(i + 1);
    largest = std::max(
        {largest, std::fabs(stepper.state().q[i] - testing::exact(problem, 0.1, "q" + entry)),
         std::fabs(stepper.state().u[i] - testing::exact(problem, 0.1, "u" + entry))});
  }
  return largest;
}

template <class Tableau, class Post>
void expect_order(double order) {
  using Method = ExplicitRungeKutta<Tableau, Post>;
  // h small enough that the leading term rules, large enough that rounding does not
  const std::uint32_t hz = order > 3 ? 400 : 3200;
  const double pendulum =
      error_at_100_ms<Method, Pendulum<double>, PendulumStart<double>>("pendulum", hz) /
      error_at_100_ms<Method, Pendulum<double>, PendulumStart<double>>("pendulum", 2 * hz);
  const double car_axle =
      error_at_100_ms<Method, CarAxle<double>, CarAxleStart<double>>("caraxis", hz) /
      error_at_100_ms<Method, CarAxle<double>, CarAxleStart<double>>("caraxis", 2 * hz);
  EXPECT_TRUE(near(std::log2(pendulum), order, 0.15));
  EXPECT_TRUE(near(std::log2(car_axle), order, 0.15));
}

// The road of the car axle moves: with wrong stage times RK4 would be of order one.
TEST(RungeKuttaOrder, IsThatOfTheTableau) {
  expect_order<ExplicitEuler, SBothTwice<>>(1);
  expect_order<Midpoint, SBothTwice<>>(2);
  expect_order<Heun, SBothTwice<MassMetric>>(2);
  expect_order<Ralston, SBothTwiceOfTables<>>(2);
  expect_order<ClassicalRungeKutta4, SBothTwice<>>(4);
  expect_order<ClassicalRungeKutta4, SFull>(4);
  expect_order<ClassicalRungeKutta4, SFullByBlocks<MassMetric>>(4);
  expect_order<ClassicalRungeKutta4, NoPostStabilization>(4);
}

// A tableau of the user's: Kutta's third order, with a negative entry.
struct Kutta3 {
  static constexpr int stages = 3;
  static constexpr double a[3][3] = {{0, 0, 0}, {0.5, 0, 0}, {-1, 2, 0}};
  static constexpr double b[3] = {1.0 / 6, 2.0 / 3, 1.0 / 6};
  static constexpr double c[3] = {0, 0.5, 1};
};
TEST(RungeKuttaOrder, HoldsForATableauOfTheUser) { expect_order<Kutta3, SBothTwice<>>(3); }

template <class S>
class RungeKuttaTest : public ::testing::Test {};
TYPED_TEST_SUITE(RungeKuttaTest, testing::Scalars, testing::ScalarNames);

// After an hour a float of the time itself would have lost the half tick.
TYPED_TEST(RungeKuttaTest, StageTimesKeepTheWholeSeconds) {
  using S = TypeParam;
  const CarAxle<S> model;
  const StepSize<S> step = StepSize<S>::hz(1000);
  TickSignals<CarAxle<S>> tick;
  tick.evaluate_after(model, {3600, 999}, step, S(0.5));
  EXPECT_EQ(tick.whole_s, 3600U);
  EXPECT_TRUE(near(tick.part_s, 0.9995, testing::roundings<S>(1)));
  // 36009.995 rad; the frequency itself is rounded
  EXPECT_TRUE(near(tick.r[1].value.value, 0.1L * std::sin(36009.995L), either<S>(1e-12, 1e-7)));

  TickSignals<CarAxle<S>> start;
  tick.evaluate(model, {3600, 999}, step);
  start.evaluate_after(model, {3600, 999}, step, S(0));
  EXPECT_EQ(start.part_s, tick.part_s);
  EXPECT_EQ(start.r[0].value.value, tick.r[0].value.value);
}

// ---- precision ---------------------------------------------------------------------------------

// Car axle over 3 s at 1 kHz; |g| in float: roundings of its terms of order 1.
TYPED_TEST(RungeKuttaTest, FourthOrderHoldsTheConstraintsAndTheSolution) {
  using S = TypeParam;
  const CarAxleStart<S> start;
  auto stepper =
      started<ExplicitRungeKutta<>>(CarAxle<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  double residual = 0, rate = 0;
  run(stepper, 3000, {}, [&](const auto& s) {
    residual = std::max(residual, static_cast<double>(s.position_residual()));
    rate = std::max(rate, static_cast<double>(s.velocity_residual()));
  });
  EXPECT_LT(residual, testing::roundings<S>(4));
  EXPECT_LT(rate, testing::roundings<S>(16));
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(near(stepper.state().q[i],
                     testing::exact("caraxis", 3, "q" + std::to_string(i + 1)),
                     either<S>(1e-6, 2e-5)));
}

// In other velocities the same motion: the metric of M does not depend on them.
template <class Post, class S>
void expect_same_motion_in_other_velocities() {
  using Skewed = testing::SkewedPendulum<S>;
  using Method = ExplicitRungeKutta<ClassicalRungeKutta4, Post>;
  const StepSize<S> step = StepSize<S>::hz(1000);
  auto plain = started<Method>(Pendulum<S>{}, step, std::array<S, 2>{S(1), S(0)},
                               std::array<S, 2>{S(0), S(0)});
  auto skewed =
      started<Method>(Skewed{}, step, std::array<S, 2>{S(1), S(0)}, std::array<S, 2>{S(0), S(0)});
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(run(plain, 1));
    ASSERT_TRUE(run(skewed, 1));
  }
  EXPECT_TRUE(all_near(skewed.state().q, plain.state().q, either<S>(1e-13, 2e-5)));
}
TYPED_TEST(RungeKuttaTest, MassMetricDoesNotDependOnTheVelocitiesChosen) {
  using S = TypeParam;
  expect_same_motion_in_other_velocities<SBothTwice<MassMetric>, S>();
  expect_same_motion_in_other_velocities<SBothTwiceOfTables<MassMetric>, S>();
  expect_same_motion_in_other_velocities<SFullByBlocks<MassMetric>, S>();
  expect_same_motion_in_other_velocities<SVelocity<MassMetric>, S>();
}

// nq > nu: every post-stabilisation keeps the rod on its pivot.
template <class Post, class S>
void expect_closed(double residual, double rate) {
  auto stepper = started<ExplicitRungeKutta<Heun, Post>>(
      testing::RodByDirection<S>{}, StepSize<S>::hz(1000),
      std::array<S, 4>{S(0.5), S(0), S(1), S(0)}, std::array<S, 3>{});
  run(stepper, 1000, {}, [&](const auto& s) {
    EXPECT_LT(s.position_residual(), residual);
    EXPECT_LT(s.velocity_residual(), rate);
  });
}
TYPED_TEST(RungeKuttaTest, KinematicsAreFollowedByEveryPostStabilization) {
  using S = TypeParam;
  const double rounding = testing::roundings<S>(20);
  expect_closed<SBoth<>, S>(rounding, 1e-5);
  expect_closed<SBothTwice<>, S>(rounding, rounding);
  expect_closed<SBothTwiceOfTables<MassMetric>, S>(rounding, rounding);
  expect_closed<SFull, S>(rounding, rounding);
  expect_closed<SFullByBlocks<>, S>(rounding, rounding);
  expect_closed<SFullByBlocks<MassMetric>, S>(rounding, rounding);
  expect_closed<SVelocity<>, S>(1e-3, rounding);
}

// ---- what a step evaluates ---------------------------------------------------------------------

// Counts evaluations; rheonomic, with a mass matrix that varies.
template <class S>
struct CountingPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::diagonal;
  static inline int masses = 0, excitations = 0, forces = 0, linearisations = 0;

  Vector<S, 2> mass_matrix(const Vector<S, 2>&, const Signals<CountingPendulum, S>&) const {
    ++masses;
    return {S(1), S(1)};
  }
  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    ++excitations;
    return Vector<N, 1>(t.part_s * S(0.01));
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<CountingPendulum, N>&) const {
    ++forces;
    return {N(0), N(-9.81)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<CountingPendulum, N>& s) const {
    if constexpr (std::is_same_v<N, Dual<S, 3>>) ++linearisations;
    const N length = S(1) + s.r[0];
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - length * length);
  }
};

template <class Method>
void expect_evaluations(int forces, int masses, int excitations, int linearisations) {
  using Model = CountingPendulum<double>;
  auto stepper = started<Method>(Model{}, StepSize<double>::hz(1000), std::array<double, 2>{1, 0},
                                 std::array<double, 2>{0.01, 0});
  ASSERT_TRUE(run(stepper, 3));
  Model::forces = Model::masses = Model::excitations = Model::linearisations = 0;
  ASSERT_TRUE(run(stepper, 1));
  EXPECT_EQ(Model::forces, forces);
  EXPECT_EQ(Model::masses, masses);
  EXPECT_EQ(Model::excitations, excitations);
  EXPECT_EQ(Model::linearisations, linearisations);
}

// Stages but the first, the predicted point of the post-stabilisation, the new point; stages at the
// same time share its signals.
TEST(RungeKutta, EvaluatesNothingTwice) {
  expect_evaluations<ExplicitRungeKutta<ExplicitEuler, NoPostStabilization>>(1, 1, 1, 1);
  expect_evaluations<ExplicitRungeKutta<ExplicitEuler, SVelocity<>>>(1, 1, 1, 1);
  expect_evaluations<ExplicitRungeKutta<Heun, SVelocity<MassMetric>>>(2, 2, 1, 2);
  expect_evaluations<ExplicitRungeKutta<Heun, SBoth<>>>(2, 2, 1, 3);
  expect_evaluations<ExplicitRungeKutta<Heun, SBothTwice<>>>(2, 2, 1, 3);
  expect_evaluations<ExplicitRungeKutta<Heun, SBothTwiceOfTables<>>>(2, 2, 1, 4);
  expect_evaluations<ExplicitRungeKutta<Midpoint, SBothTwice<MassMetric>>>(2, 3, 2, 3);
  expect_evaluations<ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>>(4, 4, 2, 5);
}

// Zero times NaN would be NaN.
TEST(RungeKutta, ZeroEntriesOfATableauAreNotEvaluated) {
  using Row = detail::SolutionRow<Midpoint>;  // 0, 1
  const Vector<double, 2> rates[2] = {Vector<double, 2>::Constant(std::nan("")), {1.0, 2.0}};
  const Vector<double, 2> sum = detail::weighted_sum<Row, 2>(0.5, rates);
  EXPECT_EQ(sum[0], 0.5);
  EXPECT_EQ(sum[1], 1.0);
}

TEST(RungeKutta, DoesNotTouchTheHeap) {
  const models::AndrewsStart<double> start;
  auto stepper = started<ExplicitRungeKutta<ClassicalRungeKutta4, SFull>>(
      models::Andrews<double>{}, StepSize<double>::hz(100000), start.q, start.u);
  EXPECT_EQ(testing::allocations_in([&] { run(stepper, 10); }), 0);
}

// ---- going on from a state ---------------------------------------------------------------------

template <class Method, class S>
void expect_same_bits_after_restore() {
  const models::TwoLinkArmStart<S> start;
  auto stepper = started<Method>(models::DrivenArm<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  // long enough for angles to have been wrapped
  ASSERT_TRUE(run(stepper, 1500));
  auto other = started<Method>(models::DrivenArm<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_EQ(other.restore(stepper.state()), Status::ok);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(run(stepper, 1));
    ASSERT_TRUE(run(other, 1));
    EXPECT_TRUE(testing::same_bits(stepper.state().q, other.state().q));
    EXPECT_TRUE(testing::same_bits(stepper.state().u, other.state().u));
    EXPECT_TRUE(testing::same_bits(stepper.state().lambda, other.state().lambda));
  }
}
TYPED_TEST(RungeKuttaTest, GoesOnBitForBitFromARestoredState) {
  using S = TypeParam;
  expect_same_bits_after_restore<ExplicitRungeKutta<>, S>();
  expect_same_bits_after_restore<ExplicitRungeKutta<Heun, SVelocity<>>, S>();
  expect_same_bits_after_restore<ExplicitRungeKutta<Ralston, SFullByBlocks<MassMetric>>, S>();
}

// ---- failures ----------------------------------------------------------------------------------

// The step answers `expected`, changes no bit of the state, and the steps that follow are those
// that would have followed.
template <class Stepper>
void expect_refused(const Stepper& before, const typename Stepper::InputType& bad,
                    const typename Stepper::InputType& good, Status expected) {
  Stepper disturbed = before, undisturbed = before;
  unsigned char bytes[sizeof(typename Stepper::StateType)];
  std::memcpy(bytes, &disturbed.state(), sizeof bytes);
  EXPECT_EQ(disturbed.step(bad), expected);
  EXPECT_EQ(std::memcmp(bytes, &disturbed.state(), sizeof bytes), 0);
  ASSERT_TRUE(run(disturbed, 5, good));
  ASSERT_TRUE(run(undisturbed, 5, good));
  EXPECT_TRUE(testing::same_bits(disturbed.state().q, undisturbed.state().q));
  EXPECT_TRUE(testing::same_bits(disturbed.state().u, undisturbed.state().u));
}

template <class S, MassForm form, class Method>
void expect_troubles_refused() {
  using Model = testing::TroubledPendulum<S, form>;
  const Model model;
  Stepper<Model, Method> stepper(model, StepSize<S>::hz(1000),
                                 {S(1e-3), S(64) * std::numeric_limits<S>::epsilon()});
  ASSERT_EQ(stepper.reset(model.start_q(), {}, Model::calm), Status::ok);
  for (const int steps : {0, 1, 50}) {
    ASSERT_TRUE(run(stepper, steps, Model::calm));
    const auto refused = [&](typename Model::Trouble trouble, S value, Status expected) {
      expect_refused(stepper, Model::trouble(trouble, value), Model::calm, expected);
    };
    refused(Model::root_of_force, S(-1), Status::non_finite_state);
    refused(Model::root_of_g, S(-1), Status::non_finite_state);
    refused(Model::rank, S(0), Status::rank_deficient_constraints);
    refused(Model::row, S(0), Status::rank_deficient_constraints);
    refused(Model::third_mass, S(0), Status::singular_mass_matrix);
    refused(Model::jump, S(0.9), Status::residual_too_large);
    refused(Model::jump, testing::not_a_number<S>, Status::non_finite_input);
  }
}
TYPED_TEST(RungeKuttaTest, TroublesOfTheModelLeaveTheStateUnchanged) {
  using S = TypeParam;
  expect_troubles_refused<S, MassForm::diagonal, ExplicitRungeKutta<>>();
  expect_troubles_refused<S, MassForm::dense, ExplicitRungeKutta<Heun, SBoth<MassMetric>>>();
  expect_troubles_refused<S, MassForm::dense, ExplicitRungeKutta<Midpoint, SFull>>();
  expect_troubles_refused<S, MassForm::diagonal, ExplicitRungeKutta<Heun, SVelocity<>>>();
  expect_troubles_refused<S, MassForm::diagonal,
                          ExplicitRungeKutta<ExplicitEuler, NoPostStabilization>>();
}

// A pendulum whose second constraint, z = 0, ends below y = -edge: it vanishes there, or is NaN.
template <class S, bool vanishes>
struct PendulumOverAnEdge {
  using Scalar = S;
  static constexpr int nq = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S edge = S(1e-4);

  Vector<S, 3> mass_matrix() const { return {S(1), S(1), S(1)}; }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<PendulumOverAnEdge, N>&) const {
    return {N(0), N(-9.81), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<PendulumOverAnEdge, N>&) const {
    const N height = q[1] + edge;
    const N scale = vanishes ? max(height, N(0)) : sqrt(height);
    return {q[0] * q[0] + q[1] * q[1] - S(1), scale * q[2]};
  }
};

// Half a step ends below the edge: the second stage fails, or the last.
template <class Method, class S>
void expect_edge_refused() {
  const auto expect = [](const auto& model, Status expected) {
    Stepper<std::decay_t<decltype(model)>, Method> stepper(model, StepSize<S>::hz(1000));
    ASSERT_EQ(stepper.reset({S(1), S(0), S(0)}, {S(0), S(-1), S(0)}), Status::ok);
    const auto before = stepper.state();
    EXPECT_EQ(stepper.step(), expected);
    EXPECT_TRUE(testing::same_bits(stepper.state().q, before.q));
    EXPECT_TRUE(testing::same_bits(stepper.state().u, before.u));
    EXPECT_TRUE(testing::same_bits(stepper.state().lambda, before.lambda));
    EXPECT_TRUE(testing::same_bits(stepper.state().time, before.time));
  };
  expect(PendulumOverAnEdge<S, true>{}, Status::rank_deficient_constraints);
  expect(PendulumOverAnEdge<S, false>{}, Status::non_finite_state);
}
TYPED_TEST(RungeKuttaTest, AFailingStageLeavesTheStateUnchanged) {
  using S = TypeParam;
  expect_edge_refused<ExplicitRungeKutta<>, S>();
  expect_edge_refused<ExplicitRungeKutta<Heun, SBoth<MassMetric>>, S>();
  expect_edge_refused<ExplicitRungeKutta<Midpoint, SFullByBlocks<>>, S>();
  expect_edge_refused<ExplicitRungeKutta<ExplicitEuler, SBothTwiceOfTables<>>, S>();
}

}  // namespace
}  // namespace taut
