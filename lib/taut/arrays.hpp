/// \file
/// Short work on arrays and vectors of fixed size: loading, sums, norms, whether all is finite.
/// Interrupt: safe.
#pragma once

#include <array>
#include <type_traits>

#include "taut/derivatives.hpp"
#include "taut/unroll.hpp"

namespace taut::detail {

template <class S, std::size_t n>
TAUT_INLINE inline Vector<S, static_cast<int>(n)> load(const std::array<S, n>& x) {
  Vector<S, static_cast<int>(n)> y;
  for_all<static_cast<int>(n)>([&](int i) TAUT_INLINE { y[i] = x[static_cast<std::size_t>(i)]; });
  return y;
}

// k x
template <class S, int n>
TAUT_INLINE inline Vector<S, n> scaled(S k, const Vector<S, n>& x) {
  Vector<S, n> y;
  for_all<n>([&](int i) TAUT_INLINE { y[i] = k * x[i]; });
  return y;
}

// x + y
template <class S, int n>
TAUT_INLINE inline Vector<S, n> total(const Vector<S, n>& x, const Vector<S, n>& y) {
  Vector<S, n> z;
  for_all<n>([&](int i) TAUT_INLINE { z[i] = x[i] + y[i]; });
  return z;
}

// True where no entry, of any of them, is NaN or infinite: only for finite x is x - x zero.
template <class S, std::size_t... n>
TAUT_INLINE inline bool all_finite(const std::array<S, n>&... x) {
  S sum = S(-0.0);  // what a first term leaves as it is
  (for_all<static_cast<int>(n)>([&](int i) TAUT_INLINE { sum += x[static_cast<std::size_t>(i)]; }),
   ...);
  return is_finite(sum);
}

template <class S, int rows, int cols, int options>
bool all_finite(const Eigen::Matrix<S, rows, cols, options>& x) {
  S sum = S(0);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) sum += x(i, j);
  return is_finite(sum);
}

template <class S, class Structure, bool rheonomic>
bool all_finite(const BlockJacobian<S, Structure, rheonomic>& J) {
  return is_finite(J.sum());
}

// The same of g and [G, g_t; A, -b].
template <class Model>
bool all_finite(const ConstraintLinearisation<Model>& constraint) {
  return all_finite(constraint.g) && all_finite(constraint.J);
}

// |x|^2 and |x|, Euclidean.
template <class S, int n>
TAUT_INLINE inline S squared_norm(const Vector<S, n>& x) {
  if constexpr (n == 0) {
    return S(0);
  } else {
    S sum = x[0] * x[0];
    for_all<n - 1>([&](int i) TAUT_INLINE { sum += x[i + 1] * x[i + 1]; });
    return sum;
  }
}
template <class S, int n>
S norm(const Vector<S, n>& x) {
  return sqrt(squared_norm(x));
}

}  // namespace taut::detail
