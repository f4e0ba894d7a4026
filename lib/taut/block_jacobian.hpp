/// \file
/// A constraint Jacobian [G, g_t] in blocks: of each joint the columns of its two bodies. It reads
/// like a matrix, and products with it cost what its blocks do. Known entries (0, 1, -1) are
/// neither stored nor multiplied by where the kind of a joint is known when compiled.
/// Interrupt: safe.
#pragma once

#include "taut/block_layout.hpp"
#include "taut/config.hpp"

namespace taut {

namespace detail {

template <Entry e>
using EntryType = std::integral_constant<Entry, e>;

// What is known of an entry; general where something about it is not.
template <class Structure, int kind, int side, int r, int c>
constexpr auto known_entry(Index<kind>, Index<side>, Index<r>, Index<c>) {
  return EntryType<Structure::entry(kind, side, r, c)>{};
}
template <class Structure, class Kind, class Side, class Row, class Column>
constexpr EntryType<Entry::general> known_entry(Kind, Side, Row, Column) {
  return {};
}

// A sum without terms, known when compiled: it costs no addition.
struct Nothing {};
template <class S>
constexpr S value_of(const S& sum) {
  return sum;
}
template <class S>
constexpr S value_of(Nothing) {
  return S(0);
}
// `sum`, or nothing where it is known to be empty.
template <bool empty, class S>
constexpr auto unless_empty(std::bool_constant<empty>, const S& sum) {
  if constexpr (empty)
    return Nothing{};
  else
    return sum;
}

// e x, sum + e x, sum - e x with an entry e of which something may be known.
template <Entry e, class S>
TAUT_INLINE constexpr auto product(EntryType<e>, const S& value, const S& x) {
  if constexpr (e == Entry::zero)
    return Nothing{};
  else if constexpr (e == Entry::one)
    return x;
  else if constexpr (e == Entry::minus_one)
    return -x;
  else
    return value * x;
}
template <Entry e, class S>
TAUT_INLINE constexpr auto plus_product(EntryType<e> entry, Nothing, const S& value, const S& x) {
  return product(entry, value, x);
}
template <Entry e, class S>
TAUT_INLINE constexpr S plus_product(EntryType<e>, const S& sum, const S& value, const S& x) {
  if constexpr (e == Entry::zero)
    return sum;
  else if constexpr (e == Entry::one)
    return sum + x;
  else if constexpr (e == Entry::minus_one)
    return sum - x;
  else
    return sum + value * x;
}
template <Entry e, class S>
TAUT_INLINE constexpr S minus_product(EntryType<e>, const S& sum, const S& value, const S& x) {
  if constexpr (e == Entry::zero)
    return sum;
  else if constexpr (e == Entry::one)
    return sum - x;
  else if constexpr (e == Entry::minus_one)
    return sum + x;
  else
    return sum - value * x;
}

}  // namespace detail

template <class S, class Structure, bool rheonomic>
class BlockJacobian {
 public:
  using Scalar = S;
  using Plan = Elimination<Structure>;
  static constexpr int rows = Plan::rows, part_size = Plan::part_size;
  static constexpr int columns = Plan::parts * part_size;

  /// Entry (r, c) of the block of joint i on its body of `side`. Not kept where it is known.
  template <class Block, int side, int r, int c>
  TAUT_INLINE void set(Block i, Index<side>, Index<r>, Index<c>, const S& value) {
    constexpr Entry e = decltype(detail::known_entry<Structure>(
        detail::kind_of<Plan>(i), Index<side>{}, Index<r>{}, Index<c>{}))::value;
    if constexpr (e == Entry::general)
      values_[place(detail::first_row_of<Plan>(i), rows_of(i), side) +
              detail::index(c * rows_of(i) + r)] = value;
  }
  /// g_t of row i.
  void set_rate(std::ptrdiff_t i, const S& value) {
    if constexpr (rheonomic) rate_[detail::index(i)] = value;
  }

  /// Row i, column j; g_t in the column past the last velocity.
  S operator()(int i, int j) const {
    if constexpr (rheonomic)
      if (j == columns) return rate_[detail::index(i)];
    int block = 0;
    while (block + 1 < Plan::blocks && Plan::first_row[detail::index(block + 1)] <= i) ++block;
    for (int side = 0; side < 2; ++side)
      if (Plan::body[detail::index(2 * block + side)] == j / part_size) {
        const int r = i - Plan::first_row[detail::index(block)], c = j % part_size;
        const Entry e = Plan::known_kinds
                            ? Structure::entry(Plan::kind[detail::index(block)], side, r, c)
                            : Entry::general;
        switch (e) {
          case Entry::zero:
            return S(0);
          case Entry::one:
            return S(1);
          case Entry::minus_one:
            return S(-1);
          case Entry::general:
            break;
        }
        const std::ptrdiff_t count = rows_of(block);
        return part(i - r, count, side)[c * count + r];
      }
    return S(0);
  }

  /// start(row) + G x (rows); start may give Nothing.
  template <class Start>
  TAUT_INLINE Vector<S, rows> plus_product(Start start, const Vector<S, columns>& x) const {
    Vector<S, rows> y;
    if constexpr (Plan::known_kinds) {
      add_by_joint(start, x, y);
    } else {
      for (int i = 0; i < rows; ++i) y[i] = detail::value_of<S>(start(i));
      add_out_of_line(x, y);
    }
    return y;
  }

  /// G x + g_t (rows).
  TAUT_INLINE Vector<S, rows> rate(const Vector<S, columns>& x) const {
    if constexpr (rheonomic)
      return plus_product([this](auto i) { return rate_[detail::index(i)]; }, x);
    else
      return plus_product([](auto) { return detail::Nothing{}; }, x);
  }

  /// r <- r - G^T lambda (columns).
  TAUT_INLINE void subtract_transposed_product(const Vector<S, rows>& lambda,
                                               Vector<S, columns>& y) const {
    if constexpr (Plan::known_kinds)
      subtract_by_joint(lambda, y);
    else
      subtract_out_of_line(lambda, y);
  }

  /// What is known of an entry.
  template <class Kind, class Side, class Row, class Column>
  TAUT_INLINE static constexpr auto entry(Kind kind, Side side, Row r, Column c) {
    return detail::known_entry<Structure>(kind, side, r, c);
  }
  /// The block of a joint on its body of `side`, column by column.
  template <class Row, class Rows>
  TAUT_INLINE const S* part(Row first_row, Rows count, int side) const {
    return &values_[place(first_row, count, side)];
  }

  /// NaN or infinite where an entry is.
  S sum() const {
    S y = S(0);
    for (const S& x : values_) y += x;
    for (const S& x : rate_) y += x;
    return y;
  }

 private:
  template <class Start>
  TAUT_INLINE void add_by_joint(Start start, const Vector<S, columns>& x,
                                Vector<S, rows>& y) const {
    for_each(detail::bound<Plan, Plan::blocks>(), [&](auto i) TAUT_INLINE {
      const auto first = detail::first_row_of<Plan>(i);
      const auto count = rows_of(i);
      constexpr bool from_nothing = std::is_same_v<decltype(start(first)), detail::Nothing>;
      S sum[Plan::most_rows];
      for_each(count, [&](auto r) TAUT_INLINE { sum[r] = detail::value_of<S>(start(first + r)); });
      for_each_part(i, [&](auto side, auto from) TAUT_INLINE {
        constexpr std::bool_constant<from_nothing&& decltype(detail::is_first_side<Plan>(
            i, side))::value>
            empty{};
        const S* const G = part(first, rows_of(i), side);
        const S* const own = &x[from];
        for_each(count, [&](auto r) TAUT_INLINE {
          const auto add = [&](auto so_far, auto c) TAUT_INLINE {
            return detail::plus_product(entry(detail::kind_of<Plan>(i), side, r, c), so_far,
                                        G[c * count + r], own[c]);
          };
          sum[r] = detail::value_of<S>(fold<part_size>(detail::unless_empty(empty, sum[r]), add));
        });
      });
      for_each(count, [&](auto r) TAUT_INLINE { y[first + r] = sum[r]; });
    });
  }
  TAUT_INLINE void subtract_by_joint(const Vector<S, rows>& lambda, Vector<S, columns>& y) const {
    for_each(detail::bound<Plan, Plan::blocks>(), [&](auto i) TAUT_INLINE {
      const auto first = detail::first_row_of<Plan>(i);
      const S* const of_rows = &lambda[first];
      for_each_part(i, [&](auto side, auto to) TAUT_INLINE {
        const S* const G = part(first, rows_of(i), side);
        S* const own = &y[to];
        for_each(Index<part_size>{}, [&](auto c) TAUT_INLINE {
          S sum = own[c];
          for_each(rows_of(i), [&](auto r) TAUT_INLINE {
            sum = detail::minus_product(entry(detail::kind_of<Plan>(i), side, r, c), sum,
                                        G[c * rows_of(i) + r], of_rows[r]);
          });
          own[c] = sum;
        });
      });
    });
  }
  // Loops over a table: once, not in every solve of a step.
  [[gnu::noinline]] void add_out_of_line(const Vector<S, columns>& x, Vector<S, rows>& y) const {
    add_by_joint([&](auto i) { return y[i]; }, x, y);
  }
  [[gnu::noinline]] void subtract_out_of_line(const Vector<S, rows>& lambda,
                                              Vector<S, columns>& y) const {
    subtract_by_joint(lambda, y);
  }

  static constexpr std::size_t place(std::ptrdiff_t first_row, std::ptrdiff_t count, int side) {
    return detail::index(part_size * (2 * first_row + count * side));
  }
  template <class Block>
  static constexpr auto rows_of(Block i) {
    return detail::rows_of<Plan>(i);
  }
  // f(side, first velocity) for the bodies of joint i.
  template <class Block, class F>
  TAUT_INLINE static void for_each_part(Block i, F&& f) {
    detail::for_each_side<Plan>([&](auto side) TAUT_INLINE {
      detail::if_present(at<Plan::part>(Plan::side(i, side)),
                         [&](auto first) TAUT_INLINE { f(side, first); });
    });
  }

  std::array<S, static_cast<std::size_t>(2 * part_size * rows)> values_{};
  std::array<S, static_cast<std::size_t>(rheonomic ? rows : 0)> rate_{};
};

/// r -= G^T lambda, and G^T lambda (n), as of a matrix (products.hpp).
template <class S, class Structure, bool rheonomic, int rows, int n>
void subtract_transposed_product(const BlockJacobian<S, Structure, rheonomic>& J,
                                 const Vector<S, rows>& lambda, Vector<S, n>& r) {
  J.subtract_transposed_product(lambda, r);
}
template <int n, class S, class Structure, bool rheonomic, int rows>
Vector<S, n> transposed_product(const BlockJacobian<S, Structure, rheonomic>& J,
                                const Vector<S, rows>& lambda) {
  Vector<S, n> y = Vector<S, n>::Zero();
  J.subtract_transposed_product(lambda, y);
  return -y;
}

}  // namespace taut
