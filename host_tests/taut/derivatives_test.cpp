/// \file
/// What the library derives from M, f and g by dual numbers equals the closed forms, and a model
/// that offers closed forms is asked for them and takes the same steps.
#include "taut/derivatives.hpp"

#include <cmath>
#include <random>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "support/car_axle_closed_form.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/rheonomic_model.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/left_matrix.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;

// A random point of a model and all that the library derives there.
template <class Model>
struct Sample {
  using S = typename Model::Scalar;
  static constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;

  Model model{};
  StepSize<S> step = StepSize<S>::hz(1000);
  Vector<S, nq> q;
  Vector<S, nu> u;
  Vector<S, nc> lambda;
  Input<Model> w{};
  TickSignals<Model> tick;

  ConstraintLinearisation<Model> constraint;
  Vector<S, nc> gamma;
  ConstraintRates<Model> rates;
  ForceAndRate<Model> moving, held;

  Sample(std::mt19937& random, TickCount count) {
    std::uniform_real_distribution<double> number(-1, 1);
    for (int i = 0; i < nq; ++i) q[i] = static_cast<S>(number(random) + (i == 0 ? 2 : 0));
    for (int i = 0; i < nu; ++i) u[i] = static_cast<S>(2 * number(random));
    for (int i = 0; i < nc; ++i) lambda[i] = static_cast<S>(3 * number(random));
    for (S& x : w) x = static_cast<S>(number(random));
    tick.evaluate(model, count, step);
    linearise_constraint(model, q, tick, w, constraint);
    gamma = constraint_acceleration(model, q, u, tick, w);
    rates = constraint_rates(model, q, u, lambda, tick, w);
    moving = force_and_rate(model, q, u, tick, w, true);
    held = force_and_rate(model, q, u, tick, w, false);
  }
};

// Calls check(sample) at 50 random points and ticks.
template <class Model, class Check>
void at_random_points(Check check) {
  std::mt19937 random(5);
  for (std::uint32_t i = 0; i < 50; ++i) check(Sample<Model>(random, {i % 3, (i * 37) % 1000}));
}

template <class S>
class DerivativesTest : public ::testing::Test {
 public:
  // terms of size below 50, a handful of operations each
  static constexpr double tolerance = roundings<S>(8, 50);
};
TYPED_TEST_SUITE(DerivativesTest, testing::Scalars, testing::ScalarNames);

template <class S, int rows, int cols>
::testing::AssertionResult matrix_near(const Matrix<S, rows, cols>& A,
                                       const Matrix<S, rows, cols>& B, double tolerance) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j)
      if (!near(A(i, j), B(i, j), tolerance))
        return near(A(i, j), B(i, j), tolerance) << " at (" << i << ", " << j << ")";
  return ::testing::AssertionSuccess();
}

// G = 2 q^T, gamma = 2 |u|^2, (G^T)' lambda = 2 u lambda, f constant
TYPED_TEST(DerivativesTest, OfThePendulumEqualClosedForms) {
  using S = TypeParam;
  at_random_points<models::Pendulum<S>>([&](const auto& s) {
    EXPECT_TRUE(near(s.constraint.g[0], s.q.squaredNorm() - S(1), this->tolerance));
    EXPECT_TRUE(all_near(s.constraint.J.transpose().eval(), (S(2) * s.q).eval(), this->tolerance));
    EXPECT_TRUE(near(s.gamma[0], S(2) * s.u.squaredNorm(), this->tolerance));
    EXPECT_TRUE(near(s.rates.gamma[0], s.gamma[0], this->tolerance));
    EXPECT_TRUE(all_near(s.rates.force_rate, (S(2) * s.lambda[0] * s.u).eval(), this->tolerance));
    EXPECT_EQ(s.moving.rate[0], 0);
    EXPECT_EQ(s.moving.rate[1], 0);
    EXPECT_TRUE(near(s.moving.force[1], -13.7503716373294544, this->tolerance));
  });
}

// By hand in support/car_axle_closed_form.hpp.
TYPED_TEST(DerivativesTest, OfTheCarAxleEqualClosedForms) {
  using S = TypeParam;
  using Closed = testing::CarAxleClosedForm<S>;
  at_random_points<models::CarAxle<S>>([&](const auto& s) {
    Closed closed;
    TickSignals<Closed> tick;
    tick.whole_s = s.tick.whole_s, tick.part_s = s.tick.part_s, tick.r = s.tick.r;
    const auto jets = tick.template as<Jet<S>>({});
    EXPECT_TRUE(
        matrix_near<S>(s.constraint.J, closed.constraint_jacobian(s.q, jets), this->tolerance));
    EXPECT_TRUE(all_near(s.gamma, closed.constraint_acceleration(s.q, s.u, jets), this->tolerance));
    EXPECT_TRUE(all_near(s.rates.gamma, s.gamma, this->tolerance));
    EXPECT_TRUE(all_near(s.rates.force_rate, closed.constraint_force_rate(s.q, s.u, s.lambda, jets),
                         this->tolerance));
    EXPECT_TRUE(all_near(s.moving.rate, closed.force_rate(s.q, s.u, jets), this->tolerance));
    EXPECT_TRUE(all_near(s.held.rate,
                         closed.force_rate(s.q, s.u, tick.template as<Jet<S>>({}, false)),
                         this->tolerance));
    EXPECT_TRUE(all_near(s.held.force, s.moving.force, 0));
  });
}

// n' = (u - n (n . u)) / r, v_t = n1 u2 - n2 u1; u is constant along the derivative
TYPED_TEST(DerivativesTest, OfTheCircularTrackEqualClosedForms) {
  using S = TypeParam;
  at_random_points<models::CircularTrack<S>>([&](const auto& s) {
    const S r = std::sqrt(s.q[0] * s.q[0] + s.q[1] * s.q[1]), n1 = s.q[0] / r, n2 = s.q[1] / r;
    const S along = n1 * s.u[0] + n2 * s.u[1];
    const S dn1 = (s.u[0] - n1 * along) / r, dn2 = (s.u[1] - n2 * along) / r;
    const S error = S(1) - (n1 * s.u[1] - n2 * s.u[0]);
    const S error_rate = -(dn1 * s.u[1] - dn2 * s.u[0]);
    const S drive = S(10) * error + S(25) * s.u[2], drive_rate = S(10) * error_rate;
    const Vector<S, 3> rate{S(10) * dn1 - drive_rate * n2 - drive * dn2,
                            S(10) * dn2 + drive_rate * n1 + drive * dn1, error_rate};
    // forces up to 100, divided by radii down to 1
    EXPECT_TRUE(all_near(s.moving.rate, rate, 4 * this->tolerance));
    EXPECT_TRUE(all_near(s.held.rate, s.moving.rate, 0));
    EXPECT_TRUE(near(s.constraint.J(0, 0), S(2) * s.q[0], this->tolerance));
    EXPECT_TRUE(near(s.constraint.J(0, 1), S(2) * s.q[1], this->tolerance));
    EXPECT_EQ(s.constraint.J(0, 2), 0);
    EXPECT_TRUE(near(s.gamma[0], S(2) * (s.u[0] * s.u[0] + s.u[1] * s.u[1]), this->tolerance));
    EXPECT_TRUE(near(s.rates.gamma[0], s.gamma[0], this->tolerance));
    EXPECT_TRUE(
        all_near(s.rates.force_rate,
                 Vector<S, 3>{S(2) * s.lambda[0] * s.u[0], S(2) * s.lambda[0] * s.u[1], S(0)},
                 this->tolerance));
  });
}

// With h = half rod (cos, sin): h' = omega (-h_y, h_x), h'' = -omega^2 h.
TYPED_TEST(DerivativesTest, OfTheFourBarEqualClosedForms) {
  using S = TypeParam;
  at_random_points<models::FourBar<S>>([&](const auto& s) {
    S x[3], y[3], w[3], xx[3], yy[3];
    for (int i = 0; i < 3; ++i) {
      const S half = s.model.length_m[static_cast<std::size_t>(i)] / S(2);
      x[i] = half * std::cos(s.q[3 * i + 2]), y[i] = half * std::sin(s.q[3 * i + 2]);
      w[i] = s.u[3 * i + 2];
      xx[i] = x[i] * w[i] * w[i], yy[i] = y[i] * w[i] * w[i];
    }
    Matrix<S, 8, 9> G = Matrix<S, 8, 9>::Zero();
    G(0, 0) = S(1), G(0, 2) = y[0], G(1, 1) = S(1), G(1, 2) = -x[0];
    G(2, 3) = S(1), G(2, 5) = y[1], G(2, 0) = S(-1), G(2, 2) = y[0];
    G(3, 4) = S(1), G(3, 5) = -x[1], G(3, 1) = S(-1), G(3, 2) = -x[0];
    G(4, 6) = S(1), G(4, 8) = y[2], G(5, 7) = S(1), G(5, 8) = -x[2];
    G(6, 3) = S(1), G(6, 5) = -y[1], G(6, 6) = S(-1), G(6, 8) = y[2];
    G(7, 4) = S(1), G(7, 5) = x[1], G(7, 7) = S(-1), G(7, 8) = -x[2];
    Vector<S, 8> gamma;
    gamma << xx[0], yy[0], xx[1] + xx[0], yy[1] + yy[0], xx[2], yy[2], xx[2] - xx[1], yy[2] - yy[1];
    const auto& l = s.lambda;
    Vector<S, 9> rate = Vector<S, 9>::Zero();
    rate[2] = w[0] * (x[0] * (l[0] + l[2]) + y[0] * (l[1] + l[3]));
    rate[5] = w[1] * (x[1] * (l[2] - l[6]) + y[1] * (l[3] - l[7]));
    rate[8] = w[2] * (x[2] * (l[4] + l[6]) + y[2] * (l[5] + l[7]));
    EXPECT_TRUE(matrix_near<S>(s.constraint.J, G, this->tolerance));
    EXPECT_TRUE(all_near(s.gamma, gamma, this->tolerance));
    EXPECT_TRUE(all_near(s.rates.gamma, gamma, this->tolerance));
    EXPECT_TRUE(all_near(s.rates.force_rate, rate, this->tolerance));
    EXPECT_TRUE(all_near(s.moving.rate, Vector<S, 9>(Vector<S, 9>::Zero()), 0));
    EXPECT_EQ(s.moving.force[2], s.w[0]);
  });
}

// support/rheonomic_model.hpp: time, excitation and input in M, f and g.
TYPED_TEST(DerivativesTest, OfExplicitTimeExcitationAndInputEqualClosedForms) {
  using S = TypeParam;
  at_random_points<testing::RheonomicModel<S>>([&](const auto& s) {
    const S t = static_cast<S>(s.tick.whole_s) + s.tick.part_s, w = s.w[0];
    const S r = std::sin(S(3) * t), dr = S(3) * std::cos(S(3) * t), ddr = -S(9) * r;
    const S q1 = s.q[0], q2 = s.q[1], u1 = s.u[0], u2 = s.u[1];
    EXPECT_TRUE(near(s.constraint.g[0], q1 * q1 * q2 + q2 * r + t * t * q1 / S(2) + w * q1 - S(1),
                     this->tolerance));
    EXPECT_TRUE(near(s.constraint.J(0, 0), S(2) * q1 * q2 + t * t / S(2) + w, this->tolerance));
    EXPECT_TRUE(near(s.constraint.J(0, 1), q1 * q1 + r, this->tolerance));
    EXPECT_TRUE(near(s.constraint.J(0, 2), q2 * dr + t * q1, this->tolerance));  // g_t
    const S gamma =
        S(2) * q2 * u1 * u1 + S(4) * q1 * u1 * u2 + S(2) * (t * u1 + dr * u2) + q2 * ddr + q1;
    EXPECT_TRUE(near(s.gamma[0], gamma, this->tolerance));
    EXPECT_TRUE(near(s.rates.gamma[0], gamma, this->tolerance));
    EXPECT_TRUE(near(s.rates.force_rate[0], (S(2) * (u1 * q2 + q1 * u2) + t) * s.lambda[0],
                     this->tolerance));
    EXPECT_TRUE(near(s.rates.force_rate[1], (S(2) * q1 * u1 + dr) * s.lambda[0], this->tolerance));
    EXPECT_TRUE(near(s.moving.rate[0], -S(3) * q1 * q1 * u1 + dr * q2 + r * u2, this->tolerance));
    EXPECT_TRUE(near(s.moving.rate[1], q1 * u2 + t * u1 * u2 - u2, this->tolerance));
    EXPECT_TRUE(near(s.held.rate[0], -S(3) * q1 * q1 * u1 + r * u2, this->tolerance));
    EXPECT_TRUE(near(s.held.rate[1], t * u1 * u2 - u2, this->tolerance));
    // g' = G u + g_t
    EXPECT_TRUE(near(s.constraint.rate(s.u)[0],
                     s.constraint.J(0, 0) * u1 + s.constraint.J(0, 1) * u2 + s.constraint.J(0, 2),
                     this->tolerance));
  });
}

// M = [3 + q1^2, r/2; r/2, 2 + t]
TYPED_TEST(DerivativesTest, OfTheInertiaForceEqualClosedForms) {
  using S = TypeParam;
  at_random_points<testing::RheonomicModel<S>>([&](const auto& s) {
    const S t = static_cast<S>(s.tick.whole_s) + s.tick.part_s, dr = S(3) * std::cos(S(3) * t);
    const Vector<S, 2> a{S(1.5) * s.u[1], S(-2) * s.u[0]};
    const Vector<S, 2> rate = inertia_force_rate(s.model, s.q, s.u, a, s.tick, s.w);
    const Vector<S, 2> expected{S(2) * s.q[0] * s.u[0] * a[0] + dr / S(2) * a[1],
                                dr / S(2) * a[0] + a[1]};
    EXPECT_TRUE(all_near(rate, expected, this->tolerance));
    // at held time
    const Matrix<S, 2, 2> stiffness = inertial_stiffness(s.model, s.q, a, s.tick, s.w);
    Matrix<S, 2, 2> along_q1 = Matrix<S, 2, 2>::Zero();
    along_q1(0, 0) = S(2) * s.q[0] * a[0];
    EXPECT_TRUE(matrix_near<S>(stiffness, along_q1, this->tolerance));
  });
}

// Direction d = (c, s) / |(c, s)| of a rod, half length 1/2: with q' = V u, d' = omega (-d_y, d_x),
// whatever the length of (c, s).
TYPED_TEST(DerivativesTest, WithKinematicsEqualClosedForms) {
  using S = TypeParam;
  at_random_points<testing::RodByDirection<S>>([&](const auto& s) {
    const S r = std::sqrt(s.q[2] * s.q[2] + s.q[3] * s.q[3]);
    if (r < S(0.3)) return;  // derivatives of 1 / r stay of order one
    const S c = s.q[2] / r / S(2), n = s.q[3] / r / S(2), w = s.u[2];
    Matrix<S, 2, 3> G;
    G << S(1), S(0), n, S(0), S(1), -c;
    EXPECT_TRUE(matrix_near<S>(s.constraint.J, G, this->tolerance));
    const Vector<S, 2> gamma{c * w * w, n * w * w};
    EXPECT_TRUE(all_near(s.gamma, gamma, this->tolerance));
    EXPECT_TRUE(all_near(s.rates.gamma, gamma, this->tolerance));
    const Vector<S, 3> rate{S(0), S(0), w * (c * s.lambda[0] + n * s.lambda[1])};
    EXPECT_TRUE(all_near(s.rates.force_rate, rate, this->tolerance));
  });
}

// g is linear in q, so gamma is what the kinematics make of it: (c, s)'' = -omega^2 (c, s).
TYPED_TEST(DerivativesTest, OfTheKinematicsThemselvesEqualClosedForms) {
  using S = TypeParam;
  at_random_points<testing::RodByUnitVector<S>>([&](const auto& s) {
    const S c = s.q[2] / S(2), n = s.q[3] / S(2), w = s.u[2];
    Matrix<S, 2, 3> G;
    G << S(1), S(0), n, S(0), S(1), -c;
    EXPECT_TRUE(matrix_near<S>(s.constraint.J, G, this->tolerance));
    const Vector<S, 2> gamma{c * w * w, n * w * w};
    EXPECT_TRUE(all_near(s.gamma, gamma, this->tolerance));
    EXPECT_TRUE(all_near(s.rates.gamma, gamma, this->tolerance));
    const Vector<S, 3> rate{S(0), S(0), w * (c * s.lambda[0] + n * s.lambda[1])};
    EXPECT_TRUE(all_near(s.rates.force_rate, rate, this->tolerance));
  });
}

// The excitation of a tick: value, rate and second rate of 0.1 sin(10 t). The angle of 4 turns and
// 1.1 rad is rounded at the size of its part, 1.23 + pi.
TYPED_TEST(DerivativesTest, ExcitationCarriesItsRates) {
  using S = TypeParam;
  const models::CarAxle<S> axle;
  TickSignals<models::CarAxle<S>> tick;
  tick.evaluate(axle, {3, 123}, StepSize<S>::hz(1000));
  const double angle = 10 * 3.123, s = std::sin(angle), c = std::cos(angle);
  EXPECT_TRUE(near(tick.r[1].value.value, 0.1 * s, roundings<S>(4, 0.4)));
  EXPECT_TRUE(near(tick.r[1].value.derivative[0], c, roundings<S>(4, 4)));
  EXPECT_TRUE(near(tick.r[1].derivative[0].value, c, roundings<S>(4, 4)));
  EXPECT_TRUE(near(tick.r[1].derivative[0].derivative[0], -10 * s, roundings<S>(4, 40)));
  const auto held = tick.template as<Jet<S>>({}, false);
  EXPECT_EQ(held.r[1].value.derivative[0], 0);
  EXPECT_EQ(held.r[1].derivative[0].derivative[0], 0);
  EXPECT_EQ(held.t.part_s.value.derivative[0], 0);
  EXPECT_EQ(tick.template as<Jet<S>>({}).t.part_s.value.derivative[0], 1);
}

// ---- closed forms in a step --------------------------------------------------------------------

// Closed forms that are plainly wrong, so that their use shows.
template <class S>
struct MarkedPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<MarkedPendulum, N>&) const {
    return {N(0), N(-1)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<MarkedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }
  using JetSignals = Signals<MarkedPendulum, Jet<S>>;
  Matrix<S, 1, 2> constraint_jacobian(const Vector<S, 2>&, const JetSignals&) const {
    return {S(11), S(12)};
  }
  Vector<S, 1> constraint_acceleration(const Vector<S, 2>&, const Vector<S, 2>&,
                                       const JetSignals&) const {
    return Vector<S, 1>(S(13));
  }
  Vector<S, 2> constraint_force_rate(const Vector<S, 2>&, const Vector<S, 2>&, const Vector<S, 1>&,
                                     const JetSignals&) const {
    return {S(14), S(15)};
  }
  Vector<S, 2> force_rate(const Vector<S, 2>&, const Vector<S, 2>&, const JetSignals&) const {
    return {S(16), S(17)};
  }
  Matrix<S, 2, 2> velocity_jacobian(const Vector<S, 2>&, const Vector<S, 2>&,
                                    const Signals<MarkedPendulum, S>&) const {
    return Matrix<S, 2, 2>::Constant(S(18));
  }
  Matrix<S, 2, 2> position_jacobian(const Vector<S, 2>&, const Vector<S, 2>&,
                                    const Signals<MarkedPendulum, S>&) const {
    return Matrix<S, 2, 2>::Constant(S(19));
  }
};

TYPED_TEST(DerivativesTest, ClosedFormsReplaceDualNumbersWhereOffered) {
  using S = TypeParam;
  at_random_points<MarkedPendulum<S>>([](const auto& s) {
    EXPECT_EQ(s.constraint.J(0, 0), S(11));
    EXPECT_EQ(s.constraint.J(0, 1), S(12));
    EXPECT_EQ(s.constraint.g[0], s.q[0] * s.q[0] + s.q[1] * s.q[1] - S(1));
    EXPECT_EQ(s.gamma[0], S(13));
    EXPECT_EQ(s.rates.gamma[0], S(13));
    EXPECT_EQ(s.rates.force_rate[1], S(15));
    EXPECT_EQ(s.moving.rate[0], S(16));
    EXPECT_EQ(s.moving.force[1], S(-1));
    EXPECT_EQ(velocity_jacobian(s.model, s.q, s.u, s.tick, s.w)(1, 0), S(18));
    EXPECT_EQ(position_jacobian(s.model, s.q, s.u, s.tick, s.w, s.w)(0, 1), S(19));
  });
}

// f = (-q1^3 + w + r q2 - u1 u2, t q1 u2 - q2)
TYPED_TEST(DerivativesTest, JacobiansOfTheForceEqualClosedForms) {
  using S = TypeParam;
  at_random_points<testing::RheonomicModel<S>>([&](const auto& s) {
    const S t = static_cast<S>(s.tick.whole_s) + s.tick.part_s, r = std::sin(S(3) * t);
    Matrix<S, 2, 2> f_u, f_q;
    f_u << -s.u[1], -s.u[0], S(0), t * s.q[0];
    f_q << -S(3) * s.q[0] * s.q[0], r, t * s.u[1], S(-1);
    EXPECT_TRUE(
        matrix_near<S>(velocity_jacobian(s.model, s.q, s.u, s.tick, s.w), f_u, this->tolerance));
    EXPECT_TRUE(matrix_near<S>(position_jacobian(s.model, s.q, s.u, s.tick, s.w, s.w), f_q,
                               this->tolerance));
  });
}

// One step from the same state: a rounding of the velocities, which the stiff springs of
// 2000 1/s^2 and one step of 1 ms do not magnify; 100 steps: an oscillation of 4 radians.
TYPED_TEST(DerivativesTest, ClosedFormsTakeTheSameStepsToRounding) {
  using S = TypeParam;
  const models::CarAxleStart<S> start;
  const auto compare = [&](auto method) {
    using Method = decltype(method);
    auto derived =
        testing::started<Method>(models::CarAxle<S>{}, StepSize<S>::hz(1000), start.q, start.u);
    auto closed = testing::started<Method>(testing::CarAxleClosedForm<S>{}, StepSize<S>::hz(1000),
                                           start.q, start.u);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(testing::run(derived, 1));
      ASSERT_TRUE(testing::run(closed, 1));
      const double growth = 2 + i;
      EXPECT_TRUE(all_near(closed.state().q, derived.state().q, roundings<S>(growth)));
      EXPECT_TRUE(all_near(closed.state().u, derived.state().u, roundings<S>(8 * growth)));
      EXPECT_TRUE(all_near(closed.state().lambda, derived.state().lambda, roundings<S>(growth)));
    }
  };
  compare(LinearImplicitEuler<FullDerivative>{});
  compare(LinearImplicitEuler<ForceAndTimeDerivative>{});
  compare(LinearImplicitEuler<ForceDerivative>{});
  compare(LinearImplicitEuler<NoDerivative>{});
}

}  // namespace
}  // namespace taut
