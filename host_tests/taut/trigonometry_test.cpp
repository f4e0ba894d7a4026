/// \file
/// Sine and cosine against the long double functions of this computer, and their bits against a
/// literal: a platform that computes anything else fails here.
#include "taut/trigonometry.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;

template <class S>
class TrigonometryTest : public ::testing::Test {};
TYPED_TEST_SUITE(TrigonometryTest, testing::Scalars, testing::ScalarNames);

template <class S>
constexpr double range() {
  return either<S>(1048576.0, 8192.0);
}

// One unit in the last place of 1. The header promises two; 0.65 is measured in both.
template <class S>
constexpr double unit() {
  return static_cast<double>(std::numeric_limits<S>::epsilon());
}

TYPED_TEST(TrigonometryTest, ErrorIsBelowOneUnitOverTheWholeRange) {
  using S = TypeParam;
  std::mt19937_64 random(1);
  double largest = 0;
  const auto look = [&](double angle) {
    const S x = static_cast<S>(angle);
    const SinCos<S> y = sincos(x);
    const long double exact_sin = sinl(static_cast<long double>(x));
    const long double exact_cos = cosl(static_cast<long double>(x));
    largest = std::max(largest,
                       static_cast<double>(std::fabs(static_cast<long double>(y.sin) - exact_sin)));
    largest = std::max(largest,
                       static_cast<double>(std::fabs(static_cast<long double>(y.cos) - exact_cos)));
  };
  std::uniform_real_distribution<double> anywhere(-range<S>(), range<S>()), near_zero(-10, 10);
  for (int i = 0; i < 300000; ++i) look(anywhere(random));
  for (int i = 0; i < 300000; ++i) look(near_zero(random));
  // where reduction is hardest and quadrants change: next to multiples of pi/4
  const int multiples = static_cast<int>(range<S>() / 0.7853981633974483);
  for (int i = 0; i < 100000; ++i) {
    const int k = static_cast<int>(std::uniform_int_distribution<>(-multiples, multiples)(random));
    look(k * 0.78539816339744831);
  }
  look(range<S>());
  look(-range<S>());
  EXPECT_LE(largest, unit<S>());
}

// Below pi/4 nothing is reduced: the relative error of sin counts. One unit of 1, now of the value.
TYPED_TEST(TrigonometryTest, SineOfASmallAngleKeepsItsRelativeAccuracy) {
  using S = TypeParam;
  for (double x = either<S>(1e-300, 1e-37); x < 0.785; x *= 1.01) {
    const S angle = static_cast<S>(x);
    const long double exact = sinl(static_cast<long double>(angle));
    EXPECT_TRUE(near((static_cast<long double>(sin(angle)) - exact) / exact, 0, unit<S>())) << x;
  }
  EXPECT_EQ(sin(S(0)), 0);
  EXPECT_EQ(cos(S(0)), 1);
}

TYPED_TEST(TrigonometryTest, SineIsOddAndCosineEvenToTheBit) {
  using S = TypeParam;
  for (double x = 1e-3; x < range<S>(); x *= 1.001) {
    const S angle = static_cast<S>(x);
    ASSERT_TRUE(testing::same_bits<S>(sin(-angle), -sin(angle))) << x;
    ASSERT_TRUE(testing::same_bits<S>(cos(-angle), cos(angle))) << x;
  }
}

TYPED_TEST(TrigonometryTest, SquaresAddToOne) {
  using S = TypeParam;
  for (double x = -100; x < 100; x += 0.01) {
    const SinCos<S> y = sincos(static_cast<S>(x));
    ASSERT_TRUE(near(y.sin * y.sin + y.cos * y.cos, 1, testing::roundings<S>(3))) << x;
  }
}

TYPED_TEST(TrigonometryTest, AloneOrTogetherGivesTheSameBits) {
  using S = TypeParam;
  for (double x = -50; x < 50; x += 0.01) {
    const S angle = static_cast<S>(x);
    ASSERT_TRUE(testing::same_bits<S>(sin(angle), sincos(angle).sin));
    ASSERT_TRUE(testing::same_bits<S>(cos(angle), sincos(angle).cos));
  }
}

template <class S, std::size_t n>
void expect_bits_of_each(double from) {
  S x[n];
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<S>(from + static_cast<double>(i * i));
  x[n - 1] = static_cast<S>(from * 1e6);  // past the range, where it is NaN, for some
  const SinesCosines<S, n> y = sincos(x);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_TRUE(testing::same_bits<S>(y.sin[i], sincos(x[i]).sin)) << n << " " << x[i];
    ASSERT_TRUE(testing::same_bits<S>(y.cos[i], sincos(x[i]).cos)) << n << " " << x[i];
  }
}
// An odd and an even number: machines that take two at a time have one left over.
TYPED_TEST(TrigonometryTest, SeveralAnglesGiveTheBitsOfEach) {
  for (double from = -20; from < 20; from += 0.037) {
    expect_bits_of_each<TypeParam, 1>(from);
    expect_bits_of_each<TypeParam, 2>(from);
    expect_bits_of_each<TypeParam, 3>(from);
    expect_bits_of_each<TypeParam, 4>(from);
    expect_bits_of_each<TypeParam, 7>(from);
  }
}

// One math library in the field returns -0.547 (raspberrypi/pico-sdk#2406).
TYPED_TEST(TrigonometryTest, SineNextToAQuarterTurnIsNotTheCosine) {
  using S = TypeParam;
  EXPECT_TRUE(near(sin(S(1.565)), 0.99998320, 1e-7));
  EXPECT_TRUE(near(cos(S(1.565)), 0.00579629, 1e-7));
}

TYPED_TEST(TrigonometryTest, OutsideTheRangeAndForNonFiniteAnglesItIsNaN) {
  using S = TypeParam;
  const S edge = static_cast<S>(range<S>());
  const S beyond = std::nextafter(edge, testing::infinite<S>);
  for (const S x : {beyond, -beyond, S(1e10), S(-1e30), std::numeric_limits<S>::max(),
                    testing::infinite<S>, -testing::infinite<S>, testing::not_a_number<S>}) {
    EXPECT_TRUE(std::isnan(sin(x))) << x;
    EXPECT_TRUE(std::isnan(cos(x))) << x;
  }
  EXPECT_FALSE(std::isnan(sin(edge)) || std::isnan(cos(edge)));
  EXPECT_FALSE(std::isnan(sin(-edge)) || std::isnan(cos(-edge)));
}

// FNV-1a over the bits of sine and cosine of a million angles, from a linear congruential generator
// (Knuth's MMIX constants) so that no standard library is involved.
template <class S, class Bits>
std::uint64_t checksum() {
  std::uint64_t hash = 14695981039346656037ULL, seed = 1;
  const auto add = [&](S x) {
    Bits bits;
    std::memcpy(&bits, &x, sizeof x);
    for (std::size_t i = 0; i < sizeof x; ++i) {
      hash ^= (bits >> (8 * i)) & 0xFF;
      hash *= 1099511628211ULL;
    }
  };
  for (int i = 0; i < 1000000; ++i) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    // 24 bits of the seed, over [-8192, 8192): exact in float
    const std::int32_t angle = static_cast<std::int32_t>(seed >> 40) - (1 << 23);
    const SinCos<S> y = sincos(S(angle) / S(1024));
    add(y.sin);
    add(y.cos);
  }
  return hash;
}

TEST(TrigonometryBits, AreTheSameOnEveryPlatform) {
  EXPECT_EQ((checksum<float, std::uint32_t>()), 17724810815343755033ULL);
  EXPECT_EQ((checksum<double, std::uint64_t>()), 10755999681546242566ULL);
}

}  // namespace
}  // namespace taut
