/// \file
/// Slider crank from bodies and joints: two uniform bars of 1 m and 1 kg, a slider without mass.
///
///     crank from (0, 0), rod from its tip; the rod's end stays on the x axis; gravity in -y
///
/// The mechanism of models::SliderCrank, whose constraints are the same. Bars of one length pass a
/// position where both stand upright and the slider may stay where it is: there the last row
/// depends on the others, and the list states `redundant`. Source: Ascher, Lin, "Sequential
/// regularization methods for nonlinear higher-index DAEs", SIAM J. Sci. Comput. 18 (1997), example
/// 6.5. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct SliderCrankList {
  using Scalar = S;
  static constexpr bool redundant = true;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int crank = 0, rod = 1;
  static constexpr std::array joints{revolute(ground, crank, "crank pivot"),
                                     revolute(crank, rod, "crank pin"),
                                     point_on_line(ground, rod, "slider")};

  std::array<PlanarBody<S>, 2> bodies{PlanarBody<S>{S(1), S(1) / S(12)}, {S(1), S(1) / S(12)}};
  std::array<PlanarGeometry<S>, 3> geometry{{{{S(0), S(0)}, {S(-0.5), S(0)}},
                                             {{S(0.5), S(0)}, {S(-0.5), S(0)}},
                                             {{S(0), S(0)}, {S(0.5), S(0)}}}};
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }
};

template <class S>
using SliderCrankMechanism = Mechanism<SliderCrankList<S>>;

}  // namespace taut::models
