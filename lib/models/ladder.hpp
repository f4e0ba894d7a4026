/// \file
/// A ladder of rigid rods: squares in a row, hung by the lower left corner; a chain of closed loops
/// of any length, without angles.
///
///     q = (x, y, e_x, e_y) of each rod: its centre and the unit vector from its tail to its head
///     ends: (x, y) -+ (l/2) (e_x, e_y);  M = diag(m, m, m l^2/12, m l^2/12);  gravity in -y
///
/// Rod 1 is the first rung; square k = 1, 2, ... adds lower rail 3k - 1, upper rail 3k and rung
/// 3k + 1. The constraints in their order: each rod's tail stands at the origin (rods 1, 2), at the
/// head of rod j - 3 (lower rails) or of rod j - 2 (2 rows a rod); the heads of rods 3k and 3k + 1
/// meet (2 rows a square); each e has unit length (1 row a rod).
///
/// g is quadratic and G cheap, so all derivatives are in closed form. When a square folds flat the
/// rows of G depend on each other. Cost grows with the cube of the number of squares: the library
/// factorises G M^-1 G^T as a dense matrix. Invariant: the energy.
/// Source: C. Lacoursiere, "Regularized, stabilized, variational methods for multibodies", SIMS
/// 2007; l^2/12 is printed there for the inertia, m l^2/12 follows from the kinetic energy.
/// Interrupt: safe.
#pragma once

#include <array>

#include "taut/derivatives.hpp"

namespace taut::models {

template <class S, int squares>
struct Ladder {
  using Scalar = S;
  static constexpr int rods = 3 * squares + 1;
  static constexpr int nq = 4 * rods, nc = 3 * rods + 2 * squares;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S residual_limit = S(1e-3);
  /// First row of the head-to-head pairs, and of the unit lengths.
  static constexpr int first_pair = 2 * rods, first_length = first_pair + 2 * squares;

  S mass_kg = S(10), length_m = S(1), gravity_m_s2 = S(9.81);

  /// The rod at whose head the tail of `rod` stands; negative: the origin. Rods from 0.
  static constexpr int parent(int rod) { return rod < 2 ? -1 : rod % 3 == 1 ? rod - 3 : rod - 2; }

  Vector<S, nq> mass_matrix() const {
    Vector<S, nq> m;
    const S inertia = mass_kg * length_m * length_m / S(12);
    for (int rod = 0; rod < rods; ++rod) {
      m[4 * rod] = m[4 * rod + 1] = mass_kg;
      m[4 * rod + 2] = m[4 * rod + 3] = inertia;
    }
    return m;
  }

  template <class N>
  Vector<N, nq> force(const Vector<N, nq>&, const Vector<N, nq>&, const Signals<Ladder, N>&) const {
    Vector<N, nq> f;
    for (int rod = 0; rod < rods; ++rod) {
      f[4 * rod] = f[4 * rod + 2] = f[4 * rod + 3] = N(S(0));
      f[4 * rod + 1] = N(-mass_kg * gravity_m_s2);
    }
    return f;
  }

  template <class N>
  Vector<N, nc> constraint(const Vector<N, nq>& q, const Signals<Ladder, N>&) const {
    const S half = S(0.5) * length_m;
    Vector<N, nc> g;
    for (int rod = 0; rod < rods; ++rod) {
      for (int axis = 0; axis < 2; ++axis) {
        const int i = 4 * rod + axis, k = 4 * parent(rod) + axis;
        const N tail = q[i] - half * q[i + 2];
        g[2 * rod + axis] = parent(rod) < 0 ? tail : tail - (q[k] + half * q[k + 2]);
      }
      const N &ex = q[4 * rod + 2], &ey = q[4 * rod + 3];
      g[first_length + rod] = ex * ex + ey * ey - S(1);
    }
    for (int square = 0; square < squares; ++square)
      for (int axis = 0; axis < 2; ++axis) {
        const int i = 4 * (3 * square + 2) + axis, k = i + 4;
        g[first_pair + 2 * square + axis] = q[i] + half * q[i + 2] - (q[k] + half * q[k + 2]);
      }
    return g;
  }

  // G: +-1 and l/2 at the ends of the rods, 2 e for the lengths
  Matrix<S, nc, nq> constraint_jacobian(const Vector<S, nq>& q,
                                        const Signals<Ladder, Jet<S>>&) const {
    const S half = S(0.5) * length_m;
    Matrix<S, nc, nq> G = Matrix<S, nc, nq>::Zero();
    for (int rod = 0; rod < rods; ++rod) {
      for (int axis = 0; axis < 2; ++axis) {
        const int row = 2 * rod + axis;
        put_end(G, row, rod, axis, S(1), -half);
        if (parent(rod) >= 0) put_end(G, row, parent(rod), axis, S(-1), -half);
      }
      for (int axis = 2; axis < 4; ++axis)
        G(first_length + rod, 4 * rod + axis) = S(2) * q[4 * rod + axis];
    }
    for (int square = 0; square < squares; ++square)
      for (int axis = 0; axis < 2; ++axis) {
        const int row = first_pair + 2 * square + axis;
        put_end(G, row, 3 * square + 2, axis, S(1), half);
        put_end(G, row, 3 * square + 3, axis, S(-1), -half);
      }
    return G;
  }

  // gamma = 2 |e'|^2 for the lengths
  Vector<S, nc> constraint_acceleration(const Vector<S, nq>&, const Vector<S, nq>& u,
                                        const Signals<Ladder, Jet<S>>&) const {
    Vector<S, nc> gamma = Vector<S, nc>::Zero();
    for (int rod = 0; rod < rods; ++rod) {
      const S &x = u[4 * rod + 2], &y = u[4 * rod + 3];
      gamma[first_length + rod] = S(2) * (x * x + y * y);
    }
    return gamma;
  }

  // (G^T)' lambda = 2 e' lambda of the length
  Vector<S, nq> constraint_force_rate(const Vector<S, nq>&, const Vector<S, nq>& u,
                                      const Vector<S, nc>& lambda,
                                      const Signals<Ladder, Jet<S>>&) const {
    Vector<S, nq> rate = Vector<S, nq>::Zero();
    for (int rod = 0; rod < rods; ++rod) {
      const S twice = S(2) * lambda[first_length + rod];
      rate[4 * rod + 2] = twice * u[4 * rod + 2];
      rate[4 * rod + 3] = twice * u[4 * rod + 3];
    }
    return rate;
  }

  // the weight is constant
  Vector<S, nq> force_rate(const Vector<S, nq>&, const Vector<S, nq>&,
                           const Signals<Ladder, Jet<S>>&) const {
    return Vector<S, nq>::Zero();
  }

 private:
  static void put_end(Matrix<S, nc, nq>& G, int row, int rod, int axis, S centre, S direction) {
    G(row, 4 * rod + axis) = centre;
    G(row, 4 * rod + axis + 2) = direction;
  }
};

/// Kinetic and potential energy in J, zero at rest at the height of the origin.
template <class S, int squares>
S energy(const Ladder<S, squares>& model,
         const std::array<S, static_cast<std::size_t>(Ladder<S, squares>::nq)>& q,
         const std::array<S, static_cast<std::size_t>(Ladder<S, squares>::nq)>& u) {
  const Vector<S, Ladder<S, squares>::nq> m = model.mass_matrix();
  S twice_kinetic = S(0), height = S(0);
  for (std::size_t i = 0; i < q.size(); ++i) {
    twice_kinetic += m[static_cast<int>(i)] * (u[i] * u[i]);
    if (i % 4 == 1) height += q[i];
  }
  return S(0.5) * twice_kinetic + model.mass_kg * model.gravity_m_s2 * height;
}

/// Consistent start for rods of 1 m: rails along +x, rungs along +y, at rest.
template <class S, int squares>
struct LadderStart {
  static constexpr std::size_t nq = static_cast<std::size_t>(Ladder<S, squares>::nq);
  std::array<S, nq> q = positions(), u{};

 private:
  static constexpr std::array<S, nq> positions() {
    std::array<S, nq> q{};
    for (std::size_t rod = 0; 4 * rod < nq; ++rod) {
      const bool rung = rod % 3 == 0;
      const std::size_t whole = (rod + 2) / 3;  // counted from 1; rung 0 stands at its left
      const S square = S(whole);
      q[4 * rod] = rung ? square : square - S(0.5);
      q[4 * rod + 1] = rung ? S(0.5) : S(rod % 3 - 1);
      q[4 * rod + 2] = S(rung ? 0 : 1);
      q[4 * rod + 3] = S(rung ? 1 : 0);
    }
    return q;
  }
};

}  // namespace taut::models
