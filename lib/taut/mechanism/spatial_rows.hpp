/// \file
/// Rows that joints in space are made of, with c an axis of a frame:
///
///     d                        the points coincide                                          (J.7)
///     c_a . d                  the point of b in a plane of a                               (J.8)
///     c_a . c_b                axes at right angles                                         (J.9)
///     (|d|^2 - L^2) / (2 L)    the points keep the distance L: near it, |d| - L            (J.11)
///
/// g is in m or, of axes, in rad. The force of (J.7) on b is +lambda, in world axes. Source: as
/// spatial_frames.hpp. Interrupt: safe.
#pragma once

#include "taut/mechanism/joint_rows.hpp"
#include "taut/mechanism/spatial_frames.hpp"

namespace taut::detail {

// A row of a Jacobian: linear and angular entries of both bodies.
template <int r, class N, class Set>
void put_row(const Vector<N, 3>& linear_a, const Vector<N, 3>& angular_a,
             const Vector<N, 3>& linear_b, const Vector<N, 3>& angular_b, Set&& set) {
  for_each(Index<3>{}, [&](auto c) TAUT_INLINE {
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
    for_each(Index<3>{}, [&](auto r) TAUT_INLINE {
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
    // (J.11)
    put(Index<0>{}, (dot(v, v) + dot(joint.d(), joint.centripetal(ua, ub))) / joint.at.value);
  }
};

}  // namespace taut::detail
