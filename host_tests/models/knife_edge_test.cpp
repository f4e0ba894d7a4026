/// \file
/// The knife edge against its closed form by every kind of method: nothing there but a nonholonomic
/// constraint.
#include "models/knife_edge.hpp"

#include <algorithm>
#include <cmath>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/bdf.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/shake.hpp"
#include "taut/spook.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
class KnifeEdgeTest : public ::testing::Test {};
TYPED_TEST_SUITE(KnifeEdgeTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(KnifeEdgeTest, StartIsConsistent) {
  using S = TypeParam;
  const KnifeEdgeStart<S> start;
  auto stepper = started(KnifeEdge<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  EXPECT_EQ(stepper.velocity_residual(), S(0));
  EXPECT_EQ(stepper.state().lambda[0], S(0));
}

// x and y of the closed form of knife_edge.hpp.
std::array<double, 2> knife_edge_at(double t, double omega) {
  const double a = KnifeEdge<double>{}.slope_gravity_m_s2, phi = omega * t;
  return {a * std::sin(phi) * std::sin(phi) / (2 * omega * omega),
          a * (phi - std::sin(phi) * std::cos(phi)) / (2 * omega * omega)};
}

// x, y and the side force by a method, at the end of 3 s.
template <class Method, class S>
void expect_knife_edge(std::uint32_t hz, double position_error, double force_error) {
  const KnifeEdgeStart<S> start;
  auto stepper = started<Method>(KnifeEdge<S>{}, StepSize<S>::hz(hz), start.q, start.u);
  EXPECT_EQ(stepper.position_residual(), S(0));
  ASSERT_TRUE(run(stepper, static_cast<int>(3 * hz)));
  const double omega = static_cast<double>(start.u[2]);
  const auto exact = knife_edge_at(3, omega);
  EXPECT_TRUE(near(stepper.state().q[0], exact[0], position_error));
  EXPECT_TRUE(near(stepper.state().q[1], exact[1], position_error));
  const double side = -2 * 4.905 * std::sin(omega * 3);  // lambda, up to a step earlier
  EXPECT_TRUE(near(stepper.state().lambda[0], side, force_error));
}
TYPED_TEST(KnifeEdgeTest, EveryMethodFollowsTheClosedForm) {
  using S = TypeParam;
  // the force is that of up to a step earlier: 2 m a omega h
  const double step_of_force = 2 * 4.905 * 3.1416e-3;
  expect_knife_edge<LinearImplicitEuler<>, S>(1000, 7.4e-3, step_of_force);
  expect_knife_edge<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>, S>(
      1000, 7.4e-3, step_of_force);
  expect_knife_edge<ExplicitRungeKutta<>, S>(100, either<S>(6e-8, 1e-6), 10 * step_of_force);
  expect_knife_edge<ExplicitRungeKutta<Heun, SFull>, S>(1000, 1.2e-5, step_of_force);
  expect_knife_edge<Bdf<2>, S>(1000, 4.1e-6, step_of_force);
  expect_knife_edge<Spook<S>, S>(1000, 7.4e-3, step_of_force);
  expect_knife_edge<Rattle<0>, S>(1000, 8e-6, step_of_force);
  expect_knife_edge<Rattle<1>, S>(100, 7.9e-4, 10 * step_of_force);
  expect_knife_edge<Shake<>, S>(1000, 2e-5, step_of_force);
}

// Gravity works, the blade does not. By RK4 at 100 Hz over 10 s.
TYPED_TEST(KnifeEdgeTest, EnergyIsKept) {
  using S = TypeParam;
  const KnifeEdge<S> model;
  const KnifeEdgeStart<S> start;
  auto stepper = started<ExplicitRungeKutta<>>(model, StepSize<S>::hz(100), start.q, start.u);
  const double at_start = static_cast<double>(energy(model, start.q, start.u));
  double change = 0;
  ASSERT_TRUE(run(stepper, 1000, {}, [&](const auto& s) {
    change = std::max(change, std::abs(double(energy(model, s.state().q, s.state().u)) - at_start));
  }));
  EXPECT_LT(change, either<S>(3e-7, 3e-6));
}

}  // namespace
}  // namespace taut::models
