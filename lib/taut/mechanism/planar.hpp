/// \file
/// The plane: what Mechanism makes of lists of PlanarBody. Bodies and frames stand in
/// planar_frames.hpp, joints in planar_joints.hpp. Interrupt: safe.
#pragma once

#include "taut/mechanism/planar_joints.hpp"

namespace taut {

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
  TAUT_INLINE static Pose<N> pose(const Vector<N, n>& q, int body) {
    const int i = body_nq * body;
    return {q[i], q[i + 1], q[i + 2], sincos(q[i + 2])};
  }
  /// All of them.
  template <class N, int n>
  TAUT_INLINE static void put_poses(const Vector<N, n>& q, Pose<N>* poses) {
    constexpr std::size_t bodies = static_cast<std::size_t>(n / body_nq);
    if constexpr (std::is_floating_point_v<N>) {
      N angles[bodies];
      for_all<n / body_nq>([&](int b) TAUT_INLINE { angles[b] = q[body_nq * b + 2]; });
      const SinesCosines<N, bodies> turned = sincos(angles);
      for_all<n / body_nq>([&](int b) TAUT_INLINE {
        const int i = body_nq * b;
        poses[b] = {q[i], q[i + 1], q[i + 2], {turned.sin[b], turned.cos[b]}};
      });
    } else {
      for_all<n / body_nq>([&](int b) { poses[b] = pose(q, b); });
    }
  }
  template <class N, int n>
  TAUT_INLINE static Motion<N> motion(const Vector<N, n>& u, int body) {
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
