/// \file
/// Bricard's movable loop of six revolute joints: five rods and the ground, which six joints of
/// five rows each would hold rigid, were one of the rows not redundant.
///
///     rods of 1 m and 10 kg along edges of a cube: (0,0,0), (1,0,0), (1,1,0), (1,1,1), (0,1,1),
///     (0,0,1) and back by the ground; joint i at corner i, its axis normal to both edges there
///
/// Uniform rods of 40 mm diameter, gravity in -y, no damping: the energy is invariant. One degree
/// of freedom. Source: R. Bricard, "Memoire sur la theorie de l'octaedre articule", J. Math. Pures
/// Appl. 3 (1897); as a benchmark of redundant constraints: Gonzalez, Dopico, Lugris, Cuadrado, "A
/// benchmarking system for MBS simulation software", Multibody Syst. Dyn. 16 (2006). Interrupt:
/// safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"
#include "taut/state.hpp"

namespace taut::models {

template <class S>
struct BricardList {
  using Scalar = S;
  using Axis = std::array<S, 3>;
  static constexpr bool redundant = true;
  static constexpr S regularisation = least_regularisation<S>();  // weak rows that count: 4e-4
  static constexpr S residual_limit = S(1e-2);
  static constexpr std::array joints{
      revolute(ground, 0, "corner 1"), revolute(0, 1, "corner 2"), revolute(1, 2, "corner 3"),
      revolute(2, 3, "corner 4"),      revolute(3, 4, "corner 5"), revolute(4, ground, "corner 6")};

  // x along the rod: m l^2 / 12 + m d^2 / 16 across, m d^2 / 8 about it
  static constexpr SpatialBody<S> rod() {
    const S across = S(10.0 / 12 + 10 * 0.04 * 0.04 / 16);
    return {S(10), S(10 * 0.04 * 0.04 / 8), across, across};
  }
  std::array<SpatialBody<S>, 5> bodies{rod(), rod(), rod(), rod(), rod()};
  std::array<SpatialGeometry<S>, 6> geometry = frames();
  Gravity<S, 3> gravity{{S(0), S(-9.81), S(0)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  // corner i, and the axis of its joint, in the world
  static constexpr std::array<Axis, 6> corners{{{S(0), S(0), S(0)},
                                                {S(1), S(0), S(0)},
                                                {S(1), S(1), S(0)},
                                                {S(1), S(1), S(1)},
                                                {S(0), S(1), S(1)},
                                                {S(0), S(0), S(1)}}};

  /// Centres of the rods and quaternions that turn x along them.
  static std::array<S, 35> start() {
    const S r = S(0.70710678118654752440);
    // x to +x, +y, +z, -x, -y
    const S turn[5][4] = {{S(1), S(0), S(0), S(0)},
                          {r, S(0), S(0), r},
                          {r, S(0), -r, S(0)},
                          {S(0), S(0), S(0), S(1)},
                          {r, S(0), S(0), -r}};
    std::array<S, 35> q{};
    for (std::size_t rod = 0; rod < 5; ++rod) {
      for (std::size_t i = 0; i < 3; ++i)
        q[7 * rod + i] = S(0.5) * (corners[rod][i] + corners[rod + 1][i]);
      for (std::size_t i = 0; i < 4; ++i) q[7 * rod + 3 + i] = turn[rod][i];
    }
    return q;
  }

 private:
  // A world frame at corner i as a frame of the rod `body`, or of the ground.
  static SpatialFrame<S> frame_on(std::size_t corner, int body) {
    const std::size_t axis = (corner + 1) % 3 == 1 ? 1 : (corner + 1) % 3 == 2 ? 2 : 0;
    Axis z{};
    z[axis] = S(1);
    Axis x{};
    x[(axis + 1) % 3] = S(1);
    if (body < 0) return {corners[corner], z, x};
    const taut::detail::SpatialPose<S> pose = Spatial::pose(taut::detail::load(start()), body);
    const auto to_body = [&](const Axis& v) -> Axis {
      const Vector<S, 3> y = pose.to_body(taut::detail::vector(v));
      return {y[0], y[1], y[2]};
    };
    Axis arm{};
    for (std::size_t i = 0; i < 3; ++i) arm[i] = corners[corner][i] - pose.r[static_cast<int>(i)];
    return {to_body(arm), to_body(z), to_body(x)};
  }
  static std::array<SpatialGeometry<S>, 6> frames() {
    std::array<SpatialGeometry<S>, 6> out{};
    for (std::size_t i = 0; i < 6; ++i)
      out[i] = {frame_on(i, static_cast<int>(i) - 1), frame_on(i, i < 5 ? static_cast<int>(i) : -1),
                S(0)};
    return out;
  }
};

template <class S>
using Bricard = Mechanism<BricardList<S>>;

}  // namespace taut::models
