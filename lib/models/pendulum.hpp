/// \file
/// A point mass on a massless rod, in Cartesian coordinates.
///
///     m (x'', y'') = (0, -m g) - 2 (x, y) lambda        0 = x^2 + y^2 - l^2
///
/// Source: Eich, "Convergence results for a coordinate projection method applied to mechanical
/// systems with algebraic constraints", SIAM J. Numer. Anal. 30 (1993), section 3.3, whose gravity
/// gives a period of 2 s from the horizontal. Invariant: the energy. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

// [pendulum]
template <class S>
struct Pendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  S mass_kg = S(1), length_m = S(1), gravity_m_s2 = S(13.7503716373294544);

  Vector<S, 2> mass_matrix() const { return {mass_kg, mass_kg}; }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&, const Signals<Pendulum, N>&) const {
    return {N(0), N(-mass_kg * gravity_m_s2)};
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<Pendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - length_m * length_m);
  }
};
// [pendulum]

/// Kinetic and potential energy in J, zero at rest at the height of the pivot.
template <class S>
S energy(const Pendulum<S>& model, const std::array<S, 2>& q, const std::array<S, 2>& u) {
  return model.mass_kg * ((u[0] * u[0] + u[1] * u[1]) / S(2) + model.gravity_m_s2 * q[1]);
}

/// Consistent start: the rod horizontal, at rest.
template <class S>
struct PendulumStart {
  std::array<S, 2> q{S(1), S(0)}, u{S(0), S(0)};
};

}  // namespace taut::models
