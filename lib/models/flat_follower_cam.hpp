/// \file
/// An elliptic cam that lifts a flat-faced follower: the contact point is an algebraic coordinate,
/// and the sliding friction between face and cam depends on the normal force.
///
///     q = (alpha, y): angle of the cam in rad, height of the face above the cam's axis in m
///     s = (sigma): beta = alpha - sigma is the contact point on the cam, as eccentric angle in rad
///         from the end of the semi-axis b. So sigma stays small while alpha turns
///     lambda = (N): normal force in N, positive where pressed
///
///     P_x = cos(alpha) (e + a sin beta) - sin(alpha) b cos(beta)            the contact point
///     P_y = sin(alpha) (e + a sin beta) + cos(alpha) b cos(beta)
///     g = P_y - y                                                   the face lies on the cam
///     c = a sin(alpha) cos(beta) - b cos(alpha) sin(beta)           its tangent is the face
///     J alpha'' = T (1 - alpha' / w0) - mu N P_y tanh(alpha' P_y / v0) - P_x N
///     m y'' = -m g - F - k y + N
///
/// -alpha' P_y is the velocity of the cam along the face; what it pulls the follower sideways, the
/// follower's guide takes, without friction. T and w0 are of a motor's line.
///
/// Closed form: y = H(alpha) = e sin(alpha) + sqrt(a^2 sin(alpha)^2 + b^2 cos(alpha)^2), the
/// support function of the ellipse, P_x = H', and with y'' = H'' alpha'^2 + H' alpha''
///     N = (m H'' alpha'^2 + m g + F + k H + m H' T' / J) / (1 + m H' (H' + mu H tanh) / J),
/// T' the torque of the motor. The face leaves the cam at the speed at which N is 0, first at its
/// nose. Invariant without motor and friction: the energy. Source: the envelope of a family of
/// lines, as in Norton, Cam Design and Manufacturing Handbook, for flat-faced followers; parameters
/// are our own. Interrupt: safe.
#pragma once

#include <array>

#include "taut/hyperbolic.hpp"
#include "taut/model.hpp"
#include "taut/status.hpp"

namespace taut::models {

template <class S>
struct FlatFollowerCam {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, ns = 1;
  static constexpr bool envelope = true, multiplier_force = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 1> angle_coordinates{0};
  static constexpr S residual_limit = S(1e-4);

  S semi_axis_a_m = S(0.03), semi_axis_b_m = S(0.02);
  S offset_m = S(0.005);          ///< e, of the centre from the axis, along the semi-axis a
  S half_face_m = S(0.04);        ///< how far from the cam's axis the face reaches
  S cam_inertia_kg_m2 = S(2e-3);  ///< J, with the motor
  S stall_torque_n_m = S(4);      ///< T
  S no_load_speed_rad_s = S(60);  ///< w0
  S follower_mass_kg = S(0.5), gravity_m_s2 = S(9.81);
  S stiffness_n_per_m = S(2000);  ///< k, of the spring on the follower
  S preload_n = S(10);            ///< F, its force at y = 0
  S friction = S(0.1);            ///< mu
  S slip_speed_m_s = S(0.05);     ///< v0, at which 76 % of mu are reached

  Vector<S, 2> mass_matrix() const { return {cam_inertia_kg_m2, follower_mass_kg}; }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<FlatFollowerCam, N>& s) const {
    const N height = Contact<N>(*this, q, s).P_y;
    const N drive = stall_torque_n_m - stall_torque_n_m / no_load_speed_rad_s * u[0];
    const N drag = friction * s.lambda[0] * tanh(u[0] * height / slip_speed_m_s);
    return {drive - height * drag,
            N(-follower_mass_kg * gravity_m_s2 - preload_n) - stiffness_n_per_m * q[1]};
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<FlatFollowerCam, N>& s) const {
    return Vector<N, 1>(Contact<N>(*this, q, s).P_y - q[1]);
  }

  template <class N>
  Vector<N, 1> algebraic_equations(const Vector<N, 2>& q,
                                   const Signals<FlatFollowerCam, N>& s) const {
    const Contact<N> at(*this, q, s);
    return Vector<N, 1>(semi_axis_a_m * at.alpha.sin * at.beta.cos -
                        semi_axis_b_m * at.alpha.cos * at.beta.sin);
  }

  /// The contact point past the end of the face, or on the under side of the cam; lift-off.
  Status contact_status(const Vector<S, 2>& q, const Vector<S, 2>&,
                        const Signals<FlatFollowerCam, S>& s) const {
    const Contact<S> at(*this, q, s);
    // -d^2 P_y / d beta^2
    const S curved =
        semi_axis_a_m * at.alpha.sin * at.beta.sin + semi_axis_b_m * at.alpha.cos * at.beta.cos;
    if (!(curved > S(0) && abs(at.P_x) < half_face_m)) return Status::contact_out_of_range;
    return s.lambda[0] > S(0) ? Status::ok : Status::contact_lost;
  }

 private:
  template <class N>
  struct Contact {
    SinCos<N> alpha, beta;
    N P_x, P_y;
    Contact(const FlatFollowerCam& cam, const Vector<N, 2>& q, const Signals<FlatFollowerCam, N>& s)
        : alpha(sincos(q[0])), beta(sincos(N(q[0] - s.algebraic[0]))) {
      const N along_a = cam.offset_m + cam.semi_axis_a_m * beta.sin;
      const N along_b = cam.semi_axis_b_m * beta.cos;
      P_x = alpha.cos * along_a - alpha.sin * along_b;
      P_y = alpha.sin * along_a + alpha.cos * along_b;
    }
  };
};

/// Kinetic and potential energy in J, zero at rest at the height of the axis, the spring there
/// without preload.
template <class S>
S energy(const FlatFollowerCam<S>& model, const std::array<S, 2>& q, const std::array<S, 2>& u) {
  return (model.cam_inertia_kg_m2 * u[0] * u[0] + model.follower_mass_kg * u[1] * u[1] +
          model.stiffness_n_per_m * q[1] * q[1]) /
             S(2) +
         (model.follower_mass_kg * model.gravity_m_s2 + model.preload_n) * q[1];
}

/// Consistent start: the semi-axis b upright, the cam at half its speed.
template <class S>
struct FlatFollowerCamStart {
  std::array<S, 2> q{S(0), S(0.02)}, u{S(30), S(0.15)};
  std::array<S, 1> s{S(0)};
};

}  // namespace taut::models
