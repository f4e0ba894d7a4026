/// \file
/// The state is plain data, and the helpers that steps are built from.
#include "taut/state.hpp"

#include <cmath>
#include <type_traits>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;

template <class S>
class StateTest : public ::testing::Test {};
TYPED_TEST_SUITE(StateTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(StateTest, IsTriviallyCopyableWithoutPointers) {
  using S = TypeParam;
  using Compensated = State<models::FourBar<S>, CompensatedSummation>;
  using Plain = State<models::FourBar<S>, PlainSummation>;
  static_assert(std::is_trivially_copyable_v<Compensated> && std::is_trivially_copyable_v<Plain>);
  static_assert(std::is_standard_layout_v<Compensated> && std::is_standard_layout_v<Plain>);
  // q, u, lambda, the input and eight bytes of time, and the low words of q and u
  EXPECT_LE(sizeof(Plain), (9 + 9 + 8 + 1 + 2) * sizeof(S) + 8);
  EXPECT_LE(sizeof(Compensated), (2 * 9 + 2 * 9 + 8 + 1) * sizeof(S) + 8);
}

TYPED_TEST(StateTest, LowWordsAreKeptWhereSummationIsCompensated) {
  using S = TypeParam;
  State<models::CarAxle<S>, CompensatedSummation> compensated{};
  compensated.set_coordinate(2, {S(1), S(0.25)});
  compensated.set_velocity(3, {S(2), S(0.5)});
  EXPECT_EQ(compensated.q[2], S(1));
  EXPECT_EQ(compensated.coordinate(2).lo, S(0.25));
  EXPECT_EQ(compensated.velocity(3).hi, S(2));
  EXPECT_EQ(compensated.velocity(3).lo, S(0.5));
  State<models::CarAxle<S>, PlainSummation> plain{};
  plain.set_coordinate(2, {S(1), S(0.25)});
  EXPECT_EQ(plain.coordinate(2).hi, S(1));
  EXPECT_EQ(plain.coordinate(2).lo, S(0));
}

TYPED_TEST(StateTest, FindsEachEntryThatIsNotFinite) {
  using S = TypeParam;
  const std::array<S, 4> good{S(1), S(-2), S(0), S(1e30)};
  EXPECT_TRUE(detail::all_finite(good));
  EXPECT_TRUE(detail::all_finite(std::array<S, 0>{}));
  for (const S bad : {testing::not_a_number<S>, -testing::not_a_number<S>, testing::infinite<S>,
                      -testing::infinite<S>})
    for (std::size_t i = 0; i < 4; ++i) {
      std::array<S, 4> x = good;
      x[i] = bad;
      EXPECT_FALSE(detail::all_finite(x)) << bad << " at " << i;
    }
  EXPECT_FALSE(detail::all_finite(std::array<S, 2>{testing::infinite<S>, -testing::infinite<S>}));
}

TYPED_TEST(StateTest, NormIsEuclidean) {
  using S = TypeParam;
  EXPECT_EQ(detail::norm(Vector<S, 2>{S(3), S(-4)}), S(5));
  EXPECT_EQ(detail::squared_norm(Vector<S, 3>{S(1), S(2), S(2)}), S(9));
}

// Sum of the words equals the angle less whole turns, to the rounding of the low word of 2 pi (in
// double to that of long double): the difference of the high words is exact.
TYPED_TEST(StateTest, WrapTakesWholeTurnsOffAnAngle) {
  using S = TypeParam;
  constexpr long double turn = 6.283185307179586476925286766559005768L;
  for (double x = -9; x <= 9; x += 0.01) {
    const Sum<S> angle{static_cast<S>(x), S(0)};
    const Sum<S> y = detail::wrap(angle);
    EXPECT_LE(std::fabs(y.hi), S(3.1415928)) << x;
    const long double whole = static_cast<long double>(y.hi) + static_cast<long double>(y.lo);
    const long double turns = std::round((static_cast<long double>(angle.hi) - whole) / turn);
    EXPECT_TRUE(near(whole + turns * turn, angle.hi, testing::either<S>(2e-18, 2e-14))) << x;
    EXPECT_LE(std::fabs(turns), 2) << x;
  }
}

TYPED_TEST(StateTest, WrapLeavesSmallAnglesAlone) {
  using S = TypeParam;
  for (double x = -3.14; x <= 3.14; x += 0.01) {
    const Sum<S> angle{static_cast<S>(x), S(1e-9)};
    EXPECT_TRUE(testing::same_bits(detail::wrap(angle), angle)) << x;
  }
}

TYPED_TEST(StateTest, LimitsComeFromTheModelAndThePrecision) {
  using S = TypeParam;
  constexpr Limits<S> limits = Limits<S>::template of<models::CarAxle<S>>();
  EXPECT_EQ(limits.residual, models::CarAxle<S>::residual_limit);
  EXPECT_EQ(limits.pivot_share, S(64) * std::numeric_limits<S>::epsilon());
}

}  // namespace
}  // namespace taut
