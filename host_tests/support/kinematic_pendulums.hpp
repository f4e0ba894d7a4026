/// \file
/// Pendulums whose velocities are not the derivatives of their coordinates: q' = V(q) u.
#pragma once

#include "models/pendulum.hpp"

namespace taut::testing {

/// The point mass with velocities u = A^-1 q', A constant: M = m A^T A, f = A^T f. The same motion
/// as models::Pendulum in other velocities, to rounding.
template <class S>
struct SkewedPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nu = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_dense;
  // A = [a b; 0 d]
  static constexpr S a = S(2), b = S(0.5), d = S(0.75);

  models::Pendulum<S> pendulum;

  Matrix<S, 2, 2> mass_matrix() const {
    const S m = pendulum.mass_kg;
    Matrix<S, 2, 2> M;
    M << m * a * a, m * a * b, m * a * b, m * (b * b + d * d);
    return M;
  }
  template <class N>
  Vector<N, 2> kinematics(const Vector<N, 2>&, const Vector<N, 2>& u) const {
    return {a * u[0] + b * u[1], d * u[1]};
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<SkewedPendulum, N>&) const {
    return {N(0), N(-pendulum.mass_kg * pendulum.gravity_m_s2 * d)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<SkewedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }
};

/// A rod hanging on one end, q = (x, y, theta) of its centre: V = I. 1 m, 1 kg.
template <class S>
struct RodByAngle {
  using Scalar = S;
  static constexpr int nq = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S half_m = S(0.5), gravity_m_s2 = S(9.81);

  Vector<S, 3> mass_matrix() const { return {S(1), S(1), S(1) / S(12)}; }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<RodByAngle, N>&) const {
    return {N(0), N(-gravity_m_s2), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<RodByAngle, N>&) const {
    const SinCos<N> angle = sincos(q[2]);
    return {q[0] - half_m * angle.cos, q[1] - half_m * angle.sin};
  }
};

/// The rod by its angle, which is declared as one.
template <class S>
struct WrappedRod : RodByAngle<S> {
  static constexpr std::array<int, 1> angle_coordinates{2};
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<WrappedRod, N>&) const {
    return {N(S(0)), N(-RodByAngle<S>::gravity_m_s2), N(S(0))};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<WrappedRod, N>&) const {
    const SinCos<N> angle = sincos(q[2]);
    return {q[0] - S(0.5) * angle.cos, q[1] - S(0.5) * angle.sin};
  }
};

/// The same rod by its direction, q = (x, y, c, s), u = (x', y', omega): nq > nu, as with a
/// quaternion. The length of (c, s) grows by O(h) as that of a quaternion would, so that the model
/// uses the direction alone.
template <class S>
struct RodByDirection {
  using Scalar = S;
  static constexpr int nq = 4, nu = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S half_m = S(0.5), gravity_m_s2 = S(9.81);

  Vector<S, 3> mass_matrix() const { return {S(1), S(1), S(1) / S(12)}; }
  template <class N>
  Vector<N, 4> kinematics(const Vector<N, 4>& q, const Vector<N, 3>& u) const {
    return {u[0], u[1], -q[3] * u[2], q[2] * u[2]};
  }
  template <class N>
  Vector<N, 3> force(const Vector<N, 4>&, const Vector<N, 3>&,
                     const Signals<RodByDirection, N>&) const {
    return {N(0), N(-gravity_m_s2), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 4>& q, const Signals<RodByDirection, N>&) const {
    const N scale = half_m / sqrt(q[2] * q[2] + q[3] * q[3]);
    return {q[0] - scale * q[2], q[1] - scale * q[3]};
  }
};

/// The same rod with (c, s) taken as it is: its acceleration is all in (V u)_q V u.
template <class S>
struct RodByUnitVector {
  using Scalar = S;
  static constexpr int nq = 4, nu = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S half_m = S(0.5);

  Vector<S, 3> mass_matrix() const { return {S(1), S(1), S(1) / S(12)}; }
  template <class N>
  Vector<N, 4> kinematics(const Vector<N, 4>& q, const Vector<N, 3>& u) const {
    return {u[0], u[1], -q[3] * u[2], q[2] * u[2]};
  }
  template <class N>
  Vector<N, 3> force(const Vector<N, 4>&, const Vector<N, 3>&,
                     const Signals<RodByUnitVector, N>&) const {
    return {N(0), N(0), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 4>& q, const Signals<RodByUnitVector, N>&) const {
    return {q[0] - half_m * q[2], q[1] - half_m * q[3]};
  }
};

}  // namespace taut::testing
