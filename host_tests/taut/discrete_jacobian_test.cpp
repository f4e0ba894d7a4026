/// \file
/// The derivatives of a step against central differences of the step itself, method by method.
#include "taut/discrete_jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/spook.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;
using models::FourBar;
using models::FourBarStart;
using models::Pendulum;
using models::PendulumStart;

// Entry i of (q, u, lambda).
template <class State>
double& entry(State& state, int i) {
  const auto k = static_cast<std::size_t>(i);
  if (k < state.q.size()) return state.q[k];
  if (k < state.q.size() + state.u.size()) return state.u[k - state.q.size()];
  return state.lambda[k - state.q.size() - state.u.size()];
}

// Largest difference of F and B to central differences with steps of `step`, after 50 steps.
template <template <class> class Mechanism, class Method, bool multipliers = false, int width = 0,
          class Start>
double largest_error(const Start& start, double step = 1e-6) {
  using Model = Mechanism<double>;
  using Plain = Stepper<Model, Method>;
  const Limits<double> limits{std::numeric_limits<double>::infinity(), 1e-13};
  Plain stepper(Model{}, StepSize<double>::hz(1000), limits);
  EXPECT_EQ(testing::reset(stepper, start.q, start.u), Status::ok);
  EXPECT_TRUE(testing::run(stepper, 50));
  Input<Model> w{};
  for (double& x : w) x = 0.3;

  using Jacobian = DiscreteJacobian<Mechanism, Method, double, multipliers, width>;
  Jacobian jacobian(Mechanism<typename Jacobian::Number>{}, StepSize<double>::hz(1000));
  EXPECT_EQ(jacobian.evaluate(stepper.state(), w), Status::ok);

  const auto after = [&](const typename Plain::StateType& state, const Input<Model>& inputs) {
    Plain beside(Model{}, StepSize<double>::hz(1000), limits);
    EXPECT_EQ(testing::restore(beside, state), Status::ok);
    EXPECT_EQ(testing::step(beside, inputs), Status::ok);
    return beside.state();
  };
  double largest = 0;
  for (int j = 0; j < Jacobian::nx + Jacobian::nw; ++j) {
    auto ahead = stepper.state(), behind = ahead;
    Input<Model> w_ahead = w, w_behind = w;
    if (j < Jacobian::nx) {
      entry(ahead, j) += step;
      entry(behind, j) -= step;
    } else {
      w_ahead[static_cast<std::size_t>(j - Jacobian::nx)] += step;
      w_behind[static_cast<std::size_t>(j - Jacobian::nx)] -= step;
    }
    auto a = after(ahead, w_ahead), b = after(behind, w_behind);
    for (int i = 0; i < Jacobian::nx; ++i) {
      const double difference = (entry(a, i) - entry(b, i)) / (2 * step);
      const double derivative =
          j < Jacobian::nx ? jacobian.F()(i, j) : jacobian.B()(i, j - Jacobian::nx);
      largest = std::max(largest, std::fabs(difference - derivative) / (1 + std::fabs(derivative)));
    }
  }
  return largest;
}

TEST(DiscreteJacobian, EqualsDifferencesOfTheStep) {
  EXPECT_LT((largest_error<Pendulum, Rattle<0, DampingJacobian>>(PendulumStart<double>{})), 1e-9);
  EXPECT_LT((largest_error<FourBar, Rattle<>, false, 3>(FourBarStart<double>{})), 1e-8);
  EXPECT_LT((largest_error<CarAxle, Spook<double>>(CarAxleStart<double>{})), 1e-7);
  EXPECT_LT((largest_error<CarAxle, ExplicitRungeKutta<>>(CarAxleStart<double>{})), 1e-8);
}

// q' = V(q) u with fewer velocities than coordinates.
struct RodStart {
  std::array<double, 4> q{0.3, -0.4, 0.6, -0.8};
  std::array<double, 3> u{0.4, 0.3, 1};
};
TEST(DiscreteJacobian, EqualsDifferencesWhereVelocitiesAreNoDerivatives) {
  EXPECT_LT((largest_error<testing::RodByDirection, Rattle<>>(RodStart{})), 1e-9);
}

// TotalDerivative starts from q and u alone.
TEST(DiscreteJacobian, EqualsDifferencesOfTheWholeDerivativeOfTheMotion) {
  using Total = LinearImplicitEuler<TotalDerivative>;
  EXPECT_LT((largest_error<models::ArmOnParabola, Total>(models::TwoLinkArmStart<double>{})), 1e-6);
}

// The default step starts from the last multiplier: its column is part of the whole derivative.
TEST(DiscreteJacobian, TakesMultipliersIntoTheStateWhereAsked) {
  EXPECT_LT((largest_error<Pendulum, LinearImplicitEuler<>, true>(PendulumStart<double>{})), 1e-8);
  EXPECT_LT((largest_error<CarAxle, LinearImplicitEuler<>, true>(CarAxleStart<double>{})), 1e-6);
}

// Fewer directions a pass: the same derivatives, bit for bit, in more passes.
TEST(DiscreteJacobian, PassesDoNotChangeIt) {
  const CarAxleStart<double> start;
  auto stepper =
      testing::started<Rattle<>>(CarAxle<double>{}, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(testing::run(stepper, 20));
  using Whole = DiscreteJacobian<CarAxle, Rattle<>, double>;
  using Parts = DiscreteJacobian<CarAxle, Rattle<>, double, false, 5>;
  Whole whole(CarAxle<Whole::Number>{}, StepSize<double>::hz(1000));
  Parts parts(CarAxle<Parts::Number>{}, StepSize<double>::hz(1000));
  ASSERT_EQ(whole.evaluate(stepper.state(), {}), Status::ok);
  ASSERT_EQ(parts.evaluate(stepper.state(), {}), Status::ok);
  EXPECT_EQ(whole.F(), parts.F());
}

// F keeps what moves along the constraints on them: G_{n+1} F_q t = 0 for G_n t = 0, to the
// closure.
TEST(DiscreteJacobian, KeepsChangesOnTheConstraints) {
  const PendulumStart<double> start;
  auto stepper =
      testing::started<Rattle<>>(Pendulum<double>{}, StepSize<double>::hz(1000), start.q, start.u);
  ASSERT_TRUE(testing::run(stepper, 300));
  using Jacobian = DiscreteJacobian<Pendulum, Rattle<>, double>;
  Jacobian jacobian(Pendulum<Jacobian::Number>{}, StepSize<double>::hz(1000));
  ASSERT_EQ(jacobian.evaluate(stepper.state(), {}), Status::ok);
  const auto now = stepper.state();
  ASSERT_TRUE(testing::run(stepper, 1));
  const auto next = stepper.state();
  // a turn of the rod by 1 rad turns q and u
  const Vector<double, 4> turn{-now.q[1], now.q[0], -now.u[1], now.u[0]};
  const Vector<double, 4> moved = jacobian.F() * turn;
  EXPECT_LT(std::fabs(next.q[0] * moved[0] + next.q[1] * moved[1]), 1e-9);
  EXPECT_LT(std::fabs(next.u[0] * moved[0] + next.u[1] * moved[1] + next.q[0] * moved[2] +
                      next.q[1] * moved[3]),
            1e-9);
}

// A failed evaluation says why and keeps what was there.
TEST(DiscreteJacobian, FailureKeepsTheLastResult) {
  const PendulumStart<double> start;
  auto stepper =
      testing::started<Rattle<>>(Pendulum<double>{}, StepSize<double>::hz(1000), start.q, start.u);
  using Jacobian = DiscreteJacobian<Pendulum, Rattle<>, double>;
  Jacobian jacobian(Pendulum<Jacobian::Number>{}, StepSize<double>::hz(1000));
  ASSERT_EQ(jacobian.evaluate(stepper.state(), {}), Status::ok);
  const auto before = jacobian.F();
  auto broken = stepper.state();
  broken.q = {0, 0};
  EXPECT_EQ(jacobian.evaluate(broken, {}), Status::rank_deficient_constraints);
  EXPECT_EQ(jacobian.F(), before);
}

}  // namespace
}  // namespace taut
