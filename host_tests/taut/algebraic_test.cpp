/// \file
/// Algebraic coordinates: Newton's step, rates, and the same steps as with s eliminated.
#include "taut/algebraic.hpp"

#include <cmath>

#include "models/wheelset.hpp"
#include "support/followed_bead.hpp"
#include "support/run.hpp"
#include "support/signals_of.hpp"
#include "taut/consistent_start.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using models::Wheelset;
using models::WheelsetStart;
using testing::all_near;
using testing::either;
using testing::FollowedBead;
using testing::FollowedBeadStart;
using testing::largest_difference;
using testing::near;
using testing::roundings;
using testing::signals_of;

template <class S>
class AlgebraicTest : public ::testing::Test {};
TYPED_TEST_SUITE(AlgebraicTest, testing::Scalars, testing::ScalarNames);

// Of two blocks of two, each nonlinear in its own entries, moved by a coordinate and by time.
template <class S>
struct Pairs {
  using Scalar = S;
  static constexpr int nq = 1, nc = 0, ns = 4, algebraic_block = 2, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  S coupling = S(1);

  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    return Vector<N, 1>(N(t.seconds()));
  }
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(S(1)); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&, const Signals<Pairs, N>&) const {
    return Vector<N, 1>(N(S(0)));
  }
  // s_0 s_1 = 2 + q, s_0 - s_1 = t; the second block with s_3^2
  template <class N>
  Vector<N, 4> algebraic_equations(const Vector<N, 1>& q, const Signals<Pairs, N>& s) const {
    const Vector<N, 4>& x = s.algebraic;
    return {x[0] * x[1] - S(2) - q[0], x[0] - x[1] - s.r[0], coupling * x[2] + x[3] * x[3] - q[0],
            x[2] - x[3] + S(1)};
  }
};

template <class S>
TickSignals<Pairs<S>> pairs_at(const Pairs<S>& model, std::uint32_t ticks) {
  TickSignals<Pairs<S>> tick;
  tick.evaluate(model, {0, ticks}, StepSize<S>::hz(10));
  tick.algebraic = {S(1.5), S(1.2), S(-1.5), S(-0.4)};
  return tick;
}

TYPED_TEST(AlgebraicTest, NewtonsMethodFindsTheRootsOfEveryBlock) {
  using S = TypeParam;
  const Pairs<S> model;
  auto tick = pairs_at(model, 5);  // t = 0.5
  const Vector<S, 1> q(S(0.25));
  ASSERT_EQ(converge_algebraic(model, q, tick, {}, S(1e-6)), Status::ok);
  // s_1 = (sqrt(t^2 + 4 (2 + q)) - t) / 2, s_3 of s_3^2 + s_3 - 1 - q
  const double s1 = (std::sqrt(0.25 + 9) - 0.5) / 2, s3 = (std::sqrt(1 + 5.0) - 1) / 2;
  EXPECT_TRUE(near(tick.algebraic[1], s1, roundings<S>(8)));
  EXPECT_TRUE(near(tick.algebraic[0], s1 + 0.5, roundings<S>(8)));
  EXPECT_TRUE(near(tick.algebraic[3], s3, roundings<S>(16)));
  EXPECT_TRUE(near(tick.algebraic[2], s3 - 1, roundings<S>(16)));
}

TYPED_TEST(AlgebraicTest, OneNewtonStepSquaresTheError) {
  using S = TypeParam;
  const Pairs<S> model;
  const Vector<S, 1> q(S(0.25));
  auto exact = pairs_at(model, 5);
  ASSERT_EQ(converge_algebraic(model, q, exact, {}, S(1e-6)), Status::ok);
  double error[2];
  for (int k = 0; k < 2; ++k) {
    auto tick = exact;
    for (int i = 0; i < 4; ++i) tick.algebraic[i] += S(k == 0 ? 0.02 : 0.01);
    ASSERT_EQ(correct_algebraic(model, q, tick, {}, S(1e-6)), Status::ok);
    error[k] = largest_difference(tick.algebraic, exact.algebraic);
  }
  EXPECT_TRUE(near(error[0] / error[1], 4, 0.1));
}

TYPED_TEST(AlgebraicTest, SingularBlockIsRefused) {
  using S = TypeParam;
  Pairs<S> model;
  auto tick = pairs_at(model, 5);
  model.coupling = S(-1);
  tick.algebraic[3] = S(0.5);  // c_s of the second block: [-1 1; 1 -1]
  EXPECT_EQ(correct_algebraic(model, Vector<S, 1>(S(0)), tick, {}, S(1e-6)),
            Status::singular_contact);
  EXPECT_EQ(converge_algebraic(model, Vector<S, 1>(S(0)), tick, {}, S(1e-6)),
            Status::singular_contact);
}

TYPED_TEST(AlgebraicTest, EquationsWithoutARootDoNotConverge) {
  using S = TypeParam;
  const Pairs<S> model;
  auto tick = pairs_at(model, 5);
  // s_0 s_1 = -8, s_0 - s_1 = 1/2 has no root
  EXPECT_EQ(converge_algebraic(model, Vector<S, 1>(S(-10)), tick, {}, S(0)), Status::not_converged);
}

// Near its turning point Newton's method leaves for a root that is far away.
template <class S>
struct OnASine {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, ns = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&, const Signals<OnASine, N>&) const {
    return {N(S(0)), N(S(0))};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<OnASine, N>& s) const {
    return Vector<N, 1>(q[1] - S(0.1) * cos(s.algebraic[0]));
  }
  template <class N>
  Vector<N, 1> algebraic_equations(const Vector<N, 2>& q, const Signals<OnASine, N>& s) const {
    return Vector<N, 1>(sin(s.algebraic[0]) - q[0]);
  }
};
TYPED_TEST(AlgebraicTest, AStartWhoseCoordinatesJumpIsReportedAndRefused) {
  using S = TypeParam;
  const OnASine<S> model;
  const std::array<S, 2> rough_q{S(0.9), S(0.0436)}, rough_u{};
  const std::array<S, 1> rough_s{S(1.55)};
  auto q = rough_q, u = rough_u;
  auto s = rough_s;
  StartOptions<OnASine<S>> options;
  StartReport<OnASine<S>> report;
  options.largest_algebraic_move = S(1);
  EXPECT_EQ(make_consistent(model, q, u, s, options, report), Status::move_too_large);
  EXPECT_GT(report.largest_algebraic_move, S(5));
  EXPECT_TRUE(q == rough_q && s == rough_s);
  options.largest_algebraic_move = options.none;
  EXPECT_EQ(make_consistent(model, q, u, s, options, report), Status::ok);
  EXPECT_TRUE(near(report.largest_algebraic_move, std::fabs(s[0] - rough_s[0]), roundings<S>(1)));
}

// s' and s'' of (CP.2), (CP.3) against the closed forms of the first block.
TYPED_TEST(AlgebraicTest, RatesAlongTheMotionAreThoseOfTheImplicitFunction) {
  using S = TypeParam;
  const Pairs<S> model;
  auto tick = pairs_at(model, 5);
  const Vector<S, 1> q(S(0.25)), u(S(0.75));
  ASSERT_EQ(converge_algebraic(model, q, tick, {}, S(1e-6)), Status::ok);
  const auto moving = along_motion(model, q, u, tick, Input<Pairs<S>>{});
  // a = s_0 + s_1, a^2 = t^2 + 4 (2 + q): a a' = t + 2 u, a'^2 + a a'' = 1
  const double a = std::sqrt(0.25 + 9), rate = (0.5 + 1.5) / a, second = (1 - rate * rate) / a;
  EXPECT_TRUE(near(moving.rate[0], (rate + 1) / 2, roundings<S>(8)));
  EXPECT_TRUE(near(moving.rate[1], (rate - 1) / 2, roundings<S>(8)));
  EXPECT_TRUE(near(moving.second_rate[0], second / 2, roundings<S>(8)));
  EXPECT_TRUE(near(moving.second_rate[1], second / 2, roundings<S>(8)));
}

// ---- s as an unknown, and s put in -------------------------------------------------------------

template <class Method, class S>
void expect_as_put_in(double tolerance) {
  using Unknown = FollowedBead<S, true>;
  using PutIn = FollowedBead<S, false>;
  FollowedBeadStart<S> start;
  StartReport<PutIn> report;
  ASSERT_EQ(make_consistent(PutIn{}, start.q, start.u, {}, report), Status::ok);
  Stepper<Unknown, Method> unknown(Unknown{}, StepSize<S>::hz(200));
  Stepper<PutIn, Method> put_in(PutIn{}, StepSize<S>::hz(200));
  ASSERT_EQ(unknown.reset(start.q, start.u, start.s), Status::ok);
  ASSERT_EQ(put_in.reset(start.q, start.u), Status::ok);
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(unknown.step(), Status::ok) << i;
    ASSERT_EQ(put_in.step(), Status::ok) << i;
  }
  EXPECT_LT(largest_difference(unknown.state().q, put_in.state().q), tolerance);
  EXPECT_LT(largest_difference(unknown.state().u, put_in.state().u), 10 * tolerance);
  EXPECT_LT(largest_difference(unknown.state().lambda, put_in.state().lambda), 100 * tolerance);
  EXPECT_GT(largest_difference(unknown.state().q, start.q), 1e-2);
}

TYPED_TEST(AlgebraicTest, EulerFamilyStepsAsWithTheCoordinatesPutIn) {
  using S = TypeParam;
  const double tolerance = either<S>(1e-13, 1e-5);
  expect_as_put_in<LinearImplicitEuler<>, S>(tolerance);
  // without f_t s follows time all the same, which put in it would not
  expect_as_put_in<LinearImplicitEuler<ForceAndTimeDerivative>, S>(tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>, S>(tolerance);
  expect_as_put_in<LinearImplicitEuler<ForceAndTimeDerivative, OneStepProjection, Index2Mean>, S>(
      tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, DeadBeatBaumgarte>, S>(tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, NoStabilization>, S>(tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, ProjectionAtPredicted>, S>(tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, IteratedProjection<3>>, S>(tolerance);
}

TYPED_TEST(AlgebraicTest, JacobiansOnTheLeftFollowTheCoordinates) {
  using S = TypeParam;
  const double tolerance = either<S>(1e-13, 1e-5);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J1>, S>(
      tolerance);
  expect_as_put_in<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J2>, S>(
      tolerance);
  expect_as_put_in<LinearImplicitEuler<TotalDerivative, OneStepProjection, Index1, JExact>, S>(
      tolerance);
  expect_as_put_in<LinearImplicitEuler<TotalDerivative, OneStepProjection, Index2, J2>, S>(
      tolerance);
}

TYPED_TEST(AlgebraicTest, RattleStepsAsWithTheCoordinatesPutIn) {
  using S = TypeParam;
  const double tolerance = either<S>(1e-13, 1e-5);
  expect_as_put_in<Rattle<0>, S>(tolerance);
  expect_as_put_in<Rattle<2>, S>(tolerance);
  expect_as_put_in<Rattle<1, DampingJacobian>, S>(tolerance);
}

// ---- the envelope property ---------------------------------------------------------------------

// The wheelset without the statement: the same derivatives, at more cost.
template <class S>
struct PlainWheelset : Wheelset<S> {
  static constexpr bool envelope = false;
  Matrix<S, 6, 6> mass_matrix(const Vector<S, 5>& q, const Signals<PlainWheelset, S>& s) const {
    return Wheelset<S>::mass_matrix(q, signals_of<Wheelset<S>>(s));
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 5>& q, const Signals<PlainWheelset, N>& s) const {
    return Wheelset<S>::constraint(q, signals_of<Wheelset<S>>(s));
  }
  template <class N>
  Vector<N, 4> algebraic_equations(const Vector<N, 5>& q,
                                   const Signals<PlainWheelset, N>& s) const {
    return Wheelset<S>::algebraic_equations(q, signals_of<Wheelset<S>>(s));
  }
  template <class N>
  Vector<N, 6> force(const Vector<N, 5>& q, const Vector<N, 6>& u,
                     const Signals<PlainWheelset, N>& s) const {
    return Wheelset<S>::force(q, u, signals_of<Wheelset<S>>(s));
  }
  Status contact_status(const Vector<S, 5>& q, const Vector<S, 6>& u,
                        const Signals<PlainWheelset, S>& s) const {
    return Wheelset<S>::contact_status(q, u, signals_of<Wheelset<S>>(s));
  }
};

template <class Method>
void expect_envelope() {
  Stepper<Wheelset<double>, Method> stated(Wheelset<double>{}, StepSize<double>::hz(1000));
  Stepper<PlainWheelset<double>, Method> derived(PlainWheelset<double>{},
                                                 StepSize<double>::hz(1000));
  const WheelsetStart<double> start;
  ASSERT_EQ(stated.reset(start.q, start.u, start.s), Status::ok);
  ASSERT_EQ(derived.reset(start.q, start.u, start.s), Status::ok);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(stated.step(), Status::ok);
    ASSERT_EQ(derived.step(), Status::ok);
  }
  EXPECT_LT(largest_difference(stated.state().q, derived.state().q), 1e-14);
  EXPECT_LT(largest_difference(stated.state().u, derived.state().u), 1e-11);
}
TEST(Algebraic, EnvelopeLeavesTheDerivativesAsTheyAre) {
  expect_envelope<LinearImplicitEuler<>>();
  expect_envelope<LinearImplicitEuler<ForceDerivative>>();
  expect_envelope<LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J2>>();
  expect_envelope<Rattle<0>>();
}

// ---- closed forms ------------------------------------------------------------------------------

template <class S>
struct BeadInClosedForm : FollowedBead<S, true> {
  using Base = FollowedBead<S, true>;
  template <class N>
  Matrix<N, 3, 3> mass_matrix(const Vector<N, 3>& q, const Signals<BeadInClosedForm, N>& s) const {
    return Base::mass_matrix(q, signals_of<Base>(s));
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 3>& q, const Signals<BeadInClosedForm, N>& s) const {
    return Base::constraint(q, signals_of<Base>(s));
  }
  template <class N>
  Vector<N, 2> algebraic_equations(const Vector<N, 3>& q,
                                   const Signals<BeadInClosedForm, N>& s) const {
    return Base::algebraic_equations(q, signals_of<Base>(s));
  }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>& q, const Vector<N, 3>& u,
                     const Signals<BeadInClosedForm, N>& s) const {
    return Base::force(q, u, signals_of<Base>(s));
  }
  Matrix<S, 2, 1> algebraic_jacobian(const Vector<S, 3>&,
                                     const Signals<BeadInClosedForm, S>&) const {
    return Matrix<S, 2, 1>::Constant(S(1));
  }
  // -(surface)_q, -(surface)_t
  Matrix<S, 2, 4> algebraic_position_jacobian(const Vector<S, 3>& q,
                                              const Signals<BeadInClosedForm, Jet<S>>& s) const {
    const S rate = s.r[0].value.derivative[0];
    Matrix<S, 2, 4> J;
    J << -q[0], S(0), S(0), -rate, -q[1], -q[0], S(0), S(0.5) * rate;
    return J;
  }
  // by s' alone: u is constant
  Vector<S, 3> force_rate(const Vector<S, 3>&, const Vector<S, 3>&,
                          const Signals<BeadInClosedForm, Jet<S>>& s) const {
    const Height h(s, 0), k(s, 1);
    return {S(-5) * h.rate, S(3) * (k.rate * h.value + k.value * h.rate), cos(k.value) * k.rate};
  }
  // g = d^2 + e^2 + x_1^2 - 4, d = s_1 - x_3, e = s_2 - x_2
  Vector<S, 1> constraint_acceleration(const Vector<S, 3>& q, const Vector<S, 3>& u,
                                       const Signals<BeadInClosedForm, Jet<S>>& s) const {
    const Height h(s, 0), k(s, 1);
    const S d = h.value - q[2], e = k.value - q[1];
    const S d_rate = h.rate - u[2], e_rate = k.rate - u[1];
    return Vector<S, 1>(S(2) * (d_rate * d_rate + e_rate * e_rate + u[0] * u[0] +
                                d * h.second_rate + e * k.second_rate));
  }
  // G = 2 (d x_1 + e x_2 + x_1, e (x_1 - 1), -d)
  Vector<S, 3> constraint_force_rate(const Vector<S, 3>& q, const Vector<S, 3>& u,
                                     const Vector<S, 1>& lambda,
                                     const Signals<BeadInClosedForm, Jet<S>>& s) const {
    const Height h(s, 0), k(s, 1);
    const S d = h.value - q[2], e = k.value - q[1];
    const S d_rate = h.rate - u[2], e_rate = k.rate - u[1];
    const Vector<S, 3> rate{d_rate * q[0] + d * u[0] + e_rate * q[1] + e * u[1] + u[0],
                            e_rate * (q[0] - S(1)) + e * u[0], -d_rate};
    return S(2) * lambda[0] * rate;
  }

 private:
  struct Height {
    S value, rate, second_rate;
    Height(const Signals<BeadInClosedForm, Jet<S>>& s, int i)
        : value(s.algebraic[i].value.value),
          rate(s.algebraic[i].value.derivative[0]),
          second_rate(s.algebraic[i].derivative[0].derivative[0]) {}
  };
};

TYPED_TEST(AlgebraicTest, ClosedFormsStepAsTheDerivedJacobians) {
  using S = TypeParam;
  FollowedBeadStart<S> start;
  StartReport<FollowedBead<S, true>> report;
  ASSERT_EQ(make_consistent(FollowedBead<S, true>{}, start.q, start.u, start.s, {}, report),
            Status::ok);
  using Method = LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J2>;
  Stepper<FollowedBead<S, true>, Method> derived({}, StepSize<S>::hz(200));
  Stepper<BeadInClosedForm<S>, Method> closed({}, StepSize<S>::hz(200));
  ASSERT_EQ(derived.reset(start.q, start.u, start.s), Status::ok);
  ASSERT_EQ(closed.reset(start.q, start.u, start.s), Status::ok);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(derived.step(), Status::ok);
    ASSERT_EQ(closed.step(), Status::ok);
  }
  EXPECT_TRUE(all_near(closed.state().q, derived.state().q, either<S>(1e-14, 1e-6)));
  EXPECT_TRUE(all_near(closed.state().u, derived.state().u, either<S>(1e-13, 1e-5)));
}

// ---- units, singular positions, numbers that are none ------------------------------------------

// s in units that have nothing to do with each other: a pressure in Pa and an angle in rad.
template <class S>
struct PressureAndAngle {
  using Scalar = S;
  static constexpr int nq = 1, nc = 0, ns = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(S(1)); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&,
                     const Signals<PressureAndAngle, N>& s) const {
    return Vector<N, 1>(s.algebraic[1]);
  }
  template <class N>
  Vector<N, 2> algebraic_equations(const Vector<N, 1>& q,
                                   const Signals<PressureAndAngle, N>& s) const {
    return {s.algebraic[0] - S(1e6) - q[0], sin(s.algebraic[1]) - S(0.5)};
  }
};
TYPED_TEST(AlgebraicTest, ALargeCoordinateDoesNotEndTheSearchForASmallOne) {
  using S = TypeParam;
  Stepper<PressureAndAngle<S>> stepper({}, StepSize<S>::hz(100));
  ASSERT_EQ(stepper.reset({S(0)}, {S(0)}, {S(1e6), S(0.2)}), Status::ok);
  EXPECT_TRUE(near(stepper.state().s[1], std::asin(0.5), roundings<S>(8)));
}

TYPED_TEST(AlgebraicTest, NonFiniteStartsAndStatesAreCalledSo) {
  using S = TypeParam;
  using Wheel = Stepper<Wheelset<S>, Rattle<0>>;
  const WheelsetStart<S> start;
  const S nan = std::numeric_limits<S>::quiet_NaN();
  Wheel stepper({}, StepSize<S>::hz(1000));
  for (int part = 0; part < 3; ++part) {
    WheelsetStart<S> broken;
    (part == 0 ? broken.q[0] : part == 1 ? broken.u[5] : broken.s[2]) = nan;
    EXPECT_EQ(stepper.reset(broken.q, broken.u, broken.s), Status::non_finite_state) << part;
  }
  ASSERT_EQ(stepper.reset(start.q, start.u, start.s), Status::ok);
  for (int part = 0; part < 3; ++part) {
    typename Wheel::StateType broken = stepper.state();
    (part == 0 ? broken.s[1] : part == 1 ? broken.lambda[0] : broken.end_lambda[1]) = nan;
    EXPECT_EQ(stepper.restore(broken), Status::non_finite_state) << part;
  }
  // damaged in memory
  const_cast<typename Wheel::StateType&>(stepper.state()).s[1] = nan;
  EXPECT_EQ(stepper.reproject(), Status::non_finite_state);
}

// c_s = q_0, which comes to 0 after two steps of 1 s.
template <class S>
struct Fading {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, ns = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&, const Signals<Fading, N>&) const {
    return {N(S(0)), N(S(0))};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<Fading, N>& s) const {
    return Vector<N, 1>(q[1] - s.algebraic[0]);
  }
  template <class N>
  Vector<N, 1> algebraic_equations(const Vector<N, 2>& q, const Signals<Fading, N>& s) const {
    return Vector<N, 1>((s.algebraic[0] - S(1)) * q[0]);
  }
};
TYPED_TEST(AlgebraicTest, AStepOntoASingularPositionIsRefusedAsSingular) {
  using S = TypeParam;
  Stepper<Fading<S>> stepper({}, StepSize<S>::hz(1));
  ASSERT_EQ(stepper.reset({S(2), S(1)}, {S(-1), S(0)}, {S(1)}), Status::ok);
  ASSERT_EQ(stepper.step(), Status::ok);
  EXPECT_EQ(stepper.step(), Status::singular_contact);
  EXPECT_EQ(stepper.state().q[0], S(1));
}

// ---- inputs in c -------------------------------------------------------------------------------

// Pushed away by a lever of which the input is the ratio: w s = q, f = s.
template <class S>
struct Lever {
  using Scalar = S;
  static constexpr int nq = 1, nc = 0, ns = 1, nw = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(S(1)); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&, const Signals<Lever, N>& s) const {
    return s.algebraic;
  }
  template <class N>
  Vector<N, 1> algebraic_equations(const Vector<N, 1>& q, const Signals<Lever, N>& s) const {
    return Vector<N, 1>(s.w[0] * s.algebraic[0] - q[0]);
  }
};
TYPED_TEST(AlgebraicTest, JacobiansOnTheLeftTakeTheInputsThatTheCoordinatesBelongTo) {
  using S = TypeParam;
  Stepper<Lever<S>, LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J2>> stepper(
      {}, StepSize<S>::hz(1));
  ASSERT_EQ(stepper.reset({S(1)}, {S(0)}, {S(0)}, {S(2)}), Status::ok);
  ASSERT_EQ(stepper.step({S(4)}), Status::ok);
  // (1 - h^2 s_q) a = s = 1/2, with s_q = 1/2 of t_n; then s of the new input
  EXPECT_TRUE(near(stepper.state().u[0], 1, roundings<S>(4)));
  EXPECT_TRUE(near(stepper.state().s[0], 0.25, roundings<S>(4)));
}

}  // namespace
}  // namespace taut
