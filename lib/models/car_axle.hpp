/// \file
/// Car axle on a bumpy road: the left wheel (0, 0) stands on flat ground, the right one (xb, yb)
/// follows the road, an axle of fixed length ties them; the chassis stands on two springs, one on
/// each wheel.
///
///     q = (x_l, y_l, x_r, y_r): left and right end of the chassis
///     yb = r sin(omega t),  xb = sqrt(l^2 - yb^2)
///     g_1 = x_l xb + y_l yb                  the left spring stays perpendicular to the axle
///     g_2 = (x_l - x_r)^2 + (y_l - y_r)^2 - l^2
///
/// Scaled units of the source. Source: Test Set for IVP Solvers, release 2.4, "Car axis problem";
/// Burgermeister, Arnold, Esterl, section 4.2. Reference: host_tests/reference. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct CarAxle {
  using Scalar = S;
  static constexpr int nq = 4, nc = 2, nr = 2;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S residual_limit = S(1e-3);

  S length = S(1);           ///< of axle and chassis
  S spring_length = S(0.5);  ///< unstretched
  S end_mass = S(5e-4);      ///< of each end of the chassis: eps^2 M / 2, eps = 1e-2, M = 10
  S gravity = S(1);
  S road_height = S(0.1);
  static constexpr AngularFrequency<S> default_road{10.0};  ///< made by the compiler, in double
  AngularFrequency<S> road = default_road;

  Vector<S, 4> mass_matrix() const { return Vector<S, 4>::Constant(end_mass); }

  // (xb, yb): the foot of the right spring
  template <class N>
  Vector<N, 2> excitation(const Time<N>& t) const {
    const N yb = road_height * sin(t.angle(road));
    return {sqrt(length * length - yb * yb), yb};
  }

  template <class N>
  Vector<N, 4> force(const Vector<N, 4>& q, const Vector<N, 4>&,
                     const Signals<CarAxle, N>& s) const {
    const N dx = q[2] - s.r[0], dy = q[3] - s.r[1];
    // unit stiffness over the spring's length: (l0 - L) / L
    const N left = spring_length / sqrt(q[0] * q[0] + q[1] * q[1]) - S(1);
    const N right = spring_length / sqrt(dx * dx + dy * dy) - S(1);
    const S weight = end_mass * gravity;
    return {left * q[0], left * q[1] - weight, right * dx, right * dy - weight};
  }

  template <class N>
  Vector<N, 2> constraint(const Vector<N, 4>& q, const Signals<CarAxle, N>& s) const {
    const N dx = q[0] - q[2], dy = q[1] - q[3];
    return {q[0] * s.r[0] + q[1] * s.r[1], dx * dx + dy * dy - length * length};
  }
};

/// Consistent start of the test set.
template <class S>
struct CarAxleStart {
  std::array<S, 4> q{S(0), S(0.5), S(1), S(0.5)}, u{S(-0.5), S(0), S(-0.5), S(0)};
};

}  // namespace taut::models
