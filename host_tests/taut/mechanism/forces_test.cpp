/// \file
/// Force elements in the plane and in space: energy, power, action and reaction, signs, limits.
#include "taut/mechanism/forces.hpp"

#include "support/any_place.hpp"
#include "support/run.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;
using testing::roundings;

// Frames that lie on no axis.
template <class S>
PlanarGeometry<S> skew(PlanarGeometry<S>) {
  return {{S(0.3), S(-0.2), S(0.4)}, {S(-0.1), S(0.5), S(-0.3)}, S(0)};
}
template <class S>
SpatialGeometry<S> skew(SpatialGeometry<S>) {
  return {{{S(0.3), S(-0.2), S(0.4)}, {S(0.2), S(0.3), S(1)}, {S(1), S(0), S(0)}},
          {{S(-0.1), S(0.5), S(0.2)}, {S(-0.1), S(0.1), S(1)}, {S(1), S(0.2), S(0)}},
          S(0)};
}

enum Which {
  gravity,
  spring,
  torsion,
  slide_spring,
  bushing,
  spring_to_ground,
  conservative,
  friction = conservative,
  slide_friction,
  motor,
  velocity_servo,
  position_servo,
  wrench
};

// Two bodies and one element between them, joined or not.
template <class S, class Space_>
struct OneElement {
  using Scalar = S;
  using Geometry = typename Space_::template Geometry<S>;
  static constexpr int n = Space_::body_nu == 3 ? 2 : 3, nw = 6;
  using Array = std::array<S, static_cast<std::size_t>(n)>;
  static constexpr std::array joints{revolute(0, 1, "hinge")};

  std::array<typename Space_::template Body<S>, 2> bodies = two(Space_{});
  std::array<Geometry, 1> geometry{skew(Geometry{})};
  int which = gravity;
  bool damped = true;

  Gravity<S, n> weight{filled(S(1), S(-2), S(3))};
  ExternalWrench<S, n> external{0, filled(S(0.2), S(-0.3), S(0.1)), 0, false};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    const S c = damped ? S(1) : S(0);
    switch (which) {
      case gravity:
        return weight.apply(acting);
      case spring:
        return strut(0, 1, c).apply(acting);
      case spring_to_ground:
        return strut(1, ground, c).apply(acting);
      case torsion:
        return turn_spring(c).apply(acting);
      case slide_spring:
        return travel_spring(c).apply(acting);
      case bushing:
        return mount(c).apply(acting);
      case friction:
        return JointFriction<S>{{0}, S(0.3), S(2), S(0.5)}.apply(acting);
      case slide_friction:
        return JointFriction<S, Slide>{{0}, S(0.3), S(2), S(0.5)}.apply(acting);
      case motor:
        return JointMotor<S>{{0}, S(5)}.apply(acting, s.w[0]);
      case velocity_servo:
        return VelocityServo<S, Slide>{{0}, S(3), S(5)}.apply(acting, s.w[0]);
      case position_servo:
        return PositionServo<S>{{0}, S(30), S(2), S(5)}.apply(acting, s.w[0], s.w[1]);
      default:
        return external.apply(acting, s);
    }
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    switch (which) {
      case spring:
        return strut(0, 1, S(0)).potential_energy(acting);
      case spring_to_ground:
        return strut(1, ground, S(0)).potential_energy(acting);
      case torsion:
        return turn_spring(S(0)).potential_energy(acting);
      case slide_spring:
        return travel_spring(S(0)).potential_energy(acting);
      case bushing:
        return mount(S(0)).potential_energy(acting);
      default:
        return weight.potential_energy(acting);
    }
  }

  static Array filled(S x, S y, S z) {
    if constexpr (n == 2)
      return {x, y};
    else
      return {x, y, z};
  }

 private:
  static std::array<PlanarBody<S>, 2> two(Planar) { return {{{S(2), S(0.3)}, {S(1), S(0.2)}}}; }
  static std::array<SpatialBody<S>, 2> two(Spatial) {
    return {{{S(2), S(0.3), S(0.4), S(0.5)}, {S(1), S(0.2), S(0.3), S(0.25)}}};
  }
  SpringDamper<S, n> strut(int a, int b, S c) const {
    return {
        a,     b,       filled(S(0.1), S(0.2), S(-0.3)), filled(S(-0.2), S(0.1), S(0.3)), S(0.7),
        S(10), c * S(2)};
  }
  TorsionSpring<S, TurnBetween<Geometry>> turn_spring(S c) const {
    return {{0, 1, skew(Geometry{})}, S(0.2), S(10), c * S(2)};
  }
  TorsionSpring<S, Slide> travel_spring(S c) const { return {{0}, S(0.2), S(10), c * S(2)}; }
  Bushing<S, n> mount(S c) const {
    Bushing<S, n> out{0, 1, skew(Geometry{}), filled(S(10), S(7), S(5)), {}, {}, {}};
    out.damping_n_s_per_m = filled(c * S(2), c * S(3), c * S(1));
    for (std::size_t i = 0; i < out.stiffness_nm_per_rad.size(); ++i) {
      out.stiffness_nm_per_rad[i] = S(4) + S(3) * S(i);
      out.damping_nm_s_per_rad[i] = c * (S(1) + S(i));
    }
    return out;
  }
};

template <class M, class S = typename M::Scalar>
Signals<M, S> inputs() {
  Signals<M, S> s;
  s.w << S(1.5), S(-0.5), S(0.7), S(0.4), S(-0.9), S(1.1);
  return s;
}

template <class T>
class ForcesTest : public ::testing::Test {};
using Lists = ::testing::Types<OneElement<double, Planar>, OneElement<float, Planar>,
                               OneElement<double, Spatial>, OneElement<float, Spatial>>;
struct ListNames {
  template <class T>
  static std::string GetName(int i) {
    return std::string(T::n == 2 ? "plane" : "space") +
           testing::ScalarNames::GetName<typename T::Scalar>(i);
  }
};
TYPED_TEST_SUITE(ForcesTest, Lists, ListNames);

TYPED_TEST(ForcesTest, SpringsAreTheGradientOfTheirEnergy) {
  using S = typename TypeParam::Scalar;
  using M = Mechanism<TypeParam>;
  M model;
  model.system.damped = false;
  for (int which = 0; which < conservative; ++which)
    for (unsigned seed = 1; seed < 6; ++seed) {
      model.system.which = which;
      const testing::AnyPlace<M> at(seed);
      const auto f = testing::applied_force(model, at.q, at.u, inputs<M>());
      const auto gradient = testing::energy_gradient(model, at.q);
      for (int j = 0; j < M::nu; ++j)
        EXPECT_TRUE(near(f[j], -gradient[j], roundings<S>(64, 10))) << which << ' ' << j;
    }
}

TYPED_TEST(ForcesTest, DampersAndFrictionDissipate) {
  using M = Mechanism<TypeParam>;
  M model;
  for (int which = spring; which <= slide_friction; ++which)
    for (unsigned seed = 1; seed < 6; ++seed) {
      model.system.which = which;
      const testing::AnyPlace<M> at(seed);
      const auto f = testing::applied_force(model, at.q, at.u, inputs<M>());
      double power = 0;
      for (int j = 0; j < M::nu; ++j) power += double(f[j]) * double(at.u[j]);
      if (which < conservative) {
        const auto gradient = testing::energy_gradient(model, at.q);
        for (int j = 0; j < M::nu; ++j) power += double(gradient[j]) * double(at.u[j]);
      }
      EXPECT_LT(power, -1e-4) << which;
    }
}

TYPED_TEST(ForcesTest, ElementsBetweenBodiesLeaveNoForceAndNoMoment) {
  using S = typename TypeParam::Scalar;
  using M = Mechanism<TypeParam>;
  M model;
  for (int which = spring; which < wrench; ++which) {
    if (which == spring_to_ground) continue;
    model.system.which = which;
    const testing::AnyPlace<M> at(7);
    const auto f = testing::applied_force(model, at.q, at.u, inputs<M>());
    EXPECT_GT(double(f.norm()), 0.01) << which;
    for (const double total : testing::total_load<M>(at.q, f))
      EXPECT_TRUE(near(total, 0, roundings<S>(64, 10))) << which;
  }
}

// The power of a torque along a coordinate is its product with the rate, by differences.
TYPED_TEST(ForcesTest, CoordinateForcesWorkAlongTheirRate) {
  using S = typename TypeParam::Scalar;
  using M = Mechanism<TypeParam>;
  M model;
  model.system.which = velocity_servo;
  Signals<M, S> s = inputs<M>();
  const testing::AnyPlace<M> at(3);
  Vector<S, M::nu> none = Vector<S, M::nu>::Zero();
  const Bodies<M, S> bodies(model.system, at.q, at.u, none);
  const S rate = Slide{0}.at(bodies).rate();
  s.w[0] = S(1);
  const double Q = double(soft_limit(S(3) * (S(1) - rate), S(5)));
  const auto f = testing::applied_force(model, at.q, at.u, s);
  double power = 0;
  for (int j = 0; j < M::nu; ++j) power += double(f[j]) * double(at.u[j]);
  EXPECT_TRUE(near(power, Q * double(rate), roundings<S>(64, 10)));
}

// Force and moment as they are given: in world axes at the point, then in the body's.
TYPED_TEST(ForcesTest, WrenchActsAtItsPoint) {
  using S = typename TypeParam::Scalar;
  using M = Mechanism<TypeParam>;
  M model;
  model.system.which = wrench;
  const testing::AnyPlace<M> at(4);
  const auto s = inputs<M>();
  const auto pose = M::pose(at.q, 0);
  for (const bool in_body_axes : {false, true}) {
    model.system.external.in_body_axes = in_body_axes;
    const auto f = testing::applied_force(model, at.q, at.u, s);
    const double allowed = roundings<S>(16);
    if constexpr (TypeParam::n == 2) {
      const double c = double(pose.turned.cos), d = double(pose.turned.sin);
      const double x = in_body_axes ? 1.5 * c + 0.5 * d : 1.5;
      const double y = in_body_axes ? 1.5 * d - 0.5 * c : -0.5;
      const double lx = 0.2 * c + 0.3 * d, ly = 0.2 * d - 0.3 * c;
      EXPECT_TRUE(near(f[0], x, allowed) && near(f[1], y, allowed));
      EXPECT_TRUE(near(f[2], lx * y - ly * x + 0.7, allowed));
    } else {
      const Vector<S, 3> F = in_body_axes ? pose.to_world(triple(s.w, 0)) : triple(s.w, 0);
      const Vector<S, 3> M_body = in_body_axes ? triple(s.w, 3) : pose.to_body(triple(s.w, 3));
      const Vector<S, 3> lever{S(0.2), S(-0.3), S(0.1)};
      const Vector<S, 3> turning = cross(lever, pose.to_body(F));
      for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(near(f[i], F[i], allowed));
        EXPECT_TRUE(near(f[3 + i], turning[i] + M_body[i], allowed));
      }
    }
  }
}

// ---- signs, in closed form ---------------------------------------------------------------------

template <class S>
class ForceSignsTest : public ::testing::Test {};
TYPED_TEST_SUITE(ForceSignsTest, testing::Scalars, testing::ScalarNames);

// What two bodies feel, at rest side by side in x unless said otherwise.
template <class S, class Space, class Element>
auto felt(const Element& element, const Vector<S, 2 * Space::body_nq>& q,
          const Vector<S, 2 * Space::body_nu>& u) {
  using M = Mechanism<OneElement<S, Space>>;
  const M model;
  Vector<S, M::nu> f = Vector<S, M::nu>::Zero();
  Bodies<M, S> acting(model.system, q, u, f);
  element.apply(acting);
  acting.finish();
  return f;
}

// Stretched by 0.5 m and drawn out at 2 m/s: 10 * 0.5 + 3 * 2 = 11 N towards each other.
TYPED_TEST(ForceSignsTest, StretchedSpringPulls) {
  using S = TypeParam;
  const SpringDamper<S, 2> strut{0, 1, {}, {}, S(1.5), S(10), S(3)};
  Vector<S, 6> q = Vector<S, 6>::Zero(), u = Vector<S, 6>::Zero();
  q[3] = S(2), u[3] = S(2);
  const auto f = felt<S, Planar>(strut, q, u);
  EXPECT_TRUE(near(f[0], 11, roundings<S>(4, 11)));
  EXPECT_TRUE(near(f[3], -11, roundings<S>(4, 11)));
}

// Turned on by 0.5 rad about z and still turning: -(10 * 0.5 + 3 * 2) on b. In the plane b has made
// a full turn more.
TYPED_TEST(ForceSignsTest, TorsionSpringTurnsBack) {
  using S = TypeParam;
  Vector<S, 6> q = Vector<S, 6>::Zero(), u = Vector<S, 6>::Zero();
  q[5] = S(0.5 + 2 * M_PI), u[5] = S(2);
  using InPlane = TurnBetween<PlanarGeometry<S>>;
  const auto f = felt<S, Planar>(TorsionSpring<S, InPlane>{{0, 1, {}}, S(0), S(10), S(3)}, q, u);
  EXPECT_TRUE(near(f[5], -11, roundings<S>(8, 60)));
  EXPECT_TRUE(near(f[2], 11, roundings<S>(8, 60)));

  Vector<S, 14> x = Vector<S, 14>::Zero();
  Vector<S, 12> v = Vector<S, 12>::Zero();
  x[3] = S(1), x[10] = S(std::cos(0.25)), x[13] = S(std::sin(0.25)), v[11] = S(2);
  using InSpace = TurnBetween<SpatialGeometry<S>>;
  const auto y = felt<S, Spatial>(TorsionSpring<S, InSpace>{{0, 1, {}}, S(0), S(10), S(3)}, x, v);
  EXPECT_TRUE(near(y[11], -11, roundings<S>(8, 11)));
  EXPECT_TRUE(near(y[5], 11, roundings<S>(8, 11)));
}

// Along the x axis of a's frame by 0.25 m, and by 0.1 rad about each axis in turn.
TYPED_TEST(ForceSignsTest, BushingHoldsEachAxisByItsOwnStiffness) {
  using S = TypeParam;
  const Bushing<S, 3> mount{0, 1, {}, {S(100), S(200), S(300)}, {S(10), S(20), S(30)}};
  for (int axis = 0; axis < 3; ++axis) {
    Vector<S, 14> x = Vector<S, 14>::Zero();
    x[3] = S(1), x[10] = S(std::cos(0.05)), x[11 + axis] = S(std::sin(0.05));
    x[7 + axis] = S(0.25);
    const auto f = felt<S, Spatial>(mount, x, Vector<S, 12>::Zero());
    const double k = axis + 1;
    EXPECT_TRUE(near(f[6 + axis], -25 * k, roundings<S>(4, 100)));
    // 2 sin(angle / 2) cos(angle / 2) k
    EXPECT_TRUE(near(f[9 + axis], -10 * k * std::sin(0.1), roundings<S>(4, 10)));
    EXPECT_TRUE(near(f[9 + (axis + 1) % 3], 0, roundings<S>(4, 10)));
  }
  const Bushing<S, 2> flat{0, 1, {}, {S(100), S(200)}, {S(10)}};
  Vector<S, 6> q = Vector<S, 6>::Zero();
  q[3] = q[4] = S(0.25), q[5] = S(0.5);
  const auto f = felt<S, Planar>(flat, q, Vector<S, 6>::Zero());
  EXPECT_TRUE(near(f[3], -25, roundings<S>(4, 25)));
  EXPECT_TRUE(near(f[4], -50, roundings<S>(4, 50)));
  EXPECT_TRUE(near(f[5], -5, roundings<S>(4, 5)));
}

// Where its moment vanishes and is taken from small differences.
TYPED_TEST(ForceSignsTest, BushingTurnsOnThroughHalfATurn) {
  using S = TypeParam;
  const Bushing<S, 3> mount{0, 1, {}, {S(0), S(0), S(0)}, {S(10), S(20), S(30)}};
  const double allowed = either<S>(1e-6, 0.03);
  for (int i = -2000; i <= 2000; ++i) {
    const double angle = M_PI + i * 2e-6;
    Vector<S, 14> x = Vector<S, 14>::Zero();
    x[3] = S(1), x[10] = S(std::cos(angle / 2)), x[13] = S(std::sin(angle / 2));
    const auto f = felt<S, Spatial>(mount, x, Vector<S, 12>::Zero());
    ASSERT_TRUE(near(f[11], i == 0 ? 0 : -30 * std::sin(angle), allowed)) << i;
  }
}

TYPED_TEST(ForceSignsTest, SoftLimitIsLinearInsideAndNeverPassesItsLimit) {
  using S = TypeParam;
  EXPECT_EQ(soft_limit(S(0), S(5)), S(0));
  for (const double x : {0.0, 1e-15, -3.0}) EXPECT_EQ(soft_limit(S(x), S(0)), S(0));
  EXPECT_TRUE(near(soft_limit(S(0.5), S(5)), 0.5, 0.0011));
  EXPECT_TRUE(near(soft_limit(S(4), S(5)), 4, 0.05));
  EXPECT_TRUE(near(soft_limit(S(5), S(5)), 0.97 * 5, 0.02));
  for (const double x : {6.0, 50.0, 1e6}) {
    EXPECT_LE(soft_limit(S(x), S(5)), S(5));
    EXPECT_TRUE(near(soft_limit(S(x), S(5)), 5, 0.03));
    EXPECT_EQ(soft_limit(S(-x), S(5)), -soft_limit(S(x), S(5)));
  }
}

// Towards the demand with the gain, past the limit with the limit; against the motion.
TYPED_TEST(ForceSignsTest, ServosDriveTowardsTheirDemandWithinTheirLimit) {
  using S = TypeParam;
  Vector<S, 6> q = Vector<S, 6>::Zero(), u = Vector<S, 6>::Zero();
  const S frames = PlanarGeometry<S>(skew(PlanarGeometry<S>{})).on_b.angle - S(0.4);
  q[5] = S(0.25) - frames, u[5] = S(2);
  const auto with = [&](const auto& element, auto... demand) {
    const auto bound = [&](auto& acting) { element.apply(acting, demand...); };
    struct Applied {
      decltype(bound) call;
      void apply(Bodies<Mechanism<OneElement<S, Planar>>, S>& acting) const { call(acting); }
    };
    return felt<S, Planar>(Applied{bound}, q, u)[5];
  };
  EXPECT_TRUE(near(with(JointMotor<S>{{0}, S(100)}, S(3)), 3, 0.01));
  EXPECT_TRUE(near(with(VelocityServo<S>{{0}, S(5), S(1000)}, S(3)), 5, 0.02));
  EXPECT_TRUE(near(with(VelocityServo<S>{{0}, S(5), S(1)}, S(30)), 1, 0.01));
  // 40 (0.5 - 0.25) + 3 (1 - 2) = 7, and the same a turn on
  const PositionServo<S> servo{{0}, S(40), S(3), S(1000)};
  EXPECT_TRUE(near(with(servo, S(0.5), S(1)), 7, 0.02));
  EXPECT_TRUE(near(with(servo, S(0.5 + 2 * M_PI), S(1)), 7, 0.02));
  EXPECT_TRUE(near(with(PositionServo<S>{{0}, S(40), S(3), S(2)}, S(-1)), -2, 0.01));
  EXPECT_TRUE(near(with(JointFriction<S>{{0}, S(0.5), S(3), S(0.1)}), -4, roundings<S>(8, 4)));
}

// ---- runs --------------------------------------------------------------------------------------

// A rod of 1 m and 1 kg on a bushing at the origin.
template <class S>
struct HungRod {
  using Scalar = S;
  static constexpr std::array<Joint, 0> joints{};
  std::array<PlanarBody<S>, 1> bodies{PlanarBody<S>{S(1), S(1) / S(12)}};
  std::array<PlanarGeometry<S>, 0> geometry{};
  S stiffness = S(0), damping = S(0);
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
    Bushing<S, 2>{
        ground, 0, {{}, {S(-0.5), S(0)}}, {stiffness, stiffness}, {S(0)}, {damping, damping}}
        .apply(acting);
  }
};
template <class S>
using HungRodModel = Mechanism<HungRod<S>>;

// The angle of a rod on a hinge after 1 s from the horizontal, theta'' = -3 g / (2 l) cos theta.
double hinged_angle() {
  double theta = 0, omega = 0;
  const double h = 1e-5;
  for (int i = 0; i < 100000; ++i) {
    const double middle = theta + h / 2 * omega;
    omega += h * -1.5 * 9.81 * std::cos(middle);
    theta = middle + h / 2 * omega;
  }
  return theta;
}

// 1e6 N/m at the end of a rod: 2000 rad/s, past the limit of an explicit method at 2 kHz down to
// 1 kHz. The stretch of 3e-5 m follows; what it swings with is damped by the method.
TYPED_TEST(ForceSignsTest, StiffBushingSwingsLikeAHinge) {
  using S = TypeParam;
  HungRodModel<S> model;
  model.system.stiffness = S(1e6);
  const std::array<S, 3> start{S(0.5), S(0), S(0)}, rest{};
  auto implicit =
      testing::started<GeneralizedAlpha<ForceJacobian>>(model, StepSize<S>::hz(800), start, rest);
  ASSERT_TRUE(testing::run(implicit, 800));
  const double allowed = either<S>(2e-4, 2e-3);
  EXPECT_TRUE(
      near(std::remainder(double(implicit.state().q[2]) - hinged_angle(), 2 * M_PI), 0, allowed));
  EXPECT_TRUE(
      near(std::hypot(double(implicit.state().q[0]), double(implicit.state().q[1])), 0.5, 1e-4));
}

// A damper of 1e6 N s/m, h c / m of 1000: without the Jacobian it blows up in a few steps.
TYPED_TEST(ForceSignsTest, StiffDamperNeedsItsJacobian) {
  using S = TypeParam;
  HungRodModel<S> model;
  model.system.stiffness = S(1e4), model.system.damping = S(1e6);
  const std::array<S, 3> start{S(0.5), S(0), S(0)}, rest{};
  auto implicit =
      testing::started<Rattle<1, DampingJacobian>>(model, StepSize<S>::hz(1000), start, rest);
  ASSERT_TRUE(testing::run(implicit, 1000));
  EXPECT_TRUE(
      near(std::remainder(double(implicit.state().q[2]) - hinged_angle(), 2 * M_PI), 0, 2e-3));
  auto plain = testing::started<Rattle<1>>(model, StepSize<S>::hz(1000), start, rest);
  int steps = 0;
  while (steps < 1000 && testing::step(plain) == Status::ok) ++steps;
  EXPECT_LT(steps, 100);
}

}  // namespace
}  // namespace taut
