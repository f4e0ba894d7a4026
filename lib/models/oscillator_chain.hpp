/// \file
/// Five masses along a line on stiff springs, two of them a rigid rod: a slow motion of all beside
/// vibrations that a step of a millisecond does not resolve.
///
///     wall - soft - m_1 - stiff - m_2 - rod - m_3 - stiff - m_4 - stiff - m_5
///
///     q = displacements (x_1, ..., x_5),  M = m I,  f = -K q,  0 = x_3 - x_2
///
/// With the parameters below omega of its four modes: 2.83, 741, 1264 and 1690 1/s. The start is
/// the slowest, which the stiff springs hardly take part in. Closed form from there: q = q(0)
/// cos(omega t), omega = 2.8283796078466051 1/s. Invariant: the energy. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct OscillatorChain {
  using Scalar = S;
  static constexpr int nq = 5, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  S mass_kg = S(1), soft_n_per_m = S(40), stiff_n_per_m = S(1e6);

  Vector<S, 5> mass_matrix() const { return {mass_kg, mass_kg, mass_kg, mass_kg, mass_kg}; }

  template <class N>
  Vector<N, 5> force(const Vector<N, 5>& q, const Vector<N, 5>&,
                     const Signals<OscillatorChain, N>&) const {
    const N wall = soft_n_per_m * q[0], first = stiff_n_per_m * (q[1] - q[0]),
            second = stiff_n_per_m * (q[3] - q[2]), third = stiff_n_per_m * (q[4] - q[3]);
    return {first - wall, -first, second, third - second, -third};
  }

  template <class N>
  Vector<N, 1> constraint(const Vector<N, 5>& q, const Signals<OscillatorChain, N>&) const {
    return Vector<N, 1>(q[2] - q[1]);
  }
};

/// Kinetic energy and that of the springs in J.
template <class S>
S energy(const OscillatorChain<S>& model, const std::array<S, 5>& q, const std::array<S, 5>& u) {
  S speeds{};
  for (const S v : u) speeds += v * v;
  const S first = q[1] - q[0], second = q[3] - q[2], third = q[4] - q[3];
  return (model.mass_kg * speeds + model.soft_n_per_m * q[0] * q[0] +
          model.stiff_n_per_m * (first * first + second * second + third * third)) /
         S(2);
}

/// Consistent start: the slowest mode, 0.1 m at the free end, at rest.
template <class S>
struct OscillatorChainStart {
  std::array<S, 5> q{S(0.099994400239352199), S(0.099997600087037745), S(0.099997600087037745),
                     S(0.099999200026879392), S(0.1)};
  std::array<S, 5> u{};
};

}  // namespace taut::models
