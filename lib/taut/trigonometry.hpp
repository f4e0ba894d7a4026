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

#include "taut/inline.hpp"

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
  constexpr int sign_shift = static_cast<int>(sizeof(S)) * 8 - 1;
  const Bits odd = Bits(0) - (quadrant & 1);  // all ones in odd quadrants
  Bits sb, cb;
  std::memcpy(&sb, &s, sizeof(S));
  std::memcpy(&cb, &c, sizeof(S));
  const Bits swap = (sb ^ cb) & odd;
  sb ^= swap;
  cb ^= swap;
  std::memcpy(&s, &sb, sizeof(S));
  std::memcpy(&c, &cb, sizeof(S));
  s = with_sign_bit(s, Bits((quadrant >> 1) & 1) << sign_shift);
  c = with_sign_bit(c, Bits(((quadrant + 1) >> 1) & 1) << sign_shift);
  return {s, c};
}

}  // namespace detail

namespace detail {

// x, or NaN where it is past the range.
inline float within_range(float x) {
  return x >= -8192.0F && x <= 8192.0F ? x : std::numeric_limits<float>::quiet_NaN();
}
inline double within_range(double x) {
  return x >= -1048576.0 && x <= 1048576.0 ? x : std::numeric_limits<double>::quiet_NaN();
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
TAUT_INLINE inline SinCos<double> sincos_within_range(double x) {
  std::uint64_t quadrant;
  const double k = nearest_integer(x * 6.36619772367581382433e-01, quadrant);
  // pi/2 = 33 bits + 33 bits + rest; the second rounding error is carried into the third part
  const double t = x - k * 1.57079632673412561417e+00;
  const double w = k * 6.07710050630396597660e-11;
  const double hi = t - w;
  const double r = hi - (k * 2.02226624879595063154e-21 - ((t - hi) - w));
  const double z = r * r;
  const double s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const double c =
      1.0 -
      (0.5 * z -
       z * z *
           (4.16666666666666019037e-02 +
            z * (-1.38888888888741095749e-03 +
                 z * (2.48015872894767294178e-05 +
                      z * (-2.75573143513906633035e-07 +
                           z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  return rotate_by_quadrant(s, c, quadrant);
}

}  // namespace detail

/// Sine and cosine of x in rad. Pure, so that a compiler shares repeated calls. Interrupt: safe.
[[gnu::const, gnu::noinline]] inline SinCos<float> sincos(float x) {
  return detail::sincos_within_range(detail::within_range(x));
}
/// The same in double precision.
[[gnu::const, gnu::noinline]] inline SinCos<double> sincos(double x) {
  return detail::sincos_within_range(detail::within_range(x));
}

/// The same for n angles, several at a time on machines that can.
template <class S, std::size_t n>
struct SinesCosines {
  S sin[n], cos[n];
};
template <class S, std::size_t n>
[[gnu::noinline]] SinesCosines<S, n> sincos(const S (&x)[n]) {
  constexpr std::size_t lanes = 16 / sizeof(S), rest = n % lanes;
  S within[n];
  for (std::size_t i = 0; i < n - rest; ++i) within[i] = detail::within_range(x[i]);
  SinesCosines<S, n> y;
  for (std::size_t i = 0; i < n - rest; ++i) {
    const SinCos<S> one = detail::sincos_within_range(within[i]);
    y.sin[i] = one.sin;
    y.cos[i] = one.cos;
  }
  for (std::size_t i = n - rest; i < n; ++i) {
    const SinCos<S> one = sincos(x[i]);
    y.sin[i] = one.sin;
    y.cos[i] = one.cos;
  }
  return y;
}

inline float sin(float x) { return sincos(x).sin; }
inline float cos(float x) { return sincos(x).cos; }
inline double sin(double x) { return sincos(x).sin; }
inline double cos(double x) { return sincos(x).cos; }

}  // namespace taut
