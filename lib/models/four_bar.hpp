/// \file
/// Planar four-bar linkage of uniform slender rods, in absolute coordinates: one closed loop.
///
///     q = (x, y, theta) of crank, coupler, rocker; (x, y) the centre, theta from the x axis
///     crank from (0, 0), coupler from the crank's tip, rocker from (d, 0) to the coupler's tip
///
/// Four revolute joints, two rows of g each; gravity in -y; no damping: the energy is invariant. An
/// input torque w (N m) acts on the crank. Reference: host_tests/reference/four_bar.csv, the same
/// mechanism in its minimal coordinate. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct FourBar {
  using Scalar = S;
  static constexpr int nq = 9, nc = 8, nw = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 3> angle_coordinates{2, 5, 8};
  static constexpr S residual_limit = S(1e-3);

  std::array<S, 3> length_m{S(1), S(2.5), S(2)};  ///< crank, coupler, rocker
  std::array<S, 3> mass_kg{S(1), S(2.5), S(2)};
  S ground_m = S(2.5);  ///< distance of the two fixed pivots
  S gravity_m_s2 = S(9.81);

  Vector<S, 9> mass_matrix() const {
    Vector<S, 9> m;
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      m[3 * i] = m[3 * i + 1] = mass_kg[k];
      m[3 * i + 2] = mass_kg[k] * length_m[k] * length_m[k] / S(12);
    }
    return m;
  }

  template <class N>
  Vector<N, 9> force(const Vector<N, 9>&, const Vector<N, 9>&, const Signals<FourBar, N>& s) const {
    Vector<N, 9> f;
    for (int i = 0; i < 3; ++i) {
      f[3 * i] = f[3 * i + 2] = N(0);
      f[3 * i + 1] = N(-mass_kg[static_cast<std::size_t>(i)] * gravity_m_s2);
    }
    f[2] = N(s.w[0]);
    return f;
  }

  template <class N>
  Vector<N, 8> constraint(const Vector<N, 9>& q, const Signals<FourBar, N>&) const {
    // half of each rod, from its centre to its tip
    N hx[3], hy[3];
    for (int i = 0; i < 3; ++i) {
      const SinCos<N> angle = sincos(q[3 * i + 2]);
      const S half = length_m[static_cast<std::size_t>(i)] / S(2);
      hx[i] = half * angle.cos;
      hy[i] = half * angle.sin;
    }
    Vector<N, 8> g;
    g[0] = q[0] - hx[0];
    g[1] = q[1] - hy[0];
    g[2] = q[3] - hx[1] - (q[0] + hx[0]);
    g[3] = q[4] - hy[1] - (q[1] + hy[0]);
    g[4] = q[6] - hx[2] - ground_m;
    g[5] = q[7] - hy[2];
    g[6] = q[3] + hx[1] - (q[6] + hx[2]);
    g[7] = q[4] + hy[1] - (q[7] + hy[2]);
    return g;
  }
};

/// Consistent start of the reference: crank at 60 degrees, at rest, open branch.
template <class S>
struct FourBarStart {
  std::array<S, 9> q{S(0.25000000000000006), S(0.4330127018922193),  S(1.0471975511965976),
                     S(1.6175125300391957),  S(1.4260841017843857),  S(0.46457955431337217),
                     S(2.6175125300391957),  S(0.99307139989216642), S(1.4530116432395253)};
  std::array<S, 9> u{};
};

}  // namespace taut::models
