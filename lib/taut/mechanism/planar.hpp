/// \file
/// Bodies and joints in the plane.
///
///     q = (x, y, angle) of each body, (x, y) its centre of mass;  u = q'
///     l = R s        lever of the point s of a body, in world axes;  J l = (-l_y, l_x)
///     d = P_a - P_b = (r_a - r_b) + (l_a - l_b)
///     d' = v_a - v_b + w_a J l_a - w_b J l_b,  d'' without u' = -w_a^2 l_a + w_b^2 l_b      (J.1)
///
/// A joint is made of three kinds of rows:
///
///     d                        the points coincide                                          (J.2)
///     c_a . d                  c_a a unit vector of a: (J c_a).d w_a more in its rate       (J.3)
///     angle_a, angle_b         sums with constant factors                                   (J.4)
///
/// g is in m or rad. The force of a joint on b is G_b^T lambda with the sign of (1.2): for (J.2)
/// +lambda acts on b and -lambda on a, in world axes. Large coordinates are subtracted first: their
/// difference is exact in float. Source: Nikravesh, Planar Multibody Dynamics, chapter 7.
/// Interrupt: safe.
#pragma once

#include "taut/block_jacobian.hpp"
#include "taut/dual.hpp"
#include "taut/mechanism/joint_rows.hpp"
#include "taut/mechanism/turns.hpp"

namespace taut {

/// A rigid body in the plane. There is none without mass: it has to be said.
struct Planar;
template <class S>
struct PlanarBody {
  using Space = Planar;
  constexpr PlanarBody(S mass, S inertia) : mass_kg(mass), inertia_kg_m2(inertia) {}
  S mass_kg;
  S inertia_kg_m2;  ///< about the centre of mass
};

/// A frame on a body, or on the ground: where a joint sits. Its x axis is the line of a joint.
template <class S>
struct PlanarFrame {
  constexpr PlanarFrame() = default;
  PlanarFrame(S x_m, S y_m, S angle_rad) : x(x_m), y(y_m), angle(angle_rad) {
    const SinCos<S> turned = sincos(angle_rad);
    sine = turned.sin;
    cosine = turned.cos;
  }
  constexpr PlanarFrame(S x_m, S y_m) : x(x_m), y(y_m) {}
  S x = S(0), y = S(0), angle = S(0), sine = S(0), cosine = S(1);
};

template <class S>
struct PlanarGeometry {
  PlanarFrame<S> on_a{}, on_b{};
  S value = S(0);  ///< length of a distance joint, radius of a pinion, offset of a gear in rad
};

namespace detail {

// Where a body is, and how it moves.
template <class N>
struct PlanarPose {
  N x, y, angle;
  SinCos<N> turned;
};
template <class N>
struct PlanarMotion {
  N vx, vy, w;
};

// A vector in the plane.
template <class N>
struct Pair {
  N x, y;
};
template <class N>
Pair<N> operator-(const Pair<N>& a, const Pair<N>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class N>
N dot(const Pair<N>& a, const Pair<N>& b) {
  return a.x * b.x + a.y * b.y;
}
// J a, a quarter turn on
template <class N>
Pair<N> quarter_turn(const Pair<N>& a) {
  return {-a.y, a.x};
}
template <class N, class S>
Pair<N> to_world(const PlanarPose<N>& body, const S& x, const S& y) {
  return {x * body.turned.cos - y * body.turned.sin, x * body.turned.sin + y * body.turned.cos};
}
// The pose of the ground, where it is known to be it.
template <class N>
struct PlanarGround {
  N x = N(BaseScalar<N>(0)), y = x, angle = x;
};
template <class N, class S>
Pair<N> to_world(const PlanarGround<N>&, const S& x, const S& y) {
  return {N(x), N(y)};
}

// The two points of a joint.
template <class N, class S, class A = PlanarPose<N>, class B = PlanarPose<N>>
struct PlanarRelative {
  using Number = N;
  A a;
  B b;
  const PlanarGeometry<S>& at;
  Pair<N> la, lb;

  PlanarRelative(const A& pose_a, const B& pose_b, const PlanarGeometry<S>& geometry)
      : a(pose_a),
        b(pose_b),
        at(geometry),
        la(to_world(pose_a, geometry.on_a.x, geometry.on_a.y)),
        lb(to_world(pose_b, geometry.on_b.x, geometry.on_b.y)) {}

  Pair<N> d() const { return {(a.x - b.x) + (la.x - lb.x), (a.y - b.y) + (la.y - lb.y)}; }
  // (J.1)
  Pair<N> rate(const PlanarMotion<N>& ua, const PlanarMotion<N>& ub) const {
    return {(ua.vx - ub.vx) + (ub.w * lb.y - ua.w * la.y),
            (ua.vy - ub.vy) + (ua.w * la.x - ub.w * lb.x)};
  }
  Pair<N> centripetal(const PlanarMotion<N>& ua, const PlanarMotion<N>& ub) const {
    const N wa = ua.w * ua.w, wb = ub.w * ub.w;
    return {wb * lb.x - wa * la.x, wb * lb.y - wa * la.y};
  }
  // x and y axis of a's frame
  Pair<N> axis() const { return to_world(a, at.on_a.cosine, at.on_a.sine); }
  Pair<N> normal() const { return quarter_turn(axis()); }
  N turned() const { return (b.angle + at.on_b.angle) - (a.angle + at.on_a.angle); }
};

// Parts that joints are made of (joint_rows.hpp).
struct PlanarPoint {  // (J.2)
  static constexpr int rows = 2;
  static constexpr Entry entry(int side, int r, int c) {
    if (c == 2) return Entry::general;
    if (c != r) return Entry::zero;
    return side == 0 ? Entry::one : Entry::minus_one;
  }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    const Pair<N> d = joint.d();
    put(Index<0>{}, d.x);
    put(Index<1>{}, d.y);
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    put_point<Relative>(Index<0>{}, 1, joint.la, set);
    put_point<Relative>(Index<1>{}, -1, joint.lb, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto y = joint.centripetal(ua, ub);
    put(Index<0>{}, y.x);
    put(Index<1>{}, y.y);
  }

 private:
  template <class Relative, int side, class N, class Set>
  static void put_point(Index<side>, int sign, const Pair<N>& lever, Set& set) {
    using B = BaseScalar<N>;
    set(Index<side>{}, Index<0>{}, Index<0>{}, N(B(sign)));
    set(Index<side>{}, Index<0>{}, Index<1>{}, N(B(0)));
    set(Index<side>{}, Index<0>{}, Index<2>{}, B(-sign) * lever.y);
    set(Index<side>{}, Index<1>{}, Index<0>{}, N(B(0)));
    set(Index<side>{}, Index<1>{}, Index<1>{}, N(B(sign)));
    set(Index<side>{}, Index<1>{}, Index<2>{}, B(sign) * lever.x);
  }
};

// (c . d)' with c fixed to a
template <class Relative, class N, class Set>
void put_line(const Relative& joint, const Pair<N>& c, Set&& set) {
  const Pair<N> turned = quarter_turn(c), d = joint.d();
  // c . d' + w_a (J c) . d,  c . J l = -(J c) . l
  set(Index<0>{}, Index<0>{}, Index<0>{}, c.x);
  set(Index<0>{}, Index<0>{}, Index<1>{}, c.y);
  set(Index<0>{}, Index<0>{}, Index<2>{}, dot(turned, d) - dot(turned, joint.la));
  set(Index<1>{}, Index<0>{}, Index<0>{}, -c.x);
  set(Index<1>{}, Index<0>{}, Index<1>{}, -c.y);
  set(Index<1>{}, Index<0>{}, Index<2>{}, dot(turned, joint.lb));
}
template <class Relative, class S, class Motion>
S line_acceleration(const Relative& joint, const Pair<S>& c, const Motion& ua, const Motion& ub) {
  // c.d'' + 2 w_a (J c).d' - w_a^2 c.d
  return dot(c, joint.centripetal(ua, ub)) +
         S(2) * ua.w * dot(quarter_turn(c), joint.rate(ua, ub)) - ua.w * ua.w * dot(c, joint.d());
}

struct PlanarLine {  // (J.3) with the normal of a's line
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    put(Index<0>{}, dot(joint.normal(), joint.d()));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    put_line(joint, joint.normal(), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, line_acceleration(joint, joint.normal(), ua, ub));
  }
};

// (J.4): a row that knows angles alone, with constant factors of them
template <class N, class Set>
void put_angles(BaseScalar<N> of_a, BaseScalar<N> of_b, Set&& set) {
  using B = BaseScalar<N>;
  for_each(Index<2>{}, [&](auto c) {
    set(Index<0>{}, Index<0>{}, c, N(B(0)));
    set(Index<1>{}, Index<0>{}, c, N(B(0)));
  });
  set(Index<0>{}, Index<0>{}, Index<2>{}, N(of_a));
  set(Index<1>{}, Index<0>{}, Index<2>{}, N(of_b));
}
struct PlanarAngle {  // the frames are parallel, or b's turned on by the drive
  static constexpr int rows = 1;
  static constexpr Entry entry(int side, int, int c) {
    if (c != 2) return Entry::zero;
    return side == 0 ? Entry::minus_one : Entry::one;
  }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, nearest_turn(joint.turned() - drive));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative&, const Joint&, Set&& set) {
    put_angles<typename Relative::Number>(-1, 1, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative&, const Joint&, const Motion& ua, const Motion&,
                           Put&& put) {
    put(Index<0>{}, decltype(ua.w)(0));
  }
};

// (|d|^2 - L^2) / (2 L)
struct PlanarDistance {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const Pair<N> d = joint.d();
    const B L = joint.at.value;
    put(Index<0>{}, (dot(d, d) - L * L) * (B(0.5) / L));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    // d . d' / L
    const auto d = joint.d();
    const auto inverse = 1 / joint.at.value;
    const decltype(d) c{inverse * d.x, inverse * d.y}, turned = quarter_turn(c);
    set(Index<0>{}, Index<0>{}, Index<0>{}, c.x);
    set(Index<0>{}, Index<0>{}, Index<1>{}, c.y);
    set(Index<0>{}, Index<0>{}, Index<2>{}, -dot(turned, joint.la));
    set(Index<1>{}, Index<0>{}, Index<0>{}, -c.x);
    set(Index<1>{}, Index<0>{}, Index<1>{}, -c.y);
    set(Index<1>{}, Index<0>{}, Index<2>{}, dot(turned, joint.lb));
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto v = joint.rate(ua, ub);
    put(Index<0>{}, (dot(v, v) + dot(joint.d(), joint.centripetal(ua, ub))) / joint.at.value);
  }
};

// angle_a + (teeth_b / teeth_a) angle_b - offset / teeth_a, to the nearest tooth of a
struct PlanarGear {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c == 2 ? Entry::general : Entry::zero; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const N turned = B(spec.teeth_a) * joint.a.angle + B(spec.teeth_b) * joint.b.angle;
    put(Index<0>{}, nearest_turn(turned - joint.at.value) * (B(1) / B(spec.teeth_a)));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative&, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    put_angles<N>(B(1), B(spec.teeth_b) / B(spec.teeth_a), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative&, const Joint&, const Motion& ua, const Motion&,
                           Put&& put) {
    put(Index<0>{}, decltype(ua.w)(0));
  }
};

// c . d - radius (turned): what the pinion's point travels back along the rack it rolls
struct PlanarRack {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    const BaseScalar<N> radius = joint.at.value;
    const N travel = dot(joint.axis(), joint.d()) * (BaseScalar<N>(1) / radius);
    put(Index<0>{}, radius * nearest_turn(travel - joint.turned()));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    const auto radius = joint.at.value;
    put_line(joint, joint.axis(), [&](auto side, auto r, auto c, const auto& value) {
      if constexpr (c == 2 && side == 0)
        set(side, r, c, value + radius);
      else if constexpr (c == 2)
        set(side, r, c, value - radius);
      else
        set(side, r, c, value);
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, line_acceleration(joint, joint.axis(), ua, ub));
  }
};

// -c . d - drive: how far b's point has moved along a's line
struct PlanarSlide {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, -dot(joint.axis(), joint.d()) - drive);
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    const Pair<typename Relative::Number> c = joint.axis();
    put_line(joint, decltype(c){-c.x, -c.y}, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, -line_acceleration(joint, joint.axis(), ua, ub));
  }
};

// A kind of joint as its parts; none: not in the plane.
template <JointKind kind>
struct PlanarJoint : JointOf<> {};
template <>
struct PlanarJoint<JointKind::revolute> : JointOf<PlanarPoint> {};
template <>
struct PlanarJoint<JointKind::fixed> : JointOf<PlanarPoint, PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::prismatic> : JointOf<PlanarLine, PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::point_on_line> : JointOf<PlanarLine> {};
template <>
struct PlanarJoint<JointKind::distance> : JointOf<PlanarDistance> {};
template <>
struct PlanarJoint<JointKind::gear> : JointOf<PlanarGear> {};
template <>
struct PlanarJoint<JointKind::rack> : JointOf<PlanarRack> {};
template <>
struct PlanarJoint<JointKind::driven_angle> : JointOf<PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::driven_slide> : JointOf<PlanarSlide> {};

}  // namespace detail

/// The plane, for Mechanism.
struct Planar {
  static constexpr int body_nq = 3, body_nu = 3;
  template <class S>
  using Body = PlanarBody<S>;
  template <class S>
  using Geometry = PlanarGeometry<S>;
  template <class N>
  using Pose = detail::PlanarPose<N>;
  template <class N>
  using Motion = detail::PlanarMotion<N>;
  template <class N, class S, class A, class B>
  using Relative = detail::PlanarRelative<N, S, A, B>;
  template <class N>
  using Ground = detail::PlanarGround<N>;
  template <JointKind kind>
  using JointRows = detail::PlanarJoint<kind>;

  template <class N, int n>
  [[gnu::always_inline]] static Pose<N> pose(const Vector<N, n>& q, int body) {
    const int i = body_nq * body;
    return {q[i], q[i + 1], q[i + 2], sincos(q[i + 2])};
  }
  /// All of them.
  template <class N, int n>
  [[gnu::always_inline]] static void put_poses(const Vector<N, n>& q, Pose<N>* poses) {
    constexpr std::size_t bodies = static_cast<std::size_t>(n / body_nq);
    if constexpr (std::is_floating_point_v<N>) {
      N angles[bodies];
      for_all<n / body_nq>([&](int b)
                               __attribute__((always_inline)) { angles[b] = q[body_nq * b + 2]; });
      const SinesCosines<N, bodies> turned = sincos(angles);
      for_all<n / body_nq>([&](int b) __attribute__((always_inline)) {
        const int i = body_nq * b;
        poses[b] = {q[i], q[i + 1], q[i + 2], {turned.sin[b], turned.cos[b]}};
      });
    } else {
      for_all<n / body_nq>([&](int b) { poses[b] = pose(q, b); });
    }
  }
  template <class N, int n>
  [[gnu::always_inline]] static Motion<N> motion(const Vector<N, n>& u, int body) {
    const int i = body_nu * body;
    return {u[i], u[i + 1], u[i + 2]};
  }
  template <class N>
  static Pose<N> ground_pose() {
    const N zero = N(BaseScalar<N>(0));
    return {zero, zero, zero, {zero, N(BaseScalar<N>(1))}};
  }
  template <class N>
  static Motion<N> ground_motion() {
    const N zero = N(BaseScalar<N>(0));
    return {zero, zero, zero};
  }
  // Angles enter by sine and cosine, and in differences that are taken to the nearest turn.
  template <int bodies>
  static constexpr std::array<int, static_cast<std::size_t>(bodies)> angle_coordinates() {
    std::array<int, static_cast<std::size_t>(bodies)> out{};
    for (int b = 0; b < bodies; ++b) out[static_cast<std::size_t>(b)] = body_nq * b + 2;
    return out;
  }
  template <int bodies>
  static constexpr std::array<int, 0> quaternion_coordinates() {
    return {};
  }
  template <class U, class F, class S>
  static void add_gyroscopic(const Body<S>&, const U&, int, F&) {}
  template <class S, int n>
  static void put_mass(const Body<S>& body, int first, Vector<S, n>& m) {
    m[first] = m[first + 1] = body.mass_kg;
    m[first + 2] = body.inertia_kg_m2;
  }
};

}  // namespace taut
