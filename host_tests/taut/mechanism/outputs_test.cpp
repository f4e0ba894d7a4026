/// \file
/// Reactions, motion of points, energies, momenta and closure against closed forms.
#include "taut/mechanism/outputs.hpp"

#include "models/four_bar.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/t_handle.hpp"
#include "support/run.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;

template <class S>
class OutputsTest : public ::testing::Test {};
TYPED_TEST_SUITE(OutputsTest, testing::Scalars, testing::ScalarNames);

// ---- plane -------------------------------------------------------------------------------------

// A body of 2 kg on a hinge at (1, 2), 0.5 m from its centre of mass; listed as body b or as a.
template <class S, bool reversed>
struct Hung {
  using Scalar = S;
  static constexpr std::array joints{reversed ? revolute(0, ground, "hinge")
                                              : revolute(ground, 0, "hinge")};
  static constexpr PlanarFrame<S> above{S(1), S(2)}, own{S(-0.5), S(0)};
  std::array<PlanarBody<S>, 1> bodies{PlanarBody<S>{S(2), S(0.1)}};
  std::array<PlanarGeometry<S>, 1> geometry{
      {{reversed ? own : above, reversed ? above : own, S(0)}}};
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }
};

// At 0.3 rad below the horizontal, turning with 3 rad/s: theta'' = -m g l cos(theta) / (J + m l^2).
// The hinge pulls inwards with m v^2/l + m g cos(angle from the vertical), and across.
template <class S, bool reversed>
void expect_pendulum() {
  using M = Mechanism<Hung<S, reversed>>;
  const M model;
  const double theta = -0.3, omega = 3, l = 0.5, m = 2, J = 0.1, g = 9.81;
  const double c = std::cos(theta), s = std::sin(theta), v = l * omega;
  Vector<S, 3> q{S(1 + l * c), S(2 + l * s), S(theta)};
  Vector<S, 3> u{S(-v * s), S(v * c), S(omega)};
  auto at = mechanism_state(model, q, u, Vector<S, 2>::Zero());
  Accelerations<M> a;
  ASSERT_EQ(accelerate(at, a), Status::ok);
  at.lambda = a.lambda;
  const double alpha = -m * g * l * c / (J + m * l * l);
  EXPECT_TRUE(near(a.u_rate[2], alpha, roundings<S>(8, 20)));

  const double inwards = m * v * v / l + m * g * -s, across = m * (l * alpha + g * c);
  const double sign = reversed ? -1 : 1, allowed = roundings<S>(16, 50);
  const JointReaction<M> hinge = joint_reaction(at, 0);
  EXPECT_TRUE(near(hinge.force_n[0], sign * (-inwards * c - across * s), allowed));
  EXPECT_TRUE(near(hinge.force_n[1], sign * (-inwards * s + across * c), allowed));
  EXPECT_TRUE(near(hinge.moment_nm[0], 0, allowed));
  const JointReaction<M> own = in_body_axes(at, 0, hinge);
  EXPECT_TRUE(near(own.force_n[0], -sign * inwards, allowed));
  EXPECT_TRUE(near(own.force_n[1], sign * across, allowed));
  EXPECT_TRUE(all_near(in_body_axes(at, ground, hinge).force_n, hinge.force_n, 0));

  // the far end, twice as far
  const std::array<S, 2> end{S(0.5), S(0)};
  EXPECT_TRUE(all_near(point_position(at, 0, end),
                       std::array<double, 2>{1 + 2 * l * c, 2 + 2 * l * s}, roundings<S>(4, 3)));
  EXPECT_TRUE(all_near(point_velocity(at, 0, end), std::array<double, 2>{-2 * v * s, 2 * v * c},
                       roundings<S>(4, 3)));
  EXPECT_TRUE(all_near(point_acceleration(at, a.u_rate, 0, end),
                       std::array<double, 2>{2 * l * (-alpha * s - omega * omega * c),
                                             2 * l * (alpha * c - omega * omega * s)},
                       roundings<S>(16, 20)));
  EXPECT_TRUE(near(kinetic_energy(at), 0.5 * (J + m * l * l) * omega * omega, roundings<S>(8, 5)));
  EXPECT_TRUE(near(potential_energy(at), m * g * (2 + l * s), roundings<S>(4, 40)));
  EXPECT_TRUE(
      near(angular_momentum(at, {S(1), S(2)})[0], (J + m * l * l) * omega, roundings<S>(16, 4)));
  EXPECT_TRUE(all_near(linear_momentum(at), std::array<double, 2>{-m * v * s, m * v * c},
                       roundings<S>(4, 3)));
}

TYPED_TEST(OutputsTest, PendulumPullsAtItsHinge) {
  expect_pendulum<TypeParam, false>();
  expect_pendulum<TypeParam, true>();
}

// ---- space -------------------------------------------------------------------------------------

// One body on one joint with the ground.
template <class S, JointKind kind>
struct OneJoint {
  using Scalar = S;
  static constexpr std::array joints{kind == JointKind::fixed ? fixed(0, ground, "root")
                                                              : revolute(ground, 0, "bearing")};
  std::array<SpatialBody<S>, 1> bodies{SpatialBody<S>{S(2), S(0.1), S(0.2), S(0.3)}};
  std::array<SpatialGeometry<S>, 1> geometry{};
  Gravity<S, 3> gravity{{S(0), S(0), S(0)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
};

template <class M, class S = typename M::Scalar>
JointReaction<M> reaction_at(const M& model, const Vector<S, 7>& q, const Vector<S, 6>& u) {
  auto at = mechanism_state(model, q, u, Vector<S, M::nc>::Zero());
  EXPECT_LT(double(largest_closure(at).error), roundings<S>(16));
  Accelerations<M> a;
  EXPECT_EQ(accelerate(at, a), Status::ok);
  at.lambda = a.lambda;
  return joint_reaction(at, 0);
}

// A body that spins about the vertical axis of its bearing at w, its centre of mass d off the axis
// and c above the bearing: F = -m d w^2 along d, M = (d, 0, c) x F, in axes that turn with it.
TYPED_TEST(OutputsTest, RotorPullsAndTiltsItsBearing) {
  using S = TypeParam;
  using M = Mechanism<OneJoint<S, JointKind::revolute>>;
  M model;
  model.system.geometry[0].on_b = {S(-0.25), S(0), S(-0.5)};
  const double c = std::cos(0.6), s = std::sin(0.6);
  const Vector<S, 7> q{S(0.25 * c), S(0.25 * s), S(0.5),          S(std::cos(0.3)),
                       S(0),        S(0),        S(std::sin(0.3))};
  const Vector<S, 6> u{S(-s), S(c), S(0), S(0), S(0), S(4)};
  const JointReaction<M> bearing = reaction_at(model, q, u);
  const double F = -2 * 0.25 * 16, allowed = roundings<S>(32, 8);
  EXPECT_TRUE(all_near(bearing.force_n, std::array<double, 3>{F * c, F * s, 0}, allowed));
  EXPECT_TRUE(
      all_near(bearing.moment_nm, std::array<double, 3>{-0.5 * F * s, 0.5 * F * c, 0}, allowed));
  auto at = mechanism_state(model, q, u, Vector<S, 5>::Zero());
  const JointReaction<M> own = in_body_axes(at, 0, bearing);
  EXPECT_TRUE(all_near(own.force_n, std::array<double, 3>{F, 0, 0}, allowed));
  EXPECT_TRUE(all_near(own.moment_nm, std::array<double, 3>{0, 0.5 * F, 0}, allowed));
  // the bearing stands still; the centre of mass circles
  const Vector<S, 6> no_rate = Vector<S, 6>::Zero();
  EXPECT_TRUE(all_near(point_velocity(at, 0, {S(-0.25), S(0), S(-0.5)}),
                       std::array<double, 3>{0, 0, 0}, roundings<S>(8)));
  EXPECT_TRUE(all_near(point_acceleration(at, no_rate, 0, {S(0), S(0.25), S(0)}),
                       std::array<double, 3>{4 * s, -4 * c, 0}, roundings<S>(16, 4)));
}

// A body clamped at (1, 2, 3), turned by a right angle. It is body a: what the clamp does to b is
// what the ground takes up, the weight and its moment.
TYPED_TEST(OutputsTest, ClampTakesUpWeightAndItsMoment) {
  using S = TypeParam;
  using M = Mechanism<OneJoint<S, JointKind::fixed>>;
  M model;
  model.system.gravity = {{S(1), S(0), S(-10)}};
  model.system.geometry[0] = {{S(-0.5), S(0.1), S(0.2)},
                              {{S(1), S(2), S(3)}, {S(0), S(0), S(1)}, {S(0), S(1), S(0)}},
                              S(0)};
  const S half = S(std::sqrt(0.5));
  const Vector<S, 7> q{S(1.1), S(2.5), S(2.8), half, S(0), S(0), half};
  const Vector<S, 6> rest = Vector<S, 6>::Zero();
  const JointReaction<M> root = reaction_at(model, q, rest);
  // (0.1, 0.5, -0.2) x (2, 0, -20)
  EXPECT_TRUE(all_near(root.force_n, std::array<double, 3>{2, 0, -20}, roundings<S>(16, 60)));
  EXPECT_TRUE(all_near(root.moment_nm, std::array<double, 3>{-10, 1.6, -1}, roundings<S>(16, 60)));
}

// Turned by a right angle about z: the world sees w = (1, 2, 3) as (-2, 1, 3).
TYPED_TEST(OutputsTest, FreeBodyHasTheMomentaOfItsMotion) {
  using S = TypeParam;
  models::THandle<S> model;
  model.system.bodies[0] = SpatialBody<S>{S(2), S(0.1), S(0.2), S(0.3)};
  const S half = S(std::sqrt(0.5));
  const auto at = mechanism_state(model, Vector<S, 7>{S(1), S(0), S(0), half, S(0), S(0), half},
                                  Vector<S, 6>{S(0), S(3), S(4), S(1), S(2), S(3)}, Vector<S, 0>{});
  EXPECT_TRUE(near(kinetic_energy(at), 25 + 0.5 * (0.1 + 0.8 + 2.7), roundings<S>(4, 27)));
  EXPECT_TRUE(all_near(linear_momentum(at), std::array<double, 3>{0, 6, 8}, roundings<S>(2, 8)));
  // (1, 0, 0) x (0, 6, 8) + (-0.4, 0.1, 0.9)
  EXPECT_TRUE(
      all_near(angular_momentum(at), std::array<double, 3>{-0.4, -7.9, 6.9}, roundings<S>(4, 8)));
  EXPECT_TRUE(all_near(angular_momentum(at, {S(1), S(0), S(0)}),
                       std::array<double, 3>{-0.4, 0.1, 0.9}, roundings<S>(4, 8)));
}

// ---- four-bar ----------------------------------------------------------------------------------

// Newton's law for each body of a running four-bar, by its reactions and its acceleration.
TEST(Outputs, FourBarIsInBalanceAtEveryBody) {
  using S = double;
  using M = models::FourBarMechanism<S>;
  const models::FourBarStart<S> start;
  auto stepper = testing::started<Rattle<1>>(M{}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_TRUE(testing::run(stepper, 300, {S(0.5)}));
  auto at = mechanism_state(stepper);
  EXPECT_EQ(at.w[0], S(0.5));
  Accelerations<M> a;
  ASSERT_EQ(accelerate(at, a), Status::ok);
  at.lambda = a.lambda;
  // crank: pivot on it, pin off it
  const auto pivot = joint_reaction(at, 0).force_n, pin = joint_reaction(at, 1).force_n;
  const double allowed = roundings<S>(64, 50);
  EXPECT_TRUE(near(a.u_rate[0], pivot[0] - pin[0], allowed));
  EXPECT_TRUE(near(a.u_rate[1], pivot[1] - pin[1] - S(9.81), allowed));
  // coupler: crank pin on it, rocker pin off it
  const auto far = joint_reaction(at, 3).force_n;
  EXPECT_TRUE(near(S(2.5) * a.u_rate[3], pin[0] - far[0], allowed));
  EXPECT_TRUE(near(S(2.5) * a.u_rate[4], pin[1] - far[1] - S(2.5 * 9.81), allowed));

  // the work of 0.5 N m over the angle that it turned through; order 2 at 1 kHz
  const auto begin =
      mechanism_state(at.model, detail::load(start.q), detail::load(start.u), Vector<S, 8>::Zero());
  const double work = 0.5 * (double(at.q[2]) - double(begin.q[2]));
  const double gained = double(kinetic_energy(at)) + double(potential_energy(at)) -
                        double(kinetic_energy(begin)) - double(potential_energy(begin));
  EXPECT_TRUE(near(gained, work, 2e-5));
}

// The rocker's pivot is moved 1 mm under a running mechanism.
TYPED_TEST(OutputsTest, TheJointThatIsOpenIsNamed) {
  using S = TypeParam;
  models::FourBarMechanism<S> model;
  const models::FourBarStart<S> start;
  model.system.geometry[2].on_a.x += S(0.001);
  const auto at =
      mechanism_state(model, detail::load(start.q), detail::load(start.u), Vector<S, 8>::Zero());
  const auto closures = joint_closures(at);
  ASSERT_EQ(closures.size(), 4U);
  EXPECT_STREQ(closures[3].name, "rocker pin");
  for (const std::size_t sound : {0U, 1U, 3U})
    EXPECT_LT(double(closures[sound].error), roundings<S>(8));
  const auto largest = largest_closure(at);
  EXPECT_STREQ(largest.name, "rocker pivot");
  EXPECT_TRUE(near(largest.error, 0.001, roundings<S>(8)));
}

}  // namespace
}  // namespace taut
