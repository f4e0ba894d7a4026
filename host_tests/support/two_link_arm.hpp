/// \file
/// Two uniform links in a vertical plane whose tip is held on a curve: a dense mass matrix that
/// varies with q, Coriolis forces, and (case 2) a constraint that moves with time.
///
///     q = (theta_1, theta_2), theta_2 relative to link 1; c_12 = cos(theta_1 + theta_2)
///     tip (x, y) = (l c_1 + l c_12, l s_1 + l s_12)
///     case 1: 0 = y - x^2 + beta        case 2: 0 = y - sin^2(omega t)
///
/// Masses 36 kg, lengths 1 m. Source: Ascher, Chin, Petzold, Reich, "Stabilization of constrained
/// mechanical systems with DAEs and invariant manifolds" (1995), example 2.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::testing {

template <class S>
struct ArmMechanics {
  S mass_kg = S(36), length_m = S(1), gravity_m_s2 = S(9.81);

  Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>& q) const {
    const S inertia = mass_kg * length_m * length_m, c2 = cos(q[1]);
    Matrix<S, 2, 2> M;
    M(0, 0) = inertia * (S(5) / S(3) + c2);
    M(0, 1) = M(1, 0) = inertia * (S(1) / S(3) + c2 / S(2));
    M(1, 1) = inertia / S(3);
    return M;
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u) const {
    const S inertia = mass_kg * length_m * length_m, weight = mass_kg * gravity_m_s2 * length_m;
    const N c1 = cos(q[0]), c12 = cos(q[0] + q[1]), s2 = sin(q[1]);
    return {S(-1.5) * weight * c1 - S(0.5) * weight * c12 +
                S(0.5) * inertia * s2 * u[1] * (S(2) * u[0] + u[1]),
            S(-0.5) * weight * c12 - S(0.5) * inertia * s2 * u[0] * u[0]};
  }
};

/// Case 1: the tip on a parabola. Scleronomic.
template <class S>
struct ArmOnParabola {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 2> angle_coordinates{0, 1};

  ArmMechanics<S> arm;
  S beta = S(0.46791111376204392);  ///< (2 cos 70 degrees)^2

  Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>& q, const Signals<ArmOnParabola, S>&) const {
    return arm.mass_matrix(q);
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<ArmOnParabola, N>&) const {
    return arm.force(q, u);
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<ArmOnParabola, N>&) const {
    const SinCos<N> first = sincos(q[0]), both = sincos(q[0] + q[1]);
    const N x = first.cos + both.cos, y = first.sin + both.sin;
    return Vector<N, 1>(y - x * x + beta);
  }
};

/// Case 2: the height of the tip is driven.
template <class S>
struct DrivenArm {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 2> angle_coordinates{0, 1};

  ArmMechanics<S> arm;
  AngularFrequency<S> drive{0.5};

  Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>& q, const Signals<DrivenArm, S>&) const {
    return arm.mass_matrix(q);
  }
  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    const N s = sin(t.angle(drive));
    return Vector<N, 1>(s * s);
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<DrivenArm, N>&) const {
    return arm.force(q, u);
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<DrivenArm, N>& s) const {
    return Vector<N, 1>(sin(q[0]) + sin(q[0] + q[1]) - s.r[0]);
  }
};

/// Consistent start of both: first link at 70 degrees, second folded by -140 degrees, at rest.
template <class S>
struct ArmStart {
  std::array<S, 2> q{S(1.2217304763960307), S(-2.4434609527920614)}, u{S(0), S(0)};
};

}  // namespace taut::testing
