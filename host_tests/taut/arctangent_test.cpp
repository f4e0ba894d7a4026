/// \file
/// The angle of a vector against the mathematics library in extended precision.
#include "taut/arctangent.hpp"

#include "support/scalars.hpp"

namespace taut {
namespace {

template <class S>
class ArctangentTest : public ::testing::Test {};
TYPED_TEST_SUITE(ArctangentTest, testing::Scalars, testing::ScalarNames);

// 40,000 directions with lengths from 1e-12 to 1e12.
TYPED_TEST(ArctangentTest, IsTheAngleToThreeUnitsInTheLastPlace) {
  using S = TypeParam;
  double worst = 0;
  for (int i = 0; i < 40000; ++i) {
    const double length = std::pow(10.0, i % 25 - 12), angle = 1e-4 * i * 2 - 4;
    const S x = S(length * std::cos(angle)), y = S(length * std::sin(angle));
    const long double exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    const long double error = std::fabs(static_cast<long double>(taut::atan2(y, x)) - exact);
    const S at = static_cast<S>(std::fabs(exact));
    const S unit = std::nextafter(at, S(4)) - at;
    worst = std::max(worst, static_cast<double>(error / static_cast<long double>(unit)));
  }
  EXPECT_LT(worst, 3);
}

TYPED_TEST(ArctangentTest, AxesAndDiagonalsAreExact) {
  using S = TypeParam;
  const S pi = S(3.14159265358979323846L);
  EXPECT_EQ(taut::atan2(S(0), S(0)), S(0));
  EXPECT_EQ(taut::atan2(S(0), S(2)), S(0));
  EXPECT_EQ(taut::atan2(S(2), S(0)), pi / 2);
  EXPECT_EQ(taut::atan2(S(-2), S(0)), -pi / 2);
  EXPECT_EQ(taut::atan2(S(0), S(-2)), pi);
  EXPECT_EQ(taut::atan2(S(3), S(3)), pi / 4);
  EXPECT_EQ(taut::atan2(S(-3), S(3)), -pi / 4);
  EXPECT_TRUE(testing::near(taut::atan2(S(3), S(-3)), 0.75 * M_PI, testing::roundings<S>(2)));
}

TYPED_TEST(ArctangentTest, WhatIsNoNumberHasNoAngle) {
  using S = TypeParam;
  const S nan = testing::not_a_number<S>;
  EXPECT_TRUE(std::isnan(taut::atan2(nan, S(1))));
  EXPECT_TRUE(std::isnan(taut::atan2(S(1), nan)));
  EXPECT_TRUE(std::isnan(taut::atan2(testing::infinite<S>, testing::infinite<S>)));
}

}  // namespace
}  // namespace taut
