/// \file
/// Models that state `redundant`: the braced parallelogram by every method, and positions in which
/// rows come to depend on each other.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "models/four_bar.hpp"
#include "models/ladder.hpp"
#include "support/braced_parallelogram.hpp"
#include "support/redundant.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/bdf.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"

namespace taut {
namespace {

using testing::BracedParallelogram;
using testing::BracedParallelogramStart;
using testing::either;
using testing::near;
using testing::parallelogram;
using testing::run;
using testing::started;

template <class S>
class RedundantTest : public ::testing::Test {};
TYPED_TEST_SUITE(RedundantTest, testing::Scalars, testing::ScalarNames);

constexpr auto tick = [](auto scalar) { return StepSize<decltype(scalar)>::hz(1000); };

// ---- the same motion as the reduced mechanism --------------------------------------------------

// Largest difference of the coordinates over 2 s.
template <class Method>
double difference_to_reduced() {
  const BracedParallelogramStart<double> start;
  auto full = started<Method>(BracedParallelogram<double, 12, true>{}, tick(0.0), start.q, start.u);
  auto reduced = started<Method>(BracedParallelogram<double, 11>{}, tick(0.0), start.q, start.u);
  double largest = 0;
  for (int n = 0; n < 2000; ++n) {
    if (!run(full, 1) || !run(reduced, 1)) return 1;
    for (std::size_t i = 0; i < 12; ++i)
      largest = std::max(largest, std::fabs(full.state().q[i] - reduced.state().q[i]));
  }
  return largest;
}
TEST(Redundant, MovesAsTheReducedMechanism) {
  EXPECT_LT(difference_to_reduced<LinearImplicitEuler<>>(), 1e-6);
  EXPECT_LT(
      (difference_to_reduced<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>>()),
      1e-6);
  EXPECT_LT(difference_to_reduced<Rattle<>>(), 1e-6);
  EXPECT_LT((difference_to_reduced<ExplicitRungeKutta<Heun, SBothTwice<>>>()), 1e-6);
  EXPECT_LT(difference_to_reduced<Bdf<2>>(), 1e-6);
}

// ---- positions in which rows come to depend on each other --------------------------------------

template <class Model, class State>
double energy(const Model& model, const State& state) {
  double sum = 0;
  for (std::size_t bar = 0; bar < 3; ++bar) {
    const double m = double(model.mass_kg[bar]), l = double(model.length_m[bar]);
    const double x = double(state.u[3 * bar]), y = double(state.u[3 * bar + 1]);
    const double turn = double(state.u[3 * bar + 2]);
    sum += m * ((x * x + y * y) / 2 + 9.81 * double(state.q[3 * bar + 1])) +
           m * l * l / 24 * turn * turn;
  }
  return sum;
}

// Through change points at 10 rad/s. On the branch of the parallelogram the coupler stays level;
// the other branch is a wrong answer. At the end the crank is where the minimal coordinate has it.
template <class Method, class S>
void expect_passage(double energy_change, double position_error) {
  const BracedParallelogramStart<S> all(1.0471975511965977462, 10);
  std::array<S, 9> q, u;
  for (std::size_t i = 0; i < 9; ++i) q[i] = all.q[i], u[i] = all.u[i];
  const testing::Redundant<models::FourBar<S>> model(parallelogram<S>());
  auto stepper = started<Method>(model, tick(S(0)), q, u);
  const double at_start = energy(model, stepper.state());
  double change = 0, tilt = 0, share = 1;
  ASSERT_TRUE(run(stepper, 10000, {}, [&](const auto& s) {
    change = std::max(change, std::fabs(energy(model, s.state()) - at_start));
    tilt = std::max(tilt, std::fabs(double(s.state().q[5])));
    share = std::min(share, double(s.smallest_pivot_share()));
  }));
  EXPECT_LT(change, energy_change);
  EXPECT_LT(tilt, 1e-4);
  EXPECT_LT(share, either<S>(1e-6, 1e-2));  // it did come close
  EXPECT_TRUE(near(stepper.state().q[0], -0.409907175442279, position_error));
  EXPECT_TRUE(near(stepper.state().q[1], 0.286314700148163, position_error));
}
TYPED_TEST(RedundantTest, PassesChangePointsOnTheRightBranch) {
  using S = TypeParam;
  expect_passage<Rattle<0>, S>(either<S>(2e-3, 2e-2), 2e-3);
  expect_passage<Rattle<1>, S>(either<S>(2e-3, 2e-2), 2e-3);
  expect_passage<ExplicitRungeKutta<>, S>(either<S>(1e-5, 0.5), either<S>(1e-6, 2e-2));
}

// A ladder of one square from rest for 20 s: it folds flat a dozen times. The correction with the
// factors of a position beside the flat one would be larger than the move it corrects: unbounded it
// loses 209 J, and a second one gains 2e4 J.
template <int corrections>
void expect_bounded_corrections(double lost) {
  using Ladder = models::Ladder<double, 1>;
  const models::LadderStart<double, 1> start;
  auto stepper = started<Rattle<corrections>>(
      testing::Redundant<Ladder>{}, StepSize<double>::hz(240), start.q, start.u,
      {std::numeric_limits<double>::infinity(), Limits<double>::of<Ladder>().pivot_share});
  const double at_start = energy(Ladder{}, start.q, start.u);
  double gain = -1, loss = 0, share = 1;
  ASSERT_TRUE(run(stepper, 4800, {}, [&](const auto& s) {
    const double change = energy(Ladder{}, s.state().q, s.state().u) - at_start;
    gain = std::max(gain, change), loss = std::min(loss, change);
    share = std::min(share, s.smallest_pivot_share());
  }));
  EXPECT_LT(share, 1e-5);  // it did come close
  EXPECT_LT(gain, 1e-6);
  EXPECT_GT(loss, -lost);
}
TEST(Redundant, CorrectionsAreBoundedBesideAFlatSquare) {
  expect_bounded_corrections<1>(2);
  expect_bounded_corrections<2>(20);
}

}  // namespace
}  // namespace taut
