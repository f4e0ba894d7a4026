/// \file
/// Bodies in space, and the frames on them where joints sit.
///
///     q = (r, e) of each body: r the centre of mass in the world, e = (e_0, e_1, e_2, e_3) a unit
///     quaternion, R(e) body to world;  u = (v, w): v = r' in the world, w in body axes
///     r' = v,   e' = 1/2 e o (0, w),   R' = R [w]x                                          (J.5)
///     m v' = F,   J w' = M - w x J w,  J = diag(J_x, J_y, J_z): body axes are principal axes
///
/// The length of e is no constraint: the step takes it back to one after each move. With s the
/// point of a frame, in body axes:
///
///     d = P_a - P_b = (r_a - r_b) + (R_a s_a - R_b s_b)
///     d'  = v_a + R_a (w_a x s_a) - v_b - R_b (w_b x s_b)
///     d'' = R_a (w_a x (w_a x s_a)) - R_b (w_b x (w_b x s_b))     without u'                (J.6)
///
/// Large coordinates are subtracted first: their difference is exact in float. Source: Nikravesh,
/// Computer-Aided Analysis of Mechanical Systems, chapters 6 and 7. Interrupt: safe.
#pragma once

#include <array>
#include <limits>

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
  /// z along `axis`, of any length but zero; x in the plane of `axis` and `towards`, on its side:
  /// NaN where the two are parallel.
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
  static Axis unit(Axis a) {
    constexpr S least = std::numeric_limits<S>::min() / std::numeric_limits<S>::epsilon();
    const auto square = [&] { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; };
    // squares that are too small or too large for the scalar
    if (!(square() >= least && square() <= std::numeric_limits<S>::max())) {
      const S largest = max(abs(a[0]), max(abs(a[1]), abs(a[2])));
      for (S& entry : a) entry /= largest;
    }
    const S length = sqrt(square());
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

}  // namespace detail

}  // namespace taut
