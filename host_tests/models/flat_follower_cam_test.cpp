/// \file
/// The cam against its one degree of freedom: y and the normal force are functions of angle and
/// speed there, and a fine RK4 of a program of its own integrates these.
#include "models/flat_follower_cam.hpp"

#include <algorithm>
#include <cmath>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/signals_of.hpp"
#include "taut/consistent_start.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::largest_difference;
using taut::testing::near;
using taut::testing::reset;
using taut::testing::run;
using taut::testing::same_bits;
using taut::testing::signals_of;
using taut::testing::started;
using taut::testing::step;

// ---- one degree of freedom ---------------------------------------------------------------------

// Angle and speed of the cam under its closed form.
struct TurningCam {
  FlatFollowerCam<double> cam{};
  double alpha = 0, omega = FlatFollowerCamStart<double>{}.u[0];

  // H and its derivatives
  struct Lift {
    double height, slope, bend;
  };
  Lift lift() const {
    const double s = std::sin(alpha), c = std::cos(alpha);
    const double a2 = cam.semi_axis_a_m * cam.semi_axis_a_m;
    const double b2 = cam.semi_axis_b_m * cam.semi_axis_b_m;
    const double support = std::sqrt(a2 * s * s + b2 * c * c), rise = (a2 - b2) * s * c / support;
    return {cam.offset_m * s + support, cam.offset_m * c + rise,
            -cam.offset_m * s + ((a2 - b2) * (c * c - s * s) - rise * rise) / support};
  }
  double motor() const { return cam.stall_torque_n_m * (1 - omega / cam.no_load_speed_rad_s); }
  // What the torque on the cam takes of N.
  double arm() const {
    const Lift at = lift();
    return at.slope + cam.friction * at.height * std::tanh(omega * at.height / cam.slip_speed_m_s);
  }
  double normal_force() const {
    const Lift at = lift();
    const double m = cam.follower_mass_kg, J = cam.cam_inertia_kg_m2;
    return (m * at.bend * omega * omega + m * cam.gravity_m_s2 + cam.preload_n +
            cam.stiffness_n_per_m * at.height + m * at.slope * motor() / J) /
           (1 + m * at.slope * arm() / J);
  }
  std::array<double, 2> q() const { return {alpha, lift().height}; }
  std::array<double, 2> u() const { return {omega, lift().slope * omega}; }

  // RK4 in steps of at most 20 us.
  void advance(double t) {
    const int steps = static_cast<int>(std::ceil(t / 2e-5));
    const double h = t / steps;
    const auto rate = [](const TurningCam& at) {
      return std::array<double, 2>{
          at.omega, (at.motor() - at.arm() * at.normal_force()) / at.cam.cam_inertia_kg_m2};
    };
    const auto moved = [&](double by, const std::array<double, 2>& k) {
      TurningCam to = *this;
      to.alpha += by * k[0];
      to.omega += by * k[1];
      return to;
    };
    for (int n = 0; n < steps; ++n) {
      const auto k1 = rate(*this), k2 = rate(moved(h / 2, k1)), k3 = rate(moved(h / 2, k2)),
                 k4 = rate(moved(h, k3));
      alpha += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
      omega += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
    }
  }
};

template <class S>
FlatFollowerCam<S> coasting() {
  FlatFollowerCam<S> cam;
  cam.stall_torque_n_m = cam.friction = S(0);
  return cam;
}

// The same state, bit for bit.
template <class State>
bool same_state(const State& a, const State& b) {
  bool same = same_bits(a.q, b.q) && same_bits(a.u, b.u) && same_bits(a.s, b.s) &&
              same_bits(a.lambda, b.lambda) && same_bits(a.q_low, b.q_low) &&
              same_bits(a.u_low, b.u_low) && same_bits(a.time, b.time);
  if constexpr (detail::detected<detail::EndMultipliersOf, State>)
    same = same && same_bits(a.end_lambda, b.end_lambda);
  return same;
}

// Largest errors over a second, which is seven turns.
struct Errors {
  double q = 0, u = 0, normal_force = 0, residual = 0;
};

// `at` is where in the step the multipliers belong.
template <class Method, class S>
Errors errors(std::uint32_t hz, double at) {
  auto stepper =
      started<Method>(FlatFollowerCam<S>{}, StepSize<S>::hz(hz), FlatFollowerCamStart<S>{});
  TurningCam exact;
  Errors out;
  run(stepper, static_cast<int>(hz), {}, [&](const auto& s) {
    exact.advance(at / hz);
    out.normal_force =
        std::max(out.normal_force, std::abs(double(s.state().lambda[0]) - exact.normal_force()));
    exact.advance((1 - at) / hz);
    const auto q = exact.q(), u = exact.u();
    const double turned = std::remainder(double(s.state().q[0]) - q[0], 2 * 3.14159265358979324);
    out.q = std::max({out.q, std::abs(turned), std::abs(double(s.state().q[1]) - q[1])});
    out.u = std::max(out.u, largest_difference(s.state().u, u));
    out.residual = std::max(out.residual, double(s.position_residual()));
  });
  return out;
}

template <class S>
class FlatFollowerCamTest : public ::testing::Test {};
TYPED_TEST_SUITE(FlatFollowerCamTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(FlatFollowerCamTest, StartFindsContactPointAndNormalForce) {
  using S = TypeParam;
  const TurningCam exact{{}, 0.7, 40};
  const auto q = exact.q(), u = exact.u();
  Stepper<FlatFollowerCam<S>> stepper(FlatFollowerCam<S>{}, StepSize<S>::hz(1000));
  ASSERT_EQ(stepper.reset({S(q[0]), S(q[1])}, {S(u[0]), S(u[1])}, {S(0.5)}), Status::ok);
  const double sigma = 0.7 - std::atan2(0.03 * std::sin(0.7), 0.02 * std::cos(0.7));
  EXPECT_TRUE(near(stepper.state().s[0], sigma, either<S>(1e-15, 1e-7)));
  EXPECT_TRUE(near(stepper.state().lambda[0], exact.normal_force(), either<S>(1e-12, 1e-4)));
  EXPECT_LT(double(stepper.position_residual()), either<S>(1e-16, 4e-9));
  EXPECT_LT(double(stepper.velocity_residual()), either<S>(1e-15, 4e-7));
}

// ---- orders ------------------------------------------------------------------------------------

// Slopes of the errors, and of |g|, from 1 to 1/4 ms.
template <class Method>
void expect_orders(double order, double order_of_residual, double at) {
  const Errors coarse = errors<Method, double>(1000, at), fine = errors<Method, double>(4000, at);
  const auto slope = [](double a, double b) { return std::log2(a / b) / 2; };
  EXPECT_TRUE(near(slope(coarse.q, fine.q), order, 0.05));
  EXPECT_TRUE(near(slope(coarse.u, fine.u), order, 0.05));
  EXPECT_TRUE(near(slope(coarse.normal_force, fine.normal_force), order, 0.05));
  EXPECT_TRUE(near(slope(coarse.residual, fine.residual), order_of_residual, 0.1));
}
using Index2Euler = LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>;
using ExactEuler = LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, JExact>;
TEST(FlatFollowerCam, EulerIsOfOrderOneAndClosedToOrderThree) {
  expect_orders<LinearImplicitEuler<>>(1, 3, 0);
  expect_orders<Index2Euler>(1, 3, 0);
  expect_orders<ExactEuler>(1, 3, 0);
}
TEST(FlatFollowerCam, RattleIsOfOrderTwo) {
  expect_orders<Rattle<0>>(2, 3, 0.5);
  expect_orders<Rattle<0, DampingJacobian>>(2, 3, 0.5);
}
TEST(FlatFollowerCam, RattleWithACorrectionIsOfOrderTwoAndClosedToOrderFour) {
  expect_orders<Rattle<1>>(2, 4, 0.5);
}
TEST(FlatFollowerCam, RattleWithLaggedMultipliersIsOfOrderOne) {
  using Lagged = Rattle<0, NoJacobian, LaggedMultipliers>;
  const double coarse = errors<Lagged, double>(1000, 0.5).u;
  EXPECT_TRUE(near(std::log2(coarse / errors<Lagged, double>(4000, 0.5).u) / 2, 0.8, 0.1));
}

// At 1 kHz over a second, in which the motor speeds up from 30 rad/s and N goes through its range
// of some 100 N twice a turn.
template <class Method, class S>
void expect_errors(double at, double q, double u, double normal_force, double residual) {
  const Errors off = errors<Method, S>(1000, at);
  EXPECT_LT(off.q, q);
  EXPECT_LT(off.u, u);
  EXPECT_LT(off.normal_force, normal_force);
  EXPECT_LT(off.residual, residual);
}
TYPED_TEST(FlatFollowerCamTest, FollowsTheClosedForm) {
  using S = TypeParam;
  expect_errors<LinearImplicitEuler<>, S>(0, 0.16, 0.96, 12.9, 1.4e-7);
  expect_errors<Rattle<0>, S>(0.5, 2.6e-4, 8.1e-3, 0.047, 2.9e-7);
  expect_errors<Rattle<1>, S>(0.5, 2.9e-4, 8.2e-3, 0.048, either<S>(9e-10, 8e-9));
}

// Largest change of the energy of a cam without motor and friction.
template <class Method, class S>
double energy_change(std::uint32_t hz, int seconds) {
  const FlatFollowerCam<S> model = coasting<S>();
  const FlatFollowerCamStart<S> start;
  auto stepper = started<Method>(model, StepSize<S>::hz(hz), start);
  const double at_start = static_cast<double>(energy(model, start.q, start.u));
  double change = 0;
  run(stepper, seconds * static_cast<int>(hz), {}, [&](const auto& s) {
    change = std::max(change, std::abs(double(energy(model, s.state().q, s.state().u)) - at_start));
  });
  return change;
}
TYPED_TEST(FlatFollowerCamTest, RattleKeepsTheEnergyToOrderTwo) {
  using S = TypeParam;
  const double coarse = energy_change<Rattle<0>, S>(1000, 1);
  EXPECT_LT(coarse, 1.6e-4);  // of 1 J
  EXPECT_TRUE(near(std::log2(coarse / energy_change<Rattle<0>, S>(2000, 1)), 2, 0.05));
  EXPECT_LT((energy_change<Rattle<0>, S>(1000, 10)), 2.1e-4);
  EXPECT_LT((energy_change<Rattle<1>, S>(1000, 10)), 1.6e-4);
}

// The contact point is that of many turns ago: neither alpha nor sigma grows.
TYPED_TEST(FlatFollowerCamTest, StaysInContactOverManyTurns) {
  using S = TypeParam;
  auto stepper =
      started<Rattle<1>>(FlatFollowerCam<S>{}, StepSize<S>::hz(1000), FlatFollowerCamStart<S>{});
  double sigma = 0, residual = 0;
  ASSERT_TRUE(run(stepper, 20000, {}, [&](const auto& s) {
    sigma = std::max(sigma, std::abs(double(s.state().s[0])));
    residual = std::max(residual, double(s.position_residual()));
  }));
  EXPECT_TRUE(near(sigma, std::asin(0.2), 1e-4));  // sin sigma = (a - b) / (a + b) at most
  EXPECT_LT(residual, either<S>(2e-9, 2e-8));
}

// ---- verdicts ----------------------------------------------------------------------------------

// Where N of the closed form reaches 0, the motor being fast enough.
template <class S>
FlatFollowerCam<S> fast() {
  FlatFollowerCam<S> cam;
  cam.no_load_speed_rad_s = S(200);
  return cam;
}
template <class Method, class S>
void expect_lift_off(double steps_off, double speed_off) {
  TurningCam exact;
  exact.cam = fast<double>();
  double lift_off = 0;
  for (; exact.normal_force() > 0; lift_off += 2e-5) exact.advance(2e-5);

  auto stepper = started<Method>(fast<S>(), StepSize<S>::hz(4000), FlatFollowerCamStart<S>{});
  auto before = stepper.state();
  Status status = Status::ok;
  int n = 0;
  for (; status == Status::ok && n < 40000; ++n) {
    before = stepper.state();
    status = step(stepper);
  }
  EXPECT_EQ(status, Status::contact_lost);
  EXPECT_TRUE(same_state(before, stepper.state()));
  EXPECT_TRUE(near(n, 4000 * lift_off, steps_off));
  EXPECT_TRUE(near(stepper.state().u[0], exact.omega, speed_off));
  EXPECT_EQ(step(stepper), Status::contact_lost);
  EXPECT_TRUE(same_state(before, stepper.state()));
}
TYPED_TEST(FlatFollowerCamTest, LiftsOffWhereTheNormalForceReachesZero) {
  using S = TypeParam;
  expect_lift_off<Rattle<0>, S>(1.2, 0.02);
  expect_lift_off<Rattle<1>, S>(1.2, 0.02);
  expect_lift_off<LinearImplicitEuler<>, S>(2.2, 0.15);
}

TYPED_TEST(FlatFollowerCamTest, LosesNoContactBelowThatSpeed) {
  using S = TypeParam;
  auto stepper =
      started<Rattle<0>>(FlatFollowerCam<S>{}, StepSize<S>::hz(1000), FlatFollowerCamStart<S>{});
  double least = 1e9;
  ASSERT_TRUE(run(stepper, 3000, {},
                  [&](const auto& s) { least = std::min(least, double(s.state().lambda[0])); }));
  EXPECT_GT(least, 20);
}

TYPED_TEST(FlatFollowerCamTest, FaceEndsWhereItEnds) {
  using S = TypeParam;
  FlatFollowerCam<S> cam;
  cam.half_face_m = S(0.012);
  auto stepper = started<Rattle<0>>(cam, StepSize<S>::hz(1000), FlatFollowerCamStart<S>{});
  TurningCam exact;
  Status status = Status::ok;
  for (int n = 0; n < 1000 && status == Status::ok; ++n)
    status = step(stepper), exact.advance(1e-3);
  EXPECT_EQ(status, Status::contact_out_of_range);
  EXPECT_GT(exact.lift().slope, 0.012);
  exact.alpha = double(stepper.state().q[0]);
  EXPECT_LT(exact.lift().slope, 0.012);
}

// Newton's method ends there on the other root of c.
TYPED_TEST(FlatFollowerCamTest, FaceIsNotPulledFromTheUnderSide) {
  using S = TypeParam;
  Stepper<FlatFollowerCam<S>> stepper(FlatFollowerCam<S>{}, StepSize<S>::hz(1000));
  EXPECT_EQ(stepper.reset({S(0), S(-0.02)}, {S(30), S(0.15)}, {S(3.1)}),
            Status::contact_out_of_range);
  EXPECT_EQ(step(stepper), Status::not_started);
}

// ---- derivatives, start, state -----------------------------------------------------------------

// The same without the envelope property: G by the total derivative, g_q + g_s s_q.
template <class S>
struct CamByTotalDerivative {
  using Scalar = S;
  using Cam = FlatFollowerCam<S>;
  static constexpr int nq = 2, nc = 1, ns = 1;
  static constexpr bool multiplier_force = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 1> angle_coordinates{0};

  Cam cam;

  Vector<S, 2> mass_matrix() const { return cam.mass_matrix(); }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<CamByTotalDerivative, N>& s) const {
    return cam.force(q, u, signals_of<Cam>(s));
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<CamByTotalDerivative, N>& s) const {
    return cam.constraint(q, signals_of<Cam>(s));
  }
  template <class N>
  Vector<N, 1> algebraic_equations(const Vector<N, 2>& q,
                                   const Signals<CamByTotalDerivative, N>& s) const {
    return cam.algebraic_equations(q, signals_of<Cam>(s));
  }
};

// Largest difference of u after a step, for several points of a turn, and the largest |c| there.
template <class Method>
std::array<double, 2> difference_by_envelope(std::uint32_t hz) {
  std::array<double, 2> out{};
  TurningCam at;
  for (int k = 0; k < 20; ++k, at.advance(0.01)) {
    const auto step_size = StepSize<double>::hz(hz);
    Stepper<FlatFollowerCam<double>, Method> by_envelope(FlatFollowerCam<double>{}, step_size);
    Stepper<CamByTotalDerivative<double>, Method> by_total({}, step_size);
    EXPECT_EQ(by_envelope.reset(at.q(), at.u(), {0.0}), Status::ok);
    EXPECT_EQ(by_total.reset(at.q(), at.u(), {0.0}), Status::ok);
    EXPECT_TRUE(run(by_envelope, 2) && run(by_total, 2));
    const auto& state = by_envelope.state();
    Signals<FlatFollowerCam<double>, double> s;
    s.algebraic[0] = state.s[0];
    const double c =
        by_envelope.model().algebraic_equations(Vector<double, 2>(state.q[0], state.q[1]), s)[0];
    out[0] = std::max(out[0], largest_difference(state.u, by_total.state().u));
    out[1] = std::max(out[1], std::abs(c));
  }
  return out;
}
TEST(FlatFollowerCam, EnvelopeAndTotalDerivativeStepAlikeToC) {
  for (const std::uint32_t hz : {500U, 1000U, 2000U})
    for (const auto& [u, c] :
         {difference_by_envelope<LinearImplicitEuler<>>(hz), difference_by_envelope<ExactEuler>(hz),
          difference_by_envelope<Index2Euler>(hz), difference_by_envelope<Rattle<0>>(hz),
          difference_by_envelope<Rattle<1>>(hz)}) {
      EXPECT_LT(c, 2e-12) << hz;
      EXPECT_LE(u, 200 * c + 4e-14) << hz;
    }
}

// Also where it is as small as the start of the nose, or where it is started on it.
TYPED_TEST(FlatFollowerCamTest, ContactPointIsFoundAtEveryAngle) {
  using S = TypeParam;
  Stepper<FlatFollowerCam<S>> stepper(FlatFollowerCam<S>{}, StepSize<S>::hz(1000));
  for (const double off : {0.0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2})
    for (int quarter = -2; quarter < 2; ++quarter) {
      const TurningCam at{{}, quarter * 1.57079632679489662 + off, 0};
      for (const S sigma : {S(0), stepper.state().s[0]})
        EXPECT_EQ(stepper.reset({S(at.q()[0]), S(at.q()[1])}, {S(0), S(0)}, {sigma}), Status::ok)
            << at.alpha << " from " << sigma;
    }
}

TYPED_TEST(FlatFollowerCamTest, RoughStartIsMadeConsistent) {
  using S = TypeParam;
  std::array<S, 2> q{S(1), S(0.04)}, u{S(30), S(0)};
  std::array<S, 1> s{S(-0.2)};
  StartOptions<FlatFollowerCam<S>> options;
  options.hold_position[0] = options.hold_velocity[0] = true;
  StartReport<FlatFollowerCam<S>> report;
  ASSERT_EQ(make_consistent(FlatFollowerCam<S>{}, q, u, s, options, report), Status::ok);
  const TurningCam exact{{}, 1, 30};
  EXPECT_TRUE(near(q[1], exact.q()[1], either<S>(1e-16, 4e-9)));
  EXPECT_TRUE(near(u[1], exact.u()[1], either<S>(1e-15, 1e-7)));
  Stepper<FlatFollowerCam<S>> stepper(FlatFollowerCam<S>{}, StepSize<S>::hz(1000));
  ASSERT_EQ(stepper.reset(q, u, s), Status::ok);
  EXPECT_TRUE(near(stepper.state().s[0], s[0], either<S>(1e-15, 1e-7)));
}

template <class Method, class S>
void expect_the_same_bits_after_restore() {
  const FlatFollowerCamStart<S> start;
  const auto step_size = StepSize<S>::hz(1000);
  auto one = started<Method>(FlatFollowerCam<S>{}, step_size, start);
  auto other = started<Method>(FlatFollowerCam<S>{}, step_size, start);
  ASSERT_TRUE(run(one, 100));
  ASSERT_EQ(other.restore(one.state()), Status::ok);
  EXPECT_TRUE(same_state(one.state(), other.state()));
  ASSERT_TRUE(run(one, 100) && run(other, 100));
  EXPECT_TRUE(same_state(one.state(), other.state()));
}
TYPED_TEST(FlatFollowerCamTest, GoesOnBitForBitFromASavedState) {
  using S = TypeParam;
  expect_the_same_bits_after_restore<LinearImplicitEuler<>, S>();
  expect_the_same_bits_after_restore<ExactEuler, S>();
  expect_the_same_bits_after_restore<Rattle<0>, S>();
  expect_the_same_bits_after_restore<Rattle<1>, S>();
}

TYPED_TEST(FlatFollowerCamTest, ReprojectionClosesADamagedState) {
  using S = TypeParam;
  auto stepper =
      started<Rattle<1>>(FlatFollowerCam<S>{}, StepSize<S>::hz(1000), FlatFollowerCamStart<S>{});
  ASSERT_TRUE(run(stepper, 100));
  auto damaged = stepper.state();
  damaged.q[1] += S(5e-5);
  damaged.s[0] += S(1e-3);
  ASSERT_EQ(stepper.restore(damaged), Status::ok);
  EXPECT_GT(double(stepper.position_residual()), 4e-5);
  ASSERT_EQ(stepper.reproject(), Status::ok);
  EXPECT_LT(double(stepper.position_residual()), either<S>(2e-11, 8e-9));
  EXPECT_LT(double(stepper.velocity_residual()), either<S>(1e-15, 4e-7));
}

}  // namespace
}  // namespace taut::models
