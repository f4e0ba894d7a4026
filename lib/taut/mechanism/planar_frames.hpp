/// \file
/// Bodies in the plane, and the frames on them where joints sit.
///
///     q = (x, y, angle) of each body, (x, y) its centre of mass;  u = q'
///     l = R s        lever of the point s of a body, in world axes;  J l = (-l_y, l_x)
///     d = P_a - P_b = (r_a - r_b) + (l_a - l_b)
///     d' = v_a - v_b + w_a J l_a - w_b J l_b,  d'' without u' = -w_a^2 l_a + w_b^2 l_b      (J.1)
///
/// Large coordinates are subtracted first: their difference is exact in float. Source: Nikravesh,
/// Planar Multibody Dynamics, chapter 7. Interrupt: safe.
#pragma once

#include "taut/dual.hpp"

namespace taut {

struct Planar;

/// A rigid body in the plane. There is none without mass: it has to be said.
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
  const N minus_sin = -body.turned.sin;
  return {x * body.turned.cos + y * minus_sin, x * body.turned.sin + y * body.turned.cos};
}
// The pose of the ground, where it is known to be it: -0 - x is -x, of +0 the compiler cannot know.
template <class N>
struct PlanarGround {
  N x = N(BaseScalar<N>(-0.0)), y = x, angle = x;
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

}  // namespace detail

}  // namespace taut
