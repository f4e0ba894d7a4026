/// \file
/// A mass on a circular track of radius R under a PI speed controller.
///
///     0 = r^2 - R^2,  r^2 = x_1^2 + x_2^2
///     n = (x_1, x_2) / r,  t = (-x_2, x_1) / r,  v_t = t . (u_1, u_2)
///     f = (k_P (v_ref - v_t) + k_I s) t + F_R n
///
/// The integral of the speed error is the third velocity: s' = v_ref - v_t with unit "mass"; its
/// coordinate does nothing. Settles at v_t = v_ref; invariant then: the radius.
/// Source: Burgermeister, Arnold, Esterl, section 4.1 (parameters are not printed there and are
/// ours). Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct CircularTrack {
  using Scalar = S;
  static constexpr int nq = 3, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S residual_limit = S(1e-3);

  S mass_kg = S(1), radius_m = S(1);
  S proportional_gain_n_s_per_m = S(10);  ///< k_P
  S integral_gain_n_per_m = S(25);        ///< k_I
  S speed_m_s = S(1);                     ///< v_ref
  S radial_force_n = S(10);               ///< F_R

  Vector<S, 3> mass_matrix() const { return {mass_kg, mass_kg, S(1)}; }

  template <class N>
  Vector<N, 3> force(const Vector<N, 3>& q, const Vector<N, 3>& u,
                     const Signals<CircularTrack, N>&) const {
    const N inverse_r = S(1) / sqrt(q[0] * q[0] + q[1] * q[1]);
    const N n1 = q[0] * inverse_r, n2 = q[1] * inverse_r;
    const N speed_error = speed_m_s - (n1 * u[1] - n2 * u[0]);
    const N drive = proportional_gain_n_s_per_m * speed_error + integral_gain_n_per_m * u[2];
    return {radial_force_n * n1 - drive * n2, radial_force_n * n2 + drive * n1, speed_error};
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 3>& q, const Signals<CircularTrack, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - radius_m * radius_m);
  }
};

/// Consistent start: at rest on the x axis, integral empty.
template <class S>
struct CircularTrackStart {
  std::array<S, 3> q{S(1), S(0), S(0)}, u{S(0), S(0), S(0)};
};

}  // namespace taut::models
