/// \file
/// The guarded step: RATTLE while the motion is smooth, SPOOK where it is not, at one cost.
#include "taut/guarded.hpp"

#include <algorithm>
#include <cmath>

#include "models/ladder.hpp"
#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "support/redundant.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/stepper.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;
using testing::run;
using testing::started;
using testing::unlimited;

template <class S>
class GuardedTest : public ::testing::Test {};
TYPED_TEST_SUITE(GuardedTest, testing::Scalars, testing::ScalarNames);

// Below the limit it is Rattle<0> on the same matrices, bit for bit.
TYPED_TEST(GuardedTest, IsRattleWhereTheMotionIsSmooth) {
  using S = TypeParam;
  using Model = testing::Redundant<models::Pendulum<S>>;  // regularised for every method
  const models::PendulumStart<S> start;
  auto guarded = started<Guarded<S>>(Model{}, StepSize<S>::hz(1000), start.q, start.u);
  auto rattle = started<Rattle<0>>(Model{}, StepSize<S>::hz(1000), start.q, start.u);
  ASSERT_TRUE(run(guarded, 1000));
  ASSERT_TRUE(run(rattle, 1000));
  EXPECT_EQ(guarded.state().q, rattle.state().q);
  EXPECT_EQ(guarded.state().u, rattle.state().u);
  EXPECT_EQ(guarded.state().guarded_steps, 0U);
}

// A ladder of rods from rest for 20 s at 60 Hz: squares fold flat and whip. Largest energy above
// the start, energy at the end, mean of rms g.
struct Fall {
  double gain = -1e30, end = 0, mean = 0, guarded = 0;
};
template <int squares, class Method>
Fall fall(const Method& method, std::uint32_t hz) {
  using Model = models::Ladder<double, squares>;
  const Model model;
  const models::LadderStart<double, squares> start;
  Stepper<Model, Method> stepper(model, StepSize<double>::hz(hz), unlimited<Model>(), method);
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  const double at_start = energy(model, start.q, start.u);
  Fall out;
  run(stepper, static_cast<int>(20 * hz), {}, [&](const auto& s) {
    out.end = energy(model, s.state().q, s.state().u) - at_start;
    out.gain = std::max(out.gain, out.end);
    out.mean += s.position_residual() / std::sqrt(double(Model::nc)) / (20 * hz);
    if constexpr (!std::is_empty_v<typename Method::template Memory<Model>>)
      out.guarded = double(s.state().guarded_steps) / (20 * hz);
  });
  return out;
}
TEST(Guarded, PassesFoldingSquaresWithoutGainingEnergy) {
  const Fall guarded = fall<1>(Guarded<double>{}, 60);
  EXPECT_LT(guarded.gain, 1e-3);  // of 196 J
  EXPECT_GT(guarded.end, -80);
  EXPECT_LT(guarded.mean, 8e-3);
  EXPECT_GT(guarded.guarded, 0.1);
  EXPECT_LT(guarded.guarded, 0.9);
  const Fall rattle = fall<1>(Rattle<0>{}, 60);
  EXPECT_GT(rattle.gain, 10);
}
TEST(Guarded, PassesTheWhiplashOfALongerLadder) {
  const Fall guarded = fall<3>(Guarded<double>{}, 60);
  EXPECT_LT(guarded.gain, 1e-2);
  EXPECT_LT(guarded.mean, 2e-2);
}

// Through the position where both bars lie on each other and the slider stands at the pivot.
TYPED_TEST(GuardedTest, PassesASingularPosition) {
  using S = TypeParam;
  using Model = models::SliderCrank<S>;
  const models::SliderCrankStart<S> start;
  Guarded<S> method;
  method.limit = S(1e-4);
  const Model model;
  Stepper<Model, Guarded<S>> stepper(model, StepSize<S>::hz(1000), unlimited<Model>(), method);
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  const double at_start = double(energy(model, start.q, start.u));
  double gain = 0, residual = 0;
  ASSERT_TRUE(run(stepper, 5000, {}, [&](const auto& s) {
    gain = std::max(gain, double(energy(model, s.state().q, s.state().u)) - at_start);
    residual = std::max(residual, double(s.position_residual()));
  }));
  EXPECT_LT(gain, 0.05);
  EXPECT_LT(residual, 1e-3);
}

// tau: a violation at rest loses the share 4 Y = 4/(1 + 4 tau/h) a step in the second branch.
TYPED_TEST(GuardedTest, TakesBackAViolationByItsRelaxationTime) {
  using S = TypeParam;
  using Model = models::Pendulum<S>;
  Model model;
  model.gravity_m_s2 = S(0);
  Guarded<S> method;
  method.limit = S(0);
  Stepper<Model, Guarded<S>> stepper(model, StepSize<S>::hz(1000), unlimited<Model>(), method);
  ASSERT_EQ(stepper.reset({S(1.001), S(0)}, {S(0), S(0)}), Status::ok);
  const double before = double(stepper.position_residual());
  ASSERT_TRUE(run(stepper, 1));
  EXPECT_TRUE(near(double(stepper.position_residual()) / before, 1 - 4.0 / 9, 1e-3));
}

}  // namespace
}  // namespace taut
