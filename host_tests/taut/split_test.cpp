/// \file
/// Split numbers against arithmetic with more digits: float in double, double in long double.
#include "taut/split.hpp"

#include <random>

#include "support/scalars.hpp"

namespace taut {
namespace {

template <class S>
class SplitTest : public ::testing::Test {
 public:
  using Wide = std::conditional_t<std::is_same_v<S, float>, double, long double>;
  // In roundings of S: four of its square, or what Wide can tell.
  static constexpr double resolution =
      std::is_same_v<S, float> ? 4 * double(std::numeric_limits<S>::epsilon()) : 1.0 / (1 << 9);

  std::mt19937 random{5};
  Split<S> number() {
    std::uniform_real_distribution<double> entry(-1, 1);
    const S hi = static_cast<S>(entry(random));
    return Split<S>(detail::two_sum(
        hi, static_cast<S>(entry(random) * 0.4 * double(std::numeric_limits<S>::epsilon()))));
  }
  static Wide wide(const Split<S>& x) { return Wide(x.hi) + Wide(x.lo); }
  static void expect_near(const Split<S>& actual, Wide expected, double roundings = 1) {
    const Wide size = expected < Wide(1) && expected > Wide(-1) ? Wide(1) : expected;
    const Wide error = (wide(actual) - expected) / size;
    EXPECT_LE(std::abs(static_cast<double>(error)),
              roundings * resolution * double(std::numeric_limits<S>::epsilon()));
  }
};
TYPED_TEST_SUITE(SplitTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(SplitTest, AddsAndMultipliesWithTwiceTheDigits) {
  using S = TypeParam;
  for (int trial = 0; trial < 1000; ++trial) {
    const Split<S> a = this->number(), b = this->number();
    this->expect_near(a + b, this->wide(a) + this->wide(b));
    this->expect_near(a - b, this->wide(a) - this->wide(b));
    this->expect_near(a * b, this->wide(a) * this->wide(b));
  }
}

// 400 m in float: a micrometre is a thirtieth of its spacing.
TYPED_TEST(SplitTest, KeepsSmallDifferencesOfLargeNumbers) {
  using S = TypeParam;
  const Split<S> far(detail::two_sum(S(400), S(1e-6)));
  EXPECT_EQ((far - Split<S>(S(400))).rounded(), S(1e-6));
}

TYPED_TEST(SplitTest, DividesAndTakesRootsAndSinesAtLeastAsTheScalarDoes) {
  using S = TypeParam;
  const double once = 4 / TestFixture::resolution;  // in roundings of the scalar
  for (int trial = 0; trial < 1000; ++trial) {
    const Split<S> a = this->number(), b = this->number() + Split<S>(S(2));
    this->expect_near(a / b, this->wide(a) / this->wide(b), once);
    this->expect_near(sqrt(b), std::sqrt(this->wide(b)), once);
    const SinCos<Split<S>> turn = sincos(a);
    this->expect_near(turn.sin, std::sin(this->wide(a)), once);
    this->expect_near(turn.cos, std::cos(this->wide(a)), once);
    this->expect_near(atan2(a, b), std::atan2(this->wide(a), this->wide(b)), once);
  }
}

TYPED_TEST(SplitTest, ComparesLowWordsToo) {
  using S = TypeParam;
  const S tiny = std::numeric_limits<S>::epsilon() / S(8);
  const Split<S> one(S(1)), more(S(1), tiny);
  EXPECT_TRUE(one < more && more > one && one <= more && more >= one && one != more);
  EXPECT_FALSE(more < one || more <= one || one == more);
  EXPECT_EQ(max(one, more).lo, tiny);
  EXPECT_EQ(min(one, more).lo, S(0));
  EXPECT_EQ(abs(-more).lo, tiny);
}

}  // namespace
}  // namespace taut
