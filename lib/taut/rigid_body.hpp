/// \file
/// What a model of bodies in space is written with: attitude by yaw, pitch and roll, motion, loads,
/// equations of motion. Not needed by the step.
///
///     R = R_z(yaw) R_y(pitch) R_x(roll), body to world;  x forward, y left, z up;  R' = R [w]x
///     yaw'   = (sin(roll) w_y + cos(roll) w_z) / cos(pitch)
///     pitch' = cos(roll) w_y - sin(roll) w_z
///     roll'  = w_x + sin(pitch) yaw'                          w: angular velocity in body axes
///     m v' = sum F_i - (0, 0, m g),   J w' = R^T sum (R s_i) x F_i - w x J w
///
/// Six entries of q and of u a body: (r, yaw, pitch, roll) and (v, w), r and v in the world.
/// Not for bodies that pitch to a quarter turn, where yaw' is not finite. Source: Goldstein, Poole,
/// Safko, Classical Mechanics, 3rd ed., sections 4.9 and 5.5, appendix A. Interrupt: safe.
#pragma once

#include "taut/triple.hpp"

namespace taut {

/// Sines, cosines and R of one attitude.
template <class N>
struct Attitude {
  SinCos<N> yaw, pitch, roll;
  Matrix<N, 3, 3> R;

  /// Of the body whose entries of q begin at `first`.
  template <int n>
  Attitude(const Vector<N, n>& q, int first)
      : yaw(sincos(q[first + 3])), pitch(sincos(q[first + 4])), roll(sincos(q[first + 5])) {
    const N sine_roll = pitch.sin * roll.sin, sine_tilt = pitch.sin * roll.cos;
    R(0, 0) = yaw.cos * pitch.cos;
    R(0, 1) = yaw.cos * sine_roll - yaw.sin * roll.cos;
    R(0, 2) = yaw.cos * sine_tilt + yaw.sin * roll.sin;
    R(1, 0) = yaw.sin * pitch.cos;
    R(1, 1) = yaw.sin * sine_roll + yaw.cos * roll.cos;
    R(1, 2) = yaw.sin * sine_tilt - yaw.cos * roll.sin;
    R(2, 0) = -pitch.sin;
    R(2, 1) = pitch.cos * roll.sin;
    R(2, 2) = pitch.cos * roll.cos;
  }

  /// R s.
  Vector<N, 3> to_world(const Vector<N, 3>& s) const {
    Vector<N, 3> y;
    for (int i = 0; i < 3; ++i) y[i] = R(i, 0) * s[0] + R(i, 1) * s[1] + R(i, 2) * s[2];
    return y;
  }

  /// R^T f.
  Vector<N, 3> to_body(const Vector<N, 3>& f) const {
    Vector<N, 3> y;
    for (int i = 0; i < 3; ++i) y[i] = R(0, i) * f[0] + R(1, i) * f[1] + R(2, i) * f[2];
    return y;
  }
};

/// (yaw', pitch', roll') of a body that turns with w.
template <class N>
Vector<N, 3> attitude_rate(const SinCos<N>& pitch, const SinCos<N>& roll, const Vector<N, 3>& w) {
  const N yaw_rate = (roll.sin * w[1] + roll.cos * w[2]) / pitch.cos;
  return {yaw_rate, roll.cos * w[1] - roll.sin * w[2], w[0] + pitch.sin * yaw_rate};
}

/// Where a body is and how it moves.
template <class N>
struct BodyMotion {
  Attitude<N> attitude;
  Vector<N, 3> r, v, w;

  template <int n>
  BodyMotion(const Vector<N, n>& q, const Vector<N, n>& u, int first)
      : attitude(q, first), r(triple(q, first)), v(triple(u, first)), w(triple(u, first + 3)) {}
};

/// Force and moment about the centre of mass, both in world axes.
template <class N>
struct Load {
  Vector<N, 3> force = constant_triple<N>(Vector<BaseScalar<N>, 3>{0, 0, 0});
  Vector<N, 3> moment = constant_triple<N>(Vector<BaseScalar<N>, 3>{0, 0, 0});

  /// Adds the force F at r + lever.
  void add(const Vector<N, 3>& F, const Vector<N, 3>& lever) {
    const Vector<N, 3> turning = cross(lever, F);
    for (int i = 0; i < 3; ++i) {
      force[i] = force[i] + F[i];
      moment[i] = moment[i] + turning[i];
    }
  }
};

/// Right-hand sides of the equations of motion of a body with principal inertias J, written to the
/// six entries of f that begin at `first`.
template <class N, class S, int n>
void put_equations_of_motion(const S& weight_n, const Vector<S, 3>& J, const BodyMotion<N>& motion,
                             const Load<N>& load, int first, Vector<N, n>& f) {
  const Vector<N, 3>& w = motion.w;
  const Vector<N, 3> moment = motion.attitude.to_body(load.moment);
  f[first] = load.force[0];
  f[first + 1] = load.force[1];
  f[first + 2] = load.force[2] - weight_n;
  f[first + 3] = moment[0] + (J[1] - J[2]) * (w[1] * w[2]);
  f[first + 4] = moment[1] + (J[2] - J[0]) * (w[2] * w[0]);
  f[first + 5] = moment[2] + (J[0] - J[1]) * (w[0] * w[1]);
}

}  // namespace taut
