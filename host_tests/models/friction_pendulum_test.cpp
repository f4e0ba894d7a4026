/// \file
/// The pendulum with friction in its pin against its one degree of freedom, where the pin's force
/// and phi'' depend on each other: solved by iteration, integrated by a fine RK4.
#include "models/friction_pendulum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::all_near;
using taut::testing::either;
using taut::testing::largest_difference;
using taut::testing::near;
using taut::testing::reset;
using taut::testing::run;
using taut::testing::started;

// ---- one degree of freedom ---------------------------------------------------------------------

// Angle and its rate under the closed form.
struct SwingingBody {
  FrictionPendulum<double> body{};
  double phi = 0, omega = FrictionPendulumStart<double>{}.u[2];

  struct Loads {
    double acceleration;
    std::array<double, 2> pin_force;
  };
  // By iteration until nothing changes.
  Loads loads() const {
    const double m = body.mass_kg, l = body.length_m, g = body.gravity_m_s2;
    const double s = std::sin(phi), c = std::cos(phi);
    const double dry = body.friction * body.pin_radius_m * std::tanh(omega / body.slip_speed_rad_s);
    Loads at{};
    for (int k = 0; k < 100; ++k) {
      const double before = at.acceleration;
      at.pin_force = {-m * l * (c * before - s * omega * omega),
                      -m * (l * (s * before + c * omega * omega) + g)};
      const double load = std::hypot(at.pin_force[0], at.pin_force[1], body.smoothing_n);
      at.acceleration = (-m * g * l * s - dry * load) / (body.inertia_kg_m2 + m * l * l);
      if (std::abs(at.acceleration - before) < 1e-14 * std::abs(before)) break;
    }
    return at;
  }
  std::array<double, 3> q() const {
    return {body.length_m * std::sin(phi), -body.length_m * std::cos(phi), phi};
  }
  std::array<double, 3> u() const {
    return {body.length_m * std::cos(phi) * omega, body.length_m * std::sin(phi) * omega, omega};
  }

  // RK4 in steps of at most 0.1 ms.
  void advance(double t) {
    const int steps = static_cast<int>(std::ceil(t / 1e-4));
    const double h = t / steps;
    const auto rate = [](const SwingingBody& at) {
      return std::array<double, 2>{at.omega, at.loads().acceleration};
    };
    const auto moved = [&](double by, const std::array<double, 2>& k) {
      SwingingBody to = *this;
      to.phi += by * k[0];
      to.omega += by * k[1];
      return to;
    };
    for (int n = 0; n < steps; ++n) {
      const auto k1 = rate(*this), k2 = rate(moved(h / 2, k1)), k3 = rate(moved(h / 2, k2)),
                 k4 = rate(moved(h, k3));
      phi += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
      omega += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
    }
  }
};

// Largest errors over 3 s.
struct Errors {
  double q = 0, u = 0, pin_force = 0, residual = 0;
};

// `at` is where in the step the multipliers belong.
template <class Method, class S>
Errors errors(std::uint32_t hz, double at) {
  auto stepper =
      started<Method>(FrictionPendulum<S>{}, StepSize<S>::hz(hz), FrictionPendulumStart<S>{});
  SwingingBody exact;
  Errors out;
  run(stepper, static_cast<int>(3 * hz), {}, [&](const auto& s) {
    exact.advance(at / hz);
    out.pin_force =
        std::max(out.pin_force, largest_difference(s.state().lambda, exact.loads().pin_force));
    exact.advance((1 - at) / hz);
    out.q = std::max(out.q, largest_difference(s.state().q, exact.q()));
    out.u = std::max(out.u, largest_difference(s.state().u, exact.u()));
    out.residual = std::max(out.residual, double(s.position_residual()));
  });
  return out;
}

template <class S>
class FrictionPendulumTest : public ::testing::Test {};
TYPED_TEST_SUITE(FrictionPendulumTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(FrictionPendulumTest, StartHasThePinForceOfTheClosedForm) {
  using S = TypeParam;
  for (const double phi : {0.0, 1.0, 2.5})
    for (const double omega : {0.0, 0.02, -4.0}) {
      const SwingingBody exact{{}, phi, omega};
      const auto q = exact.q(), u = exact.u();
      Stepper<FrictionPendulum<S>> stepper(FrictionPendulum<S>{}, StepSize<S>::hz(1000));
      ASSERT_EQ(stepper.reset({S(q[0]), S(q[1]), S(q[2])}, {S(u[0]), S(u[1]), S(u[2])}),
                Status::ok);
      EXPECT_TRUE(
          all_near(stepper.state().lambda, exact.loads().pin_force, either<S>(1e-13, 1e-5)));
    }
}

// A weightless body at rest: the norm of the pin's force has no kink there.
TYPED_TEST(FrictionPendulumTest, PinWithoutForceIsNoSingularity) {
  using S = TypeParam;
  FrictionPendulum<S> model;
  model.gravity_m_s2 = S(0);
  FrictionPendulumStart<S> start;
  start.u = {};
  auto stepper = started<Rattle<0>>(model, StepSize<S>::hz(1000), start);
  ASSERT_TRUE(run(stepper, 10));
  EXPECT_EQ(stepper.state().q, start.q);
  EXPECT_EQ(stepper.state().lambda, (std::array<S, 2>{}));
}

// ---- orders ------------------------------------------------------------------------------------

// Slopes of the errors from 4 to 1 ms.
template <class Method>
void expect_order(double order, double off) {
  const Errors coarse = errors<Method, double>(250, 0), fine = errors<Method, double>(1000, 0);
  EXPECT_TRUE(near(std::log2(coarse.q / fine.q) / 2, order, off));
  EXPECT_TRUE(near(std::log2(coarse.u / fine.u) / 2, order, off));
}
using Index2Euler = LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>;
using ExactEuler = LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, JExact>;
TEST(FrictionPendulum, EulerIsOfOrderOne) {
  expect_order<LinearImplicitEuler<>>(1, 0.05);
  expect_order<Index2Euler>(1, 0.05);
  expect_order<ExactEuler>(1, 0.1);
}
TEST(FrictionPendulum, RattleIsOfOrderTwo) {
  expect_order<Rattle<0>>(2, 0.05);
  expect_order<Rattle<0, DampingJacobian>>(2, 0.05);
}
TEST(FrictionPendulum, RattleWithACorrectionIsOfOrderTwo) {
  expect_order<Rattle<1>>(2, 0.05);
  expect_order<Rattle<2>>(2, 0.05);
  expect_order<Rattle<1, DampingJacobian>>(2, 0.05);
}
TEST(FrictionPendulum, RattleWithLaggedMultipliersIsOfOrderOne) {
  expect_order<Rattle<0, NoJacobian, LaggedMultipliers>>(1.17, 0.05);
  expect_order<Rattle<1, NoJacobian, LaggedMultipliers>>(1.17, 0.05);
}
TEST(FrictionPendulum, LaggedMultipliersCostEulerLittle) {
  using Lagged =
      LinearImplicitEuler<FullDerivative, OneStepProjection, Index1, J3, LaggedMultipliers>;
  const Errors newton = errors<LinearImplicitEuler<>, double>(1000, 0);
  const Errors lagged = errors<Lagged, double>(1000, 0);
  EXPECT_LT(lagged.q, 1.06 * newton.q);
  EXPECT_LT(lagged.pin_force, 1.06 * newton.pin_force);
}

// At 1 kHz over 3 s; the pin carries 10 N to 50 N.
template <class Method, class S>
void expect_errors(double at, double q, double u, double pin_force, double residual) {
  const Errors off = errors<Method, S>(1000, at);
  EXPECT_LT(off.q, q);
  EXPECT_LT(off.u, u);
  EXPECT_LT(off.pin_force, pin_force);
  EXPECT_LT(off.residual, residual);
}
TYPED_TEST(FrictionPendulumTest, FollowsTheClosedForm) {
  using S = TypeParam;
  expect_errors<LinearImplicitEuler<>, S>(0, 3.4e-3, 0.027, 0.12, either<S>(1e-11, 4.3e-8));
  expect_errors<Rattle<0>, S>(0.5, 1.5e-5, 8.5e-5, 3.2e-3, either<S>(6e-9, 4.3e-8));
  expect_errors<Rattle<1>, S>(0.5, 1.5e-5, 8.5e-5, 3.5e-3, either<S>(3e-13, 4.3e-8));
}

// ---- a swing -----------------------------------------------------------------------------------

// |phi| in the turning points of 8 s.
template <class S>
std::vector<double> amplitudes(const FrictionPendulum<S>& model) {
  auto stepper = started<Rattle<1>>(model, StepSize<S>::hz(1000), FrictionPendulumStart<S>{});
  std::vector<double> out;
  double before = 1;
  run(stepper, 8000, {}, [&](const auto& s) {
    const double rate = double(s.state().u[2]);
    if (rate * before < 0) out.push_back(std::abs(double(s.state().q[2])));
    before = rate;
  });
  return out;
}
TYPED_TEST(FrictionPendulumTest, AmplitudeFallsAlongALine) {
  using S = TypeParam;
  const FrictionPendulum<S> model;
  const std::vector<double> turning = amplitudes(model);
  const double loss = 2 * double(model.friction * model.pin_radius_m / model.length_m);
  ASSERT_EQ(turning.size(), 15U);
  // 26 % more at first, where sin(phi) < phi and the pin carries more than the weight
  double before = 1.27;
  for (std::size_t k = 1; k < turning.size(); ++k) {
    const double share = (turning[k - 1] - turning[k]) / loss;
    EXPECT_LT(share, before);
    before = share;
  }
  EXPECT_TRUE(near(before, 1, 0.025));
}
TYPED_TEST(FrictionPendulumTest, EnergyOnlyFalls) {
  using S = TypeParam;
  const FrictionPendulum<S> model;
  auto stepper = started<Rattle<1>>(model, StepSize<S>::hz(1000), FrictionPendulumStart<S>{});
  const auto energy_of = [&] {
    return double(energy(model, stepper.state().q, stepper.state().u));
  };
  double before = energy_of(), rise = 0;
  ASSERT_TRUE(run(stepper, 8000, {}, [&](const auto&) {
    rise = std::max(rise, energy_of() - before);
    before = energy_of();
  }));
  EXPECT_LT(rise, either<S>(1e-15, 5e-7));
}
TYPED_TEST(FrictionPendulumTest, EnergyIsKeptWithoutFriction) {
  using S = TypeParam;
  FrictionPendulum<S> model;
  model.friction = S(0);
  const FrictionPendulumStart<S> start;
  const auto change = [&](std::uint32_t hz) {
    auto stepper = started<Rattle<1>>(model, StepSize<S>::hz(hz), start);
    const double at_start = double(energy(model, start.q, start.u));
    double largest = 0;
    run(stepper, static_cast<int>(10 * hz), {}, [&](const auto& s) {
      largest =
          std::max(largest, std::abs(double(energy(model, s.state().q, s.state().u)) - at_start));
    });
    return largest;
  };
  const double coarse = change(500);
  EXPECT_LT(coarse, 6e-5);  // of 1 J
  EXPECT_TRUE(near(std::log2(coarse / change(1000)), 2, 0.1));
}

}  // namespace
}  // namespace taut::models
