/// \file
/// Forward-mode dual numbers of fixed size: a value and its derivatives in n directions.
///
///     (a, a') + (b, b') = (a + b, a' + b')        (a, a') (b, b') = (a b, a' b + a b')
///     f(a, a') = (f(a), f'(a) a')
///
/// T is float, double, or again a Dual: Dual<Dual<S,1>,n> carries second derivatives. No heap, no
/// recursion at run time, every loop has length n. Comparisons look at the value alone, so that
/// a branch in a model takes the side that it takes for plain numbers.
/// Not for: reverse mode, or more directions than a few dozen (cost grows with n).
/// Source: Griewank and Walther, Evaluating Derivatives, 2nd ed., section 3.1. Interrupt: safe.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "taut/arctangent.hpp"
#include "taut/config.hpp"
#include "taut/trigonometry.hpp"

namespace taut {

template <class T, int n>
struct Dual;

namespace detail {
template <class T>
struct Unwrapped {
  using type = T;
};
template <class T, int n>
struct Unwrapped<Dual<T, n>> {
  using type = typename Unwrapped<T>::type;
};
// Whether a dual number type is T or stands inside T.
template <class Lower, class T>
inline constexpr bool is_below = false;
template <class T, int n>
inline constexpr bool is_below<Dual<T, n>, Dual<T, n>> = true;
template <class Lower, class T, int n>
inline constexpr bool is_below<Lower, Dual<T, n>> = is_below<Lower, T>;
}  // namespace detail

/// The plain number type under any nesting of duals.
template <class T>
using BaseScalar = typename detail::Unwrapped<T>::type;

/// The plain number under any nesting of duals.
template <class T>
constexpr BaseScalar<T> base_value(const T& x) {
  if constexpr (std::is_same_v<T, BaseScalar<T>>)
    return x;
  else
    return base_value(x.value);
}

// Products and sums of derivatives. Most seeds are the literals 0 and 1; where the compiler sees a
// 0 it may leave the term out, which it may not do for numbers that could be NaN. So a derivative
// by a variable that does not occur is exactly 0, and only the sign of a 0 depends on the
// optimiser: no value ever does. On the car axle this halves the instructions of the derived
// Jacobian.
namespace detail {
template <class T>
TAUT_INLINE inline bool is_literal_zero(const T& x) {
  return __builtin_constant_p(x == T(0)) && x == T(0);
}
template <class T, int n>
TAUT_INLINE inline bool is_literal_zero(const Dual<T, n>& x) {
  bool zero = is_literal_zero(x.value);
  for (int i = 0; i < n; ++i) zero = zero && is_literal_zero(x.derivative[i]);
  return zero;
}
template <class T>
TAUT_INLINE inline T sum(const T& a, const T& b) {
  return is_literal_zero(a) ? b : is_literal_zero(b) ? a : a + b;
}
template <class T>
TAUT_INLINE inline T difference(const T& a, const T& b) {
  return is_literal_zero(a) ? -b : is_literal_zero(b) ? a : a - b;
}
template <class T>
TAUT_INLINE inline T product(const T& a, const T& b) {
  return is_literal_zero(a) || is_literal_zero(b) ? T(0) : a * b;
}
template <class T, int n>
TAUT_INLINE inline Dual<T, n> sum(const Dual<T, n>& a, const Dual<T, n>& b) {
  Dual<T, n> y;
  y.value = sum(a.value, b.value);
  for (int i = 0; i < n; ++i) y.derivative[i] = sum(a.derivative[i], b.derivative[i]);
  return y;
}
template <class T, int n>
TAUT_INLINE inline Dual<T, n> difference(const Dual<T, n>& a, const Dual<T, n>& b) {
  Dual<T, n> y;
  y.value = difference(a.value, b.value);
  for (int i = 0; i < n; ++i) y.derivative[i] = difference(a.derivative[i], b.derivative[i]);
  return y;
}
template <class T, int n>
TAUT_INLINE inline Dual<T, n> product(const Dual<T, n>& a, const Dual<T, n>& b) {
  Dual<T, n> y;
  y.value = product(a.value, b.value);
  for (int i = 0; i < n; ++i)
    y.derivative[i] = sum(product(a.derivative[i], b.value), product(a.value, b.derivative[i]));
  return y;
}
}  // namespace detail

template <class T, int n>
struct Dual {
  using Inner = T;
  using Base = BaseScalar<T>;
  static constexpr int directions = n;

  T value;          ///< a
  T derivative[n];  ///< a', one entry a direction

  // Entry by entry: GCC keeps in registers what is copied so, and moves a struct through memory.
  TAUT_INLINE Dual(const Dual& x) : value(x.value) {
    for (int i = 0; i < n; ++i) derivative[i] = x.derivative[i];
  }
  TAUT_INLINE Dual& operator=(const Dual& x) {
    value = x.value;
    for (int i = 0; i < n; ++i) derivative[i] = x.derivative[i];
    return *this;
  }
  Dual() = default;  // uninitialised, as plain numbers are
  TAUT_INLINE constexpr Dual(Base constant) : value(constant), derivative{} {
    for (int i = 0; i < n; ++i) derivative[i] = T(Base(0));
  }
  // Any other plain number, said aloud: S(9.81) for a float S, too.
  template <class A, std::enable_if_t<std::is_arithmetic_v<A> && !std::is_same_v<A, Base>, int> = 0>
  TAUT_INLINE constexpr explicit Dual(A constant) : Dual(static_cast<Base>(constant)) {}
  // A dual of a lower level is a constant of this one.
  template <class Lower, class = std::enable_if_t<detail::is_below<Lower, T>>>
  TAUT_INLINE constexpr Dual(const Lower& constant) : value(constant), derivative{} {
    for (int i = 0; i < n; ++i) derivative[i] = T(Base(0));
  }

  // value v with the derivatives factor * x', the pattern of every function of one argument
  TAUT_INLINE static Dual chain(const T& v, const T& factor, const Dual& x) {
    Dual y;
    y.value = v;
    for (int i = 0; i < n; ++i) y.derivative[i] = detail::product(factor, x.derivative[i]);
    return y;
  }

  TAUT_INLINE Dual operator-() const { return chain(-value, T(Base(-1)), *this); }

  TAUT_INLINE friend Dual operator+(const Dual& a, const Dual& b) {
    Dual y;
    y.value = a.value + b.value;
    for (int i = 0; i < n; ++i) y.derivative[i] = detail::sum(a.derivative[i], b.derivative[i]);
    return y;
  }
  TAUT_INLINE friend Dual operator-(const Dual& a, const Dual& b) {
    Dual y;
    y.value = a.value - b.value;
    for (int i = 0; i < n; ++i)
      y.derivative[i] = detail::difference(a.derivative[i], b.derivative[i]);
    return y;
  }
  TAUT_INLINE friend Dual operator*(const Dual& a, const Dual& b) {
    Dual y;
    y.value = a.value * b.value;
    for (int i = 0; i < n; ++i)
      y.derivative[i] = detail::sum(detail::product(a.derivative[i], b.value),
                                    detail::product(a.value, b.derivative[i]));
    return y;
  }
  TAUT_INLINE friend Dual operator/(const Dual& a, const Dual& b) {
    // (a/b)' = (a' - (a/b) b') / b
    const T reciprocal = Base(1) / b.value;
    Dual y;
    y.value = a.value * reciprocal;
    for (int i = 0; i < n; ++i)
      y.derivative[i] = detail::product(
          detail::difference(a.derivative[i], detail::product(y.value, b.derivative[i])),
          reciprocal);
    return y;
  }

  TAUT_INLINE friend Dual operator+(Dual a, Base b) {
    a.value = a.value + b;
    return a;
  }
  TAUT_INLINE friend Dual operator+(Base a, const Dual& b) { return b + a; }
  TAUT_INLINE friend Dual operator-(Dual a, Base b) {
    a.value = a.value - b;
    return a;
  }
  TAUT_INLINE friend Dual operator-(Base a, const Dual& b) { return -b + a; }
  TAUT_INLINE friend Dual operator*(const Dual& a, Base b) { return chain(a.value * b, T(b), a); }
  TAUT_INLINE friend Dual operator*(Base a, const Dual& b) { return b * a; }
  TAUT_INLINE friend Dual operator/(const Dual& a, Base b) { return a * (Base(1) / b); }
  TAUT_INLINE friend Dual operator/(Base a, const Dual& b) {
    const T reciprocal = Base(1) / b.value;
    const T quotient = a * reciprocal;
    return chain(quotient, -(quotient * reciprocal), b);
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
};

// Functions of plain numbers, so that a model calls taut::sqrt(x) for whatever number type it gets.
inline float sqrt(float x) { return std::sqrt(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline float exp(float x) { return std::exp(x); }
inline double exp(double x) { return std::exp(x); }
inline float abs(float x) { return std::fabs(x); }
inline double abs(double x) { return std::fabs(x); }
inline float min(float a, float b) { return b < a ? b : a; }
inline double min(double a, double b) { return b < a ? b : a; }
inline float max(float a, float b) { return a < b ? b : a; }
inline double max(double a, double b) { return a < b ? b : a; }

template <class T, int n>
SinCos<Dual<T, n>> sincos(const Dual<T, n>& x) {
  const SinCos<T> y = sincos(x.value);
  return {Dual<T, n>::chain(y.sin, y.cos, x), Dual<T, n>::chain(y.cos, -y.sin, x)};
}

template <class T, int n>
Dual<T, n> sin(const Dual<T, n>& x) {
  return sincos(x).sin;
}

template <class T, int n>
Dual<T, n> cos(const Dual<T, n>& x) {
  return sincos(x).cos;
}

/// Derivative 1 / (2 sqrt x): not finite at 0.
template <class T, int n>
Dual<T, n> sqrt(const Dual<T, n>& x) {
  const T root = sqrt(x.value);
  const T reciprocal = BaseScalar<T>(1) / root;  // shared with a quotient by the root
  return Dual<T, n>::chain(root, BaseScalar<T>(0.5) * reciprocal, x);
}

template <class T, int n>
Dual<T, n> exp(const Dual<T, n>& x) {
  const T power = exp(x.value);
  return Dual<T, n>::chain(power, power, x);
}

/// Angle of the vector (x, y) in rad; (x y' - y x') / (x^2 + y^2).
template <class T, int n>
Dual<T, n> atan2(const Dual<T, n>& y, const Dual<T, n>& x) {
  const T reciprocal = BaseScalar<T>(1) / (x.value * x.value + y.value * y.value);
  const T from_y = x.value * reciprocal;
  const T from_x = -(y.value * reciprocal);
  Dual<T, n> angle;
  angle.value = atan2(y.value, x.value);
  for (int i = 0; i < n; ++i)
    angle.derivative[i] = detail::sum(detail::product(from_y, y.derivative[i]),
                                      detail::product(from_x, x.derivative[i]));
  return angle;
}

/// Derivative +1 at and above 0, -1 below.
template <class T, int n>
Dual<T, n> abs(const Dual<T, n>& x) {
  return x < Dual<T, n>(0) ? -x : x;
}

template <class T, int n>
Dual<T, n> min(const Dual<T, n>& a, const Dual<T, n>& b) {
  return b < a ? b : a;
}

template <class T, int n>
Dual<T, n> max(const Dual<T, n>& a, const Dual<T, n>& b) {
  return a < b ? b : a;
}

}  // namespace taut

template <class T, int n>
class std::numeric_limits<taut::Dual<T, n>>  // NOLINT(cert-dcl58-cpp): of a type of our own
    : public std::numeric_limits<taut::BaseScalar<T>> {};

// What Eigen must know to hold duals in its vectors.
namespace Eigen {
template <class T, int n>
struct NumTraits<taut::Dual<T, n>> : NumTraits<taut::BaseScalar<T>> {
  using Real = taut::Dual<T, n>;
  using NonInteger = taut::Dual<T, n>;
  using Nested = taut::Dual<T, n>;
  using Literal = taut::BaseScalar<T>;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 0 };
};
template <class T, int n, class BinaryOp>
struct ScalarBinaryOpTraits<taut::Dual<T, n>, taut::BaseScalar<T>, BinaryOp> {
  using ReturnType = taut::Dual<T, n>;
};
template <class T, int n, class BinaryOp>
struct ScalarBinaryOpTraits<taut::BaseScalar<T>, taut::Dual<T, n>, BinaryOp> {
  using ReturnType = taut::Dual<T, n>;
};
}  // namespace Eigen
