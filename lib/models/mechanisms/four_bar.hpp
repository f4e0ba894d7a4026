/// \file
/// The planar four-bar linkage of four_bar.hpp, from bodies and joints: three uniform slender rods
/// and four revolute joints, gravity in -y, a torque on the crank as input.
///
///     crank 1 m from (0, 0), coupler 2.5 m, rocker 2 m from (2.5 m, 0); 1 kg/m; open branch
///
/// Coordinates, constraints and energy are those of models::FourBar, so that its start and its
/// reference (host_tests/reference/four_bar.csv) hold here too. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

// [list]
template <class S>
struct FourBarList {
  using Scalar = S;
  static constexpr int nw = 1;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int crank = 0, coupler = 1, rocker = 2;
  static constexpr std::array joints{
      revolute(ground, crank, "crank pivot"), revolute(crank, coupler, "crank pin"),
      revolute(ground, rocker, "rocker pivot"), revolute(coupler, rocker, "rocker pin")};

  std::array<PlanarBody<S>, 3> bodies{slender_rod(S(1)), slender_rod(S(2.5)), slender_rod(S(2))};
  std::array<PlanarGeometry<S>, 4> geometry{{{{S(0), S(0)}, {S(-0.5), S(0)}},
                                             {{S(0.5), S(0)}, {S(-1.25), S(0)}},
                                             {{S(2.5), S(0)}, {S(-1), S(0)}},
                                             {{S(1.25), S(0)}, {S(1), S(0)}}}};
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    gravity.apply(acting);
    acting.add(crank, 2, s.w[0]);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  /// 1 kg/m.
  static constexpr PlanarBody<S> slender_rod(S length_m) {
    return {length_m, length_m * length_m * length_m / S(12)};
  }
};

/// Position in q, u as in models::FourBar.
template <class S>
using FourBarMechanism = Mechanism<FourBarList<S>>;
// [list]

/// What may change while it runs as inputs:
///
///     w = (torque on the crank in N m, viscous friction c at the crank's pivot in N m s, gravity
///          in -y in m/s^2)
///     torque on the crank: w_0 - c crank'
///
/// With c = 0 and 9.81 m/s^2 it is the linkage above, bit for bit. Its potential energy is that of
/// 9.81 m/s^2 always.
template <class S>
struct DrivenFourBarList : FourBarList<S> {
  static constexpr int nw = 3;

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    using N = typename Acting::Number;
    for (int b = 0; b < 3; ++b)
      acting.add(b, 1, N(-(this->bodies[static_cast<std::size_t>(b)].mass_kg * s.w[2])));
    acting.add(this->crank, 2, s.w[0] - s.w[1] * acting.motion(this->crank).w);
  }
};

template <class S>
using DrivenFourBar = Mechanism<DrivenFourBarList<S>>;

}  // namespace taut::models
