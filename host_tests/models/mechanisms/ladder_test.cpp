/// \file
/// The ladder from bodies: twenty squares that fold flat again and again, with one step a frame,
/// and five that RATTLE keeps closed.
#include "models/mechanisms/ladder.hpp"

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
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

// SPOOK opens the ladder past the limit of its list at 1 kHz, in double as in float.
TYPED_TEST(LadderMechanismTest, SpookOpensPastTheLimitOfTheList) {
  using S = TypeParam;
  auto stepper = taut::testing::started<Spook<S>>(LadderMechanism<S, 20>{}, StepSize<S>::hz(1000),
                                                  LadderList<S, 20>::start(),
                                                  std::array<S, LadderMechanism<S, 20>::nu>{});
  Status status = Status::ok;
  int n = 0;
  for (; n < 2000 && status == Status::ok; ++n) status = stepper.step();
  EXPECT_EQ(status, Status::residual_too_large);
  EXPECT_NEAR(n, 903, 5);
}

// Ten seconds from rest at 2 kHz: flat squares, whips, and a range of energy of 5.4 kJ.
TYPED_TEST(LadderMechanismTest, FoldingSquaresStayClosedWithRattle) {
  using S = TypeParam;
  using Model = FoldingLadder<S, 5>;
  auto stepper = taut::testing::started<Rattle<1>>(
      Model{}, StepSize<S>::hz(2000), FoldingLadderList<S, 5>::start(), std::array<S, Model::nu>{});
  const auto energy = [&] {
    const auto at = mechanism_state(stepper);
    return double(kinetic_energy(at)) + double(potential_energy(at));
  };
  const double start = energy();
  double widest = 0, highest = start, share = 1;
  ASSERT_TRUE(taut::testing::run(stepper, 20000, {}, [&](const auto& s) {
    widest = std::max(widest, double(s.position_residual()));
    share = std::min(share, double(s.smallest_pivot_share()));
    highest = std::max(highest, energy());
  }));
  EXPECT_LT(share, 1e-3);   // it did fold flat
  EXPECT_LE(widest, 4e-6);  // in float with mu = sqrt(epsilon) 2.1e-5
  EXPECT_LE(highest, start + taut::testing::either<S>(1e-9, 2e-3));
  EXPECT_GE(energy(), start - 20);  // in float with mu = sqrt(epsilon) 67 J
}

}  // namespace
}  // namespace taut::models
