/// \file
/// Two-link robot arm whose tip stays at height 0 under forces made so that the motion is known in
/// closed form.
///
///     q = (theta_1, theta_2), theta_2 relative to link 1;  c_12 = cos(theta_1 + theta_2)
///     M = [5 + 3 c_2, 1 + 3/2 c_2; 1 + 3/2 c_2, 1]       0 = sin theta_1 + sin(theta_1 + theta_2)
///     f = ((c_1 + c_12) cos t - 3 sin t, c_12 cos t + (1 - 3/2 c_2) sin t)
///     theta_1 = sin t,  theta_2 = -2 sin t,  lambda = cos t
///
/// Mass 3 kg and length 1 m a link; no gravity, no Coriolis forces: f contains what makes the
/// motion exact. Source: Ascher, Lin, "Sequential regularization methods for nonlinear higher-index
/// DAEs", SIAM J. Sci. Comput. 18 (1997), example 6.4. Reference: the closed form. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct AscherLin64 {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nr = 2;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 2> angle_coordinates{0, 1};
  static constexpr S residual_limit = S(1e-3);

  static constexpr AngularFrequency<S> default_drive{1.0};
  AngularFrequency<S> drive = default_drive;

  template <class N>
  Matrix<N, 2, 2> mass_matrix(const Vector<N, 2>& q, const Signals<AscherLin64, N>&) const {
    const N coupling = S(1.5) * cos(q[1]);
    Matrix<N, 2, 2> M;
    M(0, 0) = S(5) + S(2) * coupling;
    M(0, 1) = M(1, 0) = S(1) + coupling;
    M(1, 1) = N(S(1));
    return M;
  }

  // (sin t, cos t)
  template <class N>
  Vector<N, 2> excitation(const Time<N>& t) const {
    const SinCos<N> y = sincos(t.angle(drive));
    return {y.sin, y.cos};
  }

  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>&,
                     const Signals<AscherLin64, N>& s) const {
    const N c12 = cos(q[0] + q[1]);
    const N tip = c12 * s.r[1];
    return {cos(q[0]) * s.r[1] + tip - S(3) * s.r[0], tip + (S(1) - S(1.5) * cos(q[1])) * s.r[0]};
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<AscherLin64, N>&) const {
    return Vector<N, 1>(sin(q[0]) + sin(q[0] + q[1]));
  }
};

/// The closed form at t = 0.
template <class S>
struct AscherLin64Start {
  std::array<S, 2> q{S(0), S(0)}, u{S(1), S(-2)};
};

}  // namespace taut::models
