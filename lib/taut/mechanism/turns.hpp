/// \file
/// Angles to the nearest turn, so that a wheel may turn for ever. Interrupt: safe.
#pragma once

#include "taut/dual.hpp"

namespace taut::detail {

// x less the full turns in it.
template <class N>
N nearest_turn(const N& x) {
  using B = BaseScalar<N>;
  constexpr B two_pi = B(6.283185307179586477);
  return x - nearest_integer(base_value(x) * (B(1) / two_pi)) * two_pi;
}

}  // namespace taut::detail
