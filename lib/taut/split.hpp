/// \file
/// A number as the unevaluated sum of two: twice the digits of its scalar, by additions and
/// products of the scalar alone.
///
///     two_sum(a, b) = (s, e)    s + e = a + b exactly      (Knuth)
///     two_product(a, b)         the same of a b            (Dekker, Veltkamp)
///
/// Constraints far from the origin are evaluated with it (`split_positions`, model.hpp): the low
/// words of compensated summation then count. Sums and products carry a relative error of some
/// epsilon^2, quotients and roots some more; sine and cosine are those of the scalar, which is
/// enough for what does not grow with the coordinates. The same bits on every machine: config.hpp
/// refuses fast-math, and nothing here is left to a fused multiply-add. Source: T. J. Dekker, "A
/// floating-point technique for extending the available precision", Numer. Math. 18 (1971).
/// Interrupt: safe.
#pragma once

#include "taut/dual.hpp"
#include "taut/summation.hpp"

namespace taut {

namespace detail {
template <class S>
inline Sum<S> two_sum(S a, S b) {
  const S s = a + b;
  const S b_part = s - a;
  const S a_part = s - b_part;
  return {s, (a - a_part) + (b - b_part)};
}
// For |a| >= |b|.
template <class S>
inline Sum<S> quick_two_sum(S a, S b) {
  const S s = a + b;
  return {s, b - (s - a)};
}
// The upper half of the digits, and the rest.
template <class S>
inline Sum<S> halves(S a) {
  constexpr S splitter = S((std::uint64_t(1) << ((std::numeric_limits<S>::digits + 1) / 2)) + 1);
  const S shifted = splitter * a;
  const S upper = shifted - (shifted - a);
  return {upper, a - upper};
}
template <class S>
inline Sum<S> two_product(S a, S b) {
  const S p = a * b;
  const Sum<S> x = halves(a), y = halves(b);
  return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}
}  // namespace detail

template <class S>
struct Split {
  S hi, lo;

  Split() = default;  // uninitialised, as plain numbers are
  constexpr Split(S x) : hi(x), lo(S(0)) {}
  constexpr Split(S high, S low) : hi(high), lo(low) {}
  explicit constexpr Split(Sum<S> x) : hi(x.hi), lo(x.lo) {}

  /// The nearest number of S.
  S rounded() const { return hi + lo; }

  friend Split operator-(const Split& a) { return {-a.hi, -a.lo}; }
  friend Split operator+(const Split& a, const Split& b) {
    const Sum<S> s = detail::two_sum(a.hi, b.hi);
    const Sum<S> t = detail::two_sum(a.lo, b.lo);
    const Sum<S> u = detail::quick_two_sum(s.hi, s.lo + t.hi);
    return Split(detail::quick_two_sum(u.hi, t.lo + u.lo));
  }
  friend Split operator-(const Split& a, const Split& b) { return a + -b; }
  friend Split operator*(const Split& a, const Split& b) {
    const Sum<S> p = detail::two_product(a.hi, b.hi);
    return Split(detail::quick_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi)));
  }
  friend Split operator/(const Split& a, const Split& b) {
    const S quotient = a.hi / b.hi;
    const Split rest = a - b * Split(quotient);
    return Split(detail::quick_two_sum(quotient, rest.hi / b.hi));
  }
  Split& operator+=(const Split& b) { return *this = *this + b; }
  Split& operator-=(const Split& b) { return *this = *this - b; }
  Split& operator*=(const Split& b) { return *this = *this * b; }

  friend bool operator<(const Split& a, const Split& b) {
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
  }
  friend bool operator>(const Split& a, const Split& b) { return b < a; }
  friend bool operator<=(const Split& a, const Split& b) {
    return a.hi < b.hi || (a.hi == b.hi && a.lo <= b.lo);
  }
  friend bool operator>=(const Split& a, const Split& b) { return b <= a; }
  friend bool operator==(const Split& a, const Split& b) { return a.hi == b.hi && a.lo == b.lo; }
  friend bool operator!=(const Split& a, const Split& b) { return !(a == b); }
};

namespace detail {
template <class S>
struct Unwrapped<Split<S>> {
  using type = S;
};
}  // namespace detail

template <class S>
constexpr S base_value(const Split<S>& x) {
  return x.hi;
}
template <class S>
Split<S> abs(const Split<S>& x) {
  return x.hi < S(0) ? -x : x;
}
template <class S>
Split<S> min(const Split<S>& a, const Split<S>& b) {
  return b < a ? b : a;
}
template <class S>
Split<S> max(const Split<S>& a, const Split<S>& b) {
  return a < b ? b : a;
}
/// One step of Newton from the root of the scalar.
template <class S>
Split<S> sqrt(const Split<S>& x) {
  const S root = sqrt(x.hi);
  const Split<S> rest = x - Split<S>(root) * Split<S>(root);
  return Split<S>(detail::quick_two_sum(root, root > S(0) ? S(0.5) * rest.hi / root : S(0)));
}
/// To the precision of S.
template <class S>
SinCos<Split<S>> sincos(const Split<S>& x) {
  const SinCos<S> y = sincos(x.hi);
  return {Split<S>(detail::quick_two_sum(y.sin, y.cos * x.lo)),
          Split<S>(detail::quick_two_sum(y.cos, -y.sin * x.lo))};
}
/// To the precision of S.
template <class S>
Split<S> atan2(const Split<S>& y, const Split<S>& x) {
  return Split<S>(atan2(y.hi, x.hi));
}

}  // namespace taut

template <class S>
class std::numeric_limits<taut::Split<S>>  // NOLINT(cert-dcl58-cpp): of a type of our own
    : public std::numeric_limits<S> {};

// What Eigen must know to hold these numbers in its vectors.
namespace Eigen {
template <class S>
struct NumTraits<taut::Split<S>> : NumTraits<S> {
  using Real = taut::Split<S>;
  using NonInteger = taut::Split<S>;
  using Nested = taut::Split<S>;
  using Literal = S;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
};
}  // namespace Eigen
