/// \file
/// A rigid body on a pin with dry friction: the moment in the pin depends on its force, which are
/// the multipliers.
///
///     q = (x, y, phi): centre of mass in m, from the pin, and the angle from hanging down in rad
///     lambda: force of the body on the pin in N
///
///     m (x'', y'') = (0, -m g) - lambda
///     J phi'' = l (lambda_x cos phi + lambda_y sin phi) - mu r |lambda| tanh(phi' / w0)
///     0 = (x - l sin phi, y + l cos phi)
///
/// with |lambda| = sqrt(lambda_x^2 + lambda_y^2 + d^2), smooth where the pin carries nothing.
/// Closed form, in phi alone, with (x'', y'') by phi'':
///     (J + m l^2) phi'' = -m g l sin phi - mu r |lambda| tanh(phi' / w0),
///     lambda = -m (x'', y'' + g)
/// whose right-hand side contracts in phi'': mu r l m < J + m l^2 suffices. A swing of A loses
/// about 2 mu r / l to its next turning point, as under Coulomb's friction it falls along a line,
/// not an exponential. Invariant without friction: the energy. Source: Amontons and Coulomb for the
/// moment of a dry journal; parameters are our own. Interrupt: safe.
#pragma once

#include <array>

#include "taut/hyperbolic.hpp"
#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct FrictionPendulum {
  using Scalar = S;
  static constexpr int nq = 3, nc = 2;
  static constexpr bool multiplier_force = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 1> angle_coordinates{2};
  static constexpr S residual_limit = S(1e-3);

  S mass_kg = S(2), inertia_kg_m2 = S(0.02);
  S length_m = S(0.25);  ///< l, from the pin to the centre of mass
  S gravity_m_s2 = S(9.81);
  S pin_radius_m = S(0.02);      ///< r
  S friction = S(0.2);           ///< mu
  S slip_speed_rad_s = S(0.05);  ///< w0, at which 76 % of mu are reached
  S smoothing_n = S(0.1);        ///< d, below which |lambda| is rounded off

  Vector<S, 3> mass_matrix() const { return {mass_kg, mass_kg, inertia_kg_m2}; }

  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>& u,
                     const Signals<FrictionPendulum, N>& s) const {
    const N load =
        sqrt(s.lambda[0] * s.lambda[0] + s.lambda[1] * s.lambda[1] + smoothing_n * smoothing_n);
    return {N(S(0)), N(-mass_kg * gravity_m_s2),
            -(friction * pin_radius_m) * load * tanh(u[2] / slip_speed_rad_s)};
  }

  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<FrictionPendulum, N>&) const {
    const SinCos<N> phi = sincos(q[2]);
    return {q[0] - length_m * phi.sin, q[1] + length_m * phi.cos};
  }
};

/// Kinetic and potential energy in J, zero at rest at the height of the pin.
template <class S>
S energy(const FrictionPendulum<S>& model, const std::array<S, 3>& q, const std::array<S, 3>& u) {
  return (model.mass_kg * (u[0] * u[0] + u[1] * u[1]) + model.inertia_kg_m2 * u[2] * u[2]) / S(2) +
         model.mass_kg * model.gravity_m_s2 * q[1];
}

/// Consistent start: hanging down, pushed.
template <class S>
struct FrictionPendulumStart {
  std::array<S, 3> q{S(0), S(-0.25), S(0)}, u{S(1), S(0), S(4)};
};

}  // namespace taut::models
