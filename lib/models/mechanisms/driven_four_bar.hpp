/// \file
/// The four-bar linkage of mechanisms/four_bar.hpp with what may change while it runs as inputs:
///
///     w = (torque on the crank in N m, viscous friction c at the crank's pivot in N m s, gravity
///          in -y in m/s^2)
///     torque on the crank: w_0 - c crank'
///
/// With c = 0 and 9.81 m/s^2 it is that linkage, bit for bit; its potential energy is that of 9.81
/// m/s^2 always. Interrupt: safe.
#pragma once

#include "models/mechanisms/four_bar.hpp"

namespace taut::models {

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

/// Position in q, u as in models::FourBar.
template <class S>
using DrivenFourBar = Mechanism<DrivenFourBarList<S>>;

}  // namespace taut::models
