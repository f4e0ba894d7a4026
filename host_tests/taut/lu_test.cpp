/// \file
/// Lu: against known solutions, its verdict, and scaling.

#include "taut/lu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

template <class S>
class LuTest : public testing::Test {};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(LuTest, Scalars);

template <class S>
constexpr S tolerance = S(64) * std::numeric_limits<S>::epsilon();

// A = magic-like numbers without structure, from an integer generator.
template <class S, int n>
taut::Matrix<S, n, n> numbers(unsigned seed) {
  taut::Matrix<S, n, n> A;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      seed = seed * 1664525U + 1013904223U;
      A(i, j) = S(static_cast<int>(seed >> 8) % 2001 - 1000) / S(1000);
    }
  return A;
}

template <class S, int n>
S largest_error(unsigned seed) {
  const taut::Matrix<S, n, n> A = numbers<S, n>(seed);
  taut::Vector<S, n> x, b;
  for (int i = 0; i < n; ++i) x[i] = S(i + 1);
  for (int i = 0; i < n; ++i) {
    b[i] = S(0);
    for (int j = 0; j < n; ++j) b[i] += A(i, j) * x[j];
  }
  taut::Lu<S, n> lu;
  EXPECT_TRUE(lu.factorise(A, tolerance<S>));
  lu.solve_in_place(b);
  S error = S(0);
  for (int i = 0; i < n; ++i) error = std::max(error, std::abs(b[i] - x[i]));
  return error;
}

TYPED_TEST(LuTest, SolvesWhatItFactorised) {
  using S = TypeParam;
  // ten thousand roundings: the condition of these matrices is below 1e3
  const S bound = S(10000) * std::numeric_limits<S>::epsilon();
  for (unsigned seed = 1; seed < 20; ++seed) {
    EXPECT_LT((largest_error<S, 1>(seed)), bound) << seed;
    EXPECT_LT((largest_error<S, 3>(seed)), bound) << seed;
    EXPECT_LT((largest_error<S, 8>(seed)), S(10) * bound) << seed;
  }
}

TYPED_TEST(LuTest, ExchangesRowsWhereTheFirstPivotIsZero) {
  using S = TypeParam;
  taut::Matrix<S, 2, 2> A;
  A << S(0), S(2), S(4), S(0);
  taut::Lu<S, 2> lu;
  ASSERT_TRUE(lu.factorise(A, tolerance<S>));
  taut::Vector<S, 2> b(S(6), S(8));
  lu.solve_in_place(b);
  EXPECT_EQ(b[0], S(2));
  EXPECT_EQ(b[1], S(3));
}

TYPED_TEST(LuTest, RefusesSingularAndNonFiniteMatrices) {
  using S = TypeParam;
  const S nan = std::numeric_limits<S>::quiet_NaN(), inf = std::numeric_limits<S>::infinity();
  const S refused[][4] = {{1, 1, 1, 1},   {0, 0, 0, 0},   {1, 2, 2, 4}, {1, 0, 0, nan},
                          {nan, 0, 0, 1}, {1, 0, 0, inf}, {0, 1, 0, 1}};
  for (const auto& a : refused) {
    taut::Matrix<S, 2, 2> A;
    A << a[0], a[1], a[2], a[3];
    taut::Lu<S, 2> lu;
    EXPECT_FALSE(lu.factorise(A, tolerance<S>))
        << a[0] << " " << a[1] << " " << a[2] << " " << a[3];
  }
}

TYPED_TEST(LuTest, VerdictDoesNotDependOnUnits) {
  using S = TypeParam;
  // the same matrix with its second unknown in other units
  for (const S unit : {S(1e-6), S(1), S(1e6)}) {
    taut::Matrix<S, 2, 2> sound, singular;
    sound << S(1), S(2) * unit, S(3), S(4) * unit;
    singular << S(1), S(2) * unit, S(2), S(4) * unit;
    taut::Lu<S, 2> lu;
    EXPECT_TRUE(lu.factorise(sound, tolerance<S>)) << unit;
    EXPECT_FALSE(lu.factorise(singular, tolerance<S>)) << unit;
  }
}

}  // namespace
