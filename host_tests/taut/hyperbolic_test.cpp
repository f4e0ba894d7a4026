/// \file
/// The hyperbolic tangent against the long double function of this computer.
#include "taut/hyperbolic.hpp"

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class HyperbolicTest : public ::testing::Test {};
TYPED_TEST_SUITE(HyperbolicTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(HyperbolicTest, HyperbolicTangentKeepsItsRelativeAccuracy) {
  using S = TypeParam;
  for (double x = 1e-7; x < 100; x *= 1.001) {
    const S argument = static_cast<S>(x);
    const long double exact = tanhl(static_cast<long double>(argument));
    const S y = tanh(argument);
    ASSERT_TRUE(near((static_cast<long double>(y) - exact) / exact, 0, roundings<S>(3))) << x;
    ASSERT_EQ(tanh(-argument), -y) << x;
  }
  EXPECT_EQ(tanh(S(0)), 0);
  EXPECT_EQ(tanh(S(1e30)), 1);
  EXPECT_EQ(tanh(testing::infinite<S>), 1);
  EXPECT_TRUE(std::isnan(tanh(testing::not_a_number<S>)));
}

TYPED_TEST(HyperbolicTest, DerivativeOfTheTangentIsOneLessItsSquare) {
  using S = TypeParam;
  for (const S x : {S(1e-3), S(0.2), S(0.9), S(3), S(30)}) {
    Dual<S, 1> argument(x);
    argument.derivative[0] = S(2);
    const long double y = tanhl(static_cast<long double>(x));
    EXPECT_TRUE(near(tanh(argument).derivative[0], 2 * (1 - y * y), roundings<S>(8)));
  }
}

}  // namespace
}  // namespace taut
