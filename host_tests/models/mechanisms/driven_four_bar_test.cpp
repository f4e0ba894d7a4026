/// \file
/// The four-bar with friction and gravity as inputs is the four-bar, and loses what friction takes.
#include "models/mechanisms/driven_four_bar.hpp"

#include "models/four_bar.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::run;
using taut::testing::started;

template <class S>
class DrivenFourBarTest : public ::testing::Test {};
TYPED_TEST_SUITE(DrivenFourBarTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(DrivenFourBarTest, WithoutFrictionIsTheFourBarBitForBit) {
  using S = TypeParam;
  const FourBarStart<S> start;
  const auto step = StepSize<S>::hz(1000);
  Stepper<DrivenFourBar<S>, Rattle<1>> driven(DrivenFourBar<S>{}, step);
  ASSERT_EQ(driven.reset(start.q, start.u, {S(3), S(0), S(9.81)}), Status::ok);
  Stepper<FourBarMechanism<S>, Rattle<1>> plain(FourBarMechanism<S>{}, step);
  ASSERT_EQ(plain.reset(start.q, start.u, {S(3)}), Status::ok);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(driven.step({S(3), S(0), S(9.81)}), Status::ok);
    ASSERT_EQ(plain.step({S(3)}), Status::ok);
  }
  EXPECT_EQ(driven.state().q, plain.state().q);
  EXPECT_EQ(driven.state().u, plain.state().u);
  EXPECT_EQ(driven.state().lambda, plain.state().lambda);
}

// Kinetic energy, without gravity.
template <class S>
double kinetic_energy(const std::array<S, 9>& u) {
  const auto mass = DrivenFourBar<S>{}.mass_matrix();
  double T = 0;
  for (std::size_t i = 0; i < 9; ++i)
    T += 0.5 * static_cast<double>(mass[static_cast<int>(i)] * u[i] * u[i]);
  return T;
}

// The rate of the energy is what the input gives and the friction takes:
// E(t) - E(0) = integral of (tau - c w) w dt, by the rule of trapezoids.
TYPED_TEST(DrivenFourBarTest, GainsWhatTheTorqueGivesLessWhatFrictionTakes) {
  using S = TypeParam;
  const FourBarStart<S> start;
  Stepper<DrivenFourBar<S>, Rattle<1>> driven(DrivenFourBar<S>{}, StepSize<S>::hz(1000));
  const std::array<S, 3> w{S(4), S(0.5), S(0)};
  ASSERT_EQ(driven.reset(start.q, start.u, w), Status::ok);
  double work = 0, before = 0;
  const auto power = [&] {
    const double rate = static_cast<double>(driven.state().u[2]);
    return (4 - 0.5 * rate) * rate;
  };
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(driven.step(w), Status::ok);
    work += 0.5e-3 * (before + power());
    before = power();
  }
  const double gained = kinetic_energy(driven.state().u);
  EXPECT_GT(gained, 5);
  EXPECT_TRUE(taut::testing::near(gained, work, 1e-3 * gained));
}

}  // namespace
}  // namespace taut::models
