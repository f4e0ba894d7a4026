/// \file
/// The cube root against the standard library in higher precision, and its derivative.
#include "taut/cube_root.hpp"

#include <cmath>

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::infinite;
using testing::near;
using testing::not_a_number;

template <class S>
class CubeRootTest : public ::testing::Test {};
TYPED_TEST_SUITE(CubeRootTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(CubeRootTest, IsRightToOneRoundingOverAllExponents) {
  using S = TypeParam;
  double worst = 0;
  for (int e = std::numeric_limits<S>::min_exponent; e < std::numeric_limits<S>::max_exponent; ++e)
    for (int k = 0; k < 97; ++k) {
      const S x = S(std::ldexp(0.5 + k / 194.0, e));
      const long double exact = std::cbrt(static_cast<long double>(x));
      const double error = double(std::fabs((static_cast<long double>(cbrt(x)) - exact) / exact));
      worst = std::max(worst, error / double(std::numeric_limits<S>::epsilon()));
      ASSERT_EQ(cbrt(-x), -cbrt(x));
    }
  EXPECT_LT(worst, 1);
  EXPECT_GT(worst, 0.2);
}

TYPED_TEST(CubeRootTest, CubesOfSmallIntegersAreExact) {
  using S = TypeParam;
  for (int i = 1; i <= 50; ++i) EXPECT_EQ(cbrt(S(i * i * i)), S(i));
}

TYPED_TEST(CubeRootTest, NumbersWithoutHalleysStepsKeepTheirMeaning) {
  using S = TypeParam;
  EXPECT_EQ(cbrt(S(0)), S(0));
  EXPECT_TRUE(std::signbit(cbrt(S(-0.0))));
  EXPECT_EQ(cbrt(infinite<S>), infinite<S>);
  EXPECT_EQ(cbrt(-infinite<S>), -infinite<S>);
  EXPECT_TRUE(std::isnan(cbrt(not_a_number<S>)));
  EXPECT_EQ(cbrt(std::numeric_limits<S>::denorm_min()), S(0));
}

TYPED_TEST(CubeRootTest, DerivativeIsAThirdOfTheRootOverTheNumber) {
  using S = TypeParam;
  Dual<S, 2> x(S(8));
  x.derivative[0] = S(3);
  x.derivative[1] = S(-1);
  const Dual<S, 2> y = cbrt(x);
  EXPECT_EQ(y.value, S(2));
  EXPECT_TRUE(near(y.derivative[0], 0.25, testing::roundings<S>(1)));
  EXPECT_TRUE(near(y.derivative[1], -1.0 / 12, testing::roundings<S>(1)));
}

}  // namespace
}  // namespace taut
