/// \file
/// What a force element sees of a body, in the same words in the plane and in space: where it is
/// and how it moves, in world axes.
///
///     l = R s                    lever of the point s of the body
///     P' = r' + W x l            W = R w the angular velocity in the world                   (F.1)
///     P'' = r'' + W' x l + W x (W x l),   W' = R w'
///
/// A Point is a vector in the plane or in space, an Axial a moment or an angular velocity: one
/// number in the plane. Interrupt: safe.
#pragma once

#include "taut/mechanism/planar.hpp"
#include "taut/mechanism/spatial.hpp"

namespace taut::detail {

// Vectors in the plane, and those in space that are missing in triple.hpp.
template <class N>
Pair<N> sum(const Pair<N>& a, const Pair<N>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class N>
Pair<N> difference(const Pair<N>& a, const Pair<N>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class N>
Vector<N, 3> difference(const Vector<N, 3>& a, const Vector<N, 3>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class N>
Pair<N> opposite(const Pair<N>& a) {
  return {-a.x, -a.y};
}
template <class N>
Pair<N> scaled(const N& k, const Pair<N>& a) {
  return {k * a.x, k * a.y};
}
template <class N>
Vector<N, 3> scaled(const N& k, const Vector<N, 3>& a) {
  return {k * a[0], k * a[1], k * a[2]};
}
template <class N>
N component(const Pair<N>& a, int i) {
  return i == 0 ? a.x : a.y;
}
template <class N>
N component(const Vector<N, 3>& a, int i) {
  return a[i];
}

template <class Space, class N>
struct Place;

template <class N>
struct Place<Planar, N> {
  using S = BaseScalar<N>;
  using Point = Pair<N>;
  using Axial = N;
  static constexpr int dimensions = 2, turnings = 1;

  PlanarPose<N> pose;
  PlanarMotion<N> motion;

  void locate(const PlanarPose<N>& where, const PlanarMotion<N>& how) {
    pose = where;
    motion = how;
  }
  Point origin() const { return {pose.x, pose.y}; }
  Point lever(const std::array<S, 2>& s) const { return to_world(pose, s[0], s[1]); }
  Point lever(const PlanarFrame<S>& frame) const { return to_world(pose, frame.x, frame.y); }
  /// The axes of a frame.
  std::array<Point, 2> axes(const PlanarFrame<S>& frame) const {
    const Point x = line(frame);
    return {x, quarter_turn(x)};
  }
  /// The line of a joint.
  Point line(const PlanarFrame<S>& frame) const { return to_world(pose, frame.cosine, frame.sine); }
  // (F.1)
  Point velocity(const Point& l) const {
    return {motion.vx - motion.w * l.y, motion.vy + motion.w * l.x};
  }
  // W x (W x l)
  Point centripetal(const Point& l) const { return scaled(N(-(motion.w * motion.w)), l); }
  // of the ground
  static Point constant(const std::array<S, 2>& s) { return {N(s[0]), N(s[1])}; }
  static Point constant(const PlanarFrame<S>& frame) { return {N(frame.x), N(frame.y)}; }
  static Point no_point() { return {N(S(0)), N(S(0))}; }
  static Axial moment(const Point& l, const Point& F) { return l.x * F.y - l.y * F.x; }
};

template <class N>
struct Place<Spatial, N> {
  using S = BaseScalar<N>;
  using Point = Vector<N, 3>;
  using Axial = Vector<N, 3>;
  static constexpr int dimensions = 3, turnings = 3;

  SpatialPose<N> pose;
  Point v, W;
  Axial load;  ///< moments on the body, in world axes

  void locate(const SpatialPose<N>& where, const SpatialMotion<N>& how) {
    pose = where;
    v = how.v;
    W = pose.to_world(how.w);
    load = zero_triple<N>();
  }
  Point origin() const { return pose.r; }
  Point lever(const std::array<S, 3>& s) const { return pose.to_world(vector(s)); }
  Point lever(const SpatialFrame<S>& frame) const { return lever(frame.point_m); }
  std::array<Point, 3> axes(const SpatialFrame<S>& frame) const {
    return {lever(frame.x), lever(frame.y), lever(frame.z)};
  }
  Point line(const SpatialFrame<S>& frame) const { return lever(frame.z); }
  // (F.1)
  Point velocity(const Point& l) const { return sum(v, cross(W, l)); }
  Point centripetal(const Point& l) const { return cross(W, cross(W, l)); }
  static Point constant(const std::array<S, 3>& s) { return constant_triple<N>(vector(s)); }
  static Point constant(const SpatialFrame<S>& frame) { return constant(frame.point_m); }
  static Point no_point() { return zero_triple<N>(); }
  static Axial moment(const Point& l, const Point& F) { return cross(l, F); }
};

}  // namespace taut::detail
