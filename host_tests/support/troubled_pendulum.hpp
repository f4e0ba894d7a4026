/// \file
/// A pendulum whose inputs bring on every failure that a step can meet. With `calm` inputs it is a
/// pendulum in the plane z = 0 like any other; it can be of any size and mass.
///
///     g = (x^2 + y^2 - l^2 + jump l^2 + l^2 (sqrt(root) - 1),
///          row (rank l z + (1 - rank) (x^2 + y^2 - l^2)))
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::testing {

template <class S, MassForm form = MassForm::diagonal>
struct TroubledPendulum {
  using Scalar = S;
  static constexpr int nq = 3, nc = 2, nw = 6;
  static constexpr MassForm mass_form = form;

  // What an input does when it is not calm.
  enum Trouble {
    third_mass,     // 1: as the others; 0 or below: singular
    rank,           // 1: independent rows; 0: the second repeats the first
    row,            // 1; 0: the second row vanishes
    root_of_force,  // 1; below 0: the force is NaN
    jump,           // 0; large: one Newton step does not bring g back
    root_of_g       // 1; below 0: g is NaN
  };
  static constexpr std::array<S, 6> calm{S(1), S(1), S(1), S(1), S(0), S(1)};

  // Calm but for one.
  static std::array<S, 6> trouble(Trouble which, S value) {
    std::array<S, 6> w = calm;
    w[static_cast<std::size_t>(which)] = value;
    return w;
  }

  S length = S(1), mass = S(1), gravity = S(9.81);

  template <class N>
  auto mass_matrix(const Vector<N, 3>&, const Signals<TroubledPendulum, N>& s) const {
    const Vector<N, 3> m{N(mass), N(mass), N(mass * s.w[third_mass])};
    if constexpr (form == MassForm::diagonal) {
      return m;
    } else {
      Matrix<N, 3, 3> M = Matrix<N, 3, 3>::Zero();
      for (int i = 0; i < 3; ++i) M(i, i) = m[i];
      return M;
    }
  }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<TroubledPendulum, N>& s) const {
    return {N(0), N(-mass * gravity) * sqrt(N(s.w[root_of_force])), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<TroubledPendulum, N>& s) const {
    const S square = length * length;
    const N circle = q[0] * q[0] + q[1] * q[1] - square;
    return {circle + square * s.w[jump] + square * (sqrt(N(s.w[root_of_g])) - S(1)),
            s.w[row] * (s.w[rank] * length * q[2] + (S(1) - s.w[rank]) * circle)};
  }

  std::array<S, 3> start_q() const { return {length, S(0), S(0)}; }
};

}  // namespace taut::testing
