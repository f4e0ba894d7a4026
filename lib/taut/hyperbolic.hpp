/// \file
/// Hyperbolic tangent with one result on every machine and one cost for every argument, as
/// trigonometry.hpp has it for sine and cosine: + - * / and bits alone, no data-dependent branch.
///
///     tanh x = y / (y + 2),  y = e^2x - 1 = 2^k (e^r - 1) + (2^k - 1),  2x = k ln 2 + r
///
/// for x >= 0, |r| <= (ln 2)/2, with the sign of x put back. The series of e^r - 1 ends where a
/// term is below half a rounding. Relative error below 3 roundings, also for small x.
/// Interrupt: safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "taut/dual.hpp"
#include "taut/inline.hpp"

namespace taut {

namespace detail {

// 2^k (1 + y) - 1 for an integer k that nearest_integer left in the low bits.
template <class S, class Bits>
S scaled_exponential(S y, Bits k) {
  constexpr int digits = std::numeric_limits<S>::digits - 1;
  const Bits bits = Bits(k + Bits(std::numeric_limits<S>::max_exponent - 1)) << digits;
  S power;
  std::memcpy(&power, &bits, sizeof(S));
  return power * y + (power - S(1));
}

// For x >= 0. Above 20 it is 1 to rounding; NaN stays NaN.
inline float tanh_of_positive(float x) {
  float twice = x > 20.0F ? 40.0F : x + x;
  keep_opaque(twice);
  std::uint32_t k;
  const float n = nearest_integer(twice * 1.44269504F, k);
  const float r = (twice - n * 0.693359375F) - n * -2.12194440e-4F;
  const float series =
      r * (1.0F +
           r * (0.5F + r * (1.6666667e-1F +
                            r * (4.1666667e-2F +
                                 r * (8.3333333e-3F + r * (1.3888889e-3F + r * 1.9841270e-4F))))));
  const float y = scaled_exponential(series, k);
  return y / (y + 2.0F);
}

inline double tanh_of_positive(double x) {
  double twice = x > 20.0 ? 40.0 : x + x;
  keep_opaque(twice);
  std::uint64_t k;
  const double n = nearest_integer(twice * 1.4426950408889634074, k);
  const double r = (twice - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
  double tail = 1.6059043836821614599e-10;  // 1/13!
  tail = 2.0876756987868098979e-9 + r * tail;
  tail = 2.5052108385441718775e-8 + r * tail;
  tail = 2.7557319223985890653e-7 + r * tail;
  tail = 2.7557319223985890653e-6 + r * tail;
  tail = 2.4801587301587301587e-5 + r * tail;
  tail = 1.9841269841269841270e-4 + r * tail;
  tail = 1.3888888888888888889e-3 + r * tail;
  tail = 8.3333333333333333333e-3 + r * tail;
  tail = 4.1666666666666666667e-2 + r * tail;
  tail = 1.6666666666666666667e-1 + r * tail;
  const double y = scaled_exponential(r * (1.0 + r * (0.5 + r * tail)), k);
  return y / (y + 2.0);
}

}  // namespace detail

inline float tanh(float x) {
  const float y = detail::tanh_of_positive(abs(x));
  return std::copysign(y, x);
}
inline double tanh(double x) {
  const double y = detail::tanh_of_positive(abs(x));
  return std::copysign(y, x);
}

/// Derivative 1 - tanh^2.
template <class T, int n>
Dual<T, n> tanh(const Dual<T, n>& x) {
  const T y = tanh(x.value);
  return Dual<T, n>::chain(y, BaseScalar<T>(1) - y * y, x);
}

}  // namespace taut
