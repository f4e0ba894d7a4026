/// \file
/// Space: what Mechanism makes of lists of SpatialBody. Bodies and frames stand in
/// spatial_frames.hpp; joints are made of the rows of spatial_rows.hpp and spatial_angles.hpp.
/// Interrupt: safe.
#pragma once

#include "taut/mechanism/spatial_angles.hpp"

namespace taut {

namespace detail {

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
  TAUT_INLINE static Pose<N> pose(const Vector<N, n>& q, int body) {
    const int i = body_nq * body;
    return {triple(q, i), detail::rotation(q[i + 3], q[i + 4], q[i + 5], q[i + 6])};
  }
  /// All of them.
  template <class N, int n>
  static void put_poses(const Vector<N, n>& q, Pose<N>* poses) {
    for_all<n / body_nq>([&](int b) { poses[b] = pose(q, b); });
  }
  template <class N, int n>
  TAUT_INLINE static Motion<N> motion(const Vector<N, n>& u, int body) {
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
  TAUT_INLINE static void put_rate(const Vector<N, nq>& q, const Vector<N, nu>& u, int body,
                                   Vector<N, nq>& rate) {
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
