/// \file
/// A skate on an inclined plane: a body that slides along its blade and not across it. The simplest
/// nonholonomic mechanism, without a holonomic constraint.
///
///     q = (x, y, phi),  x down the slope, phi the direction of the blade
///     m (x'', y'') = (m a, 0) - A^T lambda,  J phi'' = 0,  0 = -x' sin phi + y' cos phi
///
/// a is gravity along the slope. Closed form from rest with phi' = omega, phi = omega t:
///     x = a sin(phi)^2 / (2 omega^2),  y = a (phi - sin(phi) cos(phi)) / (2 omega^2),
///     lambda = -2 m a sin(phi)
/// down, up again and sideways for ever: the blade never leaves its strip of the slope. Invariant:
/// the energy. Source: Neimark and Fufaev, Dynamics of Nonholonomic Systems, chapter III.
/// Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct KnifeEdge {
  using Scalar = S;
  static constexpr int nq = 3, nc = 0, na = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 1> angle_coordinates{2};

  S mass_kg = S(1), inertia_kg_m2 = S(0.25);
  S slope_gravity_m_s2 = S(4.905);  ///< 9.81 m/s^2 sin(30 degrees)

  Vector<S, 3> mass_matrix() const { return {mass_kg, mass_kg, inertia_kg_m2}; }

  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&, const Signals<KnifeEdge, N>&) const {
    return {N(mass_kg * slope_gravity_m_s2), N(S(0)), N(S(0))};
  }

  template <class N>
  Vector<N, 1> nonholonomic_constraint(const Vector<N, 3>& q, const Vector<N, 3>& u,
                                       const Signals<KnifeEdge, N>&) const {
    const SinCos<N> blade = sincos(q[2]);
    return Vector<N, 1>(u[1] * blade.cos - u[0] * blade.sin);
  }
};

/// Kinetic and potential energy in J, zero at rest at the origin.
template <class S>
S energy(const KnifeEdge<S>& model, const std::array<S, 3>& q, const std::array<S, 3>& u) {
  return (model.mass_kg * (u[0] * u[0] + u[1] * u[1]) + model.inertia_kg_m2 * u[2] * u[2]) / S(2) -
         model.mass_kg * model.slope_gravity_m_s2 * q[0];
}

/// Consistent start: the blade down the slope, turning once in two seconds.
template <class S>
struct KnifeEdgeStart {
  std::array<S, 3> q{S(0), S(0), S(0)}, u{S(0), S(0), S(3.1415926535897932385)};
};

}  // namespace taut::models
