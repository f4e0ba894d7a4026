/// \file
/// Bodies and joints in space.
///
///     q = (r, e) of each body: r the centre of mass in the world, e = (e_0, e_1, e_2, e_3) a unit
///     quaternion, R(e) body to world;  u = (v, w): v = r' in the world, w in body axes
///     r' = v,   e' = 1/2 e o (0, w),   R' = R [w]x                                          (J.5)
///     m v' = F,   J w' = M - w x J w,  J = diag(J_x, J_y, J_z): body axes are principal axes
///
/// The length of e is no constraint: the step takes it back to one after each move. A joint sits on
/// two frames, one a body; with s the point and c an axis of a frame, in body axes:
///
///     d = P_a - P_b = (r_a - r_b) + (R_a s_a - R_b s_b)
///     d'  = v_a + R_a (w_a x s_a) - v_b - R_b (w_b x s_b)
///     d'' = R_a (w_a x (w_a x s_a)) - R_b (w_b x (w_b x s_b))     without u'                (J.6)
///
/// and is made of
///     d                        the points coincide                                          (J.7)
///     c_a . d                  the point of b in a plane of a                               (J.8)
///     c_a . c_b                axes at right angles                                         (J.9)
///     phi                      angle of b's x axis about a's z axis, from a's x axis        (J.10)
///
/// g is in m or, of axes and angles, in rad. The force of (J.7) on b is +lambda, in world axes.
/// Large coordinates are subtracted first: their difference is exact in float. Source: Nikravesh,
/// Computer-Aided Analysis of Mechanical Systems, chapters 6 and 7. Interrupt: safe.
#pragma once

#include "taut/block_jacobian.hpp"
#include "taut/mechanism/joint_rows.hpp"
#include "taut/mechanism/turns.hpp"
#include "taut/triple.hpp"

namespace taut {

struct Spatial;

/// A rigid body in space. There is none without mass: it has to be said.
template <class S>
struct SpatialBody {
  using Space = Spatial;
  constexpr SpatialBody(S mass, S jx, S jy, S jz) : mass_kg(mass), inertia_kg_m2{jx, jy, jz} {}
  S mass_kg;
  std::array<S, 3> inertia_kg_m2;  ///< about the principal axes, which are the body's
};

/// A frame on a body, or on the ground: where a joint sits. Its axes are unit vectors at right
/// angles; z is the axis of a joint.
template <class S>
struct SpatialFrame {
  using Axis = std::array<S, 3>;
  constexpr SpatialFrame() = default;
  /// Axes of the body.
  constexpr SpatialFrame(S x_m, S y_m, S z_m) : point_m{x_m, y_m, z_m} {}
  /// z along `axis`, of any length but zero; x in the plane of `axis` and `towards`, on its side.
  SpatialFrame(const Axis& point, const Axis& axis, const Axis& towards) : point_m(point) {
    z = unit(axis);
    y = unit(product(z, towards));
    x = product(y, z);
  }
  /// The same, with x towards the body axis that lies farthest from z.
  SpatialFrame(const Axis& point, const Axis& axis) : SpatialFrame(point, axis, farthest(axis)) {}

  Axis point_m{}, x{S(1), S(0), S(0)}, y{S(0), S(1), S(0)}, z{S(0), S(0), S(1)};

 private:
  static Axis product(const Axis& a, const Axis& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  static Axis unit(const Axis& a) {
    const S length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    return {a[0] / length, a[1] / length, a[2] / length};
  }
  static Axis farthest(const Axis& a) {
    const S ax = abs(a[0]), ay = abs(a[1]), az = abs(a[2]);
    if (ax <= ay && ax <= az) return {S(1), S(0), S(0)};
    return ay <= az ? Axis{S(0), S(1), S(0)} : Axis{S(0), S(0), S(1)};
  }
};

template <class S>
struct SpatialGeometry {
  SpatialFrame<S> on_a{}, on_b{};
  S value = S(0);  ///< length of a distance joint, radius of a pinion, offset of a gear in rad
};

namespace detail {

using taut::dot;  // beside that of the plane

template <class S>
Vector<S, 3> vector(const std::array<S, 3>& x) {
  return {x[0], x[1], x[2]};
}

// Where a body is, and how it moves.
template <class N>
struct SpatialPose {
  Vector<N, 3> r;
  Matrix<N, 3, 3> R;

  // R s and R^T f
  template <class A>
  Vector<N, 3> to_world(const Vector<A, 3>& s) const {
    return {R(0, 0) * s[0] + R(0, 1) * s[1] + R(0, 2) * s[2],
            R(1, 0) * s[0] + R(1, 1) * s[1] + R(1, 2) * s[2],
            R(2, 0) * s[0] + R(2, 1) * s[1] + R(2, 2) * s[2]};
  }
  Vector<N, 3> to_body(const Vector<N, 3>& f) const {
    return {R(0, 0) * f[0] + R(1, 0) * f[1] + R(2, 0) * f[2],
            R(0, 1) * f[0] + R(1, 1) * f[1] + R(2, 1) * f[2],
            R(0, 2) * f[0] + R(1, 2) * f[1] + R(2, 2) * f[2]};
  }
  Vector<N, 3> row(int i) const { return {R(i, 0), R(i, 1), R(i, 2)}; }
};
template <class N>
struct SpatialMotion {
  Vector<N, 3> v, w;
};
// The pose of the ground, where it is known to be it.
template <class N>
struct SpatialGround {
  using B = BaseScalar<N>;
  Vector<N, 3> r = constant_triple<N>(Vector<B, 3>{B(0), B(0), B(0)});

  Vector<N, 3> to_world(const Vector<B, 3>& s) const { return constant_triple<N>(s); }
  template <class A, std::enable_if_t<!std::is_same_v<A, B>, int> = 0>
  Vector<N, 3> to_world(const Vector<A, 3>& s) const {
    return s;
  }
  Vector<N, 3> to_body(const Vector<N, 3>& f) const { return f; }
  Vector<N, 3> row(int i) const {
    return constant_triple<N>(Vector<B, 3>{B(i == 0), B(i == 1), B(i == 2)});
  }
};

// R(e / |e|): a rotation for any length of e, so that taking e back to unit length moves nothing.
template <class N>
Matrix<N, 3, 3> rotation(const N& e0, const N& e1, const N& e2, const N& e3) {
  using B = BaseScalar<N>;
  const N twice = B(2) / (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3);
  const N x2 = twice * e1, y2 = twice * e2, z2 = twice * e3;
  const N xx = e1 * x2, yy = e2 * y2, zz = e3 * z2, xy = e1 * y2, xz = e1 * z2, yz = e2 * z2;
  const N wx = e0 * x2, wy = e0 * y2, wz = e0 * z2;
  Matrix<N, 3, 3> R;
  R(0, 0) = B(1) - (yy + zz);
  R(0, 1) = xy - wz;
  R(0, 2) = xz + wy;
  R(1, 0) = xy + wz;
  R(1, 1) = B(1) - (xx + zz);
  R(1, 2) = yz - wx;
  R(2, 0) = xz - wy;
  R(2, 1) = yz + wx;
  R(2, 2) = B(1) - (xx + yy);
  return R;
}

// The two frames of a joint.
template <class N, class S, class A = SpatialPose<N>, class B = SpatialPose<N>>
struct SpatialRelative {
  using Number = N;
  using Triple = Vector<N, 3>;
  A a;
  B b;
  const SpatialGeometry<S>& at;
  Vector<S, 3> sa, sb;
  Triple la, lb;

  SpatialRelative(const A& pose_a, const B& pose_b, const SpatialGeometry<S>& geometry)
      : a(pose_a),
        b(pose_b),
        at(geometry),
        sa(vector(geometry.on_a.point_m)),
        sb(vector(geometry.on_b.point_m)),
        la(pose_a.to_world(sa)),
        lb(pose_b.to_world(sb)) {}

  Triple d() const {
    return {(a.r[0] - b.r[0]) + (la[0] - lb[0]), (a.r[1] - b.r[1]) + (la[1] - lb[1]),
            (a.r[2] - b.r[2]) + (la[2] - lb[2])};
  }
  // (J.6)
  template <class Motion>
  Triple rate(const Motion& ua, const Motion& ub) const {
    const Triple ta = a.to_world(cross(ua.w, sa)), tb = b.to_world(cross(ub.w, sb));
    return {(ua.v[0] - ub.v[0]) + (ta[0] - tb[0]), (ua.v[1] - ub.v[1]) + (ta[1] - tb[1]),
            (ua.v[2] - ub.v[2]) + (ta[2] - tb[2])};
  }
  template <class Motion>
  Triple centripetal(const Motion& ua, const Motion& ub) const {
    const Triple ca = a.to_world(cross(ua.w, cross(ua.w, sa)));
    const Triple cb = b.to_world(cross(ub.w, cross(ub.w, sb)));
    return {ca[0] - cb[0], ca[1] - cb[1], ca[2] - cb[2]};
  }
};

// A row of a Jacobian: linear and angular entries of both bodies.
template <int r, class N, class Set>
void put_row(const Vector<N, 3>& linear_a, const Vector<N, 3>& angular_a,
             const Vector<N, 3>& linear_b, const Vector<N, 3>& angular_b, Set&& set) {
  for_each(
      Index<3>{}, [&](auto c) __attribute__((always_inline)) {
        set(Index<0>{}, Index<r>{}, c, linear_a[c]);
        set(Index<0>{}, Index<r>{}, plus(Index<3>{}, c), angular_a[c]);
        set(Index<1>{}, Index<r>{}, c, linear_b[c]);
        set(Index<1>{}, Index<r>{}, plus(Index<3>{}, c), angular_b[c]);
      });
}
template <class N>
Vector<N, 3> zero_triple() {
  using B = BaseScalar<N>;
  return constant_triple<N>(Vector<B, 3>{B(0), B(0), B(0)});
}
template <class N>
Vector<N, 3> opposite(const Vector<N, 3>& x) {
  return {-x[0], -x[1], -x[2]};
}
template <class N>
Vector<N, 3> sum(const Vector<N, 3>& x, const Vector<N, 3>& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}

// (J.7)
struct SpatialPoint {
  static constexpr int rows = 3;
  static constexpr Entry entry(int side, int r, int c) {
    if (c >= 3) return Entry::general;
    if (c != r) return Entry::zero;
    return side == 0 ? Entry::one : Entry::minus_one;
  }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    const Vector<N, 3> d = joint.d();
    for_each(Index<3>{}, [&](auto r) { put(r, d[r]); });
  }
  // e_r . R (w x s) = w . (s x R^T e_r)
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    for_each(
        Index<3>{}, [&](auto r) __attribute__((always_inline)) {
          const Vector<N, 3> e = constant_triple<N>(Vector<B, 3>{B(r == 0), B(r == 1), B(r == 2)});
          put_row<decltype(r)::value, N>(
              e, cross(constant_triple<N>(joint.sa), joint.a.row(r)), opposite(e),
              opposite(cross(constant_triple<N>(joint.sb), joint.b.row(r))), set);
        });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto y = joint.centripetal(ua, ub);
    for_each(Index<3>{}, [&](auto r) { put(r, y[r]); });
  }
};

// An axis of a frame, in body axes.
struct AxisX {
  template <class S>
  static Vector<S, 3> of(const SpatialFrame<S>& frame) {
    return vector(frame.x);
  }
};
struct AxisY {
  template <class S>
  static Vector<S, 3> of(const SpatialFrame<S>& frame) {
    return vector(frame.y);
  }
};
struct AxisZ {
  template <class S>
  static Vector<S, 3> of(const SpatialFrame<S>& frame) {
    return vector(frame.z);
  }
};

// (J.8): sign c_a . d - drive
template <class Axis, int sign = 1>
struct SpatialPlane {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    using B = BaseScalar<N>;
    const N along = dot(joint.a.to_world(Axis::of(joint.at.on_a)), joint.d());
    put(Index<0>{}, B(sign) * along - drive);
  }
  // (c.d)' = c.d' + c'.d:  c . R_a (w_a x s_a) + R_a (w_a x c^) . d = w_a . ((s_a - R_a^T d) x c^)
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    const Vector<B, 3> own = Axis::of(joint.at.on_a);
    const Vector<N, 3> fixed =
        constant_triple<N>(Vector<B, 3>{B(sign) * own[0], B(sign) * own[1], B(sign) * own[2]});
    const Vector<N, 3> c = joint.a.to_world(fixed);
    const Vector<N, 3> arm =
        sum(constant_triple<N>(joint.sa), opposite(joint.a.to_body(joint.d())));
    put_row<0, N>(c, cross(arm, fixed), opposite(c),
                  opposite(cross(constant_triple<N>(joint.sb), joint.b.to_body(c))), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    // c.d'' + 2 c'.d' + c''.d
    const auto fixed = Axis::of(joint.at.on_a);
    const auto turning = cross(ua.w, fixed);
    const auto y = dot(joint.a.to_world(fixed), joint.centripetal(ua, ub)) +
                   2 * dot(joint.a.to_world(turning), joint.rate(ua, ub)) +
                   dot(joint.a.to_world(cross(ua.w, turning)), joint.d());
    put(Index<0>{}, sign * y);
  }
};

// c_a . c_b of two axes, its angular rows and its second derivative without u'.
template <class OfA, class OfB, class Relative>
struct AxisProduct {
  using N = typename Relative::Number;
  using B = BaseScalar<N>;
  Vector<B, 3> fixed_a, fixed_b;
  Vector<N, 3> ca, cb;
  const Relative& joint;

  explicit AxisProduct(const Relative& of)
      : fixed_a(OfA::of(of.at.on_a)),
        fixed_b(OfB::of(of.at.on_b)),
        ca(of.a.to_world(fixed_a)),
        cb(of.b.to_world(fixed_b)),
        joint(of) {}

  N value() const { return dot(ca, cb); }
  // R_a (w_a x c^_a) . c_b = w_a . (c^_a x R_a^T c_b)
  Vector<N, 3> angular_a() const { return cross(constant_triple<N>(fixed_a), joint.a.to_body(cb)); }
  Vector<N, 3> angular_b() const { return cross(constant_triple<N>(fixed_b), joint.b.to_body(ca)); }
  template <class Motion>
  N rate(const Motion& ua, const Motion& ub) const {
    return dot(ua.w, angular_a()) + dot(ub.w, angular_b());
  }
  template <class Motion>
  N acceleration(const Motion& ua, const Motion& ub) const {
    const Vector<N, 3> ta = cross(ua.w, constant_triple<N>(fixed_a));
    const Vector<N, 3> tb = cross(ub.w, constant_triple<N>(fixed_b));
    return dot(joint.a.to_world(cross(ua.w, ta)), cb) +
           2 * dot(joint.a.to_world(ta), joint.b.to_world(tb)) +
           dot(ca, joint.b.to_world(cross(ub.w, tb)));
  }
};

// (J.9)
template <class OfA, class OfB>
struct SpatialAxes {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c < 3 ? Entry::zero : Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    put(Index<0>{}, AxisProduct<OfA, OfB, Relative>(joint).value());
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    const AxisProduct<OfA, OfB, Relative> axes(joint);
    const Vector<N, 3> zero = zero_triple<N>();
    put_row<0, N>(zero, axes.angular_a(), zero, axes.angular_b(), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, AxisProduct<OfA, OfB, Relative>(joint).acceleration(ua, ub));
  }
};

// (J.10): phi = atan2(y_a . x_b, x_a . x_b);  with S, C: phi' = (C S' - S C') / (S^2 + C^2)
template <class Relative>
struct SpatialTurn {
  using N = typename Relative::Number;
  using Triple = Vector<N, 3>;
  AxisProduct<AxisY, AxisX, Relative> sine;
  AxisProduct<AxisX, AxisX, Relative> cosine;
  N S, C, inverse;

  explicit SpatialTurn(const Relative& joint)
      : sine(joint),
        cosine(joint),
        S(sine.value()),
        C(cosine.value()),
        inverse(BaseScalar<N>(1) / (S * S + C * C)) {}

  N angle() const { return atan2(S, C); }
  Triple angular_a() const { return weighted(sine.angular_a(), cosine.angular_a()); }
  Triple angular_b() const { return weighted(sine.angular_b(), cosine.angular_b()); }
  // (C S'' - S C'' - 2 phi' (S S' + C C')) / (S^2 + C^2)
  template <class Motion>
  N acceleration(const Motion& ua, const Motion& ub) const {
    const N s = sine.rate(ua, ub), c = cosine.rate(ua, ub);
    const N rate = inverse * (C * s - S * c);
    return inverse * (C * sine.acceleration(ua, ub) - S * cosine.acceleration(ua, ub) -
                      2 * rate * (S * s + C * c));
  }

 private:
  Triple weighted(const Triple& s, const Triple& c) const {
    return {inverse * (C * s[0] - S * c[0]), inverse * (C * s[1] - S * c[1]),
            inverse * (C * s[2] - S * c[2])};
  }
};

struct SpatialAngle {  // phi - drive
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c < 3 ? Entry::zero : Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, nearest_turn(SpatialTurn<Relative>(joint).angle() - drive));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    const SpatialTurn<Relative> turn(joint);
    put_row<0, N>(zero_triple<N>(), turn.angular_a(), zero_triple<N>(), turn.angular_b(), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, SpatialTurn<Relative>(joint).acceleration(ua, ub));
  }
};

// x_a . d - radius phi
struct SpatialRack {
  using Travel = SpatialPlane<AxisX>;
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const B radius = joint.at.value;
    Travel::residual(joint, spec, N(B(0)), [&](auto r, const N& travel) {
      put(r,
          radius * nearest_turn(travel * (B(1) / radius) - SpatialTurn<Relative>(joint).angle()));
    });
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    const SpatialTurn<Relative> turn(joint);
    const Vector<N, 3> of_a = turn.angular_a(), of_b = turn.angular_b();
    Travel::jacobian(joint, spec, [&](auto side, auto r, auto c, const N& value) {
      if constexpr (c < 3)
        set(side, r, c, value);
      else
        set(side, r, c, value - joint.at.value * (side == 0 ? of_a : of_b)[c - 3]);
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint& spec, const Motion& ua,
                           const Motion& ub, Put&& put) {
    Travel::acceleration(joint, spec, ua, ub, [&](auto r, const auto& value) {
      put(r, value - joint.at.value * SpatialTurn<Relative>(joint).acceleration(ua, ub));
    });
  }
};

// phi_a + (teeth_b / teeth_a) phi_b - offset / teeth_a, to the nearest tooth of a; phi is the angle
// of a wheel's frame about its z axis against the same frame at rest in the world
struct SpatialGear {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c < 3 ? Entry::zero : Entry::general; }

  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    N turned = N(-joint.at.value);
    each_wheel(joint, spec, [&](auto, int teeth, const auto& wheel) {
      turned = turned + B(teeth) * SpatialTurn<std::decay_t<decltype(wheel)>>(wheel).angle();
    });
    put(Index<0>{}, nearest_turn(turned) * (B(1) / B(spec.teeth_a)));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    each_wheel(joint, spec, [&](auto side, int teeth, const auto& wheel) {
      const Vector<N, 3> w = SpatialTurn<std::decay_t<decltype(wheel)>>(wheel).angular_b();
      for_each(Index<3>{}, [&](auto c) {
        set(side, Index<0>{}, c, N(B(0)));
        set(side, Index<0>{}, plus(Index<3>{}, c), B(teeth) / B(spec.teeth_a) * w[c]);
      });
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint& spec, const Motion& ua,
                           const Motion& ub, Put&& put) {
    using N = typename Relative::Number;
    N y = N(0);
    const Motion rest{zero_triple<N>(), zero_triple<N>()};
    each_wheel(joint, spec, [&](auto side, int teeth, const auto& wheel) {
      const SpatialTurn<std::decay_t<decltype(wheel)>> turn(wheel);
      y += N(teeth) / N(spec.teeth_a) * turn.acceleration(rest, side == 0 ? ua : ub);
    });
    put(Index<0>{}, y);
  }

 private:
  // f(side, teeth, the wheel against the ground)
  template <class Relative, class F>
  static void each_wheel(const Relative& joint, const Joint& spec, F&& f) {
    using N = typename Relative::Number;
    using S = BaseScalar<N>;
    const SpatialGround<N> still;
    const SpatialGeometry<S> of_a{joint.at.on_a, joint.at.on_a, S(0)};
    const SpatialGeometry<S> of_b{joint.at.on_b, joint.at.on_b, S(0)};
    using A = std::decay_t<decltype(joint.a)>;
    using B = std::decay_t<decltype(joint.b)>;
    f(Index<0>{}, spec.teeth_a, SpatialRelative<N, S, SpatialGround<N>, A>(still, joint.a, of_a));
    f(Index<1>{}, spec.teeth_b, SpatialRelative<N, S, SpatialGround<N>, B>(still, joint.b, of_b));
  }
};

// (|d|^2 - L^2) / (2 L)
struct SpatialDistance {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const Vector<N, 3> d = joint.d();
    const B L = joint.at.value;
    put(Index<0>{}, (dot(d, d) - L * L) * (B(0.5) / L));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    const Vector<N, 3> d = joint.d();
    const B inverse = B(1) / joint.at.value;
    const Vector<N, 3> c{inverse * d[0], inverse * d[1], inverse * d[2]};
    put_row<0, N>(c, cross(constant_triple<N>(joint.sa), joint.a.to_body(c)), opposite(c),
                  opposite(cross(constant_triple<N>(joint.sb), joint.b.to_body(c))), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto v = joint.rate(ua, ub);
    put(Index<0>{}, (dot(v, v) + dot(joint.d(), joint.centripetal(ua, ub))) / joint.at.value);
  }
};

// A kind of joint as its parts.
using AxesParallel = JointOf<SpatialAxes<AxisZ, AxisX>, SpatialAxes<AxisZ, AxisY>>;
using OnLine = JointOf<SpatialPlane<AxisX>, SpatialPlane<AxisY>>;
using NoSpin = SpatialAxes<AxisX, AxisY>;
template <JointKind kind>
struct SpatialJoint : JointOf<> {};
template <>
struct SpatialJoint<JointKind::spherical> : JointOf<SpatialPoint> {};
template <>
struct SpatialJoint<JointKind::revolute> : JointOf<SpatialPoint, AxesParallel> {};
template <>
struct SpatialJoint<JointKind::universal> : JointOf<SpatialPoint, SpatialAxes<AxisZ, AxisZ>> {};
template <>
struct SpatialJoint<JointKind::cylindrical> : JointOf<OnLine, AxesParallel> {};
template <>
struct SpatialJoint<JointKind::prismatic> : JointOf<OnLine, AxesParallel, NoSpin> {};
template <>
struct SpatialJoint<JointKind::fixed> : JointOf<SpatialPoint, AxesParallel, NoSpin> {};
template <>
struct SpatialJoint<JointKind::point_on_line> : JointOf<OnLine> {};
template <>
struct SpatialJoint<JointKind::distance> : JointOf<SpatialDistance> {};
template <>
struct SpatialJoint<JointKind::gear> : JointOf<SpatialGear> {};
template <>
struct SpatialJoint<JointKind::rack> : JointOf<SpatialRack> {};
template <>
struct SpatialJoint<JointKind::driven_angle> : JointOf<SpatialAngle> {};
template <>
struct SpatialJoint<JointKind::driven_slide> : JointOf<SpatialPlane<AxisZ, -1>> {};

}  // namespace detail

/// Space, for Mechanism.
struct Spatial {
  static constexpr int body_nq = 7, body_nu = 6;
  template <class S>
  using Body = SpatialBody<S>;
  template <class S>
  using Geometry = SpatialGeometry<S>;
  template <class N>
  using Pose = detail::SpatialPose<N>;
  template <class N>
  using Motion = detail::SpatialMotion<N>;
  template <class N>
  using Ground = detail::SpatialGround<N>;
  template <class N, class S, class A, class B>
  using Relative = detail::SpatialRelative<N, S, A, B>;
  template <JointKind kind>
  using JointRows = detail::SpatialJoint<kind>;

  template <class N, int n>
  [[gnu::always_inline]] static Pose<N> pose(const Vector<N, n>& q, int body) {
    const int i = body_nq * body;
    return {triple(q, i), detail::rotation(q[i + 3], q[i + 4], q[i + 5], q[i + 6])};
  }
  /// All of them.
  template <class N, int n>
  static void put_poses(const Vector<N, n>& q, Pose<N>* poses) {
    for_all<n / body_nq>([&](int b) { poses[b] = pose(q, b); });
  }
  template <class N, int n>
  [[gnu::always_inline]] static Motion<N> motion(const Vector<N, n>& u, int body) {
    const int i = body_nu * body;
    return {triple(u, i), triple(u, i + 3)};
  }
  template <class N>
  static Pose<N> ground_pose() {
    Pose<N> pose{detail::zero_triple<N>(), {}};
    const Ground<N> still;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) pose.R(i, j) = still.row(i)[j];
    return pose;
  }
  template <class N>
  static Motion<N> ground_motion() {
    return {detail::zero_triple<N>(), detail::zero_triple<N>()};
  }
  template <int bodies>
  static constexpr std::array<int, 0> angle_coordinates() {
    return {};
  }
  template <int bodies>
  static constexpr std::array<int, static_cast<std::size_t>(bodies)> quaternion_coordinates() {
    std::array<int, static_cast<std::size_t>(bodies)> out{};
    for (int b = 0; b < bodies; ++b) out[static_cast<std::size_t>(b)] = body_nq * b + 3;
    return out;
  }
  // (J.5)
  template <class N, int nq, int nu>
  [[gnu::always_inline]] static void put_rate(const Vector<N, nq>& q, const Vector<N, nu>& u,
                                              int body, Vector<N, nq>& rate) {
    const int i = body_nq * body, k = body_nu * body;
    const BaseScalar<N> half(0.5);
    const N &e0 = q[i + 3], &e1 = q[i + 4], &e2 = q[i + 5], &e3 = q[i + 6];
    const N wx = half * u[k + 3], wy = half * u[k + 4], wz = half * u[k + 5];
    for (int c = 0; c < 3; ++c) rate[i + c] = u[k + c];
    rate[i + 3] = -(e1 * wx + e2 * wy + e3 * wz);
    rate[i + 4] = e0 * wx + e2 * wz - e3 * wy;
    rate[i + 5] = e0 * wy + e3 * wx - e1 * wz;
    rate[i + 6] = e0 * wz + e1 * wy - e2 * wx;
  }
  // -w x J w
  template <class N, class S, int n>
  static void add_gyroscopic(const Body<S>& body, const Vector<N, n>& u, int b, Vector<N, n>& f) {
    const int k = body_nu * b + 3;
    const N &wx = u[k], &wy = u[k + 1], &wz = u[k + 2];
    const std::array<S, 3>& J = body.inertia_kg_m2;
    f[k] = f[k] + (J[1] - J[2]) * (wy * wz);
    f[k + 1] = f[k + 1] + (J[2] - J[0]) * (wz * wx);
    f[k + 2] = f[k + 2] + (J[0] - J[1]) * (wx * wy);
  }
  template <class S, int n>
  static void put_mass(const Body<S>& body, int first, Vector<S, n>& m) {
    for (int i = 0; i < 3; ++i) {
      m[first + i] = body.mass_kg;
      m[first + 3 + i] = body.inertia_kg_m2[static_cast<std::size_t>(i)];
    }
  }
};

}  // namespace taut
