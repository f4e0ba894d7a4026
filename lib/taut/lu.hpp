/// \file
/// L U of a small square matrix with partial pivoting, with its own verdict.
///
///     P A = L U,  L unit lower triangular,  |L_ij| <= 1
///
/// For the matrices that are not symmetric: M - h f_u - h^2 f_q V, and Schur complements made with
/// them. The verdict compares each pivot with the largest entry of its column in A: units of rows
/// and columns that go together do not matter up to 1e3 apart in float, 1e11 in double; further
/// apart a sound matrix is refused. The number of operations is fixed: the search for the pivot
/// always looks at all rows and the exchange is always carried out (on a Cortex-M4 an exchange of
/// rows is seen as one instruction more). For symmetric positive definite matrices ldlt.hpp is half
/// the work. Source: Golub and Van Loan, Matrix Computations, 4th ed., section 3.4. Interrupt:
/// safe.
#pragma once

#include <utility>

#include "taut/dual.hpp"

namespace taut {

template <class S, int n>
class Lu {
 public:
  /// Factorises A (n x n). True where every pivot is finite and more than `tolerance` of its
  /// column. After false the factors are not usable.
  [[nodiscard]] bool factorise(const Matrix<S, n, n>& A, S tolerance) {
    bool sound = true;
    LU_ = A;
    for (int k = 0; k < n; ++k) {
      S column = S(0);
      for (int i = 0; i < n; ++i) column = max(column, abs(A(i, k)));
      // the row with the largest entry below the diagonal
      int row = k;
      S largest = abs(LU_(k, k));
      for (int i = k + 1; i < n; ++i) {
        const bool larger = abs(LU_(i, k)) > largest;
        largest = larger ? abs(LU_(i, k)) : largest;
        row = larger ? i : row;
      }
      exchange_[k] = row;
      for (int j = 0; j < n; ++j) std::swap(LU_(k, j), LU_(row, j));
      // false for NaN on either side and for 0 > 0
      sound = sound && largest > tolerance * column && is_finite(largest);
      inverse_pivot_[k] = S(1) / LU_(k, k);
      for (int i = k + 1; i < n; ++i) {
        LU_(i, k) *= inverse_pivot_[k];
        for (int j = k + 1; j < n; ++j) LU_(i, j) -= LU_(i, k) * LU_(k, j);
      }
    }
    return sound;
  }

  /// Overwrites b (n) with A^-1 b.
  void solve_in_place(Vector<S, n>& b) const {
    for (int k = 0; k < n; ++k) std::swap(b[k], b[exchange_[k]]);
    for (int k = 1; k < n; ++k)
      for (int j = 0; j < k; ++j) b[k] -= LU_(k, j) * b[j];
    for (int k = n - 1; k >= 0; --k) {
      for (int j = k + 1; j < n; ++j) b[k] -= LU_(k, j) * b[j];
      b[k] *= inverse_pivot_[k];
    }
  }

 private:
  Matrix<S, n, n> LU_;
  Vector<S, n> inverse_pivot_;
  int exchange_[n];
};

}  // namespace taut
