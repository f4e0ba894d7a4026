/// \file
/// Wheels without mass on bodies: tyre.hpp between a point of a body and the road.
///
///     P = r + R s, v = P';  psi: heading of the wheel, (v_l, v_t) = v along and across it
///     F_linear = F_0 + k (z_r(P) - P_z) + c (z_r' - v_z)                                    (F.14)
///     F_request = pedal - c_rr F_z                                                          (F.15)
///     F = (F_l cos psi - F_t sin psi, F_l sin psi + F_t cos psi, F_z) at P, on the body
///
/// z is up, the road nearly level: its slope turns no force. In the plane, seen from above, F_z is
/// a constant. Source: as models/trailer.hpp. Interrupt: safe.
#pragma once

#include "taut/mechanism/bodies.hpp"
#include "taut/mechanism/tyre.hpp"

namespace taut {

namespace detail {
// sine and cosine of a sum
template <class N>
SinCos<N> turned(const SinCos<N>& a, const SinCos<N>& b) {
  return {a.sin * b.cos + a.cos * b.sin, a.cos * b.cos - a.sin * b.sin};
}
}  // namespace detail

/// Sine and cosine of a body's heading: where its x axis points, seen from above. In space not for
/// a body that stands upright.
template <class Acting>
SinCos<typename Acting::Number> heading(const Acting& bodies, int body) {
  using N = typename Acting::Number;
  const auto& pose = bodies.place(body).pose;
  if constexpr (Acting::Place::dimensions == 2) {
    return pose.turned;
  } else {
    const N inverse =
        BaseScalar<N>(1) / sqrt(pose.R(0, 0) * pose.R(0, 0) + pose.R(1, 0) * pose.R(1, 0));
    return {inverse * pose.R(1, 0), inverse * pose.R(0, 0)};
  }
}
/// The same of its wheels, turned on by `steering_rad`. Once for an axle.
template <class Acting, class Angle>
SinCos<typename Acting::Number> heading(const Acting& bodies, int body, const Angle& steering_rad) {
  using N = typename Acting::Number;
  return detail::turned(heading(bodies, body), sincos(N(steering_rad)));
}

/// A wheel in space: n = 3; seen from above: n = 2.
template <class S, int n>
struct Wheel;

template <class S>
struct Wheel<S, 3> {
  int body;
  std::array<S, 3>
      contact_m;  ///< s, in body axes from the centre of mass: on the road under the static load
  S stiffness_n_per_m, damping_n_s_per_m, static_load_n;
  S rolling_resistance = S(0);  ///< c_rr
  Tyre<S> tyre{};

  /// On `road`, with at(X, Y) -> RoadPoint. `pedal_n`: drive less brake.
  template <class Acting, class Road, class N>
  void apply(Acting& bodies, const Road& road, const SinCos<N>& heading, const N& pedal_n) const {
    const auto& place = bodies.place(body);
    const Vector<N, 3> lever = place.lever(contact_m), v = place.velocity(lever);
    const Vector<N, 3> r = place.origin();
    // (F.14)
    const RoadPoint<N> below = road.at(r[0] + lever[0], r[1] + lever[1]);
    const N compression = below.height_m - (r[2] + lever[2]);
    const N closing = below.slope_x * v[0] + below.slope_y * v[1] - v[2];
    const N load = tyre.vertical(static_load_n + stiffness_n_per_m * compression +
                                 damping_n_s_per_m * closing);
    // (F.15)
    const Vector<N, 2> F = tyre.horizontal(load, pedal_n - rolling_resistance * load,
                                           v[0] * heading.cos + v[1] * heading.sin,
                                           v[1] * heading.cos - v[0] * heading.sin);
    bodies.add_force(
        body,
        {F[0] * heading.cos - F[1] * heading.sin, F[0] * heading.sin + F[1] * heading.cos, load},
        lever);
  }
};

template <class S>
struct Wheel<S, 2> {
  int body;
  std::array<S, 2> contact_m;  ///< s, in body axes from the centre of mass
  S load_n;                    ///< F_z, positive
  S rolling_resistance = S(0);
  Tyre<S> tyre{};

  template <class Acting, class N>
  void apply(Acting& bodies, const SinCos<N>& heading, const N& pedal_n) const {
    const auto& place = bodies.place(body);
    const detail::Pair<N> lever = place.lever(contact_m), v = place.velocity(lever);
    const Vector<N, 2> F = tyre.horizontal(N(load_n), pedal_n - rolling_resistance * load_n,
                                           v.x * heading.cos + v.y * heading.sin,
                                           v.y * heading.cos - v.x * heading.sin);
    bodies.add_force(
        body, {F[0] * heading.cos - F[1] * heading.sin, F[0] * heading.sin + F[1] * heading.cos},
        lever);
  }
};

}  // namespace taut
