/// \file
/// Sine and cosine with one result on every machine and one cost for every angle.
///
/// Math libraries differ in the last bit and in the number of instructions from angle to angle; a
/// step that calls them is neither reproducible between host and board nor constant in cost. These
/// functions use only +, -, * in the scalar's own precision, so that (with contraction off) each
/// IEEE machine returns the same bits, and they have no data-dependent branch.
///
/// Method: Cody-Waite reduction to |r| <= pi/4 in three parts, then the minimax polynomials of the
/// Cephes library (float) and of fdlibm (double), quadrant by bit selection.
/// Error below 2 units in the last place of 1; range |x| <= 8192 (float), 2^20 (double): an angle
/// beyond has lost its digits already and gives NaN, which a step reports as non-finite. Models
/// declare growing angles as angle coordinates (model.hpp), which the stepper wraps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "taut/unroll.hpp"

namespace taut {

template <class S>
struct SinCos {
  S sin, cos;
};

namespace detail {

// 1.5 * 2^(digits - 1): adding it moves the integer nearest to x into the low bits. Valid for
// |x| < 2^(digits - 2), ties to even.
template <class S>
inline constexpr S integer_shifter = S(std::uint64_t(3) << (std::numeric_limits<S>::digits - 2));

template <class S>
inline S nearest_integer(S x) {
  return (x + integer_shifter<S>)-integer_shifter<S>;
}

// The same, with its low bits.
template <class S, class Bits>
inline S nearest_integer(S x, Bits& low_bits) {
  const S shifted = x + integer_shifter<S>;
  std::memcpy(&low_bits, &shifted, sizeof(S));
  return shifted - integer_shifter<S>;
}

template <class S, class Bits>
inline S with_sign_bit(S x, Bits sign) {
  Bits bits;
  std::memcpy(&bits, &x, sizeof(S));
  bits ^= sign;
  std::memcpy(&x, &bits, sizeof(S));
  return x;
}

// sin, cos of r + quadrant * pi/2 from s = sin(r), c = cos(r): swap in odd quadrants, signs by
// bits.
template <class S, class Bits>
inline SinCos<S> rotate_by_quadrant(S s, S c, Bits quadrant) {
  constexpr int sign_shift = std::is_same_v<S, float> ? 31 : 63;
  const Bits sign = (Bits{} + 1) << sign_shift;
  const Bits odd = -(quadrant & 1);  // all ones in odd quadrants
  Bits sb, cb;
  std::memcpy(&sb, &s, sizeof(S));
  std::memcpy(&cb, &c, sizeof(S));
  const Bits swap = (sb ^ cb) & odd;
  sb ^= swap;
  cb ^= swap;
  std::memcpy(&s, &sb, sizeof(S));
  std::memcpy(&c, &cb, sizeof(S));
  s = with_sign_bit(s, Bits((quadrant << (sign_shift - 1)) & sign));
  c = with_sign_bit(c, Bits(((quadrant + 1) << (sign_shift - 1)) & sign));
  return {s, c};
}

// x, or NaN where it is past the range.
inline float within_range(float x) {
  return x >= -8192.0F && x <= 8192.0F ? x : std::numeric_limits<float>::quiet_NaN();
}

// The functions themselves.
TAUT_INLINE inline SinCos<float> sincos_within_range(float x) {
  // x = quadrant * pi/2 + r, pi/2 = 201/128 + 4.8375e-4 + 7.5498e-8
  std::uint32_t quadrant;
  const float k = nearest_integer(x * 0.636619772F, quadrant);
  float r = x - k * 1.5703125F;
  r = r - k * 4.837512969970703125e-4F;
  r = r - k * 7.549789948768648e-8F;
  const float z = r * r;
  const float s = ((-1.9515295891e-4F * z + 8.3321608736e-3F) * z - 1.6666654611e-1F) * z * r + r;
  const float c =
      ((2.443315711809948e-5F * z - 1.388731625493765e-3F) * z + 4.166664568298827e-2F) * z * z -
      0.5F * z + 1.0F;
  return rotate_by_quadrant(s, c, quadrant);
}

// The constants of double precision: one of each, or each twice for two angles at a time.
template <class V>
struct DoubleKernel {
  V overflow;   // past the range its product with an angle is infinite
  V quadrants;  // 2 / pi
  V shifter;
  V part[3];  // pi/2 = 33 bits + 33 bits + rest
  V sine[6], cosine[6];
  V half, one;
};
inline constexpr DoubleKernel<double> double_kernel{
    std::numeric_limits<double>::max() / 1048576.0,
    6.36619772367581382433e-01,
    integer_shifter<double>,
    {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624879595063154e-21},
    {-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
     2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10},
    {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
     -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11},
    0.5,
    1.0};

template <class Bits, class V>
TAUT_INLINE inline SinCos<V> sincos_by(const DoubleKernel<V>& K, V angle) {
  const V x = angle + (angle * K.overflow) * 0.0;  // the angle, or NaN past the range
  const V shifted = x * K.quadrants + K.shifter;
  Bits quadrant;
  std::memcpy(&quadrant, &shifted, sizeof(V));
  const V k = shifted - K.shifter;
  // the second rounding error is carried into the third part
  const V t = x - k * K.part[0];
  const V w = k * K.part[1];
  const V hi = t - w;
  const V r = hi - (k * K.part[2] - ((t - hi) - w));
  const V z = r * r;
  const V* const a = K.sine;
  const V* const b = K.cosine;
  const V s = r + r * z * (a[0] + z * (a[1] + z * (a[2] + z * (a[3] + z * (a[4] + z * a[5])))));
  const V c =
      K.one -
      (K.half * z - z * z * (b[0] + z * (b[1] + z * (b[2] + z * (b[3] + z * (b[4] + z * b[5]))))));
  return rotate_by_quadrant(s, c, quadrant);
}

}  // namespace detail

/// Sine and cosine of x in rad. Pure, so that a compiler shares repeated calls. Interrupt: safe.
[[gnu::const, gnu::noinline]] inline SinCos<float> sincos(float x) {
  return detail::sincos_within_range(detail::within_range(x));
}
/// The same in double precision.
[[gnu::const, gnu::noinline]] inline SinCos<double> sincos(double x) {
  return detail::sincos_by<std::uint64_t>(detail::double_kernel, x);
}

/// Sines and cosines of n angles.
template <class S, std::size_t n>
struct SinesCosines {
  S sin[n + n % 2], cos[n + n % 2];
};
/// The same for n angles, several at a time on machines that can.
template <std::size_t n>
[[gnu::noinline]] SinesCosines<float, n> sincos(const float (&x)[n]) {
  SinesCosines<float, n> y;
  for (std::size_t i = 0; i < n; ++i) {
    const SinCos<float> one = detail::sincos_within_range(detail::within_range(x[i]));
    y.sin[i] = one.sin;
    y.cos[i] = one.cos;
  }
  return y;
}

#ifdef __SSE2__
namespace detail {
using Doubles = double __attribute__((vector_size(16)));
using DoublesBits = std::uint64_t __attribute__((vector_size(16)));
constexpr Doubles twice(double x) { return Doubles{x, x}; }
constexpr DoubleKernel<Doubles> twice(const DoubleKernel<double>& K) {
  return {twice(K.overflow),
          twice(K.quadrants),
          twice(K.shifter),
          {twice(K.part[0]), twice(K.part[1]), twice(K.part[2])},
          {twice(K.sine[0]), twice(K.sine[1]), twice(K.sine[2]), twice(K.sine[3]), twice(K.sine[4]),
           twice(K.sine[5])},
          {twice(K.cosine[0]), twice(K.cosine[1]), twice(K.cosine[2]), twice(K.cosine[3]),
           twice(K.cosine[4]), twice(K.cosine[5])},
          twice(K.half),
          twice(K.one)};
}
// Weak, so that its numbers are operands in memory: known ones GCC stores once and makes two of,
// with two instructions each.
// NOLINTNEXTLINE(misc-definitions-in-headers)
[[gnu::weak]] extern const DoubleKernel<Doubles> kernel_of_two = twice(double_kernel);
}  // namespace detail

template <std::size_t n>
[[gnu::noinline]] SinesCosines<double, n> sincos(const double (&x)[n]) {
  constexpr int pairs = static_cast<int>((n + 1) / 2);
  detail::Doubles angles[pairs];
  angles[n / 2 - (n % 2 == 0)] = detail::Doubles{x[n - 1], 0.0};
  std::memcpy(angles, x, (n - n % 2) * sizeof(double));
  SinesCosines<double, n> y;
  for_all<pairs>([&](int i) TAUT_INLINE {
    const SinCos<detail::Doubles> two =
        detail::sincos_by<detail::DoublesBits>(detail::kernel_of_two, angles[i]);
    std::memcpy(&y.sin[2 * i], &two.sin, sizeof(two.sin));
    std::memcpy(&y.cos[2 * i], &two.cos, sizeof(two.cos));
  });
  return y;
}
#else
template <std::size_t n>
[[gnu::noinline]] SinesCosines<double, n> sincos(const double (&x)[n]) {
  SinesCosines<double, n> y;
  for (std::size_t i = 0; i < n; ++i) {
    const SinCos<double> one = sincos(x[i]);
    y.sin[i] = one.sin;
    y.cos[i] = one.cos;
  }
  return y;
}
#endif

inline float sin(float x) { return sincos(x).sin; }
inline float cos(float x) { return sincos(x).cos; }
inline double sin(double x) { return sincos(x).sin; }
inline double cos(double x) { return sincos(x).cos; }

}  // namespace taut
