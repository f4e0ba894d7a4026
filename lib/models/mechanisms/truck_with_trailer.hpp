/// \file
/// The truck with centre-axle trailer of models::Trailer, from two bodies in space, a ball joint
/// and eight wheels: the same equations, with quaternions in place of yaw, pitch and roll.
///
///     q = (r_1, e_1, r_2, e_2) in R^14, u = (v_1, w_1, v_2, w_2) in R^12
///     inputs w = (steering angle in rad, speed in m/s that the driver keeps)
///
/// With `course` the handling course of models::Trailer steers and sets the speed, and the inputs
/// are added to it. Constraints are evaluated in split numbers: in float the hitch stays closed to
/// 1e-7 m and its force quiet, ten kilometres off the origin too, where world coordinates in plain
/// float are 1e-3 m apart.
///
/// TruckOnSpringHitch has a spring with damper in the place of the joint, as models of vehicles
/// often do: for comparison. With d = P_1 - P_2 between the two points of the hitch
///
///     F = -k d - c d' on the truck at P_1, -F on the trailer at P_2; no constraint
///
/// Source: models/trailer.hpp. Interrupt: safe.
#pragma once

#include "models/trailer.hpp"
#include "taut/mechanism/forces.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct TruckWithTrailerList {
  using Scalar = S;
  static constexpr int nw = 2, nr = 2;
  static constexpr bool rheonomic = true, split_positions = true;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int truck = 0, trailer = 1;
  static constexpr std::array joints{spherical(truck, trailer, "hitch")};

  /// Parameters: those of the model by hand.
  Trailer<S> parameters{};
  bool course = true;

  std::array<SpatialBody<S>, 2> bodies{of(parameters.truck), of(parameters.trailer)};
  std::array<SpatialGeometry<S>, 1> geometry{
      {{at(parameters.truck), at(parameters.trailer), S(0)}}};
  Gravity<S, 3> gravity{{S(0), S(0), -parameters.gravity_m_s2}};
  /// Left and right of each axle, front to rear.
  std::array<Wheel<S, 3>, 4> truck_wheels = wheels(truck, parameters.truck, parameters.truck_axles);
  std::array<Wheel<S, 3>, 4> trailer_wheels =
      wheels(trailer, parameters.trailer, parameters.trailer_axles);

  // (steering angle, speed) of the course
  template <class N>
  Vector<N, 2> excitation(const Time<N>& t) const {
    return {parameters.course.steering(t), parameters.course.speed(t)};
  }

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    using N = typename Acting::Number;
    const N share = N(course ? S(1) : S(0));
    const N steering = share * s.r[0] + s.w[0], speed = share * s.r[1] + s.w[1];
    // driver
    const SinCos<N> ahead = heading(acting, truck);
    const auto v = acting.motion(truck).v;
    const N demand =
        ((parameters.truck.mass_kg + parameters.trailer.mass_kg) * parameters.driver_gain_1_s) *
        (speed - (v[0] * ahead.cos + v[1] * ahead.sin));
    const N drive = soft_positive(demand, parameters.pedal_change_n);
    const N brake = drive - demand;

    gravity.apply(acting);
    apply_wheels(acting, truck_wheels, parameters.truck_axles, heading(acting, truck, steering),
                 ahead, drive, brake);
    const SinCos<N> behind = heading(acting, trailer);
    apply_wheels(acting, trailer_wheels, parameters.trailer_axles, behind, behind, drive, brake);
  }

 private:
  static constexpr SpatialBody<S> of(const VehicleBody<S>& body) {
    return {body.mass_kg, body.inertia_kg_m2[0], body.inertia_kg_m2[1], body.inertia_kg_m2[2]};
  }
  static constexpr SpatialFrame<S> at(const VehicleBody<S>& body) {
    return {body.hitch_m[0], body.hitch_m[1], body.hitch_m[2]};
  }
  std::array<Wheel<S, 3>, 4> wheels(int index, const VehicleBody<S>& body,
                                    const std::array<Axle<S>, 2>& axles) const {
    const auto wheel = [&](const Axle<S>& axle, S side) {
      return Wheel<S, 3>{index,
                         {axle.x_m, side * axle.half_track_m, -body.height_m},
                         axle.stiffness_n_per_m,
                         axle.damping_n_s_per_m,
                         axle.static_load_n,
                         parameters.rolling_resistance,
                         parameters.tyre};
    };
    return {wheel(axles[0], S(1)), wheel(axles[0], S(-1)), wheel(axles[1], S(1)),
            wheel(axles[1], S(-1))};
  }
  template <class Acting, class N>
  void apply_wheels(Acting& acting, const std::array<Wheel<S, 3>, 4>& wheels,
                    const std::array<Axle<S>, 2>& axles, const SinCos<N>& front,
                    const SinCos<N>& rear, const N& drive, const N& brake) const {
    for (std::size_t i = 0; i < 4; ++i) {
      const Axle<S>& axle = axles[i / 2];
      wheels[i].apply(acting, parameters.road, i < 2 ? front : rear,
                      axle.drive_share * drive - axle.brake_share * brake);
    }
  }
};

template <class S>
using TruckWithTrailer = Mechanism<TruckWithTrailerList<S>>;

/// On a hitch that gives way: by 5 cm on the course. A step that is explicit in the spring wants
/// k h^2 below 4 times the 700 kg that move on it.
template <class S>
struct TruckOnSpringHitchList : TruckWithTrailerList<S> {
  static constexpr bool split_positions = false;
  static constexpr std::array<Joint, 0> joints{};
  std::array<SpatialGeometry<S>, 0> geometry{};
  S hitch_n_per_m = S(4e5), hitch_n_s_per_m = S(6e3);  ///< k, c

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    using N = typename Acting::Number;
    TruckWithTrailerList<S>::apply_forces(acting, s);
    const auto first = acting.end(this->truck), second = acting.end(this->trailer);
    const auto l1 = first.lever(triple_of(this->parameters.truck.hitch_m));
    const auto l2 = second.lever(triple_of(this->parameters.trailer.hitch_m));
    const auto d = acting.separation(second, l2, first, l1);
    const auto rate = taut::detail::difference(first.velocity(l1), second.velocity(l2));
    const auto F = taut::detail::sum(taut::detail::scaled(N(-hitch_n_per_m), d),
                                     taut::detail::scaled(N(-hitch_n_s_per_m), rate));
    first.add_force(F, l1);
    second.add_force(taut::detail::opposite(F), l2);
  }

 private:
  static constexpr std::array<S, 3> triple_of(const Vector<S, 3>& x) { return {x[0], x[1], x[2]}; }
};

template <class S>
using TruckOnSpringHitch = Mechanism<TruckOnSpringHitchList<S>>;

/// Consistent start: in line and level at 15 m/s.
template <class S>
struct TruckWithTrailerStart {
  std::array<S, 14> q{S(0),    S(0), S(1.1), S(1), S(0), S(0), S(0),
                      S(-8.8), S(0), S(1.3), S(1), S(0), S(0), S(0)};
  std::array<S, 12> u{S(15), S(0), S(0), S(0), S(0), S(0), S(15), S(0), S(0), S(0), S(0), S(0)};
};

}  // namespace taut::models
