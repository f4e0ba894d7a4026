/// \file
/// A Delta robot: three actuated arms at a fixed base, each with a parallelogram of two rods to a
/// plate that keeps its orientation.
///
///     arm i at azimuth 120 i degrees: pivot on a radius of 0.2 m, 0.3 m long, torque w_i in N m
///     rods of 0.7 m from its tip to the plate's rim at 0.08 m, 50 mm to each side; gravity in -z
///     arm 0.6 kg, its centre of mass 0.12 m from the pivot; plate with load 1.2 kg
///
/// The rods have no mass: add half of theirs to the plate and half to the tips. Three revolute and
/// six distance joints: 24 velocities, 21 rows, none redundant, three degrees of freedom. A
/// positive torque turns an arm down. At the start the arms are level and the rods point 0.42 m in
/// and 0.56 m down. A list with `unrolled_products = 800` steps with 0.4 of the instructions for 27
/// KB more flash (Cortex-M4F). Not for a plate in the plane of the tips, or so low that rods of one
/// parallelogram turn over. Source: R. Clavel, "Delta, a fast robot with parallel geometry", Proc.
/// 18th Int. Symp. Industrial Robots (1988); the parameters are our own, of the size of a packaging
/// robot. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct DeltaList {
  using Scalar = S;
  using Axis = std::array<S, 3>;
  static constexpr int nw = 3;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int plate = 3;  ///< after the arms 0, 1, 2
  static constexpr std::array joints{
      revolute(ground, 0, "arm pivot 1"), revolute(ground, 1, "arm pivot 2"),
      revolute(ground, 2, "arm pivot 3"), distance(0, plate, "left rod 1"),
      distance(0, plate, "right rod 1"),  distance(1, plate, "left rod 2"),
      distance(1, plate, "right rod 2"),  distance(2, plate, "left rod 3"),
      distance(2, plate, "right rod 3")};

  static constexpr S base_radius_m = S(0.2), arm_m = S(0.3), rod_m = S(0.7);
  static constexpr S plate_radius_m = S(0.08), rod_beside_m = S(0.05);
  static constexpr S arm_centre_m = S(0.12);  ///< centre of mass from the pivot

  // x along the arm, y along its pivot, z up
  std::array<SpatialBody<S>, 4> bodies{arm(), arm(), arm(),
                                       SpatialBody<S>{S(1.2), S(0.002), S(0.002), S(0.003)}};
  std::array<SpatialGeometry<S>, 9> geometry{pivot(0),      pivot(1),      pivot(2),
                                             rod(0, S(1)),  rod(0, S(-1)), rod(1, S(1)),
                                             rod(1, S(-1)), rod(2, S(1)),  rod(2, S(-1))};
  Gravity<S, 3> gravity{{S(0), S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    gravity.apply(acting);
    for (int i = 0; i < 3; ++i)
      Turn{i}.at(acting).add_force(acting, typename Acting::Number(s.w[i]));
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  /// All arms down by the angle with this sine and cosine, the plate on the axis below.
  static std::array<S, 28> start(S sine = S(0), S cosine = S(1)) {
    std::array<S, 28> q{};
    // half of a turn by the angle about y
    const S c = sqrt(S(0.5) * (S(1) + cosine)), s = sine / (c + c);
    for (std::size_t i = 0; i < 3; ++i) {
      const SinCos<S> at = azimuth(i), half = half_azimuth(i);
      const S out = base_radius_m + arm_centre_m * cosine;
      const S body[7] = {out * at.cos,  out * at.sin, -arm_centre_m * sine, half.cos * c,
                         -half.sin * s, half.cos * s, half.sin * c};
      for (std::size_t k = 0; k < 7; ++k) q[7 * i + k] = body[k];
    }
    q[23] = plate_height(sine, cosine);
    q[24] = S(1);
    return q;
  }
  /// z of the plate there.
  static S plate_height(S sine, S cosine) {
    const S out = base_radius_m - plate_radius_m + arm_m * cosine;
    return -(arm_m * sine + sqrt((rod_m - out) * (rod_m + out)));
  }

 private:
  static constexpr SpatialBody<S> arm() { return {S(0.6), S(0.0003), S(0.006), S(0.006)}; }
  static constexpr S half_root_3 = S(0.86602540378443864676);
  // sine and cosine of 0, 120, 240 degrees and of half of them
  static SinCos<S> azimuth(std::size_t i) {
    return i == 0 ? SinCos<S>{S(0), S(1)} : SinCos<S>{i == 1 ? half_root_3 : -half_root_3, S(-0.5)};
  }
  static SinCos<S> half_azimuth(std::size_t i) {
    return i == 0 ? SinCos<S>{S(0), S(1)} : SinCos<S>{half_root_3, i == 1 ? S(0.5) : S(-0.5)};
  }

  static SpatialGeometry<S> pivot(std::size_t i) {
    const SinCos<S> at = azimuth(i);
    // z along y of the arm, which turns x down; x along x of the arm at the start
    return {{{base_radius_m * at.cos, base_radius_m * at.sin, S(0)},
             {-at.sin, at.cos, S(0)},
             {at.cos, at.sin, S(0)}},
            {{-arm_centre_m, S(0), S(0)}, {S(0), S(1), S(0)}, {S(1), S(0), S(0)}},
            S(0)};
  }
  static SpatialGeometry<S> rod(std::size_t i, S side) {
    const SinCos<S> at = azimuth(i);
    const S y = side * rod_beside_m;
    return {{arm_m - arm_centre_m, y, S(0)},
            {plate_radius_m * at.cos - y * at.sin, plate_radius_m * at.sin + y * at.cos, S(0)},
            rod_m};
  }
};

template <class S>
using Delta = Mechanism<DeltaList<S>>;

}  // namespace taut::models
