/// \file
/// The four-bar linkage of four_bar.hpp in space, its plane turned off all axes of the world.
///
///     three slender rods with x along the rod and z along the normal of the plane; J_x = m d^2 / 8
///     joints of 5 + 4 + 5 + 3 rows: one degree of freedom, no row redundant
///
/// Four revolute joints would hold the plane three times over: the crank pin is a universal joint,
/// the rocker pin a spherical one. `tilt` turns the plane of the mechanism and its weight.
/// Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct SpatialFourBarList {
  using Scalar = S;
  using Axis = std::array<S, 3>;
  static constexpr S residual_limit = S(1e-3);
  // [joints]
  static constexpr int crank = 0, coupler = 1, rocker = 2;
  static constexpr std::array joints{
      revolute(ground, crank, "crank pivot"), universal(crank, coupler, "crank pin"),
      revolute(ground, rocker, "rocker pivot"), spherical(coupler, rocker, "rocker pin")};
  // [joints]
  static constexpr std::array<S, 4> tilt{S(0.8), S(0.36), S(-0.48), S(0)};  ///< unit quaternion

  std::array<SpatialBody<S>, 3> bodies{rod(S(1)), rod(S(2.5)), rod(S(2))};
  std::array<SpatialGeometry<S>, 4> geometry{
      {{{to_world({S(0), S(0), S(0)}), to_world({S(0), S(0), S(1)})},
        {{S(-0.5), S(0), S(0)}, {S(0), S(0), S(1)}},
        S(0)},
       // z axes: the two arms of the cross; about that of the coupler its tip may leave the plane
       {{{S(0.5), S(0), S(0)}, {S(0), S(0), S(1)}},
        {{S(-1.25), S(0), S(0)}, {S(0), S(1), S(0)}},
        S(0)},
       {{to_world({S(2.5), S(0), S(0)}), to_world({S(0), S(0), S(1)})},
        {{S(-1), S(0), S(0)}, {S(0), S(0), S(1)}},
        S(0)},
       {{S(1.25), S(0), S(0)}, {S(1), S(0), S(0)}, S(0)}}};
  Gravity<S, 3> gravity{to_world({S(0), S(-9.81), S(0)})};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  /// A vector of the mechanism's plane and normal in the world.
  static Axis to_world(const Axis& v) {
    const taut::detail::SpatialPose<S> pose{
        {}, taut::detail::rotation(tilt[0], tilt[1], tilt[2], tilt[3])};
    const Vector<S, 3> y = pose.to_world(taut::detail::vector(v));
    return {y[0], y[1], y[2]};
  }

  /// (r, e) of each rod from (x, y, angle) of the planar mechanism.
  static std::array<S, 21> start(const std::array<S, 9>& planar) {
    std::array<S, 21> q{};
    for (std::size_t b = 0; b < 3; ++b) {
      const Axis r = to_world({planar[3 * b], planar[3 * b + 1], S(0)});
      for (std::size_t i = 0; i < 3; ++i) q[7 * b + i] = r[i];
      // tilt o (cos, 0, 0, sin) of half the angle
      const SinCos<S> half = sincos(planar[3 * b + 2] / S(2));
      q[7 * b + 3] = tilt[0] * half.cos - tilt[3] * half.sin;
      q[7 * b + 4] = tilt[1] * half.cos + tilt[2] * half.sin;
      q[7 * b + 5] = tilt[2] * half.cos - tilt[1] * half.sin;
      q[7 * b + 6] = tilt[3] * half.cos + tilt[0] * half.sin;
    }
    return q;
  }

  /// 1 kg/m, 40 mm in diameter, slender across.
  static constexpr SpatialBody<S> rod(S length_m) {
    const S across = length_m * length_m * length_m / S(12);
    return {length_m, length_m * S(0.04 * 0.04 / 8), across, across};
  }
};

template <class S>
using SpatialFourBar = Mechanism<SpatialFourBarList<S>>;

}  // namespace taut::models
