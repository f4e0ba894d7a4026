/// \file
/// A mechanism twice: with the height of a surface as an algebraic coordinate, and with the same
/// height put in. Whatever a method derives, it must derive the same of both.
#pragma once

#include "taut/model.hpp"

namespace taut::testing {

/// Two beads on moving surfaces, tied by a rod and driven by forces that know the heights.
///
///     s_1 = x_1^2 / 2 + r,  s_2 = x_1 x_2 - r / 2,   r = sin 3t / 5
///     g = (s_1 - x_3)^2 + (s_2 - x_2)^2 + x_1^2 - 4
template <class S, bool algebraic>
struct FollowedBead {
  using Scalar = S;
  static constexpr int nq = 3, nc = 1, nr = 1, ns = algebraic ? 2 : 0, algebraic_block = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::dense;

  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    return Vector<N, 1>(S(0.2) * sin(t.angle(AngularFrequency<S>(3.0))));
  }

  // varies, and is a template: for the derivatives of the inertia force
  template <class N>
  Matrix<N, 3, 3> mass_matrix(const Vector<N, 3>& q, const Signals<FollowedBead, N>&) const {
    Matrix<N, 3, 3> M = Matrix<N, 3, 3>::Constant(N(S(0)));
    M(0, 0) = S(2) + q[1] * q[1];
    M(1, 1) = N(S(1.5));
    M(2, 2) = N(S(1));
    M(0, 1) = M(1, 0) = S(0.25) * q[2];
    return M;
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 3>& q, const Signals<FollowedBead, N>& s) const {
    const Vector<N, 2> h = heights(q, s);
    const N d = h[0] - q[2], e = h[1] - q[1];
    return Vector<N, 1>(d * d + e * e + q[0] * q[0] - S(4));
  }

  template <class N>
  Vector<N, 2> algebraic_equations(const Vector<N, 3>& q, const Signals<FollowedBead, N>& s) const {
    return s.algebraic - surface(q, s);
  }

  template <class N>
  Vector<N, 3> force(const Vector<N, 3>& q, const Vector<N, 3>& u,
                     const Signals<FollowedBead, N>& s) const {
    const Vector<N, 2> h = heights(q, s);
    return {S(-5) * h[0] - u[0], S(3) * h[1] * h[0] - S(0.5) * u[1], sin(h[1]) - S(9) - u[2]};
  }

 private:
  template <class N>
  Vector<N, 2> surface(const Vector<N, 3>& q, const Signals<FollowedBead, N>& s) const {
    return {S(0.5) * q[0] * q[0] + s.r[0], q[0] * q[1] - S(0.5) * s.r[0]};
  }
  template <class N>
  Vector<N, 2> heights(const Vector<N, 3>& q, const Signals<FollowedBead, N>& s) const {
    if constexpr (algebraic)
      return s.algebraic;
    else
      return surface(q, s);
  }
};

/// Consistent at t = 0, but for u, which satisfies G u + g_t = 0 after a projection.
template <class S>
struct FollowedBeadStart {
  std::array<S, 3> q{S(0.6), S(0.3), S(2.06681)}, u{};
  std::array<S, 2> s{S(0.1), S(0.1)};
};

}  // namespace taut::testing
