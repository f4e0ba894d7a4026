/// \file
/// How a state accumulates its increments.
///
/// In float, q += h u drops the low bits of every increment (relative error 6e-5 at h = 1 ms).
/// Compensated summation carries them along in a second word, for six additions an entry: the
/// difference between a float and a double run is then 4 to 160 times smaller (docs/results.md).
/// The exact error of a sum is
///
///     s = a + b,  b' = s - a,  a' = s - b',  e = (a - a') + (b - b')
///
/// (Knuth's two-sum, The Art of Computer Programming, vol. 2, section 4.2.2, theorem B); it holds
/// because config.hpp refuses fast-math. Interrupt: safe.
#pragma once

#include <type_traits>

namespace taut {

/// A number as the unevaluated sum hi + lo; hi alone is what a model sees.
template <class S>
struct Sum {
  S hi, lo;
};

/// Plain summation: no second word.
struct PlainSummation {
  static constexpr bool compensated = false;

  /// x + increment, rounded.
  template <class S>
  static S predict(Sum<S> x, S increment) {
    return x.hi + increment;
  }

  /// x + increment, and x + increment - correction.
  template <class S>
  static Sum<S> add(Sum<S> x, S increment) {
    return {x.hi + increment, S(0)};
  }
  template <class S>
  static Sum<S> add(Sum<S> x, S increment, S correction) {
    return {(x.hi + increment) - correction, S(0)};
  }
  /// x + first + second, where `predicted` is predict(x, first).
  template <class S>
  static Sum<S> add_after(Sum<S> /*x*/, S /*first*/, S predicted, S second) {
    return {predicted + second, S(0)};
  }
};

/// Compensated summation: lo holds what hi lost.
struct CompensatedSummation {
  static constexpr bool compensated = true;

  template <class S>
  static S predict(Sum<S> x, S increment) {
    return x.hi + (x.lo + increment);
  }

  template <class S>
  static Sum<S> add(Sum<S> x, S increment) {
    const S b = x.lo + increment;
    const S s = x.hi + b;
    const S b_part = s - x.hi;
    const S a_part = s - b_part;
    return {s, (x.hi - a_part) + (b - b_part)};
  }
  template <class S>
  static Sum<S> add(Sum<S> x, S increment, S correction) {
    return add(x, increment - correction);
  }
  template <class S>
  static Sum<S> add_after(Sum<S> x, S first, S /*predicted*/, S second) {
    return add(x, first + second);
  }
};

/// Compensated for float, plain for double.
template <class S>
using DefaultSummation =
    std::conditional_t<std::is_same_v<S, float>, CompensatedSummation, PlainSummation>;

}  // namespace taut
