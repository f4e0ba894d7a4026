/// \file
/// Andrews' squeezing mechanism of andrews.hpp, from bodies and joints: seven bodies, ten revolute
/// joints, three closed loops, a spring, the torque on the crank as input.
///
///     K1 crank O F     K2 F E       K3 B E, with the end D of the spring
///     K4 E H           K5 A H       K6 E G           K7 A G
///
/// One joint at E carries K2, K3, K4 and K6: three revolute joints, each to K2. 21 velocities, 20
/// rows, none redundant: one degree of freedom. Angles of the bodies are those of the source,
///
///     beta, beta + Theta, gamma, Phi + delta, delta, Omega + epsilon, epsilon
///
/// Tick rate 10 kHz and above under the torque of the source, which takes the crank to 300 turns a
/// second within 0.1 s. Invariant: energy less torque times beta. Source: as models/andrews.hpp,
/// whose names the lengths bear and whose reference (host_tests/reference/exact.csv) holds here
/// too. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct AndrewsList {
  using Scalar = S;
  static constexpr int nw = 1;
  static constexpr S residual_limit = S(1e-4);
  static constexpr S drive_torque_n_m = S(0.033);  ///< the input of the source
  static constexpr int k1 = 0, k2 = 1, k3 = 2, k4 = 3, k5 = 4, k6 = 5, k7 = 6;
  static constexpr std::array joints{revolute(ground, k1, "O"),   revolute(k1, k2, "F"),
                                     revolute(ground, k3, "B"),   revolute(k2, k3, "E of K3"),
                                     revolute(k2, k4, "E of K4"), revolute(k2, k6, "E of K6"),
                                     revolute(k4, k5, "H"),       revolute(ground, k5, "A of K5"),
                                     revolute(k6, k7, "G"),       revolute(ground, k7, "A of K7")};

  // in m
  static constexpr S xa = S(-0.06934), ya = S(-0.00227), xb = S(-0.03635), yb = S(0.03273);
  static constexpr S xc = S(0.014), yc = S(0.072);  ///< fixed end of the spring
  static constexpr S rr = S(0.007), ra = S(0.00092), d = S(0.028), da = S(0.0115);
  static constexpr S ss = S(0.035), sa = S(0.01874), sb = S(0.01043), sc = S(0.018), sd = S(0.02);
  static constexpr S e = S(0.02), ea = S(0.01421), zf = S(0.02), fa = S(0.01421);
  static constexpr S zt = S(0.04), ta = S(0.02308), tb = S(0.00916);
  static constexpr S u = S(0.04), ua = S(0.01228), ub = S(0.00449);

  std::array<PlanarBody<S>, 7> bodies{PlanarBody<S>{S(0.04325), S(2.194e-6)},
                                      {S(0.00365), S(4.410e-7)},
                                      {S(0.02373), S(5.255e-6)},
                                      {S(0.00706), S(5.667e-7)},
                                      {S(0.0705), S(1.169e-5)},
                                      {S(0.00706), S(5.667e-7)},
                                      {S(0.05498), S(1.912e-5)}};
  std::array<PlanarGeometry<S>, 10> geometry{{{{S(0), S(0)}, {-ra, S(0)}},
                                              {{rr - ra, S(0)}, {da, S(0)}},
                                              {{xb, yb}, {-sb, sa}},
                                              {{da - d, S(0)}, {-sb, sa - ss}},
                                              {{da - d, S(0)}, {S(0), -ea}},
                                              {{da - d, S(0)}, {fa, S(0)}},
                                              {{S(0), e - ea}, {zt - ta, -tb}},
                                              {{xa, ya}, {-ta, -tb}},
                                              {{fa - zf, S(0)}, {ub, ua - u}},
                                              {{xa, ya}, {ub, ua}}}};
  SpringDamper<S, 2> spring{ground, k3, {xc, yc}, {sd - sb, sa - sc}, S(0.07785), S(4530)};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    spring.apply(acting);
    acting.add(k1, 2, s.w[0]);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return spring.potential_energy(acting);
  }

  /// Centres of mass and angles from the seven angles of the source, (beta, ..., epsilon).
  static std::array<S, 21> from_angles(const std::array<S, 7>& angles) {
    const S theta[7] = {angles[0], angles[0] + angles[1], angles[2], angles[3] + angles[4],
                        angles[4], angles[5] + angles[6], angles[6]};
    SinCos<S> t[7];
    for (int b = 0; b < 7; ++b) t[b] = sincos(theta[b]);
    const S at[7][2] = {
        {ra * t[0].cos, ra * t[0].sin},
        {rr * t[0].cos - da * t[1].cos, rr * t[0].sin - da * t[1].sin},
        {xb + sa * t[2].sin + sb * t[2].cos, yb - sa * t[2].cos + sb * t[2].sin},
        {xa + zt * t[4].cos + (e - ea) * t[3].sin, ya + zt * t[4].sin - (e - ea) * t[3].cos},
        {xa + ta * t[4].cos - tb * t[4].sin, ya + ta * t[4].sin + tb * t[4].cos},
        {xa + u * t[6].sin + (zf - fa) * t[5].cos, ya - u * t[6].cos + (zf - fa) * t[5].sin},
        {xa + ua * t[6].sin - ub * t[6].cos, ya - ua * t[6].cos - ub * t[6].sin}};
    std::array<S, 21> q{};
    for (std::size_t b = 0; b < 7; ++b) {
      q[3 * b] = at[b][0];
      q[3 * b + 1] = at[b][1];
      q[3 * b + 2] = theta[b];
    }
    return q;
  }

  /// Consistent start of the source: Theta = 0, at rest.
  static std::array<S, 21> start() {
    return from_angles({S(-0.0617138900142764496358948458001), S(0),
                        S(0.455279819163070380255912382449), S(0.222668390165885884674473185609),
                        S(0.487364979543842550225598953530), S(-0.222668390165885884674473185609),
                        S(1.23054744454982119249735015568)});
  }
};

template <class S>
using AndrewsMechanism = Mechanism<AndrewsList<S>>;

}  // namespace taut::models
