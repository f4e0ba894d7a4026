/// \file
/// The tyre by itself, and wheels on bodies against the truck with trailer that is written by hand.
#include "taut/mechanism/tyre.hpp"

#include "models/trailer.hpp"
#include "support/any_place.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class TyreTest : public ::testing::Test {};
TYPED_TEST_SUITE(TyreTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(TyreTest, TyreNeverPulls) {
  using S = TypeParam;
  const Tyre<S> tyre;
  EXPECT_TRUE(near(tyre.vertical(S(20000)), 20000, 1));
  EXPECT_TRUE(near(tyre.vertical(S(0)), 100, roundings<S>(2, 100)));
  EXPECT_GT(tyre.vertical(S(-20000)), S(0));
  EXPECT_LT(tyre.vertical(S(-20000)), S(1));
}

TYPED_TEST(TyreTest, ATyreFarAboveTheRoadHasNoForce) {
  using S = TypeParam;
  using D = Dual<S, 1>;
  const Tyre<S> tyre;
  const auto varied = [](S value) {
    D x = value;
    x.derivative[0] = S(1);
    return x;
  };
  for (const S request_n : {S(0), S(3000)}) {
    const Vector<D, 2> F = tyre.horizontal(tyre.vertical(varied(S(-1e12))), D(request_n),
                                           varied(S(20)), varied(S(0.5)));
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(near(F[i].value, 0, 1e-6)) << F[i].value;
      EXPECT_TRUE(near(F[i].derivative[0], 0, 1e-6)) << F[i].derivative[0];
    }
  }
}

// At 20 kN: 7 F_z per radian of slip angle, mu F_z at most, the direction against the motion.
TYPED_TEST(TyreTest, TyreForceIsLinearInSmallSlipAndSaturates) {
  using S = TypeParam;
  const Tyre<S> tyre;
  const S load = S(20000), v = S(20);
  const Vector<S, 2> cornering = tyre.horizontal(load, S(0), v, S(0.02));
  EXPECT_TRUE(near(cornering[1], -7 * 20000 * 1e-3, 0.01 * 140));
  EXPECT_TRUE(near(cornering[0], 0, 1e-3));
  const Vector<S, 2> driving = tyre.horizontal(load, S(1000), v, S(0));
  EXPECT_TRUE(near(driving[0], 1000, 0.01 * 1000));
  const Vector<S, 2> skidding = tyre.horizontal(load, S(-40000), v, S(20));
  EXPECT_LT(skidding[0], S(0));
  EXPECT_LT(skidding[1], S(0));
  EXPECT_TRUE(near(std::hypot(double(skidding[0]), double(skidding[1])), 0.85 * 20000, 1));
}

// The formula of the file comment in long double, in every regime of the tyre.
TYPED_TEST(TyreTest, TyreForceIsThatOfTheFormula) {
  using S = TypeParam;
  const Tyre<S> tyre;
  for (const long double request : {-30000.0L, -300.0L, 0.0L, 5000.0L})
    for (const long double v_l : {-3.0L, 0.0L, 0.5L, 18.0L})
      for (const long double v_t : {-2.0L, 0.0L, 1e-4L, 0.3L}) {
        const long double load = 18000, mu = 0.85L, v_a = sqrtl(v_l * v_l + 1.0L);
        const long double sx = request / (mu * load) * v_l / v_a, sy = -7 / mu * v_t / v_a;
        const long double s = sqrtl(sx * sx + sy * sy + 1e-12L);
        const Vector<S, 2> F = tyre.horizontal(S(load), S(request), S(v_l), S(v_t));
        EXPECT_TRUE(near(F[0], mu * load * tanhl(s) / s * sx, roundings<S>(16, 18000)));
        EXPECT_TRUE(near(F[1], mu * load * tanhl(s) / s * sy, roundings<S>(16, 18000)));
      }
}

// ---- wheels ------------------------------------------------------------------------------------

// The truck and the trailer of models::Trailer from elements; the inputs are its driver's pedals
// and steering angle.
template <class S>
struct Truck {
  using Scalar = S;
  static constexpr int nw = 3;
  static constexpr std::array<Joint, 0> joints{};
  static constexpr int truck = 0, trailer = 1;
  models::Trailer<S> by_hand;
  std::array<SpatialBody<S>, 2> bodies{body(by_hand.truck), body(by_hand.trailer)};
  std::array<SpatialGeometry<S>, 0> geometry{};
  Gravity<S, 3> gravity{{S(0), S(0), -by_hand.gravity_m_s2}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    using N = typename Acting::Number;
    gravity.apply(acting);
    const auto roll = heading(acting, truck);
    const auto steered = heading(acting, truck, s.w[2]);
    for (std::size_t i = 0; i < 2; ++i) {
      const models::Axle<S>& axle = by_hand.truck_axles[i];
      add<N>(acting, axle, truck, by_hand.truck.height_m, i == 0 ? steered : roll, s);
    }
    for (const models::Axle<S>& axle : by_hand.trailer_axles)
      add<N>(acting, axle, trailer, by_hand.trailer.height_m, heading(acting, trailer), s);
  }

 private:
  static SpatialBody<S> body(const models::VehicleBody<S>& of) {
    return {of.mass_kg, of.inertia_kg_m2[0], of.inertia_kg_m2[1], of.inertia_kg_m2[2]};
  }
  template <class N, class Acting, class Sig>
  void add(Acting& acting, const models::Axle<S>& axle, int of, S height, const SinCos<N>& psi,
           const Sig& s) const {
    for (const S& side : {S(1), S(-1)})
      Wheel<S, 3>{of,
                  {axle.x_m, side * axle.half_track_m, -height},
                  axle.stiffness_n_per_m,
                  axle.damping_n_s_per_m,
                  axle.static_load_n,
                  by_hand.rolling_resistance,
                  by_hand.tyre}
          .apply(acting, by_hand.road, psi,
                 N(axle.drive_share * s.w[0] - axle.brake_share * s.w[1]));
  }
};

// Forces of up to 1e5 N with moments of up to 4 m.
TYPED_TEST(TyreTest, WheelsPushLikeThoseOfTheTruckByHand) {
  using S = TypeParam;
  using M = Mechanism<Truck<S>>;
  const M model;
  const models::Trailer<S>& by_hand = model.system.by_hand;
  for (unsigned seed = 1; seed < 6; ++seed) {
    testing::AnyPlace<M> at(seed);
    Vector<S, 12> q;
    for (int b = 0; b < 2; ++b) {
      at.q[7 * b + 2] = S(0.01) * at.q[7 * b + 2] + (b == 0 ? S(1.1) : S(1.3));
      // yaw, pitch and roll of a few degrees as a quaternion
      const double yaw = 0.4 * double(at.q[7 * b + 3]), pitch = 0.02, roll = -0.03;
      const double c1 = std::cos(yaw / 2), s1 = std::sin(yaw / 2), c2 = std::cos(pitch / 2),
                   s2 = std::sin(pitch / 2), c3 = std::cos(roll / 2), s3 = std::sin(roll / 2);
      at.q[7 * b + 3] = S(c1 * c2 * c3 + s1 * s2 * s3);
      at.q[7 * b + 4] = S(c1 * c2 * s3 - s1 * s2 * c3);
      at.q[7 * b + 5] = S(c1 * s2 * c3 + s1 * c2 * s3);
      at.q[7 * b + 6] = S(s1 * c2 * c3 - c1 * s2 * s3);
      for (int i = 0; i < 3; ++i) q[6 * b + i] = at.q[7 * b + i];
      q[6 * b + 3] = S(yaw), q[6 * b + 4] = S(pitch), q[6 * b + 5] = S(roll);
      at.u[6 * b] += S(12);
    }
    // the driver's demand at 15 m/s, and 0.05 rad of steering
    Signals<models::Trailer<S>, S> of_hand;
    of_hand.t = {0, S(0)};
    of_hand.r << S(0.05), S(15);
    const SinCos<S> yaw = sincos(q[3]);
    const S demand =
        S(18000) * by_hand.driver_gain_1_s * (S(15) - (at.u[0] * yaw.cos + at.u[1] * yaw.sin));
    Signals<M, S> s;
    s.w[0] = soft_positive(demand, by_hand.pedal_change_n);
    s.w[1] = s.w[0] - demand;
    s.w[2] = S(0.05);
    const auto f = model.force(at.q, at.u, s);
    const auto expected = by_hand.force(q, at.u, of_hand);
    for (int i = 0; i < 12; ++i)
      EXPECT_TRUE(near(f[i], expected[i], roundings<S>(64, 1e5))) << seed << ' ' << i;
  }
}

template <class S>
struct Bicycle {
  using Scalar = S;
  static constexpr std::array<Joint, 0> joints{};
  std::array<PlanarBody<S>, 1> bodies{PlanarBody<S>{S(1000), S(1000)}};
  std::array<PlanarGeometry<S>, 0> geometry{};
};

// Seen from above, a wheel 1 m ahead that points 0.1 rad to the left: it pushes to the left, and
// turns the body to the left.
TYPED_TEST(TyreTest, SteeredWheelInThePlaneTurnsTheBody) {
  using S = TypeParam;
  using M = Mechanism<Bicycle<S>>;
  const M model;
  Vector<S, 3> q = Vector<S, 3>::Zero(), u{S(20), S(0), S(0)}, f = Vector<S, 3>::Zero();
  Bodies<M, S> acting(model.system, q, u, f);
  const Wheel<S, 2> front{0, {S(1), S(0)}, S(5000)};
  front.apply(acting, heading(acting, 0, S(0.1)), S(0));
  // slip 0.1: mu F_z tanh(7 / mu sin(0.1)), across the wheel
  const double v_t = -20 * std::sin(0.1), v_a = std::hypot(20 * std::cos(0.1), 1);
  const double across = 0.85 * 5000 * std::tanh(-7 / 0.85 * v_t / v_a);
  EXPECT_TRUE(near(f[0], -across * std::sin(0.1), 1e-2));
  EXPECT_TRUE(near(f[1], across * std::cos(0.1), 1e-2));
  EXPECT_TRUE(near(f[2], f[1], 1e-2));
  EXPECT_GT(f[1], S(0));
}

}  // namespace
}  // namespace taut
