/// \file
/// The ladder from bodies: twenty squares that fold flat again and again, with one step a frame.
#include "models/mechanisms/ladder.hpp"

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/spook.hpp"

namespace taut::models {
namespace {

template <class S>
class LadderMechanismTest : public ::testing::Test {};
TYPED_TEST_SUITE(LadderMechanismTest, taut::testing::Scalars, taut::testing::ScalarNames);

// 61 rods, 20 s at 60 Hz from rest. The loops open by up to 0.45 m where the rods whip; no step is
// refused, and the energy never rises above that of the start.
TYPED_TEST(LadderMechanismTest, TwentySquaresStayStableWithSpookAtSixtyHertz) {
  using S = TypeParam;
  using List = LadderList<S, 20>;
  using Model = LadderMechanism<S, 20>;
  auto stepper = taut::testing::started<Spook<S>>(
      Model{}, StepSize<S>::ratio(1, 60), List::start(), std::array<S, Model::nu>{},
      Limits<S>{taut::testing::infinite<S>, S(64) * std::numeric_limits<S>::epsilon()});
  const Vector<S, Model::nu> m = stepper.model().mass_matrix();
  const auto energy = [&] {
    double e = 0;
    for (int i = 0; i < Model::nu; ++i) {
      const double v = static_cast<double>(stepper.state().u[static_cast<std::size_t>(i)]);
      e += static_cast<double>(m[i]) * v * v / 2;
    }
    for (std::size_t rod = 0; rod < static_cast<std::size_t>(List::rods); ++rod)
      e += 98.1 * static_cast<double>(stepper.state().q[3 * rod + 1]);
    return e;
  };
  const double start = energy();
  double widest = 0, highest = energy();
  for (int n = 0; n < 1200; ++n) {
    ASSERT_EQ(stepper.step(), Status::ok) << n;
    widest = std::max(widest, static_cast<double>(stepper.position_residual()));
    highest = std::max(highest, energy());
  }
  EXPECT_LE(widest, 0.6);
  EXPECT_LE(highest, start);
  EXPECT_LE(energy(), start - 2e4);  // it hangs down
}

}  // namespace
}  // namespace taut::models
