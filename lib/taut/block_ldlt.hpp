/// \file
/// L D L^T of a symmetric positive definite matrix whose pattern of blocks is known when compiled
/// (elimination.hpp), with the verdict of ldlt.hpp: every pivot is held against the entry of the
/// diagonal that it is left of.
///
/// For each block column k in the order of elimination, with l and d of a block by rows:
///
///     S_kk = l d l^T                                                                        (E.1)
///     C_ik = S_ik l^-T,  L_ik = C_ik d^-1            blocks i below k                       (E.2)
///     S_ij <- S_ij - C_ik L_jk^T                     pairs i >= j below k                   (E.3)
///
/// and for S x = b, forward and, from the last column to the first, back:
///
///     z_k = l^-1 b_k,  b_i <- b_i - L_ik z_k,  b_k <- d^-1 z_k                              (E.5)
///     x_k = l^-T (b_k - sum_i L_ik^T x_i)                                                   (E.6)
///
/// L and l are kept by columns; S is in their place, or in a copy of its own (storage). Small
/// structures are unrolled, so that every offset is a constant; larger ones run through the tables.
/// Both do the same operations in the same order. Interrupt: safe.
#pragma once

#include <limits>

#include "taut/block_layout.hpp"
#include "taut/ldlt.hpp"

namespace taut {

template <class S, class Plan>
class BlockLdlt {
 public:
  static constexpr int n = Plan::rows;

  /// Where S is put, Plan::values numbers: `local` where all is unrolled and the compiler keeps
  /// them in registers, else where the factors will be.
  S* storage(S* local) { return Plan::unrolled ? local : values_.data(); }

  /// Takes a block of the diagonal of S, column by column, of which the lower triangle counts, and
  /// a block below it, before factorise().
  template <class Position, class Rows>
  TAUT_INLINE void put_diagonal(S* work, Position k, Rows rows, const S* block) {
    S* const to = work + detail::diagonal_at<Plan>(k);
    for_each(rows, [&](auto p) TAUT_INLINE {
      for_range(p, rows, [&](auto i) TAUT_INLINE { to[p * rows + i] = block[p * rows + i]; });
      diagonal_[index(at<Plan::first_row_at>(k) + p)] = block[p * rows + p];
    });
  }
  template <class Number, class Size>
  TAUT_INLINE static void put_entry(S* work, Number e, Size count, const S* block) {
    S* const to = work + detail::entry_at<Plan>(e);
    for_each(count, [&](auto i) TAUT_INLINE { to[i] = block[i]; });
  }

  /// Factorises S + diag(shift), S in `work`. True as with Ldlt. After false the factors are not
  /// usable.
  template <class Shift = NoShift>
  [[nodiscard]] TAUT_INLINE bool factorise(S* work, S tolerance, Shift shift = {}) {
    const Filled<Shift> filled = fill(tolerance, shift);
    bool positive = true;
    S sum_of_inverses = S(0);  // finite where all are
    for_each(detail::bound<Plan, Plan::blocks>(), [&](auto k) TAUT_INLINE {
      detail::with_rows_at<Plan>(k, [&](auto rows) TAUT_INLINE {
        S l[stride], inverse[Plan::most_rows];
        positive = factorise_diagonal(work, k, rows, tolerance, filled, l, inverse) && positive;
        for_each(rows, [&](auto p) TAUT_INLINE { sum_of_inverses += inverse[p]; });
        eliminate_column(work, k, rows, l, inverse);
      });
    });
    return positive && sum_of_inverses <= std::numeric_limits<S>::max();
  }

  /// Overwrites b (n) with S^-1 b.
  TAUT_INLINE void solve_in_place(Vector<S, n>& b) const {
    if constexpr (Plan::known_kinds)
      solve_columns(b);
    else
      solve_out_of_line(b);
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
  template <class I>
  static constexpr std::size_t index(I i) {
    return detail::index(i);
  }
  static constexpr std::size_t size = static_cast<std::size_t>(n > 0 ? n : 1);
  static constexpr int stride = detail::block_size<Plan>;

  // A shift with the largest entry of the diagonal in the place of an empty row's.
  template <class Shift>
  struct Filled {
    Shift shift;
    S largest, bound;
    bool empty(S bare) const { return detail::is_relative<Shift> && bare <= bound; }
    S at(int row, S bare) const { return empty(bare) ? largest : shift.at(row, bare); }
  };
  template <class Shift>
  TAUT_INLINE Filled<Shift> fill(S tolerance, Shift shift) const {
    S largest = S(0);
    if constexpr (detail::is_relative<Shift>)
      for (const S& entry : diagonal_) largest = max(largest, entry);
    return {shift, largest, tolerance * tolerance * largest};
  }

  // f(entry, rows, first row, its numbers) for each block below block k.
  template <class Position, class Values, class F>
  TAUT_INLINE static void for_each_below(Position k, Values& values, F&& f) {
    for_range(at<Plan::column>(k), detail::end_of<Plan::column>(k), [&](auto e) TAUT_INLINE {
      f(e, detail::rows_at<Plan>(at<Plan::entry_position>(e)), at<Plan::entry_row>(e),
        &values[index(detail::entry_at<Plan>(e))]);
    });
  }

  // (E.1): l below the diagonal of the block, 1 / d in `inverse` too.
  template <class Position, class Rows, class Shift>
  TAUT_INLINE bool factorise_diagonal(S* work, Position k, Rows rows, S tolerance,
                                      const Filled<Shift>& filled, S* l, S* inverse) {
    const S* const block = work + detail::diagonal_at<Plan>(k);
    S* const kept = &values_[index(detail::diagonal_at<Plan>(k))];
    const auto own = at<Plan::first_row_at>(k);
    bool sound = true;
    for_each(rows, [&](auto p) TAUT_INLINE {
      // c_j = S_pj - sum_{i<j} c_i l_ji
      S c[Plan::most_rows];
      for_each(p, [&](auto j) TAUT_INLINE {
        c[j] = block[j * rows + p];
        for_each(j, [&](auto i) TAUT_INLINE { c[j] -= c[i] * l[i * rows + j]; });
      });
      // d_p = S_pp - sum_j l_pj c_j
      S d = block[p * rows + p];
      S& diagonal = diagonal_[index(own + p)];
      const S bare = diagonal;
      if constexpr (!std::is_same_v<Shift, NoShift>) {
        const S sigma = filled.at(static_cast<int>(own + p), bare);
        diagonal = bare + sigma;
        d += sigma;
        if constexpr (detail::is_relative<Shift>)
          if (filled.empty(bare)) diagonal /= filled.shift.share;
      }
      for_each(p, [&](auto j) TAUT_INLINE {
        l[j * rows + p] = kept[j * rows + p] = c[j] * inverse[j];
        d -= l[j * rows + p] * c[j];
      });
      bool positive;
      if constexpr (std::is_same_v<Shift, NoShift>) {
        positive = d > tolerance * bare;
      } else {
        const S sigma = filled.at(static_cast<int>(own + p), bare);
        d = max(d, sigma);  // NaN stays
        positive = d > tolerance * diagonal || (diagonal > bare && d >= sigma);
      }
      inverse[p] = inverse_pivot_[index(own + p)] = S(1) / d;
      sound = sound && positive;
    });
    return sound;
  }

  // (E.2), (E.3): L stays, C is needed here alone
  template <class Position, class Rows>
  TAUT_INLINE void eliminate_column(S* work, Position k, Rows rows, const S* l, const S* inverse) {
    const auto first = at<Plan::column>(k);
    for_each_below(k, values_, [&](auto e, auto below, auto, S* L) TAUT_INLINE {
      S C[stride];
      // nothing reads what is not written; GCC 12 does not see it where `below` is a number
      if constexpr (!Plan::known_kinds && Rows::value < Plan::most_rows)
        for (S& entry : C) entry = S(0);
      for_each(rows, [&](auto c) TAUT_INLINE {
        S* const column = C + c * below;
        copy(below, work + detail::entry_at<Plan>(e) + c * below, column);
        for_each(c, [&](auto j)
                        TAUT_INLINE { subtract(below, C + j * below, l[j * rows + c], column); });
        for_each(below, [&](auto r) TAUT_INLINE { L[c * below + r] = column[r] * inverse[c]; });
      });
      // column s of T <- T - C L_jk^T from row `begin` on
      const auto update = [&](S* T, const S* right, auto left, auto s, auto begin) TAUT_INLINE {
        for_each(rows, [&](auto c) TAUT_INLINE {
          subtract(minus(below, begin), C + c * below + begin, right[c * left + s],
                   T + s * below + begin);
        });
      };
      const auto target = at<Plan::update>(e);
      for_range(first, e, [&](auto y) TAUT_INLINE {
        const auto left = detail::rows_at<Plan>(at<Plan::entry_position>(y));
        const S* const right = &values_[index(detail::entry_at<Plan>(y))];
        S* const T = work + at<Plan::target>(plus(target, minus(y, first)));
        for_each(left, [&](auto s) TAUT_INLINE { update(T, right, left, s, Index<0>{}); });
      });
      // of a block of the diagonal the lower triangle
      S* const T = work + at<Plan::target>(plus(target, minus(e, first)));
      for_each(below, [&](auto s) TAUT_INLINE { update(T, L, below, s, s); });
    });
  }
  template <class Count>
  TAUT_INLINE static void copy(Count count, const S* from, S* to) {
    for_each(count, [&](auto i) TAUT_INLINE { to[i] = from[i]; });
  }
  // y <- y - x factor
  template <class Count>
  TAUT_INLINE static void subtract(Count count, const S* x, S factor, S* y) {
    if constexpr (Plan::unrolled || std::is_same_v<Count, std::ptrdiff_t>) {
      for_each(count, [&](auto i) TAUT_INLINE { y[i] -= x[i] * factor; });
    } else {
      using V = Vector<S, Count::value>;
      Eigen::Map<V>(y, count) -= Eigen::Map<const V>(x, count) * factor;
    }
  }

  TAUT_INLINE void solve_columns(Vector<S, n>& b) const {
    constexpr auto blocks = detail::bound<Plan, Plan::blocks>();
    for_each(blocks, [&](auto k) TAUT_INLINE {
      detail::with_rows_at<Plan>(k, [&](auto rows) TAUT_INLINE { solve_forward(k, rows, b); });
    });
    for_each(blocks, [&](auto i) TAUT_INLINE {
      const auto k = from_end(blocks, i);
      detail::with_rows_at<Plan>(k, [&](auto rows) TAUT_INLINE { solve_backward(k, rows, b); });
    });
  }

  // Loops with a kernel for each number of rows: once, not in every solve of a step.
  [[gnu::noinline]] void solve_out_of_line(Vector<S, n>& b) const { solve_columns(b); }

  template <class Position, class Rows>
  TAUT_INLINE void solve_forward(Position k, Rows rows, Vector<S, n>& b) const {
    const auto first = at<Plan::first_row_at>(k);
    const S* const l = &values_[index(detail::diagonal_at<Plan>(k))];
    const S* const inverse = &inverse_pivot_[index(first)];
    S* const own = &b[first];
    S z[Plan::most_rows];
    for_each(rows, [&](auto p) TAUT_INLINE {
      z[p] = own[p];
      for_each(p, [&](auto j) TAUT_INLINE { z[p] -= l[j * rows + p] * z[j]; });
      own[p] = z[p] * inverse[p];
    });
    for_each_below(k, values_, [&](auto, auto below, auto row, const S* L) TAUT_INLINE {
      S y[Plan::most_rows];
      copy(below, &b[row], y);
      for_each(rows, [&](auto c) TAUT_INLINE { subtract(below, L + c * below, z[c], y); });
      copy(below, y, &b[row]);
    });
  }

  // (E.6)
  template <class Position, class Rows>
  TAUT_INLINE void solve_backward(Position k, Rows rows, Vector<S, n>& b) const {
    const auto first = at<Plan::first_row_at>(k);
    const S* const l = &values_[index(detail::diagonal_at<Plan>(k))];
    S* const own = &b[first];
    S x[Plan::most_rows];
    copy(rows, own, x);
    for_each_below(k, values_, [&](auto, auto below, auto row, const S* L) TAUT_INLINE {
      const S* const y = &b[row];
      for_each(rows, [&](auto c) TAUT_INLINE {
        for_each(below, [&](auto r) TAUT_INLINE { x[c] -= L[c * below + r] * y[r]; });
      });
    });
    for_each(rows, [&](auto m) TAUT_INLINE {
      const auto p = from_end(rows, m);
      for_each(m, [&](auto j) TAUT_INLINE {
        const auto q = from_end(rows, j);
        x[p] -= l[p * rows + q] * x[q];
      });
    });
    copy(rows, x, own);
  }

  // zero before the first factorisation, so that a copy of an unused object reads no garbage
  std::array<S, static_cast<std::size_t>(Plan::values > 0 ? Plan::values : 1)> values_{};
  std::array<S, size> inverse_pivot_{}, diagonal_{};
};

}  // namespace taut
