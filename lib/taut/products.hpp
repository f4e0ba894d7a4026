/// \file
/// Products of small matrices and vectors, written out: every sum from its first term to its last,
/// so that the bits are the same on every machine (docs/bit_for_bit.md). A constraint Jacobian [G,
/// g_t] has columns past those of the velocities: n says how many count. For plain numbers: dual
/// ones would lose sight of their literal zeros in them. Interrupt: safe.
#pragma once

#include "taut/config.hpp"

namespace taut {

/// sum_j A_ij x_j over the first n columns.
template <class A, class S, int n>
TAUT_INLINE inline S row_times(const A& a, int i, const Vector<S, n>& x) {
  if constexpr (n == 0) return S(0);
  S sum = a(i, 0) * x[0];
  for (int j = 1; j < n; ++j) sum += a(i, j) * x[j];
  return sum;
}

/// sum_j A_ij B_jk over the first n columns of A.
template <int n, class A, class B>
TAUT_INLINE inline typename A::Scalar row_times_column(const A& a, int i, const B& b, int k) {
  typename A::Scalar sum = a(i, 0) * b(0, k);
  for (int j = 1; j < n; ++j) sum += a(i, j) * b(j, k);
  return sum;
}

/// sum_j A_ij B_kj over the first n columns.
template <int n, class A, class B>
TAUT_INLINE inline typename A::Scalar row_times_row(const A& a, int i, const B& b, int k) {
  typename A::Scalar sum = a(i, 0) * b(k, 0);
  for (int j = 1; j < n; ++j) sum += a(i, j) * b(k, j);
  return sum;
}

/// A x (rows).
template <class S, int rows, int n>
TAUT_INLINE inline Vector<S, rows> product(const Matrix<S, rows, n>& A, const Vector<S, n>& x) {
  Vector<S, rows> y;
  for (int i = 0; i < rows; ++i) y[i] = row_times(A, i, x);
  return y;
}

/// A^T b (n) of the first n columns.
template <int n, class S, int rows, int cols>
TAUT_INLINE inline Vector<S, n> transposed_product(const Matrix<S, rows, cols>& A,
                                                   const Vector<S, rows>& b) {
  if constexpr (rows == 0) {
    return Vector<S, n>::Zero();
  } else {
    Vector<S, n> y;
    for (int j = 0; j < n; ++j) {
      y[j] = A(0, j) * b[0];
      for (int i = 1; i < rows; ++i) y[j] += A(i, j) * b[i];
    }
    return y;
  }
}

/// r -= A^T b for the first n columns, term by term.
template <int n, class S, int rows, int cols>
TAUT_INLINE inline void subtract_transposed_product(const Matrix<S, rows, cols>& A,
                                                    const Vector<S, rows>& b, Vector<S, n>& r) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < rows; ++i) r[j] -= A(i, j) * b[i];
}

}  // namespace taut
