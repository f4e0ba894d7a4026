/// \file
/// A made-up model in which everything depends on everything: M on q and t, f on q, u, t, r and w,
/// g on q, t, r and w. Its derivatives are polynomials, written out beside it.
///
///     r = sin(3 t),  g = q1^2 q2 + q2 r + t^2 q1 / 2 + w q1 - 1
///     f = (-q1^3 + w + r q2 - u1 u2,  t q1 u2 - q2)
#pragma once

#include "taut/model.hpp"

namespace taut::testing {

template <class S>
struct RheonomicModel {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nr = 1, nw = 1;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::dense;

  AngularFrequency<S> omega{3.0};

  template <class N>
  Matrix<N, 2, 2> mass_matrix(const Vector<N, 2>& q, const Signals<RheonomicModel, N>& s) const {
    Matrix<N, 2, 2> M;
    M(0, 0) = S(3) + q[0] * q[0];
    M(0, 1) = M(1, 0) = s.r[0] / S(2);
    M(1, 1) = S(2) + s.t.seconds();
    return M;
  }
  template <class N>
  Vector<N, 1> excitation(const Time<N>& t) const {
    return Vector<N, 1>(sin(t.angle(omega)));
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<RheonomicModel, N>& s) const {
    const N t = s.t.seconds();
    return {-q[0] * q[0] * q[0] + s.w[0] + s.r[0] * q[1] - u[0] * u[1], t * q[0] * u[1] - q[1]};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<RheonomicModel, N>& s) const {
    const N t = s.t.seconds();
    return Vector<N, 1>(q[0] * q[0] * q[1] + q[1] * s.r[0] + S(0.5) * t * t * q[0] + s.w[0] * q[0] -
                        S(1));
  }
};

}  // namespace taut::testing
