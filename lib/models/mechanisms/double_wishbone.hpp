/// \file
/// A double-wishbone corner, front left, on a rig that holds the chassis and moves the road: two
/// wishbones, an upright with its wheel, a tie rod without mass, a spring with damper.
///
///     x forward, y left, z up, in m; road at z = 0, wheel centre (0, 0.76, 0.31) in the design
///     position, in which all bodies have the axes of the world
///     lower wishbone: axis (0.13, 0.36, 0.175) to (-0.21, 0.36, 0.185), ball (0.005, 0.72, 0.17)
///     upper wishbone: axis (0.11, 0.43, 0.43) to (-0.15, 0.43, 0.41), ball (-0.025, 0.68, 0.455)
///     tie rod from (0.13, 0.37, 0.215) on the rack to (0.14, 0.71, 0.215)
///     spring from (0, 0.47, 0.62) to (0, 0.59, 0.18) on the lower wishbone
///     road height w_0 in m, its rate w_1 in m/s, speed of its belt w_2 in m/s
///
/// Joints of 5 + 5 + 3 + 3 + 1 rows: 18 velocities, 17 rows, none redundant, one degree of freedom.
/// The spring's preload makes the design position the equilibrium on the road at 0. The wheel is a
/// point of the upright: its spin is not there. Tyre forces as in mechanism/wheel.hpp, with the
/// belt's speed on top of that of the contact point; at belt speeds below some m/s the tyre is a
/// damper of up to 30 kN s/m across. Source: Milliken, Race Car Vehicle Dynamics, chapter 17, for
/// the arrangement; the parameters are our own, of a medium car. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct DoubleWishboneList {
  using Scalar = S;
  using Axis = std::array<S, 3>;
  static constexpr int nw = 3;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int unrolled_products = 800;  ///< half the instructions for 2 KB more flash
  // [joints]
  static constexpr int lower = 0, upper = 1, upright = 2;
  static constexpr std::array joints{
      revolute(ground, lower, "lower wishbone"), revolute(ground, upper, "upper wishbone"),
      spherical(lower, upright, "lower ball joint"), spherical(upper, upright, "upper ball joint"),
      distance(ground, upright, "tie rod")};
  // [joints]

  // [points]
  /// Centres of mass in the design position.
  static constexpr std::array<Axis, 3> centres{
      {{S(-0.02), S(0.55), S(0.175)}, {S(-0.02), S(0.56), S(0.44)}, {S(0), S(0.73), S(0.31)}}};
  // front and rear end
  static constexpr std::array<Axis, 2> lower_hinge{
      {{S(0.13), S(0.36), S(0.175)}, {S(-0.21), S(0.36), S(0.185)}}};
  static constexpr std::array<Axis, 2> upper_hinge{
      {{S(0.11), S(0.43), S(0.43)}, {S(-0.15), S(0.43), S(0.41)}}};
  static constexpr Axis lower_ball{S(0.005), S(0.72), S(0.17)};
  static constexpr Axis upper_ball{S(-0.025), S(0.68), S(0.455)};
  static constexpr Axis rack_end{S(0.13), S(0.37), S(0.215)};
  static constexpr Axis rod_end{S(0.14), S(0.71), S(0.215)};
  static constexpr Axis spring_foot{S(0), S(0.59), S(0.18)};
  static constexpr Axis contact{S(0), S(0.76), S(0)};
  // [points]

  // [bodies]
  // principal axes those of the world in the design position
  std::array<SpatialBody<S>, 3> bodies{SpatialBody<S>{S(5), S(0.07), S(0.05), S(0.11)},
                                       {S(2.5), S(0.025), S(0.02), S(0.04)},
                                       {S(36), S(1.1), S(1.8), S(1.1)}};
  std::array<SpatialGeometry<S>, 5> geometry{
      hinge(lower_hinge, lower),
      hinge(upper_hinge, upper),
      {frame(on(lower, lower_ball)), frame(on(upright, lower_ball)), S(0)},
      {frame(on(upper, upper_ball)), frame(on(upright, upper_ball)), S(0)},
      // sqrt(0.01^2 + 0.34^2)
      {frame(rack_end), frame(on(upright, rod_end)), S(0.340147027033898974808)}};
  // [bodies]
  // [forces]
  Gravity<S, 3> gravity{{S(0), S(0), S(-9.81)}};
  // free length: with it the design position is the equilibrium
  SpringDamper<S, 3> spring{
      ground,   lower,  {S(0), S(0.47), S(0.62)}, on(lower, spring_foot), S(0.59636471662607582),
      S(45000), S(3500)};
  S tyre_n_per_m = S(200000), tyre_n_s_per_m = S(200), static_load_n = S(4200);
  Tyre<S> tyre{};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    gravity.apply(acting);
    spring.apply(acting);
    roll(acting, s.w[0], s.w[1], s.w[2]);
  }
  // [forces]
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    const auto weight = gravity.potential_energy(acting);
    return decltype(weight)(weight + spring.potential_energy(acting));
  }

  /// The design position, consistent: the centres of mass, unturned.
  static std::array<S, 21> start() {
    std::array<S, 21> q{};
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t i = 0; i < 3; ++i) q[7 * b + i] = centres[b][i];
      q[7 * b + 3] = S(1);
    }
    return q;
  }

  /// A point of the design position in the axes of a body, from its centre of mass.
  static constexpr Axis on(int body, const Axis& point) {
    const Axis& centre = centres[static_cast<std::size_t>(body)];
    return {point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]};
  }
  static constexpr Axis contact_arm() { return on(upright, contact); }

 private:
  // The tyre on a road at `height_m` that rises with `rate_m_s`, on a belt. (F.14), (F.15)
  template <class Acting>
  void roll(Acting& acting, S height_m, S rate_m_s, S belt_m_s) const {
    using N = typename Acting::Number;
    const auto& place = acting.place(upright);
    const Vector<N, 3> lever = place.lever(contact_arm()), v = place.velocity(lever);
    const N compression = height_m - (place.origin()[2] + lever[2]);
    const N load = tyre.vertical(
        N(static_load_n + tyre_n_per_m * compression + tyre_n_s_per_m * (rate_m_s - v[2])));
    const SinCos<N> ahead = heading(acting, upright);
    const Vector<N, 2> F =
        tyre.horizontal(load, N(S(0)), belt_m_s + (v[0] * ahead.cos + v[1] * ahead.sin),
                        N(v[1] * ahead.cos - v[0] * ahead.sin));
    acting.add_force(
        upright, {F[0] * ahead.cos - F[1] * ahead.sin, F[0] * ahead.sin + F[1] * ahead.cos, load},
        lever);
  }

  // [hinge]
  static SpatialFrame<S> frame(const Axis& point) { return {point[0], point[1], point[2]}; }
  static SpatialGeometry<S> hinge(const std::array<Axis, 2>& ends, int body) {
    const Axis &front = ends[0], &rear = ends[1];
    const Axis axis{front[0] - rear[0], front[1] - rear[1], front[2] - rear[2]};
    return {{front, axis}, {on(body, front), axis}, S(0)};
  }
  // [hinge]
};

template <class S>
using DoubleWishbone = Mechanism<DoubleWishboneList<S>>;

}  // namespace taut::models
