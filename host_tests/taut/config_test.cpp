/// \file
/// The matrix aliases: fixed size, no alignment beyond their scalar's, and a library that refuses
/// compiler modes in which its promises do not hold.
#include "taut/config.hpp"

#include <cstddef>
#include <limits>
#include <new>

#include "models/four_bar.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

template <class S>
class ConfigTest : public ::testing::Test {};
TYPED_TEST_SUITE(ConfigTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(ConfigTest, MatricesAreNotOverAligned) {
  using S = TypeParam;
  static_assert(alignof(Vector<S, 4>) == alignof(S) && sizeof(Vector<S, 4>) == 4 * sizeof(S));
  static_assert(alignof(Matrix<S, 4, 4>) == alignof(S) &&
                sizeof(Matrix<S, 4, 4>) == 16 * sizeof(S));
  static_assert(alignof(Matrix<S, 1, 4>) == alignof(S));
  static_assert(Matrix<S, 1, 4>::IsRowMajor && !Matrix<S, 2, 4>::IsRowMajor &&
                !Matrix<S, 1, 1>::IsRowMajor);
}

// The least is twice what a pivot must keep in float, and the default in double.
TYPED_TEST(ConfigTest, TheLeastRegularisationIsAboveTheRoundingOfAMatrix) {
  using S = TypeParam;
  constexpr S pivot = Limits<S>::template of<models::FourBar<S>>().pivot_share;
  EXPECT_EQ(least_regularisation<S>(), testing::either<S>(0x1p-26, 2 * double(pivot)));
  EXPECT_LE(least_regularisation<S>(), root_of_epsilon<S>());
}

// A stepper at every address that suits its scalar gives the same bits (embedded trap B5).
TYPED_TEST(ConfigTest, AStepperWorksAtAnyAddressOfItsScalar) {
  using S = TypeParam;
  using StepperType = Stepper<models::FourBar<S>>;
  static_assert(alignof(StepperType) <= 8);
  const models::FourBarStart<S> start;
  alignas(16) static unsigned char arena[sizeof(StepperType) + 16];
  typename StepperType::StateType expected{};
  for (std::size_t offset = 0; offset < 16; offset += alignof(StepperType)) {
    auto* stepper = new (arena + offset) StepperType({}, StepSize<S>::hz(1000));
    ASSERT_EQ(testing::reset(*stepper, start.q, start.u), Status::ok);
    ASSERT_TRUE(testing::run(*stepper, 100));
    if (offset == 0) expected = stepper->state();
    EXPECT_EQ(stepper->state().q, expected.q) << offset;
    EXPECT_EQ(stepper->state().u, expected.u) << offset;
    stepper->~StepperType();
  }
}

// What a*b + c must do on every machine: two roundings. 1 - (1 - e)(1 + e) is e^2 when fused.
TYPED_TEST(ConfigTest, ProductsAndSumsAreNotFused) {
  using S = TypeParam;
  volatile S e = std::numeric_limits<S>::epsilon();
  const S a = S(1) - e, b = S(1) + e, c = S(-1);
  EXPECT_EQ(a * b + c, S(0));
}

}  // namespace
}  // namespace taut
