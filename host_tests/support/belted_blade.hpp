/// \file
/// The knife edge as two points on a rod, on a conveyor belt: one holonomic constraint, one
/// nonholonomic with a rate b that depends on time and on an input. On a belt that moves by
/// s = belt_acceleration t + w in y the blade slides as on a belt at rest with the force of inertia
/// -m belt_acceleration added, which gives the closed form.
#pragma once

#include <array>
#include <cmath>

#include "taut/model.hpp"

namespace taut::testing {

template <class S>
struct BeltedBlade {
  using Scalar = S;
  static constexpr int nq = 4, nc = 1, na = 1, nw = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  S point_mass_kg = S(0.5), length_m = S(1), slope_gravity_m_s2 = S(4.905);
  S belt_acceleration_m_s2 = S(0.75);

  Vector<S, 4> mass_matrix() const { return Vector<S, 4>::Constant(point_mass_kg); }

  template <class N>
  Vector<N, 4> force(const Vector<N, 4>&, const Vector<N, 4>&,
                     const Signals<BeltedBlade, N>&) const {
    const N down(point_mass_kg * slope_gravity_m_s2);
    return {down, N(S(0)), down, N(S(0))};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 4>& q, const Signals<BeltedBlade, N>&) const {
    const N dx = q[2] - q[0], dy = q[3] - q[1];
    return Vector<N, 1>(dx * dx + dy * dy - length_m * length_m);
  }
  template <class N>
  Vector<N, 1> nonholonomic_constraint(const Vector<N, 4>& q, const Vector<N, 4>& u,
                                       const Signals<BeltedBlade, N>& s) const {
    const N belt = belt_acceleration_m_s2 * s.t.seconds() + s.w[0];
    return Vector<N, 1>((q[2] - q[0]) * (u[1] + u[3] - belt - belt) -
                        (q[3] - q[1]) * (u[0] + u[2]));
  }
};

/// The blade down the slope, turning by `turn_rad_s`, carried by the belt at `belt_m_s`.
template <class S>
struct BeltedBladeStart {
  std::array<S, 4> q{S(-0.5), S(0), S(0.5), S(0)}, u;
  BeltedBladeStart(double turn_rad_s, double belt_m_s)
      : u{S(0), S(belt_m_s - turn_rad_s / 2), S(0), S(belt_m_s + turn_rad_s / 2)} {}
};

/// Coordinates of the start above after t s.
inline std::array<double, 4> belted_blade_at(double t, double turn_rad_s, double belt_m_s) {
  const BeltedBlade<double> model;
  const double a = model.slope_gravity_m_s2, b = model.belt_acceleration_m_s2, w = turn_rad_s;
  const double phi = w * t, s = std::sin(phi), c = std::cos(phi);
  const double x = (a * s * s / 2 + b * (phi / 2 + s * c / 2 - s)) / (w * w);
  const double y =
      (a * (phi - s * c) / 2 + b * (s * s / 2 + c - 1)) / (w * w) + b * t * t / 2 + belt_m_s * t;
  return {x - c / 2, y - s / 2, x + c / 2, y + s / 2};
}

}  // namespace taut::testing
