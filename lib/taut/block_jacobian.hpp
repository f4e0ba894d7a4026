/// \file
/// A constraint Jacobian [G, g_t] in blocks: of each joint the columns of its two bodies. It reads
/// like a matrix, and products with it cost what its blocks do. Known entries (0, 1, -1) are
/// neither stored nor multiplied by where the kind of a joint is known when compiled.
/// Interrupt: safe.
#pragma once

#include "taut/block_ldlt.hpp"

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
template <class Plan, class Block>
constexpr auto kind_of(Block i) {
  if constexpr (!Plan::known_kinds)
    return -1;
  else if constexpr (Plan::unrolled)
    return at<Plan::kind>(i);
  else
    return Index<Plan::kind[0]>{};
}
template <class Plan, class Block>
constexpr auto rows_of(Block i) {
  if constexpr (Plan::known_kinds && !Plan::unrolled)
    return Index<Plan::most_rows>{};
  else
    return at<Plan::rows_of>(i);
}

// f(body) where there is one.
template <int body, class F>
[[gnu::always_inline]] inline void if_present(Index<body>, F&& f) {
  if constexpr (body >= 0) f(Index<body>{});
}
template <class F>
[[gnu::always_inline]] inline void if_present(int body, F&& f) {
  if (body >= 0) f(body);
}

// sum + e x, sum - e x with an entry e of which something may be known.
template <Entry e, class S>
[[gnu::always_inline]] inline S plus_product(EntryType<e>, S sum, const S& value, S x) {
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
[[gnu::always_inline]] inline S minus_product(EntryType<e>, S sum, const S& value, S x) {
  if constexpr (e == Entry::zero)
    return sum;
  else if constexpr (e == Entry::one)
    return sum - x;
  else if constexpr (e == Entry::minus_one)
    return sum + x;
  else
    return sum - value * x;
}

template <Entry e, class S>
[[gnu::always_inline]] inline S times(EntryType<e>, const S& value, S x) {
  if constexpr (e == Entry::zero)
    return S(0);
  else if constexpr (e == Entry::one)
    return x;
  else if constexpr (e == Entry::minus_one)
    return -x;
  else
    return value * x;
}

}  // namespace detail

template <class S, class Structure, bool rheonomic>
class BlockJacobian {
 public:
  using Scalar = S;
  using Plan = Elimination<Structure>;
  static constexpr int rows = Plan::rows, part_size = Plan::part_size;
  static constexpr int columns = Plan::parts * part_size;

  /// Entry (r, c) of the block of joint i on its body of `side`. Not kept where it is known, nor
  /// where there is no such body.
  template <class Block, int side, int r, int c>
  [[gnu::always_inline]] void set(Block i, Index<side>, Index<r>, Index<c>, const S& value) {
    constexpr Entry e = decltype(detail::known_entry<Structure>(
        detail::kind_of<Plan>(i), Index<side>{}, Index<r>{}, Index<c>{}))::value;
    if constexpr (e == Entry::general)
      detail::if_present(
          at<Plan::jacobian_offset>(Plan::side(i, Index<side>{})), [&](int offset) __attribute__((
                                                                       always_inline)) {
            values_[index(offset + r * part_size + c)] = value;
          });
  }
  /// g_t of row i.
  void set_rate(int i, const S& value) {
    if constexpr (rheonomic) rate_[index(i)] = value;
  }

  /// Row i, column j; g_t in the column past the last velocity.
  S operator()(int i, int j) const {
    if constexpr (rheonomic)
      if (j == columns) return rate_[index(i)];
    int block = 0;
    while (block + 1 < Plan::blocks && Plan::first_row[index(block + 1)] <= i) ++block;
    for (int side = 0; side < 2; ++side)
      if (Plan::body[index(2 * block + side)] == j / part_size) {
        const int r = i - Plan::first_row[index(block)], c = j % part_size;
        const Entry e = Plan::known_kinds ? Structure::entry(Plan::kind[index(block)], side, r, c)
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
        return values_[index(Plan::jacobian_offset[index(2 * block + side)] + r * part_size + c)];
      }
    return S(0);
  }

  /// y + G x + g_t (rows), the latter where `moving`.
  [[gnu::always_inline]] Vector<S, rows> add_product(Vector<S, rows> y, const Vector<S, columns>& x,
                                                     bool moving) const {
    for_each_block([&](auto i, auto side, auto body, auto r) __attribute__((always_inline)) {
      const int row = at<Plan::first_row>(i) + r;
      for_each(
          Index<part_size>{}, [&](auto c) __attribute__((always_inline)) {
            y[row] = detail::plus_product(entry(i, side, r, c), y[row], value(i, side, r, c),
                                          x[body * part_size + c]);
          });
    });
    if constexpr (rheonomic)
      for (int i = 0; i < rows; ++i)
        if (moving) y[i] += rate_[index(i)];
    return y;
  }

  /// r <- r - G^T lambda (columns).
  [[gnu::always_inline]] void subtract_transposed_product(const Vector<S, rows>& lambda,
                                                          Vector<S, columns>& y) const {
    for_each_block([&](auto i, auto side, auto body, auto r) __attribute__((always_inline)) {
      const S factor = lambda[at<Plan::first_row>(i) + r];
      for_each(
          Index<part_size>{}, [&](auto c) __attribute__((always_inline)) {
            const int j = body * part_size + c;
            y[j] = detail::minus_product(entry(i, side, r, c), y[j], value(i, side, r, c), factor);
          });
    });
  }

  /// What is known of an entry, and its value where nothing is.
  template <class Block, class Side, class Row, class Column>
  [[gnu::always_inline]] static constexpr auto entry(Block i, Side side, Row r, Column c) {
    return detail::known_entry<Structure>(detail::kind_of<Plan>(i), side, r, c);
  }
  template <class Block, class Side, class Row, class Column>
  [[gnu::always_inline]] const S& value(Block i, Side side, Row r, Column c) const {
    return values_[index(at<Plan::jacobian_offset>(Plan::side(i, side)) + r * part_size + c)];
  }

  /// NaN or infinite where an entry is.
  S sum() const {
    S y = S(0);
    for (const S& x : values_) y += x;
    for (const S& x : rate_) y += x;
    return y;
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  template <class F>
  [[gnu::always_inline]] static void for_each_block(F&& f) {
    for_each(
        detail::bound<Plan, Plan::blocks>(), [&](auto i) __attribute__((always_inline)) {
          for_each(
              Index<2>{}, [&](auto side) __attribute__((always_inline)) {
                detail::if_present(
                    at<Plan::body>(Plan::side(i, side)), [&](auto body) __attribute__((
                                                             always_inline)) {
                      for_each(
                          detail::rows_of<Plan>(i), [&](auto r) __attribute__((always_inline)) {
                            f(i, side, body, r);
                          });
                    });
              });
        });
  }

  std::array<S, static_cast<std::size_t>(Plan::jacobian_values > 0 ? Plan::jacobian_values : 1)>
      values_{};
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
