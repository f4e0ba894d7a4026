/// \file
/// A Stewart platform: a plate on six legs, each a cylinder on a universal joint, a rod that slides
/// in it and a ball joint at the plate; a position servo in every leg.
///
///     base joints on 0.8 m at 120 k +- 10 degrees, plate joints on 0.5 m at 120 k +- 50 degrees,
///     plate 120 kg, its centre of mass 0.1 m above its joints; legs of 8 kg + 3 kg; gravity in -z
///     leg i: x_i = (P_plate - P_base) . (its direction), F_i = servo(w_i, w_{6+i})         (F.13)
///
/// Joints of 4 + 5 + 3 rows a leg: 78 velocities, 72 rows, none redundant, six degrees of freedom.
/// Inputs: six lengths in m, then their rates in m/s; leg_lengths() makes them of a pose. Not for
/// legs that lie flat or lose the plate's directions (its turn about z by a right angle). Source:
/// the arrangement: D. Stewart, "A platform with six degrees of freedom", Proc. Inst. Mech. Eng.
/// 180 (1965); the parameters are our own, of a small motion base. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct StewartList {
  using Scalar = S;
  using Axis = std::array<S, 3>;
  static constexpr int nw = 12;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int plate = 0;
  static constexpr int cylinder(int leg) { return 1 + 2 * leg; }
  static constexpr int rod(int leg) { return 2 + 2 * leg; }
  static constexpr int slide(int leg) { return 3 * leg + 1; }  ///< joint between them

  static constexpr std::array<Joint, 18> list_joints() {
    std::array<Joint, 18> out{};
    for (int leg = 0; leg < 6; ++leg) {
      const std::size_t i = 3 * static_cast<std::size_t>(leg);
      out[i] = universal(ground, cylinder(leg), "base joint");
      out[i + 1] = prismatic(cylinder(leg), rod(leg), "leg");
      out[i + 2] = spherical(rod(leg), plate, "plate joint");
    }
    return out;
  }
  static constexpr std::array<Joint, 18> joints = list_joints();

  static constexpr S base_radius_m = S(0.8), plate_radius_m = S(0.5), plate_drop_m = S(0.1);
  static constexpr S half_part_m = S(0.3);  ///< of a cylinder from its joint, of a rod from its

  // z along the leg: uniform cylinders of 0.6 m, 60 mm and 30 mm in diameter
  std::array<SpatialBody<S>, 13> bodies{SpatialBody<S>{S(120), S(12), S(12), S(20)},
                                        cylinder_body(),
                                        rod_body(),
                                        cylinder_body(),
                                        rod_body(),
                                        cylinder_body(),
                                        rod_body(),
                                        cylinder_body(),
                                        rod_body(),
                                        cylinder_body(),
                                        rod_body(),
                                        cylinder_body(),
                                        rod_body()};
  std::array<SpatialGeometry<S>, 18> geometry = frames();
  Gravity<S, 3> gravity{{S(0), S(0), S(-9.81)}};
  S servo_n_per_m = S(3e5), servo_n_s_per_m = S(6e3), servo_limit_n = S(3000);

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    gravity.apply(acting);
    for (int leg = 0; leg < 6; ++leg)
      PositionServo<S, Slide>{{slide(leg)}, servo_n_per_m, servo_n_s_per_m, servo_limit_n}.apply(
          acting, s.w[leg], s.w[6 + leg]);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  /// Lengths of the legs at a pose of the plate: r and a unit quaternion.
  static std::array<S, 6> leg_lengths(const std::array<S, 7>& pose) {
    std::array<S, 6> out{};
    for (int leg = 0; leg < 6; ++leg) {
      const Axis d = along_leg(leg, pose);
      out[static_cast<std::size_t>(leg)] = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return out;
  }

  /// The plate 0.9 m above the base joints, level.
  static constexpr std::array<S, 7> home{S(0), S(0), S(1), S(1), S(0), S(0), S(0)};

  /// Consistent coordinates at a pose of the plate. The two angles of a base joint, first about the
  /// radius (alpha), then about the cylinder's y axis (beta), take z to the leg's direction
  /// (sin beta, -sin alpha cos beta, cos alpha cos beta).
  static std::array<S, 91> start(const std::array<S, 7>& pose = home) {
    std::array<S, 91> q{};
    for (std::size_t i = 0; i < 7; ++i) q[i] = pose[i];
    for (int leg = 0; leg < 6; ++leg) {
      const SinCos<S> at = azimuth(leg, S(10));
      const Axis d = along_leg(leg, pose);
      const S length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      // in the axes of the base joint: radius, tangent, up
      const S sin_beta = (at.cos * d[0] + at.sin * d[1]) / length;
      const S cos_beta = sqrt((S(1) - sin_beta) * (S(1) + sin_beta));
      const S sin_alpha = (at.sin * d[0] - at.cos * d[1]) / (length * cos_beta);
      const SinCos<S> a = half(sin_alpha, d[2] / (length * cos_beta));
      const SinCos<S> b = half(sin_beta, cos_beta), z = azimuth(leg, S(10), S(0.5));
      // (z) o (alpha about x) o (beta about y)
      const S e[4] = {a.cos * b.cos, a.sin * b.cos, a.cos * b.sin, a.sin * b.sin};
      const S turned[4] = {z.cos * e[0] - z.sin * e[3], z.cos * e[1] - z.sin * e[2],
                           z.cos * e[2] + z.sin * e[1], z.cos * e[3] + z.sin * e[0]};
      const Axis base = base_joint(leg);
      for (std::size_t part = 0; part < 2; ++part) {
        const S share = (part == 0 ? half_part_m : length - half_part_m) / length;
        S* const body = &q[static_cast<std::size_t>(7 * (1 + 2 * leg)) + 7 * part];
        for (std::size_t i = 0; i < 3; ++i) body[i] = base[i] + share * d[i];
        for (std::size_t i = 0; i < 4; ++i) body[3 + i] = turned[i];
      }
    }
    return q;
  }

 private:
  static constexpr SpatialBody<S> cylinder_body() {
    return {S(8), S(0.2418), S(0.2418), S(0.0036)};
  }
  static constexpr SpatialBody<S> rod_body() {
    return {S(3), S(0.09016875), S(0.09016875), S(0.0003375)};
  }

  // Leg 2 k to the one side, 2 k + 1 to the other; `share` of the angle.
  static SinCos<S> azimuth(int leg, S beside_deg, S share = S(1)) {
    const int third = leg / 2;
    const S degrees = S(120 * third) + (leg % 2 == 0 ? beside_deg : -beside_deg);
    return sincos(share * degrees * S(0.017453292519943295769));
  }
  // sine and cosine of half the angle, which is less than half a turn
  static SinCos<S> half(S sine, S cosine) {
    const S c = sqrt(S(0.5) * (S(1) + cosine));
    return {sine / (c + c), c};
  }
  static Axis base_joint(int leg) {
    const SinCos<S> at = azimuth(leg, S(10));
    return {base_radius_m * at.cos, base_radius_m * at.sin, S(0)};
  }
  static Axis plate_joint(int leg) {
    const SinCos<S> at = azimuth(leg, S(50));
    return {plate_radius_m * at.cos, plate_radius_m * at.sin, -plate_drop_m};
  }
  static Axis along_leg(int leg, const std::array<S, 7>& pose) {
    const Matrix<S, 3, 3> R = taut::detail::rotation(pose[3], pose[4], pose[5], pose[6]);
    const Axis from = base_joint(leg), to = plate_joint(leg);
    Axis d{};
    for (std::size_t i = 0; i < 3; ++i) {
      d[i] = pose[i] - from[i];
      for (std::size_t k = 0; k < 3; ++k)
        d[i] += R(static_cast<int>(i), static_cast<int>(k)) * to[k];
    }
    return d;
  }

  static std::array<SpatialGeometry<S>, 18> frames() {
    std::array<SpatialGeometry<S>, 18> out{};
    for (int leg = 0; leg < 6; ++leg) {
      const std::size_t i = 3 * static_cast<std::size_t>(leg);
      const SinCos<S> at = azimuth(leg, S(10));
      // the arms of the cross: the radius, and y of the cylinder
      out[i] = {{base_joint(leg), {at.cos, at.sin, S(0)}},
                {{S(0), S(0), -half_part_m}, {S(0), S(1), S(0)}},
                S(0)};
      out[i + 1] = {{S(0), S(0), -half_part_m}, {S(0), S(0), half_part_m}, S(0)};
      const Axis on_plate = plate_joint(leg);
      out[i + 2] = {{S(0), S(0), half_part_m}, {on_plate[0], on_plate[1], on_plate[2]}, S(0)};
    }
    return out;
  }
};

template <class S>
using Stewart = Mechanism<StewartList<S>>;

}  // namespace taut::models
