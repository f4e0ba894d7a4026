/// \file
/// Loops whose bound is a type where the compiler is to unroll them, and a number where not: one
/// kernel serves both. The index that the body gets is then a constant or a number, too.
///
///     for_each(Index<3>{}, f)    f(Index<0>{}), f(Index<1>{}), f(Index<2>{})
///     for_each(3, f)             f(0), f(1), f(2) in a loop
///
/// Interrupt: safe.
#pragma once

#include <type_traits>
#include <utility>

namespace taut {

/// A number as a type.
template <int i>
using Index = std::integral_constant<int, i>;

namespace detail {
template <class F, int... i>
[[gnu::always_inline]] inline void call_each(F&& f, std::integer_sequence<int, i...>) {
  (f(Index<i>{}), ...);
}
}  // namespace detail

/// f(0) to f(n - 1), unrolled.
template <int n, class F>
[[gnu::always_inline]] inline void for_each(Index<n>, F&& f) {
  detail::call_each(f, std::make_integer_sequence<int, n>{});
}
/// The same in a loop.
template <class F>
[[gnu::always_inline]] inline void for_each(int n, F&& f) {
  for (int i = 0; i < n; ++i) f(i);
}

/// f(0) to f(n - 1), unrolled where n is small.
template <int n, class F>
[[gnu::always_inline]] inline void for_all(F&& f) {
  if constexpr (n <= 16)
    for_each(Index<n>{}, f);
  else
    for_each(n, f);
}

/// table[i], as a type where i is one. The table is a constant of static storage.
template <const auto& table, int i>
constexpr Index<int(table[i])> at(Index<i>) {
  return {};
}
template <const auto& table>
constexpr int at(int i) {
  return int(table[static_cast<std::size_t>(i)]);
}

/// i + k, and n - 1 - i: as a type where both are.
template <int i, int k>
constexpr Index<i + k> plus(Index<i>, Index<k>) {
  return {};
}
constexpr int plus(int i, int k) { return i + k; }
template <int n, int i>
constexpr Index<n - 1 - i> from_end(Index<n>, Index<i>) {
  return {};
}
constexpr int from_end(int n, int i) { return n - 1 - i; }

}  // namespace taut
