/// \file
/// L D L^T of a small symmetric positive definite matrix, with its own verdict.
///
///     A = L D L^T,  L unit lower triangular,  D diagonal
///
/// The pivot d_k = A_kk - sum_j L_kj^2 d_j is what is left of row k after the rows before it. Its
/// share d_k / A_kk lies in (0, 1], is 1 for a row orthogonal to the others and 0 for one that
/// depends on them, and does not change when rows are scaled: units do not matter. It is known to a
/// rounding over the smallest share before it. Eigen's LLT and LDLT report success on NaN, singular
/// and indefinite matrices; this one checks every pivot.
/// Fixed operation count, no square root, one division a row (one more in an empty row that is
/// regularised). Not for indefinite matrices.
///
/// A regularised matrix is factorised as A + diag(sigma_k) with A positive semidefinite and no
/// sigma_k negative. Then d_k >= sigma_k in exact arithmetic. Pivots are held to that, which takes
/// back rounding alone: a dependent row has the share sigma / (A_kk + sigma) and not that of its
/// noise. Such a row is accepted at any share while sigma is not lost in A_kk + sigma, that is,
/// from one rounding of A_kk on.
///
/// With a RelativeShift a row whose A_kk is at most tolerance^2 of the largest is empty: what is in
/// it is the rounding of zeros. The largest takes the place of its shift, so that it takes no part,
/// and its share is that of a dependent row. Source: Golub and Van Loan, Matrix Computations, 4th
/// ed., section 4.1.2. Interrupt: safe.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include "taut/dual.hpp"

namespace taut {

/// The matrix as it is: no shift of its diagonal, and no instruction for one.
struct NoShift {
  template <class S>
  S at(int /*k*/, S /*diagonal*/) const {
    return S(0);
  }
};
/// One shift for the first `rows` rows and another for the rest.
template <class S, int rows>
struct RowShift {
  S first, rest;
  S at(int k, S /*diagonal*/) const { return k < rows ? first : rest; }
};
/// A share of each diagonal entry: the same for any units of the rows, to 1 / tolerance.
template <class S>
struct RelativeShift {
  S share;
  S at(int /*k*/, S diagonal) const { return share * diagonal; }
};

/// How near a combination x of rows of A comes to nothing: x^T A x / x^T D x with D the diagonal,
/// in (0, 1], the same in any order and units of the rows; and the last row with a thousandth of
/// x^T D x.
template <class S>
struct WeakestCombination {
  S share;
  int last_row;
};

namespace detail {
template <class Shift>
inline constexpr bool is_relative = false;
template <class S>
inline constexpr bool is_relative<RelativeShift<S>> = true;

// The largest diagonal entry of A, in whose place it is the shift of an empty row.
template <class S, int n>
S largest_diagonal(const Matrix<S, n, n>& A) {
  S largest = S(0);
  for (int k = 0; k < n; ++k) largest = max(largest, A(k, k));
  return largest;
}

// For positive definite A, by two inverse iterations: from above, and exact where one combination
// is far weaker than the others. n + 2 square roots, two solves; solve(b) overwrites b with A^-1 b.
template <class S, int n, class Diagonal, class Solve>
WeakestCombination<S> weakest_combination(const Diagonal& diagonal, const Solve& solve) {
  const auto D = [&](int k) { return diagonal.data()[k]; };
  // no two rows alike, so that no symmetry hides a combination
  Vector<S, n> x;
  for (int k = 0; k < n; ++k) x[k] = S(n + k) / sqrt(D(k));
  WeakestCombination<S> out{S(1), n > 0 ? n - 1 : 0};
  for (int iteration = 0; iteration < (n > 0 ? 2 : 0); ++iteration) {
    // x <- A^-1 D x, |x| = 1 by D
    Vector<S, n> image;
    for (int k = 0; k < n; ++k) x[k] = image[k] = D(k) * x[k];
    solve(x);
    S form = S(0), size = S(0);
    for (int k = 0; k < n; ++k) {
      form += x[k] * image[k];
      size += D(k) * x[k] * x[k];
    }
    out.share = form / size;
    const S scale = S(1) / sqrt(size);
    for (int k = 0; k < n; ++k) x[k] *= scale;
  }
  for (int k = 0; k < n; ++k)
    if (S(1000) * D(k) * x[k] * x[k] >= S(1)) out.last_row = k;
  return out;
}
}  // namespace detail

template <class S, int n>
class Ldlt {
 public:
  /// Factorises the lower triangle of A + diag(shift) (n x n). True where every pivot is finite and
  /// more than `tolerance` of its diagonal entry, or the shift reaches that entry. After false the
  /// factors are not usable.
  template <class Shift = NoShift>
  [[nodiscard]] bool factorise(const Matrix<S, n, n>& A, S tolerance, Shift shift = {}) {
    constexpr bool shifted = !std::is_same_v<Shift, NoShift>;
    constexpr bool relative = detail::is_relative<Shift>;
    S largest = S(0), empty = S(0);
    if constexpr (relative) {
      largest = detail::largest_diagonal<S, n>(A);
      empty = tolerance * tolerance * largest;
    }
    const auto shift_of = [&](int k) {
      const S own = shift.at(k, A(k, k));
      return relative && A(k, k) <= empty ? largest : own;
    };
    bool sound = true;
    for (int k = 0; k < n; ++k) {
      // c_j = L_kj d_j = A_kj - sum_{i<j} c_i L_ji
      S c[n];
      S diagonal = A(k, k);  // NOLINT(performance-unnecessary-copy-initialization): shifted below
      if constexpr (shifted) diagonal += shift_of(k);
      S d = diagonal;
      for (int j = 0; j < k; ++j) {
        c[j] = A(k, j);
        for (int i = 0; i < j; ++i) c[j] -= c[i] * L_(j, i);
      }
      // d_k = A_kk - sum_j L_kj c_j
      for (int j = 0; j < k; ++j) {
        L_(k, j) = c[j] * inverse_pivot_[j];
        d -= L_(k, j) * c[j];
      }
      if constexpr (shifted) d = max(d, shift_of(k));  // NaN stays
      inverse_pivot_[k] = S(1) / d;
      // false for NaN on either side, for 0 > 0, for infinity > infinity, and for a pivot without a
      // finite reciprocal
      bool positive = d > tolerance * diagonal;
      if constexpr (shifted) positive = positive || (diagonal > A(k, k) && d >= shift_of(k));
      sound = sound && positive && inverse_pivot_[k] <= std::numeric_limits<S>::max();
      diagonal_[k] = diagonal;
      if constexpr (relative)
        if (A(k, k) <= empty) diagonal_[k] /= shift.share;
    }
    return sound;
  }

  /// Overwrites b (n) with A^-1 b.
  void solve_in_place(Vector<S, n>& b) const {
    for (int k = 1; k < n; ++k)
      for (int j = 0; j < k; ++j) b[k] -= L_(k, j) * b[j];
    for (int k = 0; k < n; ++k) b[k] *= inverse_pivot_[k];
    for (int k = n - 2; k >= 0; --k)
      for (int j = k + 1; j < n; ++j) b[k] -= L_(j, k) * b[j];
  }

  /// The smallest share d_k / A_kk of the last factorisation, and its row: that of the row which
  /// depends most on the rows before it, or of the first whose pivot broke down: what comes after
  /// is its consequence. 1 and 0 where there is no row.
  S smallest_share() const { return n > 0 ? share(weakest_row()) : S(1); }

  /// The combination of rows that comes nearest to nothing: two solves.
  WeakestCombination<S> weakest_combination() const {
    return detail::weakest_combination<S, n>(diagonal_,
                                             [this](Vector<S, n>& b) { solve_in_place(b); });
  }

  /// The row of the smallest share.
  int weakest_row() const {
    if constexpr (n == 0) return 0;
    int weakest = 0;
    for (int k = 1; k < n; ++k)
      if (share(weakest) > S(0) && !(share(k) >= share(weakest))) weakest = k;
    return weakest;
  }

 private:
  S share(int k) const { return S(1) / (inverse_pivot_[k] * diagonal_[k]); }

  // zero before the first factorisation, so that a copy of an unused object reads no garbage
  Matrix<S, n, n> L_ = Matrix<S, n, n>::Zero();        // strict lower triangle
  Vector<S, n> inverse_pivot_ = Vector<S, n>::Zero();  // 1 / d_k
  Vector<S, n> diagonal_ = Vector<S, n>::Zero();       // A_kk
};

}  // namespace taut
