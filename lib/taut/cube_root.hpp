/// \file
/// Cube root with one result on every machine and one cost for every argument, as trigonometry.hpp
/// has it for sine and cosine: + - * / and bits alone.
///
/// A third of the exponent from the bits, then Halley steps, each of which triples the right
/// digits:
///
///     y <- y + y (r - 1) / (r + 2),  r = x / y^3
///
/// Relative error below one rounding; +-0 and the infinities are themselves, numbers below the
/// smallest normal one give 0. Source: Kahan's start by an integer division (1991); Halley's
/// method. Interrupt: safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "taut/dual.hpp"

namespace taut {

namespace detail {

// For x >= 0 normal: right to a thirtieth.
inline float cube_root_start(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof x);
  bits = bits / 3U + 709921077U;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
inline double cube_root_start(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof x);
  // of the upper word alone: a division of 64 bits is a library call on a Cortex-M
  const std::uint32_t high = std::uint32_t(bits >> 32) / 3U + 715094163U;
  bits = std::uint64_t(high) << 32;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

template <class S>
S cube_root(S x, int steps) {
  const S size = abs(x);
  // what has no cube root by Halley's steps: zero, subnormal numbers, infinity, NaN
  const bool regular =
      size >= std::numeric_limits<S>::min() && size <= std::numeric_limits<S>::max();
  const S a = regular ? size : S(1);
  S y = cube_root_start(a);
  for (int k = 0; k < steps; ++k) {
    // a / y^3 in place of y^3 / a: neither overflows nor vanishes
    const S ratio = a / (y * y * y);
    y += y * ((ratio - S(1)) / (ratio + S(2)));
  }
  const S signed_y = x < S(0) ? -y : y;
  const S other = size < S(1) ? x * S(0) : x;
  return regular ? signed_y : other;
}

}  // namespace detail

inline float cbrt(float x) { return detail::cube_root(x, 2); }
inline double cbrt(double x) { return detail::cube_root(x, 3); }

/// Derivative y / (3 x), infinite at 0.
template <class T, int n>
Dual<T, n> cbrt(const Dual<T, n>& x) {
  const T y = cbrt(x.value);
  return Dual<T, n>::chain(y, BaseScalar<T>(1) / (BaseScalar<T>(3) * y * y), x);
}

}  // namespace taut
