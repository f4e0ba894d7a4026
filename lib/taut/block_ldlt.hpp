/// \file
/// L D L^T of a symmetric positive definite matrix whose pattern of blocks is known when compiled
/// (elimination.hpp), with the verdict of ldlt.hpp: every pivot is held against the entry of the
/// diagonal that it is left of.
///
/// For each block column k in the order of elimination, with l and d of a block by rows:
///
///     S_kk = l d l^T                                                                        (E.1)
///     C_ik = S_ik l^-T,  L_ik = C_ik d^-1            blocks i below k                       (E.2)
///     S_ij <- S_ij - L_ik C_jk^T                     pairs i >= j below k                   (E.3)
///
/// Small structures are unrolled, so that every offset is a constant; larger ones run through the
/// tables. Both do the same operations in the same order. Interrupt: safe.
#pragma once

#include <limits>

#include "taut/elimination.hpp"
#include "taut/ldlt.hpp"
#include "taut/unroll.hpp"

namespace taut {

namespace detail {
// n as a type where the structure is unrolled.
template <class Plan, int n>
constexpr auto bound() {
  if constexpr (Plan::unrolled)
    return Index<n>{};
  else
    return n;
}
// Rows and kind of a block, by position or by block: types wherever they are known.
template <class Plan, class Position>
constexpr auto rows_at(Position p) {
  if constexpr (Plan::known_kinds && !Plan::unrolled)
    return Index<Plan::most_rows>{};
  else
    return at<Plan::rows_at>(p);
}
template <const auto& begin, int k>
constexpr Index<begin[index(k + 1)] - begin[index(k)]> extent_of(Index<k>) {
  return {};
}
template <const auto& begin>
constexpr int extent_of(int k) {
  return begin[index(k + 1)] - begin[index(k)];
}
}  // namespace detail

template <class S, class Plan>
class BlockLdlt {
 public:
  static constexpr int n = Plan::rows;

  /// The blocks of S, row by row, to be filled before factorise(): of a diagonal block the lower
  /// triangle counts.
  S* values() { return values_.data(); }

  /// Factorises values() + diag(shift). True as with Ldlt. After false the factors are not usable.
  template <class Shift = NoShift>
  [[nodiscard]] bool factorise(S tolerance, Shift shift = {}) {
    constexpr bool shifted = !std::is_same_v<Shift, NoShift>;
    S bare[shifted ? size : 1];
    const Filled<Shift> filled = fill(tolerance, shift);
    // the diagonal, before elimination changes it
    for_each(
        detail::bound<Plan, Plan::blocks>(), [&](auto k) __attribute__((always_inline)) {
          const auto rows = detail::rows_at<Plan>(k);
          S* const block = &values_[index(at<Plan::diagonal>(k))];
          for_each(
              rows, [&](auto p) __attribute__((always_inline)) {
                S& entry = block[p * rows + p];
                const int row = at<Plan::first_row_at>(k) + p;
                if constexpr (shifted) {
                  bare[row] = entry;
                  entry += filled.at(row, bare[row]);
                }
                diagonal_[index(row)] = entry;
                if constexpr (detail::is_relative<Shift>)
                  if (filled.empty(bare[row])) diagonal_[index(row)] /= shift.share;
              });
        });
    bool sound = true;
    for_each(
        detail::bound<Plan, Plan::blocks>(), [&](auto k) __attribute__((always_inline)) {
          sound = factorise_diagonal(k, tolerance, filled, bare) && sound;
          eliminate_column(k);
        });
    return sound;
  }

  /// Overwrites b (n) with S^-1 b.
  [[gnu::always_inline]] void solve_in_place(Vector<S, n>& b) const {
    constexpr auto blocks = detail::bound<Plan, Plan::blocks>();
    for_each(
        blocks, [&](auto k) __attribute__((always_inline)) {
          const auto rows = detail::rows_at<Plan>(k);
          const S* const block = &values_[index(at<Plan::diagonal>(k))];
          const int own = at<Plan::first_row_at>(k);
          for_each(
              rows, [&](auto p) __attribute__((always_inline)) {
                for_each(
                    p, [&](auto j) __attribute__((always_inline)) {
                      b[own + p] -= block[p * rows + j] * b[own + j];
                    });
              });
          for_each_entry(
              k, [&](auto e) __attribute__((always_inline)) {
                const auto below = at<Plan::entry_position>(e);
                const S* const L = &values_[index(at<Plan::entry_offset>(e))];
                const int other = at<Plan::first_row_at>(below);
                for_each(
                    detail::rows_at<Plan>(below), [&](auto r) __attribute__((always_inline)) {
                      for_each(
                          rows, [&](auto c) __attribute__((always_inline)) {
                            b[other + r] -= L[r * rows + c] * b[own + c];
                          });
                    });
              });
        });
    for_each(
        detail::bound<Plan, n>(), [&](auto i) __attribute__((always_inline)) {
          b[i] *= inverse_pivot_[index(i)];
        });
    for_each(
        blocks, [&](auto i) __attribute__((always_inline)) {
          const auto k = from_end(blocks, i);
          const auto rows = detail::rows_at<Plan>(k);
          const S* const block = &values_[index(at<Plan::diagonal>(k))];
          const int own = at<Plan::first_row_at>(k);
          for_each_entry(
              k, [&](auto e) __attribute__((always_inline)) {
                const auto below = at<Plan::entry_position>(e);
                const S* const L = &values_[index(at<Plan::entry_offset>(e))];
                const int other = at<Plan::first_row_at>(below);
                for_each(
                    rows, [&](auto c) __attribute__((always_inline)) {
                      for_each(
                          detail::rows_at<Plan>(below), [&](auto r) __attribute__((always_inline)) {
                            b[own + c] -= L[r * rows + c] * b[other + r];
                          });
                    });
              });
          for_each(
              rows, [&](auto m) __attribute__((always_inline)) {
                const auto p = from_end(rows, m);
                for_each(
                    m, [&](auto j) __attribute__((always_inline)) {
                      const auto q = from_end(rows, j);
                      b[own + p] -= block[q * rows + p] * b[own + q];
                    });
              });
        });
  }

  /// The smallest share of a pivot in its entry of the diagonal, and its row, as with Ldlt; rows
  /// are looked through in the order of elimination. 1 and 0 where there is no row.
  S smallest_share() const { return n > 0 ? share(weakest_row()) : S(1); }
  int weakest_row() const {
    if constexpr (n == 0) return 0;
    int weakest = Plan::first_row_at[0];
    for (int k = 0; k < Plan::blocks; ++k)
      for (int p = 0; p < Plan::rows_at[index(k)]; ++p) {
        const int row = Plan::first_row_at[index(k)] + p;
        if (share(weakest) > S(0) && !(share(row) >= share(weakest))) weakest = row;
      }
    return weakest;
  }

  /// As of Ldlt.
  WeakestCombination<S> weakest_combination() const {
    return detail::weakest_combination<S, n>(diagonal_,
                                             [this](Vector<S, n>& b) { solve_in_place(b); });
  }
  /// Entry (row, row) of S + shift, and the share of its pivot in it.
  S diagonal(int row) const { return diagonal_[index(row)]; }
  S share(int row) const { return S(1) / (inverse_pivot_[index(row)] * diagonal_[index(row)]); }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static constexpr std::size_t size = static_cast<std::size_t>(n > 0 ? n : 1);

  // A shift with the largest entry of the diagonal in the place of an empty row's.
  template <class Shift>
  struct Filled {
    Shift shift;
    S largest, bound;
    bool empty(S bare) const { return detail::is_relative<Shift> && bare <= bound; }
    S at(int row, S bare) const { return empty(bare) ? largest : shift.at(row, bare); }
  };
  template <class Shift>
  [[gnu::always_inline]] Filled<Shift> fill(S tolerance, Shift shift) const {
    S largest = S(0);
    if constexpr (detail::is_relative<Shift>)
      for_each(
          detail::bound<Plan, Plan::blocks>(), [&](auto k) __attribute__((always_inline)) {
            const auto rows = detail::rows_at<Plan>(k);
            const S* const block = &values_[index(at<Plan::diagonal>(k))];
            for_each(
                rows, [&](auto p) __attribute__((always_inline)) {
                  largest = max(largest, block[p * rows + p]);
                });
          });
    return {shift, largest, tolerance * tolerance * largest};
  }

  template <class Position, class F>
  [[gnu::always_inline]] static void for_each_entry(Position k, F&& f) {
    for_each(
        detail::extent_of<Plan::column>(k), [&](auto i) __attribute__((always_inline)) {
          f(plus(at<Plan::column>(k), i));
        });
  }

  // (E.1): l below the diagonal of the block, 1 / d in inverse_pivot_.
  template <class Position, class Shift>
  [[gnu::always_inline]] bool factorise_diagonal(Position k, S tolerance,
                                                 const Filled<Shift>& filled, const S* bare) {
    constexpr bool shifted = !std::is_same_v<Shift, NoShift>;
    const auto rows = detail::rows_at<Plan>(k);
    S* const block = &values_[index(at<Plan::diagonal>(k))];
    const int own = at<Plan::first_row_at>(k);
    bool sound = true;
    for_each(
        rows, [&](auto p) __attribute__((always_inline)) {
          S* const A = block + p * rows;
          const int row = own + p;
          // c_j = A_pj - sum_{i<j} c_i l_ji
          for_each(
              p, [&](auto j) __attribute__((always_inline)) {
                for_each(
                    j, [&](auto i)
                           __attribute__((always_inline)) { A[j] -= A[i] * block[j * rows + i]; });
              });
          // d_p = A_pp - sum_j l_pj c_j
          S d = A[p];
          for_each(
              p, [&](auto j) __attribute__((always_inline)) {
                const S c = A[j];
                A[j] = c * inverse_pivot_[index(own + j)];
                d -= A[j] * c;
              });
          if constexpr (shifted) d = max(d, filled.at(row, bare[row]));  // NaN stays
          const S inverse = S(1) / d;
          inverse_pivot_[index(row)] = inverse;
          const S diagonal = diagonal_[index(row)];
          bool positive = d > tolerance * diagonal;
          if constexpr (shifted)
            positive = positive || (diagonal > bare[row] && d >= filled.at(row, bare[row]));
          sound = sound && positive && inverse <= std::numeric_limits<S>::max();
        });
    return sound;
  }

  // (E.2), (E.3)
  template <class Position>
  [[gnu::always_inline]] void eliminate_column(Position k) {
    const auto rows = detail::rows_at<Plan>(k);
    const S* const block = &values_[index(at<Plan::diagonal>(k))];
    const int own = at<Plan::first_row_at>(k);
    constexpr std::size_t widest =
        index(Plan::longest_column * Plan::most_rows * Plan::most_rows + 1);
    S C[widest];
    constexpr int stride = Plan::most_rows * Plan::most_rows;
    const auto count = detail::extent_of<Plan::column>(k);
    for_each(
        count, [&](auto x) __attribute__((always_inline)) {
          const auto e = plus(at<Plan::column>(k), x);
          const auto below = detail::rows_at<Plan>(at<Plan::entry_position>(e));
          S* const L = &values_[index(at<Plan::entry_offset>(e))];
          for_each(
              below, [&](auto r) __attribute__((always_inline)) {
                S* const row = L + r * rows;
                for_each(
                    rows, [&](auto c) __attribute__((always_inline)) {
                      for_each(
                          c, [&](auto j) __attribute__((always_inline)) {
                            row[c] -= C[x * stride + r * rows + j] * block[c * rows + j];
                          });
                      C[x * stride + r * rows + c] = row[c];
                      row[c] *= inverse_pivot_[index(own + c)];
                    });
              });
          for_each(
              plus(x, Index<1>{}), [&](auto y) __attribute__((always_inline)) {
                const auto left =
                    detail::rows_at<Plan>(at<Plan::entry_position>(plus(at<Plan::column>(k), y)));
                const int u = at<Plan::update>(k) + x * (x + 1) / 2 + y;
                S* const T = &values_[index(Plan::target[index(u)])];
                const S* const D = C + y * stride;
                for_each(
                    below, [&](auto r) __attribute__((always_inline)) {
                      const auto entry = [&](auto s) __attribute__((always_inline)) {
                        for_each(
                            rows, [&](auto c) __attribute__((always_inline)) {
                              T[r * left + s] -= L[r * rows + c] * D[s * rows + c];
                            });
                      };
                      if (x == y)  // of a diagonal block the lower triangle
                        for_each(plus(r, Index<1>{}), entry);
                      else
                        for_each(left, entry);
                    });
              });
        });
  }

  // zero before the first factorisation, so that a copy of an unused object reads no garbage
  std::array<S, static_cast<std::size_t>(Plan::values > 0 ? Plan::values : 1)> values_{};
  std::array<S, size> inverse_pivot_{}, diagonal_{};
};

}  // namespace taut
