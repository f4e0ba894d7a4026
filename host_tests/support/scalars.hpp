/// \file
/// Every numeric test runs in double and in float: the type list, its names, tolerance pairs, and
/// comparisons that promote nothing silently and never pass on NaN.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>

#include "taut/status.hpp"

namespace taut {

/// GoogleTest prints a status in words.
inline void PrintTo(Status status, std::ostream* stream) { *stream << describe(status); }

}  // namespace taut

namespace taut::testing {

// Under sanitizers once: they look at memory, and both scalars use it alike.
#ifdef TAUT_SANITIZED
using Scalars = ::testing::Types<float>;
#else
using Scalars = ::testing::Types<double, float>;
#endif

struct ScalarNames {
  template <class S>
  static std::string GetName(int) {
    return std::is_same_v<S, float> ? "float" : "double";
  }
};

/// One of a pair: of a tolerance, a step count, a size that depends on the precision.
template <class S, class T>
constexpr T either(T for_double, T for_float) {
  return std::is_same_v<S, float> ? for_float : for_double;
}

/// `count` roundings of a number of size `scale`.
template <class S>
constexpr double roundings(double count, double scale = 1) {
  return count * static_cast<double>(std::numeric_limits<S>::epsilon()) * scale;
}

template <class S>
constexpr S not_a_number = std::numeric_limits<S>::quiet_NaN();
template <class S>
constexpr S infinite = std::numeric_limits<S>::infinity();

/// |actual - expected| <= tolerance; false for NaN.
template <class A, class B>
::testing::AssertionResult near(A actual, B expected, double tolerance) {
  const long double difference =
      std::fabs(static_cast<long double>(actual) - static_cast<long double>(expected));
  if (difference <= static_cast<long double>(tolerance)) return ::testing::AssertionSuccess();
  char text[160];
  std::snprintf(text, sizeof text, "%.17Lg is not %.17Lg: they differ by %.3Lg, allowed is %.3g",
                static_cast<long double>(actual), static_cast<long double>(expected), difference,
                tolerance);
  return ::testing::AssertionFailure() << text;
}

/// Length of a std::array or of a fixed-size Eigen vector.
template <class A>
std::size_t length(const A& x) {
  return static_cast<std::size_t>(x.size());
}

/// Entry i of either.
template <class A>
auto entry(const A& x, std::size_t i) {
  if constexpr (std::is_class_v<A> && !std::is_same_v<decltype(x.size()), std::size_t>)
    return x[static_cast<decltype(x.size())>(i)];
  else
    return x[i];
}

/// Largest |a_i - b_i|; NaN where one of them is.
template <class A, class B>
double largest_difference(const A& a, const B& b) {
  double largest = 0;
  for (std::size_t i = 0; i < length(a); ++i) {
    const double difference =
        std::fabs(static_cast<double>(entry(a, i)) - static_cast<double>(entry(b, i)));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

/// All entries within `tolerance`; false for NaN.
template <class A, class B>
::testing::AssertionResult all_near(const A& actual, const B& expected, double tolerance) {
  for (std::size_t i = 0; i < length(actual); ++i) {
    const ::testing::AssertionResult one = near(entry(actual, i), entry(expected, i), tolerance);
    if (!one) return ::testing::AssertionFailure() << "entry " << i << ": " << one.message();
  }
  return ::testing::AssertionSuccess();
}

/// The same bits. For trivially copyable types without padding.
template <class T>
bool same_bits(const T& a, const T& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace taut::testing
