/// \file
/// Slider crank of two equal bars, in absolute coordinates: with the bars upright, phi_1 = +-pi/2,
/// the slider stands at the crank's pivot and a second branch of motion begins, on which both
/// bars turn together and the slider rests.
///
///     q = (x_1, y_1, phi_1, x_2, y_2, phi_2): centres and angles of crank and rod; gravity in -y
///     0 = x_1 - l_1 cos phi_1 / 2
///     0 = y_1 - l_1 sin phi_1 / 2
///     0 = x_2 - l_1 cos phi_1 - l_2 cos phi_2 / 2
///     0 = y_2 - l_1 sin phi_1 - l_2 sin phi_2 / 2
///     0 = l_1 sin phi_1 + l_2 sin phi_2              the slider stays on the x axis
///
/// At the singular point the last row of G vanishes, but its direction has a limit, a different one
/// on each branch: in double a step passes through, on the branch it came from, and the pivot
/// share, which has no units, does not notice. In float phi_1 + phi_2 is known there to 3e-4 rad
/// only, and a step may be refused (`residual_too_large`). Invariant: the energy. On the branch of
/// the starts the motion is that of phi = phi_1, phi_2 = -phi:
///
///     (2/3 + 2 sin^2 phi) phi'' = -(2 sin phi cos phi phi'^2 + g cos phi)     unit bars and masses
///
/// Source: Ascher, Lin, "Sequential regularization methods for nonlinear higher-index DAEs", SIAM
/// J. Sci. Comput. 18 (1997), example 6.5; bars and masses are not printed there and are ours.
/// Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct SliderCrank {
  using Scalar = S;
  static constexpr int nq = 6, nc = 5;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 2> angle_coordinates{2, 5};
  static constexpr S residual_limit = S(1e-3);

  std::array<S, 2> length_m{S(1), S(1)};  ///< crank, rod
  std::array<S, 2> mass_kg{S(1), S(1)};
  S gravity_m_s2 = S(9.81);

  Vector<S, 6> mass_matrix() const {
    Vector<S, 6> m;
    m[0] = m[1] = mass_kg[0];
    m[2] = mass_kg[0] * length_m[0] * length_m[0] / S(12);
    m[3] = m[4] = mass_kg[1];
    m[5] = mass_kg[1] * length_m[1] * length_m[1] / S(12);
    return m;
  }

  template <class N>
  Vector<N, 6> force(const Vector<N, 6>&, const Vector<N, 6>&,
                     const Signals<SliderCrank, N>&) const {
    Vector<N, 6> f;
    f[0] = f[2] = f[3] = f[5] = N(S(0));
    f[1] = N(-mass_kg[0] * gravity_m_s2);
    f[4] = N(-mass_kg[1] * gravity_m_s2);
    return f;
  }

  template <class N>
  Vector<N, 5> constraint(const Vector<N, 6>& q, const Signals<SliderCrank, N>&) const {
    // half of each bar, from its centre to its far end
    const SinCos<N> crank = sincos(q[2]), rod = sincos(q[5]);
    const S half_crank = S(0.5) * length_m[0], half_rod = S(0.5) * length_m[1];
    const N cx = half_crank * crank.cos, cy = half_crank * crank.sin;
    const N rx = half_rod * rod.cos, ry = half_rod * rod.sin;
    Vector<N, 5> g;
    g[0] = q[0] - cx;
    g[1] = q[1] - cy;
    g[2] = q[3] - (cx + cx) - rx;
    g[3] = q[4] - (cy + cy) - ry;
    g[4] = (cy + cy) + (ry + ry);
    return g;
  }
};

/// Kinetic and potential energy in J, zero at rest with both bars level.
template <class S>
S energy(const SliderCrank<S>& model, const std::array<S, 6>& q, const std::array<S, 6>& u) {
  const Vector<S, 6> m = model.mass_matrix();
  S twice_kinetic = S(0);
  for (std::size_t i = 0; i < 6; ++i) twice_kinetic += m[static_cast<int>(i)] * (u[i] * u[i]);
  return S(0.5) * twice_kinetic +
         model.gravity_m_s2 * (model.mass_kg[0] * q[1] + model.mass_kg[1] * q[4]);
}

/// Consistent start of case 1: phi_1 = 7 pi / 4, at rest.
template <class S>
struct SliderCrankStart {
  std::array<S, 6> q{S(0.35355339059327376220),  S(-0.35355339059327376220),
                     S(5.4977871437821381673),   S(1.0606601717798212866),
                     S(-0.35355339059327376220), S(0.78539816339744830962)};
  std::array<S, 6> u{};
};

/// Consistent start of case 2: phi_1 = pi / 4, the slider at -4 m/s.
template <class S>
struct SliderCrankMovingStart {
  std::array<S, 6> q{S(0.35355339059327376220), S(0.35355339059327376220),
                     S(0.78539816339744830962), S(1.0606601717798212866),
                     S(0.35355339059327376220), S(5.4977871437821381673)};
  std::array<S, 6> u{S(-1), S(1), S(2.8284271247461900976), S(-3), S(1), S(-2.8284271247461900976)};
};

}  // namespace taut::models
