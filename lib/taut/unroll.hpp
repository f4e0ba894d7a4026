/// \file
/// Loops whose bound is a type where the compiler is to unroll them, and a number where not: one
/// kernel serves both. The index that the body gets is then a constant or a number, too.
///
///     for_each(Index<3>{}, f)    f(Index<0>{}), f(Index<1>{}), f(Index<2>{})
///     for_each(3, f)             f(0), f(1), f(2) in a loop
///
/// Interrupt: safe.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "taut/inline.hpp"

namespace taut {

/// A number as a type.
template <int i>
using Index = std::integral_constant<int, i>;

namespace detail {
template <class F, int... i>
TAUT_INLINE inline void call_each(F&& f, std::integer_sequence<int, i...>) {
  (f(Index<i>{}), ...);
}
}  // namespace detail

/// f(0) to f(n - 1), unrolled.
template <int n, class F>
TAUT_INLINE inline void for_each(Index<n>, F&& f) {
  detail::call_each(f, std::make_integer_sequence<int, n>{});
}
/// The same in a loop. The index is as wide as an address, so that it is not widened again and
/// again.
template <class F>
TAUT_INLINE inline void for_each(std::ptrdiff_t n, F&& f) {
  for (std::ptrdiff_t i = 0; i < n; ++i) f(i);
}

/// f(begin) to f(end - 1).
template <int begin, int end, class F>
TAUT_INLINE inline void for_range(Index<begin>, Index<end>, F&& f) {
  for_each(Index<end - begin>{}, [&](auto i) TAUT_INLINE { f(Index<begin + i>{}); });
}
template <class F>
TAUT_INLINE inline void for_range(std::ptrdiff_t begin, std::ptrdiff_t end, F&& f) {
  for (std::ptrdiff_t i = begin; i < end; ++i) f(i);
}

/// f(0) to f(n - 1), unrolled where n is small, and by four where not.
template <int n, class F>
TAUT_INLINE inline void for_all(F&& f) {
  if constexpr (n <= 16) {
    for_each(Index<n>{}, f);
  } else {
    for (int i = 0; i + 4 <= n; i += 4) for_each(Index<4>{}, [&](int k) TAUT_INLINE { f(i + k); });
    for_each(Index<n % 4>{}, [&](int k) TAUT_INLINE { f(n - n % 4 + k); });
  }
}

/// f(f(start, 0), 1) and on to n - 1: a sum whose type may tell what is in it.
template <int n, int i = 0, class Sum, class F>
TAUT_INLINE constexpr auto fold(Sum sum, F&& f) {
  if constexpr (i == n)
    return sum;
  else
    return fold<n, i + 1>(f(sum, Index<i>{}), f);
}

/// table[i], as a type where i is one. The table is a constant of static storage.
template <const auto& table, int i>
constexpr Index<int(table[i])> at(Index<i>) {
  return {};
}
template <const auto& table>
constexpr std::ptrdiff_t at(std::ptrdiff_t i) {
  return table[static_cast<std::size_t>(i)];
}

/// Whether i is known to be 0 when compiled.
template <int i>
constexpr std::bool_constant<i == 0> is_zero(Index<i>) {
  return {};
}
constexpr std::false_type is_zero(std::ptrdiff_t) { return {}; }

/// i + k, i - k, i k, and n - 1 - i: as a type where both are.
template <int i, int k>
constexpr Index<i + k> plus(Index<i>, Index<k>) {
  return {};
}
constexpr std::ptrdiff_t plus(std::ptrdiff_t i, std::ptrdiff_t k) { return i + k; }
template <int i, int k>
constexpr Index<i - k> minus(Index<i>, Index<k>) {
  return {};
}
constexpr std::ptrdiff_t minus(std::ptrdiff_t i, std::ptrdiff_t k) { return i - k; }
template <int i, int k>
constexpr Index<i * k> times(Index<i>, Index<k>) {
  return {};
}
constexpr std::ptrdiff_t times(std::ptrdiff_t i, std::ptrdiff_t k) { return i * k; }
template <int n, int i>
constexpr Index<n - 1 - i> from_end(Index<n>, Index<i>) {
  return {};
}
constexpr std::ptrdiff_t from_end(std::ptrdiff_t n, std::ptrdiff_t i) { return n - 1 - i; }

}  // namespace taut
