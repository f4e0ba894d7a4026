/// \file
/// Where the blocks of a structure (elimination.hpp) begin, how large they are and of what kind: as
/// types where that is known when compiled, so that one kernel serves unrolled structures and
/// loops.
/// Interrupt: safe.
#pragma once

#include "taut/elimination.hpp"
#include "taut/unroll.hpp"

namespace taut {

namespace detail {

// n as a type where the structure is unrolled.
template <class Plan, int n>
constexpr auto bound() {
  if constexpr (Plan::unrolled)
    return Index<n>{};
  else
    return std::ptrdiff_t(n);
}
// The end of a range by the table of where ranges begin.
template <const auto& begin, class K>
constexpr auto end_of(K k) {
  return at<begin>(plus(k, Index<1>{}));
}

// Where things begin: read from tables only where blocks differ in size.
template <class Plan>
inline constexpr Index<Plan::most_rows * Plan::most_rows> block_size{};
template <class Plan, class Block>
constexpr auto first_row_of(Block i) {
  if constexpr (Plan::alike)
    return i * Plan::most_rows;
  else
    return at<Plan::first_row>(i);
}
template <class Plan, class Position>
constexpr auto diagonal_at(Position p) {
  if constexpr (Plan::alike)
    return p * block_size<Plan>;
  else
    return at<Plan::diagonal>(p);
}
template <class Plan, class Number>
constexpr auto entry_at(Number e) {
  if constexpr (Plan::alike)
    return (Plan::blocks + e) * block_size<Plan>;
  else
    return at<Plan::entry_offset>(e);
}
template <class Plan, class Position>
constexpr auto rows_at(Position p) {
  if constexpr (Plan::alike)
    return Index<Plan::most_rows>{};
  else
    return at<Plan::rows_at>(p);
}

// f(rows) with the rows of the block at a position as a type.
template <class Plan, int rows>
constexpr bool has_block_of() {
  for (const auto n : Plan::rows_of)
    if (n == rows) return true;
  return false;
}
template <class Plan, class Position, class F>
TAUT_INLINE inline void with_rows_at(Position p, F&& f) {
  const auto rows = rows_at<Plan>(p);
  if constexpr (Plan::known_kinds)
    f(rows);
  else
    for_each(Index<Plan::most_rows>{}, [&](auto n) TAUT_INLINE {
      if constexpr (has_block_of<Plan, n + 1>())
        if (rows == n + 1) f(plus(n, Index<1>{}));
    });
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
  if constexpr (Plan::alike)
    return Index<Plan::most_rows>{};
  else
    return at<Plan::rows_of>(i);
}

// f(body) where there is one.
template <int body, class F>
TAUT_INLINE inline void if_present(Index<body>, F&& f) {
  if constexpr (body >= 0) f(Index<body>{});
}
template <class F>
TAUT_INLINE inline void if_present(std::ptrdiff_t body, F&& f) {
  if (body >= 0) f(body);
}
// Whether there is a body on no side before this one, where that is known when compiled.
template <class Plan, int i, int side>
constexpr std::bool_constant<side == 0 || (Plan::body[index(2 * i)] < 0)> is_first_side(
    Index<i>, Index<side>) {
  return {};
}
template <class Plan, int side>
constexpr std::false_type is_first_side(std::ptrdiff_t, Index<side>) {
  return {};
}
template <class Plan>
constexpr std::false_type is_first_side(std::ptrdiff_t, int) {
  return {};
}
// f(side) for both sides of a joint: a type where what is known of an entry depends on it.
template <class Plan, class F>
TAUT_INLINE inline void for_each_side(F&& f) {
  if constexpr (Plan::known_kinds)
    for_each(Index<2>{}, f);
  else
    for (int side = 0; side < 2; ++side) f(side);
}

}  // namespace detail

}  // namespace taut
