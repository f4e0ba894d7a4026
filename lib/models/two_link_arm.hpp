/// \file
/// Two uniform links in a vertical plane whose tip is held on a curve: a dense mass matrix that
/// varies with q, Coriolis forces, and a constraint at rest (case I) or driven (case II).
///
///     q = (theta_1, theta_2), theta_2 relative to link 1;  c_12 = cos(theta_1 + theta_2)
///     tip (x, y) = (l_1 c_1 + l_2 c_12, l_1 s_1 + l_2 s_12)
///     k = m_2 l_1 l_2 / 2
///     M_11 = (m_1/3 + m_2) l_1^2 + m_2 l_2^2/3 + 2 k c_2
///     M_12 = m_2 l_2^2/3 + k c_2,  M_22 = m_2 l_2^2/3
///     f_1 = -(m_1/2 + m_2) g l_1 c_1 - m_2 g l_2 c_12/2 + k s_2 theta_2' (2 theta_1' + theta_2')
///     f_2 = -m_2 g l_2 c_12/2 - k s_2 theta_1'^2
///     case I: 0 = y - x^2 + beta        case II: 0 = y - sin^2(omega t)
///
/// Source: Ascher, Chin, Petzold, Reich, "Stabilization of constrained mechanical systems with DAEs
/// and invariant manifolds", Mech. Struct. Mach. 23 (1995), example 2. Invariant of case I: the
/// energy. Case II is chaotic: no two programs agree beyond t = 40 s. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

/// What both cases share: links, weight, Coriolis forces.
template <class S>
struct TwoLinkArm {
  std::array<S, 2> mass_kg{S(36), S(36)};
  std::array<S, 2> length_m{S(1), S(1)};
  S gravity_m_s2 = S(9.81);

  template <class N>
  Matrix<N, 2, 2> mass_matrix(const Vector<N, 2>& q) const {
    const S first = (mass_kg[0] / S(3) + mass_kg[1]) * length_m[0] * length_m[0];
    const S second = mass_kg[1] * length_m[1] * length_m[1] / S(3);
    const N coupling = half_product() * cos(q[1]);
    Matrix<N, 2, 2> M;
    M(0, 0) = first + second + S(2) * coupling;
    M(0, 1) = M(1, 0) = second + coupling;
    M(1, 1) = N(second);
    return M;
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u) const {
    const S elbow_weight = (S(0.5) * mass_kg[0] + mass_kg[1]) * gravity_m_s2 * length_m[0];  // N m
    const S link_weight = S(0.5) * mass_kg[1] * gravity_m_s2 * length_m[1];
    const N coriolis = half_product() * sin(q[1]);
    const N second = link_weight * cos(q[0] + q[1]);
    return {coriolis * (u[1] * (u[0] + u[0] + u[1])) - second - elbow_weight * cos(q[0]),
            -(coriolis * (u[0] * u[0])) - second};
  }

  /// (x, y) of the tip in m.
  template <class N>
  Vector<N, 2> tip(const Vector<N, 2>& q) const {
    const SinCos<N> first = sincos(q[0]), both = sincos(q[0] + q[1]);
    return {length_m[0] * first.cos + length_m[1] * both.cos,
            length_m[0] * first.sin + length_m[1] * both.sin};
  }

  /// Kinetic and potential energy in J, zero at rest with both links level.
  S energy(const std::array<S, 2>& q, const std::array<S, 2>& u) const {
    const Matrix<S, 2, 2> M = mass_matrix(Vector<S, 2>{q[0], q[1]});
    const S kinetic =
        S(0.5) * (M(0, 0) * u[0] * u[0] + M(1, 1) * u[1] * u[1]) + M(0, 1) * u[0] * u[1];
    const S elbow = length_m[0] * sin(q[0]), link = length_m[1] * sin(q[0] + q[1]);
    return kinetic +
           gravity_m_s2 * ((S(0.5) * mass_kg[0] + mass_kg[1]) * elbow + S(0.5) * mass_kg[1] * link);
  }

 private:
  S half_product() const { return S(0.5) * mass_kg[1] * length_m[0] * length_m[1]; }  // k
};

/// Case I: the tip slides on a parabola.
template <class S>
struct ArmOnParabola {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 2> angle_coordinates{0, 1};
  static constexpr S residual_limit = S(1e-3);

  TwoLinkArm<S> arm;
  S curvature_1_m = S(1);                ///< of y = curvature x^2 - beta
  S beta_m = S(0.46791111376204392960);  ///< (2 cos 70 degrees)^2: the start lies on it

  template <class N>
  Matrix<N, 2, 2> mass_matrix(const Vector<N, 2>& q, const Signals<ArmOnParabola, N>&) const {
    return arm.mass_matrix(q);
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<ArmOnParabola, N>&) const {
    return arm.force(q, u);
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<ArmOnParabola, N>&) const {
    const Vector<N, 2> tip = arm.tip(q);
    return Vector<N, 1>(tip[1] - curvature_1_m * (tip[0] * tip[0]) + beta_m);
  }
};

/// Case II: the height of the tip follows sin^2(omega t).
template <class S>
struct DrivenArm {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 2> angle_coordinates{0, 1};
  static constexpr S residual_limit = S(1e-3);

  TwoLinkArm<S> arm;
  S stroke_m = S(1);
  static constexpr AngularFrequency<S> default_drive{0.5};
  AngularFrequency<S> drive = default_drive;

  template <class N>
  Matrix<N, 2, 2> mass_matrix(const Vector<N, 2>& q, const Signals<DrivenArm, N>&) const {
    return arm.mass_matrix(q);
  }

  // height of the tip
  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    const N sine = sin(t.angle(drive));
    return Vector<N, 1>(stroke_m * (sine * sine));
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<DrivenArm, N>&) const {
    return arm.force(q, u);
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<DrivenArm, N>& s) const {
    return Vector<N, 1>(arm.length_m[0] * sin(q[0]) + arm.length_m[1] * sin(q[0] + q[1]) - s.r[0]);
  }
};

template <class S>
S energy(const ArmOnParabola<S>& model, const std::array<S, 2>& q, const std::array<S, 2>& u) {
  return model.arm.energy(q, u);
}

/// Not an invariant: the drive works on the arm.
template <class S>
S energy(const DrivenArm<S>& model, const std::array<S, 2>& q, const std::array<S, 2>& u) {
  return model.arm.energy(q, u);
}

/// Consistent start of both cases: links at 70 and -140 degrees, at rest.
template <class S>
struct TwoLinkArmStart {
  std::array<S, 2> q{S(1.2217304763960307038), S(-2.4434609527920614077)}, u{};
};

}  // namespace taut::models
