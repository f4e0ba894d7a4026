/// \file
/// The T-handle: energy, angular momentum in the world and the length of the quaternion.
#include "models/mechanisms/t_handle.hpp"

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::started;

// |e|, kinetic energy and angular momentum in the world.
struct Invariants {
  double length, energy;
  std::array<double, 3> momentum;
};
template <class StateType>
Invariants invariants(const THandle<typename StateType::S>& model, const StateType& state) {
  Invariants out{};
  std::array<double, 4> e;
  for (std::size_t i = 0; i < 4; ++i) e[i] = static_cast<double>(state.q[3 + i]);
  out.length = std::hypot(std::hypot(e[0], e[1]), std::hypot(e[2], e[3]));
  for (double& x : e) x /= out.length;
  const Matrix<double, 3, 3> R = taut::detail::rotation(e[0], e[1], e[2], e[3]);
  for (std::size_t k = 0; k < 3; ++k) {
    const double J = static_cast<double>(model.system.bodies[0].inertia_kg_m2[k]);
    const double w = static_cast<double>(state.u[3 + k]);
    out.energy += J * w * w / 2;
    for (std::size_t i = 0; i < 3; ++i)
      out.momentum[i] += R(static_cast<int>(i), static_cast<int>(k)) * (J * w);
  }
  return out;
}

// The worst of a run, relative to the start, and how often the handle has turned over.
struct Drift {
  double length = 0, energy = 0, momentum = 0;
  int turned_over = 0;
};
template <class Method, class S>
Drift drift_of(int steps) {
  const THandle<S> model;
  const THandleStart<S> start;
  auto stepper = started<Method>(model, StepSize<S>::hz(1000), start.q, start.u);
  const Invariants first = invariants(model, stepper.state());
  const double size = std::hypot(first.momentum[0], first.momentum[1], first.momentum[2]);
  Drift out;
  bool up = true;
  for (int n = 0; n < steps; ++n) {
    if (stepper.step() != Status::ok) return {1, 1, 1, -1};
    if (n % 10 != 0) continue;
    const Invariants now = invariants(model, stepper.state());
    out.length = std::max(out.length, std::abs(now.length - 1));
    out.energy = std::max(out.energy, std::abs(now.energy / first.energy - 1));
    const double moved =
        std::hypot(now.momentum[0] - first.momentum[0], now.momentum[1] - first.momentum[1],
                   now.momentum[2] - first.momentum[2]);
    out.momentum = std::max(out.momentum, moved / size);
    const bool now_up = stepper.state().u[5] > S(0);
    out.turned_over += now_up != up;
    up = now_up;
  }
  return out;
}

template <class S>
class THandleTest : public ::testing::Test {};
TYPED_TEST_SUITE(THandleTest, taut::testing::Scalars, taut::testing::ScalarNames);

// Ten minutes. RATTLE takes the gyroscopic torque at predicted velocities: the energy grows slowly,
// by a share of 1.5e-3. With f_u implicit it does not grow: what is left is of order h^2.
TYPED_TEST(THandleTest, KeepsEnergyAndMomentumForTenMinutes) {
  const Drift cheap = drift_of<Rattle<0>, TypeParam>(600000);
  EXPECT_EQ(cheap.turned_over, 738);
  EXPECT_LE(cheap.energy, 2e-3);
  EXPECT_LE(cheap.momentum, 1e-3);
  const Drift implicit = drift_of<Rattle<0, DampingJacobian>, TypeParam>(600000);
  EXPECT_EQ(implicit.turned_over, 738);
  EXPECT_LE(implicit.energy, 1e-4);
  EXPECT_LE(implicit.momentum, 2e-4);
}

TYPED_TEST(THandleTest, KeepsTheLengthOfItsQuaternionOverTenMillionSteps) {
  EXPECT_LE((drift_of<Rattle<0>, TypeParam>(10000000).length), either<TypeParam>(1e-15, 2e-7));
}

}  // namespace
}  // namespace taut::models
