/// \file
/// Corners rounded off, so that forces have a derivative everywhere and no branch. Interrupt: safe.
#pragma once

#include <limits>

#include "taut/dual.hpp"

namespace taut {

/// Smooth max(x, 0): (x + sqrt(x^2 + width^2)) / 2, at 0 half a width, above max(x, 0) everywhere,
/// but 0 in the scalar's digits where x is below some -1e3 widths (float) or -1e8 (double).
template <class N, class S>
N soft_positive(const N& x, const S& width) {
  return BaseScalar<N>(0.5) * (x + sqrt(x * x + width * width));
}

/// x held smoothly in (-limit, limit): with w = limit / 16,
///
///     sp(x + limit) - sp(x - limit) - limit
///       = 2 limit x / (sqrt((x + limit)^2 + w^2) + sqrt((x - limit)^2 + w^2)),  sp: soft_positive
///
/// x to 0.2 % in the middle, 0.97 limit at x = limit. `limit` is positive, or 0 for none of x; x^2
/// is finite.
template <class N, class S>
N soft_limit(const N& x, const S& limit) {
  const S w = limit * S(0.0625);
  const S rounded = w * w + std::numeric_limits<S>::min();  // not 0 / 0 where all is 0
  const N above = x + limit, below = x - limit;
  return S(2) * limit * x / (sqrt(above * above + rounded) + sqrt(below * below + rounded));
}

}  // namespace taut
