/// \file
/// The chain of oscillators against its slowest mode: implicit methods follow it at a step that
/// resolves no stiff spring, explicit ones do not.
#include "models/oscillator_chain.hpp"

#include <algorithm>
#include <cmath>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/rattle.hpp"
#include "taut/shake.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::run;
using taut::testing::started;

template <class S>
class OscillatorChainTest : public ::testing::Test {};
TYPED_TEST_SUITE(OscillatorChainTest, taut::testing::Scalars, taut::testing::ScalarNames);

// Largest error of an entry of q after 1 s by the closed form; 1 where the run broke down.
template <class Method, class S>
double error_after_1_s(std::uint32_t hz) {
  const OscillatorChainStart<S> start;
  auto stepper = started<Method>(OscillatorChain<S>{}, StepSize<S>::hz(hz), start.q, start.u);
  for (std::uint32_t n = 0; n < hz; ++n)
    if (stepper.step() != Status::ok) return 1;
  double error = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double exact = static_cast<double>(start.q[i]) * std::cos(2.8283796078466051);
    error = std::max(error, std::abs(static_cast<double>(stepper.state().q[i]) - exact));
  }
  return std::min(error, 1.0);
}

TYPED_TEST(OscillatorChainTest, StartIsItsSlowestMode) {
  using S = TypeParam;
  EXPECT_LE((error_after_1_s<Rattle<1>, S>(10000)), either<S>(4e-10, 1e-7));
}

TYPED_TEST(OscillatorChainTest, ImplicitMethodsFollowItAtTenMilliseconds) {
  using S = TypeParam;
  EXPECT_LE((error_after_1_s<GeneralizedAlpha<FullJacobian>, S>(100)), either<S>(8e-6, 1e-5));
  EXPECT_LE((error_after_1_s<Shake<ForceJacobian>, S>(100)), either<S>(8e-6, 1e-5));
}

TYPED_TEST(OscillatorChainTest, ExplicitMethodsDoNot) {
  using S = TypeParam;
  EXPECT_EQ((error_after_1_s<Rattle<1>, S>(100)), 1);
}

TYPED_TEST(OscillatorChainTest, KeepsItsEnergy) {
  using S = TypeParam;
  const OscillatorChainStart<S> start;
  const OscillatorChain<S> model;
  auto stepper = started<Rattle<1>>(model, StepSize<S>::hz(10000), start.q, start.u);
  const double before = static_cast<double>(energy(model, start.q, start.u));
  ASSERT_TRUE(run(stepper, 10000));
  const double after = static_cast<double>(energy(model, stepper.state().q, stepper.state().u));
  EXPECT_TRUE(taut::testing::near(after, before, either<S>(1e-9, 1e-6)));
}

}  // namespace
}  // namespace taut::models
