/// \file
/// The stepper: every status, the state untouched by each failure, going on from a copied state,
/// and what can be read after a step.
#include "taut/stepper.hpp"

#include <cmath>
#include <type_traits>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/mass_form_pendulum.hpp"
#include "support/random.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;
using testing::run;
using testing::started;

template <class S>
class StepperTest : public ::testing::Test {
 public:
  const StepSize<S> step_size = StepSize<S>::hz(1000);
  const models::FourBarStart<S> four_bar_start{};
};
TYPED_TEST_SUITE(StepperTest, testing::Scalars, testing::ScalarNames);

// Member by member, as a state may have padding; says which entry differs.
template <class State>
::testing::AssertionResult same_state(const State& a, const State& b) {
  ::testing::AssertionResult result = ::testing::AssertionSuccess();
  const auto compare = [&](const char* name, const auto& x, const auto& y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!testing::same_bits(x[i], y[i]))
        result = ::testing::AssertionFailure()
                 << name << " " << i << ": " << x[i] << " is not " << y[i] << " to the bit";
  };
  compare("q", a.q, b.q);
  compare("u", a.u, b.u);
  compare("lambda", a.lambda, b.lambda);
  compare("w", a.w, b.w);
  compare("low word of q", a.q_low, b.q_low);
  compare("low word of u", a.u_low, b.u_low);
  if (!testing::same_bits(a.time, b.time)) result = ::testing::AssertionFailure() << "time";
  return result;
}

// `fail` on a copy of the stepper answers `expected`, leaves every bit of its state and its
// residuals, and the ten good steps that follow are those that follow without it.
template <class Stepper, class Fail>
void expect_unharmed(const Stepper& before, const typename Stepper::InputType& good, Fail fail,
                     Status expected) {
  Stepper undisturbed = before, disturbed = before;
  unsigned char bytes[sizeof(typename Stepper::StateType)];
  std::memcpy(bytes, &disturbed.state(), sizeof bytes);
  EXPECT_EQ(fail(disturbed), expected);
  EXPECT_EQ(std::memcmp(bytes, &disturbed.state(), sizeof bytes), 0) << describe(expected);
  EXPECT_EQ(disturbed.position_residual(), undisturbed.position_residual());
  EXPECT_EQ(disturbed.velocity_residual(), undisturbed.velocity_residual());
  EXPECT_EQ(disturbed.smallest_pivot_share(), undisturbed.smallest_pivot_share());
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(run(undisturbed, 1, good));
    ASSERT_TRUE(run(disturbed, 1, good));
    ASSERT_TRUE(same_state(disturbed.state(), undisturbed.state())) << describe(expected);
  }
}

// ---- before the start --------------------------------------------------------------------------

// Where neither is there, empty braces are the inputs and no algebraic coordinates.
TYPED_TEST(StepperTest, StartTakesInputsInBraces) {
  using S = TypeParam;
  Stepper<models::Pendulum<S>> stepper({}, this->step_size);
  EXPECT_EQ(stepper.reset({S(1), S(0)}, {S(0), S(0)}, {}), Status::ok);
  EXPECT_EQ(stepper.reset({S(1), S(0)}, {S(0), S(0)}, {}, {0, 10}), Status::ok);
}

TYPED_TEST(StepperTest, AStepBeforeTheStartIsRefused) {
  using S = TypeParam;
  Stepper<models::Pendulum<S>> stepper({}, this->step_size);
  EXPECT_EQ(testing::step(stepper), Status::not_started);
  EXPECT_EQ(testing::reset(stepper, {S(1), S(0)}, {S(0), S(0)}), Status::ok);
  EXPECT_EQ(testing::step(stepper), Status::ok);
}

TYPED_TEST(StepperTest, AFailedResetDoesNotStart) {
  using S = TypeParam;
  Stepper<models::Pendulum<S>> stepper({}, this->step_size);
  EXPECT_EQ(testing::reset(stepper, {testing::not_a_number<S>, S(0)}, {S(0), S(0)}),
            Status::non_finite_state);
  EXPECT_EQ(testing::step(stepper), Status::not_started);
  EXPECT_EQ(testing::reset(stepper, {S(1), S(0)}, {S(0), S(0)}), Status::ok);
}

TYPED_TEST(StepperTest, AStepSizeThatIsNoneIsRefused) {
  using S = TypeParam;
  for (const StepSize<S>& bad :
       {StepSize<S>::seconds(0), StepSize<S>::seconds(-1e-3), StepSize<S>::seconds(std::nan("")),
        StepSize<S>::seconds(1e10), StepSize<S>::hz(0), StepSize<S>::ratio(0, 1000)}) {
    Stepper<models::Pendulum<S>> stepper({}, bad);
    EXPECT_EQ(testing::reset(stepper, {S(1), S(0)}, {S(0), S(0)}), Status::invalid_step_size);
    EXPECT_EQ(testing::restore(stepper, {}), Status::invalid_step_size);
    EXPECT_EQ(testing::step(stepper), Status::not_started);
  }
}

// A state of another step size, or with a low word that is no number, is not taken over.
TYPED_TEST(StepperTest, AForeignStateIsRefused) {
  using S = TypeParam;
  auto stepper = testing::started(models::Pendulum<S>{}, StepSize<S>::hz(1000),
                                  std::array{S(1), S(0)}, std::array{S(0), S(0)});
  const auto before = stepper.state();
  auto foreign = before;
  foreign.time.ticks = 1000;
  EXPECT_EQ(testing::restore(stepper, foreign), Status::invalid_time);
  if constexpr (std::is_same_v<S, float>) {
    foreign = before;
    foreign.u_low[1] = testing::not_a_number<S>;
    EXPECT_EQ(testing::restore(stepper, foreign), Status::non_finite_state);
  }
  EXPECT_EQ(stepper.state().q, before.q);
  EXPECT_EQ(stepper.state().time.ticks, before.time.ticks);
}

// ---- inputs and states that are not finite -----------------------------------------------------

TYPED_TEST(StepperTest, NonFiniteInputsLeaveTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  Stepper<Model> stepper({}, this->step_size);
  ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
  ASSERT_TRUE(run(stepper, 10, Model::calm));
  for (const S bad : {testing::not_a_number<S>, testing::infinite<S>, -testing::infinite<S>})
    for (std::size_t i = 0; i < 6; ++i) {
      auto w = Model::calm;
      w[i] = bad;
      expect_unharmed(
          stepper, Model::calm, [&](auto& s) { return testing::step(s, w); },
          Status::non_finite_input);
      expect_unharmed(
          stepper, Model::calm,
          [&](auto& s) { return testing::reset(s, Model{}.start_q(), {}, w); },
          Status::non_finite_input);
    }
}

TYPED_TEST(StepperTest, NonFiniteStartsLeaveTheStateUnchanged) {
  using S = TypeParam;
  const models::FourBarStart<S>& start = this->four_bar_start;
  auto stepper = started(models::FourBar<S>{}, this->step_size, start.q, start.u);
  ASSERT_TRUE(run(stepper, 10));
  for (const S bad : {testing::not_a_number<S>, testing::infinite<S>, -testing::infinite<S>})
    for (std::size_t i = 0; i < 9; ++i) {
      auto q = start.q, u = start.u;
      q[i] = bad, u[i] = bad;
      expect_unharmed(
          stepper, {}, [&](auto& s) { return testing::reset(s, q, start.u); },
          Status::non_finite_state);
      expect_unharmed(
          stepper, {}, [&](auto& s) { return testing::reset(s, start.q, u); },
          Status::non_finite_state);
      auto state = stepper.state();
      state.q[i] = bad;
      expect_unharmed(
          stepper, {}, [&](auto& s) { return testing::restore(s, state); },
          Status::non_finite_state);
      state = stepper.state();
      state.lambda[i % 8] = bad;
      expect_unharmed(
          stepper, {}, [&](auto& s) { return testing::restore(s, state); },
          Status::non_finite_state);
    }
}

// An angle past the range of the sine is NaN in the model.
TYPED_TEST(StepperTest, AnAngleWithoutDigitsIsRefused) {
  using S = TypeParam;
  auto q = this->four_bar_start.q;
  q[2] = S(1e9);
  Stepper<models::FourBar<S>> stepper({}, this->step_size);
  EXPECT_NE(testing::reset(stepper, q, this->four_bar_start.u), Status::ok);
}

template <class S, MassForm form, class Provoke>
void provoke_in_a_step(const std::array<S, 6>& w, Status expected, Provoke provoke) {
  using Model = testing::TroubledPendulum<S, form>;
  // in metres; in millimetres with 1500 kg; in 1024ths with 2048 kg
  for (const Model& model : {Model{}, Model{S(1000), S(1500), S(9810)},
                             Model{S(1) / S(1024), S(2048), S(9.81) / S(1024)}}) {
    Stepper<Model> stepper(model, StepSize<S>::hz(1000), provoke(model));
    ASSERT_EQ(testing::reset(stepper, model.start_q(), {}, Model::calm), Status::ok);
    for (const int steps : {0, 1, 2, 50}) {  // both slots, fresh and used
      ASSERT_TRUE(run(stepper, steps, Model::calm));
      expect_unharmed(
          stepper, Model::calm, [&](auto& s) { return testing::step(s, w); }, expected);
    }
    // at the start
    auto rejected = stepper;
    EXPECT_NE(testing::reset(rejected, model.start_q(), {}, w), Status::ok);
  }
}

// The same failure in a step of both mass forms and all sizes.
template <class S>
void expect_step_refused(const std::array<S, 6>& w, Status expected) {
  const auto limits = [](const auto& model) {
    return Limits<S>{S(1e-3) * model.length * model.length,
                     S(64) * std::numeric_limits<S>::epsilon()};
  };
  provoke_in_a_step<S, MassForm::diagonal>(w, expected, limits);
  provoke_in_a_step<S, MassForm::dense>(w, expected, limits);
}

TYPED_TEST(StepperTest, AForceThatTurnsNaNLeavesTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  expect_step_refused<S>(Model::trouble(Model::root_of_force, S(-1)), Status::non_finite_state);
}

TYPED_TEST(StepperTest, AConstraintThatTurnsNaNLeavesTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  expect_step_refused<S>(Model::trouble(Model::root_of_g, S(-1)), Status::non_finite_state);
}

// ---- singular matrices -------------------------------------------------------------------------

TYPED_TEST(StepperTest, ASingularMassMatrixLeavesTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  for (const S mass : {S(0), S(-0.0), S(-1)})
    expect_step_refused<S>(Model::trouble(Model::third_mass, mass), Status::singular_mass_matrix);
}

// Trap table of Eigen's decompositions as the mass matrix of each form.
TYPED_TEST(StepperTest, AStartWithASingularMassMatrixIsRefused) {
  using S = TypeParam;
  const auto verdict = [&](auto model) {
    Stepper<decltype(model)> stepper(model, this->step_size);
    const Status status = testing::reset(stepper, {S(1), S(0)}, {S(0), S(0)});
    EXPECT_EQ(testing::step(stepper), status == Status::ok ? Status::ok : Status::not_started);
    return status;
  };
  using testing::MassFormPendulum;
  for (const testing::BadMatrix<S>& bad : testing::bad_matrices<S>()) {
    const Matrix<S, 2, 2> M = testing::embed<2>(bad);
    EXPECT_EQ(verdict(MassFormPendulum<S, MassForm::constant_dense>{M}),
              Status::singular_mass_matrix)
        << bad.name;
    EXPECT_EQ(verdict(MassFormPendulum<S, MassForm::dense>{M}), Status::singular_mass_matrix)
        << bad.name;
    if (bad.b != S(0)) continue;  // not diagonal
    const Vector<S, 2> diagonal{bad.a, bad.c};
    EXPECT_EQ(verdict(MassFormPendulum<S, MassForm::constant_diagonal>{diagonal}),
              Status::singular_mass_matrix)
        << bad.name;
    EXPECT_EQ(verdict(MassFormPendulum<S, MassForm::diagonal>{diagonal}),
              Status::singular_mass_matrix)
        << bad.name;
  }
  EXPECT_EQ(verdict(MassFormPendulum<S, MassForm::dense>{}), Status::ok);
}

TYPED_TEST(StepperTest, SingularConstraintsLeaveStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  expect_step_refused<S>(Model::trouble(Model::rank, S(0)), Status::rank_deficient_constraints);
  expect_step_refused<S>(Model::trouble(Model::row, S(0)), Status::rank_deficient_constraints);
}

// The verdict is a share of the row, so that weak but independent rows pass in any unit.
TYPED_TEST(StepperTest, AWeakRowIsNotADependentRow) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  for (const S weak : {S(1e-6), S(1e6)}) {
    Stepper<Model> stepper({}, this->step_size);
    const auto w = Model::trouble(Model::row, weak);
    EXPECT_EQ(testing::reset(stepper, Model{}.start_q(), {}, w), Status::ok) << weak;
    EXPECT_TRUE(run(stepper, 10, w)) << weak;
  }
}

// ---- the residual ------------------------------------------------------------------------------

TYPED_TEST(StepperTest, AResidualPastTheLimitLeavesTheStateUnchanged) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  // one Newton step towards l sqrt(1.5) misses by (0.25)^2 l^2
  expect_step_refused<S>(Model::trouble(Model::jump, S(-0.5)), Status::residual_too_large);
}

TYPED_TEST(StepperTest, TheLimitIsOnTheEuclideanNorm) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  const auto w = Model::trouble(Model::jump, S(-0.5));
  for (const double limit : {0.06, 0.066}) {  // the residual is 0.0625, less what h moves
    Stepper<Model> stepper({}, this->step_size, {static_cast<S>(limit), S(1e-6)});
    ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
    EXPECT_EQ(testing::step(stepper, w), limit > 0.0625 ? Status::ok : Status::residual_too_large);
    EXPECT_TRUE(near(stepper.position_residual(), limit > 0.0625 ? 0.0625 : 0, 1e-4));
  }
}

TYPED_TEST(StepperTest, AnInconsistentStartIsRefused) {
  using S = TypeParam;
  Stepper<models::CarAxle<S>> stepper({}, this->step_size);
  EXPECT_EQ(testing::reset(stepper, {S(0.1), S(0.5), S(1), S(0.5)}, {}),
            Status::residual_too_large);
}

// ---- going on ----------------------------------------------------------------------------------

// Restores the state of one stepper after `steps` steps in another: the next 100 steps are equal to
// the bit.
template <class Method, class Model, class Start>
void expect_restore_goes_on(const Model& model, const Start& start) {
  using S = typename Model::Scalar;
  Input<Model> w{};
  for (S& x : w) x = S(0.5);
  Stepper<Model, Method> first(model, StepSize<S>::hz(1000));
  ASSERT_EQ(testing::reset(first, start.q, start.u, w), Status::ok);
  for (const int steps : {0, 1, 999, 7}) {  // over the carry of a second
    ASSERT_TRUE(run(first, steps, w));
    Stepper<Model, Method> second(model, StepSize<S>::hz(1000));
    ASSERT_EQ(testing::restore(second, first.state()), Status::ok);
    EXPECT_TRUE(same_state(second.state(), first.state()));
    EXPECT_EQ(second.position_residual(), first.position_residual());
    Stepper<Model, Method> third = first;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(run(second, 1, w));
      ASSERT_TRUE(run(third, 1, w));
      ASSERT_TRUE(same_state(second.state(), third.state())) << "step " << i << " of " << steps;
    }
  }
}

TYPED_TEST(StepperTest, ARestoredStateGoesOnAsIfNeverStopped) {
  using S = TypeParam;
  using Full = LinearImplicitEuler<FullDerivative>;
  expect_restore_goes_on<Full>(models::Pendulum<S>{}, models::PendulumStart<S>{});
  expect_restore_goes_on<Full>(models::CarAxle<S>{}, models::CarAxleStart<S>{});
  expect_restore_goes_on<Full>(models::CircularTrack<S>{}, models::CircularTrackStart<S>{});
  expect_restore_goes_on<Full>(models::FourBar<S>{}, models::FourBarStart<S>{});
  expect_restore_goes_on<Full>(models::DrivenArm<S>{}, models::TwoLinkArmStart<S>{});
  expect_restore_goes_on<LinearImplicitEuler<ForceDerivative>>(models::CarAxle<S>{},
                                                               models::CarAxleStart<S>{});
}

TYPED_TEST(StepperTest, ResetStartsAfreshAndRepeatsToTheBit) {
  using S = TypeParam;
  const models::FourBarStart<S>& start = this->four_bar_start;
  auto once = started(models::FourBar<S>{}, this->step_size, start.q, start.u);
  auto twice = started(models::FourBar<S>{}, this->step_size, start.q, start.u);
  ASSERT_TRUE(run(twice, 123, {S(3)}));
  ASSERT_EQ(testing::reset(twice, start.q, start.u), Status::ok);
  EXPECT_EQ(twice.state().time.total(this->step_size), 0U);
  EXPECT_TRUE(same_state(once.state(), twice.state()));
  ASSERT_TRUE(run(once, 50, {S(1)}));
  ASSERT_TRUE(run(twice, 50, {S(1)}));
  EXPECT_TRUE(same_state(once.state(), twice.state()));
}

TYPED_TEST(StepperTest, AStartMayLieAtAnyTick) {
  using S = TypeParam;
  models::CarAxle<S> axle;
  auto stepper =
      started(axle, this->step_size, models::CarAxleStart<S>{}.q, models::CarAxleStart<S>{}.u);
  ASSERT_TRUE(run(stepper, 1234));
  Stepper<models::CarAxle<S>> late(axle, this->step_size);
  ASSERT_EQ(testing::reset(late, stepper.state().q, stepper.state().u, {}, {1, 234}), Status::ok);
  EXPECT_EQ(late.state().time.total(this->step_size), 1234U);
  ASSERT_TRUE(run(late, 1));
  ASSERT_TRUE(run(stepper, 1));
  // apart by the multiplier of the step before, times h
  EXPECT_TRUE(all_near(late.state().q, stepper.state().q, roundings<S>(2)));
  EXPECT_TRUE(all_near(late.state().u, stepper.state().u, 1e-5));
}

TYPED_TEST(StepperTest, TicksCountTheStepsThatWereMade) {
  using S = TypeParam;
  using Model = testing::TroubledPendulum<S>;
  Stepper<Model> stepper({}, this->step_size);
  ASSERT_EQ(testing::reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
  ASSERT_TRUE(run(stepper, 5, Model::calm));
  EXPECT_NE(testing::step(stepper, Model::trouble(Model::rank, S(0))), Status::ok);
  EXPECT_EQ(stepper.state().time.total(this->step_size), 5U);
}

// ---- what can be read --------------------------------------------------------------------------

// Hanging at rest: 0 = -m g - 2 y lambda with y = -1, so lambda = m g / 2, and nothing moves.
TYPED_TEST(StepperTest, TheMultiplierOfAHangingPendulumCarriesItsWeight) {
  using S = TypeParam;
  const models::Pendulum<S> pendulum{S(3)};
  auto stepper =
      started(pendulum, this->step_size, std::array<S, 2>{S(0), S(-1)}, std::array<S, 2>{});
  const double expected = 3 * 13.7503716373294544 / 2;
  EXPECT_TRUE(near(stepper.state().lambda[0], expected, roundings<S>(2, expected)));
  ASSERT_TRUE(run(stepper, 1000));
  EXPECT_TRUE(near(stepper.state().lambda[0], expected, roundings<S>(2, expected)));
  EXPECT_TRUE(all_near(stepper.state().q, std::array<double, 2>{0, -1}, 0));
  EXPECT_TRUE(all_near(stepper.state().u, std::array<double, 2>{0, 0}, 0));
}

// At every start lambda = (|u|^2 - g y) / 2, of the equations of models/pendulum.hpp.
TYPED_TEST(StepperTest, TheMultiplierAtTheStartSolvesTheAccelerationEquation) {
  using S = TypeParam;
  for (double angle = 0; angle < 6.2; angle += 0.3) {
    const double x = std::cos(angle), y = std::sin(angle), speed = 2;
    auto stepper = started(models::Pendulum<S>{}, this->step_size,
                           std::array<S, 2>{static_cast<S>(x), static_cast<S>(y)},
                           std::array<S, 2>{static_cast<S>(-speed * y), static_cast<S>(speed * x)});
    EXPECT_TRUE(near(stepper.state().lambda[0], (speed * speed - 13.7503716373294544 * y) / 2,
                     roundings<S>(4, 10)));
  }
}

TYPED_TEST(StepperTest, ResidualsAreThoseOfTheState) {
  using S = TypeParam;
  auto stepper = started(models::Pendulum<S>{}, this->step_size, std::array<S, 2>{S(1), S(0)},
                         std::array<S, 2>{});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(run(stepper, 1));
    const auto& q = stepper.state().q;
    const auto& u = stepper.state().u;
    EXPECT_EQ(stepper.position_residual(), std::fabs(q[0] * q[0] + q[1] * q[1] - S(1)));
    EXPECT_TRUE(near(stepper.velocity_residual(),
                     std::fabs(S(2) * q[0] * u[0] + S(2) * q[1] * u[1]), roundings<S>(4)));
  }
  EXPECT_EQ(stepper.smallest_pivot_share(), S(1));  // one row depends on no other
}

// ---- units and frames --------------------------------------------------------------------------

// The same bars 1024 times as long (gravity too) and 2048 times as heavy: no operation rounds
// differently, so coordinates scale to the bit and angles stay.
TYPED_TEST(StepperTest, AMechanismInOtherUnitsMovesTheSameToTheBit) {
  using S = TypeParam;
  const S length = S(1024), mass = S(2048);
  models::FourBar<S> other;
  for (std::size_t i = 0; i < 3; ++i) other.length_m[i] *= length, other.mass_kg[i] *= mass;
  other.ground_m *= length, other.gravity_m_s2 *= length;
  auto q = this->four_bar_start.q;
  for (const std::size_t i : {0U, 1U, 3U, 4U, 6U, 7U}) q[i] *= length;
  auto in_metres = started(models::FourBar<S>{}, this->step_size, this->four_bar_start.q,
                           this->four_bar_start.u);
  auto in_other = started(other, this->step_size, q, this->four_bar_start.u,
                          {S(1e-3) * length, S(64) * std::numeric_limits<S>::epsilon()});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(run(in_metres, 1));
    ASSERT_TRUE(run(in_other, 1));
    for (std::size_t k = 0; k < 9; ++k) {
      const S scale = k % 3 == 2 ? S(1) : length;
      ASSERT_EQ(in_other.state().q[k], scale * in_metres.state().q[k]) << i << " " << k;
      ASSERT_EQ(in_other.state().u[k], scale * in_metres.state().u[k]) << i << " " << k;
    }
    ASSERT_EQ(in_other.position_residual(), length * in_metres.position_residual());
    ASSERT_EQ(in_other.smallest_pivot_share(), in_metres.smallest_pivot_share());
  }
}

// Millimetres and 1500 kg a metre: the scale rounds, so to rounding. Angles after 1 s.
TYPED_TEST(StepperTest, AMechanismInMillimetresAndTonnesMovesTheSame) {
  using S = TypeParam;
  models::FourBar<S> other;
  for (std::size_t i = 0; i < 3; ++i) other.length_m[i] *= S(1000), other.mass_kg[i] *= S(1500);
  other.ground_m *= S(1000), other.gravity_m_s2 *= S(1000);
  auto q = this->four_bar_start.q;
  for (const std::size_t i : {0U, 1U, 3U, 4U, 6U, 7U}) q[i] *= S(1000);
  auto in_metres = started(models::FourBar<S>{}, this->step_size, this->four_bar_start.q,
                           this->four_bar_start.u);
  auto in_other = started(other, this->step_size, q, this->four_bar_start.u,
                          {S(1), S(64) * std::numeric_limits<S>::epsilon()});
  ASSERT_TRUE(run(in_metres, 1000));
  ASSERT_TRUE(run(in_other, 1000));
  for (const std::size_t k : {2U, 5U, 8U}) {
    EXPECT_TRUE(near(in_other.state().q[k], in_metres.state().q[k], roundings<S>(64)));
    EXPECT_TRUE(near(in_other.state().u[k], in_metres.state().u[k], roundings<S>(256)));
  }
  EXPECT_TRUE(
      near(in_other.smallest_pivot_share(), in_metres.smallest_pivot_share(), roundings<S>(64)));
}

// A pendulum in a frame turned off the axes.
template <class S>
struct TurnedPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  S gravity_x = S(0), gravity_y = S(-13.7503716373294544);

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<TurnedPendulum, N>&) const {
    return {N(gravity_x), N(gravity_y)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<TurnedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }
};

TYPED_TEST(StepperTest, AFrameTurnedOffTheAxesGivesTheSamePendulum) {
  using S = TypeParam;
  for (const double angle : {0.3, 1.0, 2.5, 4.0}) {
    const S c = static_cast<S>(std::cos(angle)), s = static_cast<S>(std::sin(angle));
    const S g = S(13.7503716373294544);
    auto straight = started(TurnedPendulum<S>{}, this->step_size, std::array<S, 2>{S(1), S(0)},
                            std::array<S, 2>{});
    auto turned = started(TurnedPendulum<S>{s * g, -c * g}, this->step_size, std::array<S, 2>{c, s},
                          std::array<S, 2>{});
    for (int i = 1; i <= 1000; ++i) {
      ASSERT_TRUE(run(straight, 1));
      ASSERT_TRUE(run(turned, 1));
      const auto& q = turned.state().q;
      const auto& u = turned.state().u;
      const std::array<S, 2> q_back{c * q[0] + s * q[1], -s * q[0] + c * q[1]};
      const std::array<S, 2> u_back{c * u[0] + s * u[1], -s * u[0] + c * u[1]};
      const double growth = 4 + 0.05 * i;
      ASSERT_TRUE(all_near(q_back, straight.state().q, roundings<S>(growth))) << i;
      ASSERT_TRUE(all_near(u_back, straight.state().u, roundings<S>(growth, 5))) << i;
      ASSERT_TRUE(
          all_near(turned.state().lambda, straight.state().lambda, roundings<S>(growth, 20)));
    }
  }
}

}  // namespace
}  // namespace taut
