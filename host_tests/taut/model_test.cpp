/// \file
/// The model contract: defaults of what a model leaves out, the four forms of a mass matrix, other
/// velocities than the derivatives of the coordinates, time in M, and inputs held over a tick.
/// What the contract refuses is tested in must_not_compile/.
#include "taut/model.hpp"

#include <cmath>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/mass_form_pendulum.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;
using testing::run;
using testing::started;

template <class S>
class ModelTest : public ::testing::Test {};
TYPED_TEST_SUITE(ModelTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(ModelTest, LeftOutStatementsHaveTheirDefaults) {
  using S = TypeParam;
  using Traits = ModelTraits<models::Pendulum<S>>;
  static_assert(check_model<models::Pendulum<S>>());
  static_assert(Traits::nu == Traits::nq && Traits::nw == 0 && Traits::nr == 0 && Traits::nd == 2);
  static_assert(!Traits::rheonomic && !Traits::has_kinematics);
  static_assert(Traits::constant_mass && Traits::diagonal_mass);
  EXPECT_EQ(detail::residual_limit<models::Pendulum<S>>(), testing::infinite<S>);
  EXPECT_EQ(detail::angle_coordinates<models::Pendulum<S>>().size(), 0U);
  EXPECT_EQ(detail::regularisation<models::Pendulum<S>>(), root_of_epsilon<S>());
}

TYPED_TEST(ModelTest, StatementsAreReadOffTheModel) {
  using S = TypeParam;
  using Axle = ModelTraits<models::CarAxle<S>>;
  static_assert(check_model<models::CarAxle<S>>() && check_model<models::CircularTrack<S>>() &&
                check_model<models::FourBar<S>>());
  static_assert(Axle::rheonomic && Axle::nr == 2 && Axle::nd == 5 && Axle::nc == 2);
  static_assert(ModelTraits<models::FourBar<S>>::nw == 1);
  static_assert(std::tuple_size_v<Input<models::FourBar<S>>> == 1);
  using Rod = ModelTraits<testing::RodByDirection<S>>;
  static_assert(check_model<testing::RodByDirection<S>>());
  static_assert(Rod::has_kinematics && Rod::nq == 4 && Rod::nu == 3 && Rod::nd == 3);
  using Dense = ModelTraits<testing::MassFormPendulum<S, MassForm::dense>>;
  static_assert(!Dense::constant_mass && !Dense::diagonal_mass);
}

TYPED_TEST(ModelTest, SignalsHoldWhatTheModelDeclares) {
  using S = TypeParam;
  static_assert(std::is_empty_v<Signals<models::Pendulum<S>, S>>);
  Signals<models::CarAxle<S>, S> axle{};
  static_assert(decltype(axle.r)::RowsAtCompileTime == 2);
  Signals<models::FourBar<S>, S> bars{};
  static_assert(decltype(bars.w)::RowsAtCompileTime == 1);
}

// M = diag(2, 2) in four forms, 1 s of steps. Divided or solved: a rounding apart.
TYPED_TEST(ModelTest, FourFormsOfOneMassMatrixGiveTheSameMotion) {
  using S = TypeParam;
  const models::PendulumStart<S> start;
  const auto at_1_s = [&](auto model) {
    model.mass *= S(2);
    auto stepper = started(model, StepSize<S>::hz(1000), start.q, start.u);
    run(stepper, 1000);
    return stepper.state();
  };
  using testing::MassFormPendulum;
  const auto expected = at_1_s(MassFormPendulum<S, MassForm::constant_diagonal>{});
  const auto expect_same = [&](const auto& state) {
    EXPECT_TRUE(all_near(state.q, expected.q, roundings<S>(32)));
    EXPECT_TRUE(all_near(state.u, expected.u, roundings<S>(32, 5)));
    EXPECT_TRUE(all_near(state.lambda, expected.lambda, roundings<S>(32, 40)));
  };
  expect_same(at_1_s(MassFormPendulum<S, MassForm::diagonal>{}));
  expect_same(at_1_s(MassFormPendulum<S, MassForm::constant_dense>{}));
  expect_same(at_1_s(MassFormPendulum<S, MassForm::dense>{}));
}

// A constant V is another basis of the same velocities: the step transforms with it exactly.
TYPED_TEST(ModelTest, ConstantKinematicsGiveTheSameMotionToRounding) {
  using S = TypeParam;
  using Skewed = testing::SkewedPendulum<S>;
  auto plain = started(models::Pendulum<S>{}, StepSize<S>::hz(1000), std::array<S, 2>{S(1), S(0)},
                       std::array<S, 2>{S(0), S(0)});
  auto skewed = started(Skewed{}, StepSize<S>::hz(1000), std::array<S, 2>{S(1), S(0)},
                        std::array<S, 2>{S(0), S(0)});
  for (int i = 1; i <= 1000; ++i) {
    ASSERT_TRUE(run(plain, 1));
    ASSERT_TRUE(run(skewed, 1));
    const auto& u = skewed.state().u;
    const std::array<S, 2> rate{Skewed::a * u[0] + Skewed::b * u[1], Skewed::d * u[1]};
    const double tolerance = roundings<S>(4 + 0.1 * i);
    ASSERT_TRUE(all_near(skewed.state().q, plain.state().q, tolerance)) << i;
    ASSERT_TRUE(all_near(rate, plain.state().u, 8 * tolerance)) << i;
    ASSERT_TRUE(all_near(skewed.state().lambda, plain.state().lambda, 64 * tolerance)) << i;
  }
}

// More coordinates than velocities: a rod by (c, s) or by its angle. One turns by atan(h omega) a
// step, the other by h omega, and the projection differs as much: they part by h^3 a step, so by
// h^2 in a second. The constraints hold in both. Returns the largest distance in angle.
template <class S>
double distance_of_rods(std::uint32_t hz) {
  auto by_angle = started(testing::RodByAngle<S>{}, StepSize<S>::hz(hz),
                          std::array<S, 3>{S(0.5), S(0), S(0)}, std::array<S, 3>{});
  auto by_direction = started(testing::RodByDirection<S>{}, StepSize<S>::hz(hz),
                              std::array<S, 4>{S(0.5), S(0), S(1), S(0)}, std::array<S, 3>{});
  double largest = 0;
  run(by_direction, static_cast<int>(hz), {}, [&](const auto& s) {
    run(by_angle, 1);
    const auto& q = s.state().q;
    const double angle = std::atan2(static_cast<double>(q[3]), static_cast<double>(q[2]));
    largest = std::max(largest,
                       std::fabs(std::remainder(static_cast<double>(by_angle.state().q[2]) - angle,
                                                6.283185307179586)));
    EXPECT_LT(static_cast<double>(s.position_residual()), 1e-5);  // h^3
    EXPECT_LT(static_cast<double>(s.velocity_residual()), roundings<S>(16));
  });
  return largest;
}

TYPED_TEST(ModelTest, MoreCoordinatesThanVelocitiesGiveTheSameMotionToTheOrderOfTheMethod) {
  using S = TypeParam;
  const double coarse = distance_of_rods<S>(100), fine = distance_of_rods<S>(200);
  EXPECT_LT(coarse, 5e-3);
  EXPECT_TRUE(near(coarse / fine, 4, 0.5)) << coarse << " " << fine;
}

// ---- explicit time -----------------------------------------------------------------------------

// A mass that grows, m = 1 + t, pushed by f = 2 along a guide y = sin(t)/4 that moves: x' = 2
// ln(1+t), and the guide's force is m y'' - f_y with y known: all in closed form.
template <class S>
struct GrowingMass {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::diagonal;

  AngularFrequency<S> omega{1.0};

  Vector<S, 2> mass_matrix(const Vector<S, 2>&, const Signals<GrowingMass, S>& s) const {
    const S m = S(1) + s.t.seconds();
    return {m, m};
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<GrowingMass, N>& s) const {
    return {N(2), s.t.seconds()};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<GrowingMass, N>& s) const {
    return Vector<N, 1>(q[1] - S(0.25) * sin(s.t.angle(omega)));
  }
};

template <class S>
double error_of_growing_mass(std::uint32_t hz) {
  auto stepper = started(GrowingMass<S>{}, StepSize<S>::hz(hz), std::array<S, 2>{S(0), S(0)},
                         std::array<S, 2>{S(0), S(0.25)});
  run(stepper, static_cast<int>(2 * hz), {}, [](const auto& s) {
    // the guide is linear in y: position and velocity are met at once
    const double t = static_cast<double>(s.state().time.whole_s) +
                     static_cast<double>(s.state().time.ticks) / s.step_size().period_ticks;
    EXPECT_TRUE(near(s.state().q[1], 0.25 * std::sin(t), roundings<S>(2)));
    EXPECT_TRUE(near(s.state().u[1], 0.25 * std::cos(t), roundings<S>(2)));
  });
  return std::fabs(static_cast<double>(stepper.state().u[0]) - 2 * std::log(3.0));
}

TYPED_TEST(ModelTest, MassThatVariesWithTimeIsTakenAtTheTick) {
  using S = TypeParam;
  const double coarse = error_of_growing_mass<S>(100), fine = error_of_growing_mass<S>(200);
  EXPECT_LT(coarse, 0.02);  // h/2 (1/m at 0 - 1/m at 2) 2 = 0.0067
  EXPECT_TRUE(near(coarse / fine, 2, 0.1));
}

// lambda of step n belongs to t_n: m y'' = f_y - lambda, so lambda = t + (1 + t) sin(t) / 4; the
// step adds h f_t = h.
TYPED_TEST(ModelTest, MultiplierIsTheGuideForceOfTheTick) {
  using S = TypeParam;
  const std::uint32_t hz = 1000;
  auto stepper = started(GrowingMass<S>{}, StepSize<S>::hz(hz), std::array<S, 2>{S(0), S(0)},
                         std::array<S, 2>{S(0), S(0.25)});
  EXPECT_TRUE(near(stepper.state().lambda[0], 0, roundings<S>(1)));
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(run(stepper, 1));
    const double t = i * 1e-3;
    ASSERT_TRUE(
        near(stepper.state().lambda[0], t + 1e-3 + (1 + t) * std::sin(t) / 4, roundings<S>(8)));
  }
}

// ---- inputs ------------------------------------------------------------------------------------

// A unit mass on the x axis pushed by w: u_{n+1} = u_n + h w_n, x_{n+1} = x_n + h u_n. The height
// of the axis is the second input.
template <class S>
struct PushedMass {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nw = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<PushedMass, N>& s) const {
    return {N(s.w[0]), N(0)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<PushedMass, N>& s) const {
    return Vector<N, 1>(q[1] - s.w[1]);
  }
};

TYPED_TEST(ModelTest, InputsAreHeldOverTheirTick) {
  using S = TypeParam;
  auto stepper =
      started(PushedMass<S>{}, StepSize<S>::hz(256), std::array<S, 2>{}, std::array<S, 2>{});
  S x = S(0), v = S(0);
  const S h = S(1) / S(256);
  for (int i = 0; i < 256; ++i) {
    const S push = static_cast<S>(i % 8 - 3);  // small multiples of h: no rounding
    ASSERT_TRUE(run(stepper, 1, {push, S(0)}));
    x += h * v;
    v += h * push;
    ASSERT_EQ(stepper.state().q[0], x);
    ASSERT_EQ(stepper.state().u[0], v);
    ASSERT_EQ(stepper.state().w[0], push);
  }
}

// g at the end of the tick uses the inputs of the tick: a constraint moved by an input is met in
// the same step, and the input counts as constant for velocities.
TYPED_TEST(ModelTest, AnInputMovesTheConstraintOfItsTick) {
  using S = TypeParam;
  auto stepper =
      started(PushedMass<S>{}, StepSize<S>::hz(1000), std::array<S, 2>{}, std::array<S, 2>{});
  for (const S height : {S(0.5), S(-0.25), S(0.125)}) {
    ASSERT_TRUE(run(stepper, 1, {S(0), height}));
    EXPECT_EQ(stepper.state().q[1], height);
    EXPECT_EQ(stepper.state().u[1], S(0));
    EXPECT_EQ(stepper.position_residual(), S(0));
  }
}

// A bead on the parabola y = w x^2 whose width is an input. M = I, f = (0, -g):
//     G = (-2 w x, 1),  gamma = -2 w u_x^2,  (G^T)' lambda = (-2 w u_x lambda, 0)
template <class S>
struct BeadOnParabola {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nw = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<BeadOnParabola, N>&) const {
    return {N(0), N(S(-9.81))};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<BeadOnParabola, N>& s) const {
    return Vector<N, 1>(q[1] - s.w[0] * q[0] * q[0]);
  }
};

// Matrices at q_n belong to the inputs of the step before, so gamma and the rate of the constraint
// force do too: [M G^T; G 0] [a; lambda] = [f - h (G^T)' lambda_prev; -gamma], all with the old w.
TYPED_TEST(ModelTest, TheAccelerationEquationUsesTheInputsOfItsMatrices) {
  using S = TypeParam;
  const double w = 0.5, x = 0.8, v = 2, h = 1e-3;
  auto stepper = Stepper<BeadOnParabola<S>>({}, StepSize<S>::hz(1000));
  ASSERT_EQ(testing::reset(stepper, {S(x), static_cast<S>(w * x * x)},
                           {S(v), static_cast<S>(2 * w * x * v)}, {S(w)}),
            Status::ok);
  const double square = 1 + 4 * w * w * x * x, gamma = -2 * w * v * v;
  const double at_start = (-9.81 + gamma) / square;
  EXPECT_TRUE(near(stepper.state().lambda[0], at_start, roundings<S>(8, 10)));
  ASSERT_EQ(testing::step(stepper, {S(0.51)}), Status::ok);
  const double force_x = h * 2 * w * v * at_start;
  EXPECT_TRUE(near(stepper.state().lambda[0], (-2 * w * x * force_x - 9.81 + gamma) / square,
                   roundings<S>(8, 10)));
}

}  // namespace
}  // namespace taut
