/// \file
/// SPOOK against fixed-step references, its order and drift, energy, redundant constraints, the
/// meaning of epsilon and tau, and the contract of every method.
#include "taut/spook.hpp"

#include <array>
#include <cmath>
#include <string>

#include "models/andrews.hpp"
#include "models/car_axle.hpp"
#include "models/ladder.hpp"
#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "models/two_link_arm.hpp"
#include "support/braced_parallelogram.hpp"
#include "support/method_contract.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/step_table.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;
using models::Pendulum;
using models::PendulumStart;
using testing::either;
using testing::near;
using testing::run;
using testing::started;
using testing::unlimited;

// ---- step by step against the reference --------------------------------------------------------

// The table has no column of roundings. Both are programs in double that solve the same linear
// systems by different factorisations. A rounding of the terms of g, which are of order one, enters
// the velocity multiplied by 4 Y / h and the position by 4 Y: 4 of these, and one rounding of the
// largest entry a step, times the `growth` of the motion, 1 where neighbouring motions stay
// together.
template <class Model, class Start>
void expect_reference_steps(const Model& model, const Start& start, const StepSize<double>& step,
                            const std::string& problem, double growth) {
  Stepper<Model, Spook<double>> stepper(model, step, unlimited<Model>());
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  std::array<bool, Model::nq> angle{};
  for (const int i : detail::angle_coordinates<Model>()) angle[static_cast<std::size_t>(i)] = true;
  const auto table = testing::step_table("steps_bdf_spook.csv", problem, "SPOOK(eps=1e-8;tau/h=2)");
  double largest_q = 1, largest_u = 1;
  for (const testing::TableValue& row : table)
    (row.quantity[0] == 'q' ? largest_q : largest_u) =
        std::max(row.quantity[0] == 'q' ? largest_q : largest_u, std::fabs(row.value));
  int n = 0;
  for (const testing::TableValue& row : table) {
    if (!run(stepper, row.step - n)) return;
    n = row.step;
    const bool position = row.quantity[0] == 'q';
    const bool turns = position && angle[std::stoul(row.quantity.substr(1)) - 1];
    const double off =
        testing::difference(testing::table_entry(stepper.state(), row.quantity), row.value, turns);
    const double scale = position ? largest_q : largest_u;
    const double of_g = position ? 1 : 1 / step.h;
    EXPECT_LE(off,
              growth * (testing::roundings<double>(4, of_g) + testing::roundings<double>(n, scale)))
        << problem << " step " << n << " " << row.quantity << ": " << off / scale;
  }
}

TEST(SpookReference, PendulumEqualsTheReferenceStepByStep) {
  expect_reference_steps(Pendulum<double>{}, PendulumStart<double>{}, StepSize<double>::hz(1000),
                         "pendulum", 1);
}
TEST(SpookReference, CarAxleEqualsTheReferenceStepByStep) {
  expect_reference_steps(CarAxle<double>{}, CarAxleStart<double>{}, StepSize<double>::hz(1000),
                         "caraxis", 1);
}
TEST(SpookReference, ArmEqualsTheReferenceStepByStep) {
  expect_reference_steps(models::ArmOnParabola<double>{}, models::TwoLinkArmStart<double>{},
                         StepSize<double>::hz(1000), "arm_case1", 1);
}
TEST(SpookReference, SliderCrankEqualsTheReferenceStepByStep) {
  expect_reference_steps(models::SliderCrank<double>{}, models::SliderCrankStart<double>{},
                         StepSize<double>::hz(1000), "slidercrank1", 1);
}
TEST(SpookReference, SevenBodiesEqualTheReferenceStepByStep) {
  expect_reference_steps(models::Andrews<double>{}, models::AndrewsStart<double>{},
                         StepSize<double>::hz(100000), "andrews", 1);
}
TEST(SpookReference, LadderEqualsTheReferenceStepByStep) {
  expect_reference_steps(models::Ladder<double, 1>{}, models::LadderStart<double, 1>{},
                         StepSize<double>::hz(60), "ladder1", 1);
}

// ---- order, drift, energy ----------------------------------------------------------------------

// Largest |g| and largest energy above the start over `t_s`, and q, u at the end.
template <class S, std::size_t n>
struct Outcome {
  double residual = 0, energy_gain = 0, energy_end = 0;
  std::array<S, n> q, u;
};

template <class Model, class Start>
auto outcome(const Model& model, const Start& start, std::uint32_t hz, double t_s,
             Spook<typename Model::Scalar> method = {}) {
  using S = typename Model::Scalar;
  Stepper<Model, Spook<S>> stepper(model, StepSize<S>::hz(hz), unlimited<Model>(), method);
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  Outcome<S, static_cast<std::size_t>(Model::nq)> out;
  const double before = static_cast<double>(energy(model, start.q, start.u));
  run(stepper, static_cast<int>(t_s * hz + 0.5), {}, [&](const auto& s) {
    out.residual = std::max(out.residual, static_cast<double>(s.position_residual()));
    out.energy_end = static_cast<double>(energy(model, s.state().q, s.state().u)) - before;
    out.energy_gain = std::max(out.energy_gain, out.energy_end);
  });
  out.q = stepper.state().q, out.u = stepper.state().u;
  return out;
}

// The velocity of SPOOK lives half a step before its position: first order as reported.
TEST(SpookOrder, IsOne) {
  const auto error = [](std::uint32_t hz) {
    const auto at = [](std::uint32_t rate) {
      return outcome(models::ArmOnParabola<double>{}, models::TwoLinkArmStart<double>{}, rate, 1.0);
    };
    return testing::largest_difference(at(hz).q, at(64000).q);
  };
  EXPECT_TRUE(near(std::log2(error(500) / error(1000)), 1.0, 0.05));
  EXPECT_TRUE(near(std::log2(error(1000) / error(2000)), 1.0, 0.1));
}

// Mean slope of |g| over h in the table of the paper's figure 6: 1.8 to 2.05.
TEST(SpookDrift, IsOfSecondOrderAndDoesNotGrow) {
  const auto pendulum = [](std::uint32_t hz, double t_s) {
    return outcome(Pendulum<double>{}, PendulumStart<double>{}, hz, t_s).residual;
  };
  for (const std::uint32_t hz : {250U, 500U, 1000U})
    EXPECT_TRUE(near(std::log2(pendulum(hz, 2) / pendulum(2 * hz, 2)), 2.0, 0.05));
  EXPECT_TRUE(near(pendulum(1000, 100), pendulum(1000, 2), 0.01 * pendulum(1000, 2)));
  const auto arm = [](std::uint32_t hz) {
    return outcome(models::ArmOnParabola<double>{}, models::TwoLinkArmStart<double>{}, hz, 2)
        .residual;
  };
  EXPECT_TRUE(near(std::log2(arm(500) / arm(1000)), 2.0, 0.05));
}

template <class S>
class SpookTest : public ::testing::Test {};
TYPED_TEST_SUITE(SpookTest, testing::Scalars, testing::ScalarNames);

// 100 s at 1 kHz: the pendulum stays within 1e-3 of its range of 27.5 J, by an error of order h
// within a swing, and closes to h^2.
TYPED_TEST(SpookTest, PendulumKeepsItsEnergyAndCloses) {
  using S = TypeParam;
  const auto out = outcome(Pendulum<S>{}, PendulumStart<S>{}, 1000, 100);
  EXPECT_LT(out.energy_gain, 0.0275);
  EXPECT_TRUE(near(out.energy_end, 0, 0.0275));
  EXPECT_LT(out.residual, 8e-5);
}

// 20 s from rest at 60 Hz: through flat, singular squares and whiplash. Published: it stays below
// its start for ten squares and rises by at most 2.2 J of 196 J for one.
TYPED_TEST(SpookTest, LadderSurvivesItsSingularPositions) {
  using S = TypeParam;
  const auto one = outcome(models::Ladder<S, 1>{}, models::LadderStart<S, 1>{}, 60, 20);
  EXPECT_LT(one.energy_gain, 2.3);
  EXPECT_LT(one.residual, 0.2);
  const auto four = outcome(models::Ladder<S, 4>{}, models::LadderStart<S, 4>{}, 60, 20);
  EXPECT_LT(four.energy_gain, 2.3);
  EXPECT_LT(four.energy_end, -100);
  EXPECT_LT(four.residual, 0.5);
}

// ---- redundant constraints ---------------------------------------------------------------------

// The default step refuses the start. The angle of the crank after 1 s is from the independent
// solution in the minimal coordinate.
TYPED_TEST(SpookTest, RedundantBarRunsAndCloses) {
  using S = TypeParam;
  const testing::BracedParallelogram<S> model;
  const testing::BracedParallelogramStart<S> start;
  const StepSize<S> step = StepSize<S>::hz(1000);
  Stepper<testing::BracedParallelogram<S>> standard(model, step);
  EXPECT_EQ(standard.reset(start.q, start.u), Status::rank_deficient_constraints);

  auto stepper = started<Spook<S>>(model, step, start.q, start.u);
  double residual = 0;
  const auto watch = [&](const auto& s) {
    residual = std::max(residual, static_cast<double>(s.position_residual()));
  };
  ASSERT_TRUE(run(stepper, 1000, {}, watch));
  EXPECT_TRUE(near(stepper.state().q[2], -2.08569704522717, 2e-3));
  ASSERT_TRUE(run(stepper, 9000, {}, watch));
  EXPECT_TRUE(near(stepper.state().q[2], -1.70860765488119, 2e-2));
  EXPECT_LT(residual, 3e-5);
}

// From one rounding of the diagonal on, a shift carries a dependent row; without it there is none.
TYPED_TEST(SpookTest, AShiftCarriesADependentRow) {
  using S = TypeParam;
  constexpr S epsilon = std::numeric_limits<S>::epsilon(), tolerance = S(64) * epsilon;
  Matrix<S, 3, 3> A;  // rows 1 and 3 are one row, with a rounding between them
  A << S(1), S(0), S(1), S(0), S(2), S(0), S(1) - epsilon, S(0), S(1) - epsilon;
  Ldlt<S, 3> factor;
  const auto every_row = [](S shift) { return RowShift<S, 3>{shift, S(0)}; };
  EXPECT_FALSE(factor.factorise(A, tolerance));
  for (const S shift : {S(1e-2), S(8) * epsilon, epsilon}) {
    EXPECT_TRUE(factor.factorise(A, tolerance, every_row(shift))) << shift;
    EXPECT_GE(factor.smallest_share(), S(0.9) * shift) << shift;
    Vector<S, 3> b{S(1), S(2), S(1)};  // consistent
    factor.solve_in_place(b);
    EXPECT_TRUE(near(b[0] + b[2], 1, 0.5)) << shift;
  }
  EXPECT_FALSE(factor.factorise(A, tolerance, every_row(epsilon / S(16))));
  EXPECT_FALSE(factor.factorise(A, tolerance, every_row(S(0))));
  A(2, 2) = testing::not_a_number<S>;
  EXPECT_FALSE(factor.factorise(A, tolerance, every_row(S(1))));
}

// ---- what epsilon and tau mean -----------------------------------------------------------------

// A mass on a vertical line held at y = 0 against its weight.
template <class S>
struct HeldMass {
  using Scalar = S;
  static constexpr int nq = 1, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  S mass_kg = S(2), weight_n = S(0);
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(mass_kg); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&, const Signals<HeldMass, N>&) const {
    return Vector<N, 1>(N(-weight_n));
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 1>& q, const Signals<HeldMass, N>&) const {
    return q;
  }
};

TYPED_TEST(SpookTest, EpsilonIsTheComplianceAtRest) {
  using S = TypeParam;
  HeldMass<S> model;
  model.weight_n = S(20);
  Stepper<HeldMass<S>, Spook<S>> stepper(model, StepSize<S>::hz(100), unlimited<HeldMass<S>>(),
                                         {S(1e-3), S(2)});
  ASSERT_EQ(stepper.reset({S(0)}, {S(0)}), Status::ok);
  ASSERT_TRUE(run(stepper, 2000));
  EXPECT_TRUE(near(stepper.state().q[0], -0.02, testing::roundings<S>(40, 0.02)));
  EXPECT_TRUE(near(stepper.state().lambda[0], -20, testing::roundings<S>(100, 20)));
}

// Of a violation at rest, 4 Y is taken back in the first step: 4/9 with tau = 2 h.
TYPED_TEST(SpookTest, AViolationIsTakenBackByItsShare) {
  using S = TypeParam;
  for (const S tau : {S(0), S(1), S(2), S(10)}) {
    Stepper<HeldMass<S>, Spook<S>> stepper({}, StepSize<S>::hz(100), unlimited<HeldMass<S>>(),
                                           {S(0), tau});
    ASSERT_EQ(stepper.reset({S(1e-3)}, {S(0)}), Status::ok);
    ASSERT_TRUE(run(stepper, 1));
    const double Y = 1 / (1 + 4 * static_cast<double>(tau));
    EXPECT_TRUE(near(stepper.state().q[0], 1e-3 * (1 - 4 * Y), testing::roundings<S>(10, 1e-3)));
  }
}

// With a long tau the violation decays by e in tau.
TYPED_TEST(SpookTest, TauIsTheRelaxationTime) {
  using S = TypeParam;
  Stepper<HeldMass<S>, Spook<S>> stepper({}, StepSize<S>::hz(1000), unlimited<HeldMass<S>>(),
                                         {S(0), S(100)});
  ASSERT_EQ(stepper.reset({S(1)}, {S(-10)}), Status::ok);  // on the slow solution g' = -g / tau
  ASSERT_TRUE(run(stepper, 100));
  EXPECT_TRUE(near(stepper.state().q[0], std::exp(-1.0), 0.005));
}

// ---- kinematics, inputs, failures, going on ----------------------------------------------------

TYPED_TEST(SpookTest, FailuresLeaveTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  testing::expect_failures_leave_the_state_unchanged<S, Spook<S>>(
      {{Model::trouble(Model::root_of_force, S(-1)), Status::non_finite_state},
       {Model::trouble(Model::root_of_g, S(-1)), Status::rank_deficient_constraints},
       {Model::trouble(Model::third_mass, S(0)), Status::singular_mass_matrix},
       {Model::trouble(Model::third_mass, testing::not_a_number<S>), Status::non_finite_input},
       {Model::trouble(Model::jump, S(-0.5)), Status::residual_too_large}});
}

// What the default step refuses.
TYPED_TEST(SpookTest, DependentAndVanishingRowsAreCarried) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  for (const auto which : {Model::rank, Model::row}) {
    Stepper<Model, Spook<S>> stepper({}, StepSize<S>::hz(1000));
    ASSERT_EQ(stepper.reset(Model{}.start_q(), {}, Model::calm), Status::ok);
    EXPECT_TRUE(run(stepper, 100, Model::trouble(which, S(0))));
    EXPECT_TRUE(run(stepper, 100, Model::calm));
    EXPECT_LT(stepper.position_residual(), S(1e-3));
  }
}

TYPED_TEST(SpookTest, ARestoredStateGoesOnAsIfNeverStopped) {
  testing::expect_a_restored_state_goes_on<TypeParam, Spook<TypeParam>>();
}

}  // namespace
}  // namespace taut
