/// \file
/// What every method owes: a failed step changes nothing, a restored state goes on bit for bit,
/// angles are wrapped, no heap.
#pragma once

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/car_axle.hpp"
#include "support/allocation_guard.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut::testing {

/// Bit by bit, the memory of the method included.
template <class Model, class Sums, class Memory>
bool same_state(const State<Model, Sums, Memory>& a, const State<Model, Sums, Memory>& b) {
  const auto same = [](const auto& x, const auto& y) {
    bool equal = true;
    for (std::size_t i = 0; i < x.size(); ++i) equal = equal && same_bits(x[i], y[i]);
    return equal;
  };
  bool equal = same(a.q, b.q) && same(a.u, b.u) && same(a.lambda, b.lambda) &&
               same(a.q_low, b.q_low) && same(a.u_low, b.u_low) && same(a.w, b.w) &&
               same_bits(a.time, b.time);
  if constexpr (!std::is_empty_v<Memory>)
    equal = equal && same_bits(static_cast<const Memory&>(a), static_cast<const Memory&>(b));
  return equal;
}

template <class S>
using Trouble = std::pair<std::array<S, 6>, Status>;

/// Inputs of TroubledPendulum and the status that the default step and the methods like it answer;
/// with a jump of g by `jump`, too far for the step.
template <class S>
std::vector<Trouble<S>> common_troubles(double jump = -0.9) {
  using Model = TroubledPendulum<S>;
  return {{Model::trouble(Model::root_of_force, S(-1)), Status::non_finite_state},
          {Model::trouble(Model::root_of_g, S(-1)), Status::non_finite_state},
          {Model::trouble(Model::third_mass, S(0)), Status::singular_mass_matrix},
          {Model::trouble(Model::rank, S(0)), Status::rank_deficient_constraints},
          {Model::trouble(Model::rank, infinite<S>), Status::non_finite_input},
          {Model::trouble(Model::jump, S(jump)), Status::residual_too_large}};
}

template <class S, class Method>
void expect_failures_leave_the_state_unchanged(
    const std::vector<Trouble<S>>& troubles = common_troubles<S>()) {
  using Model = TroubledPendulum<S>;
  for (const auto& [w, expected] : troubles) {
    Stepper<Model, Method> stepper(Model{}, StepSize<S>::hz(1000),
                                   {S(1e-3), Limits<S>::template of<Model>().pivot_share});
    ASSERT_EQ(reset(stepper, Model{}.start_q(), {}, Model::calm), Status::ok);
    ASSERT_TRUE(run(stepper, 7, Model::calm));
    auto undisturbed = stepper;
    EXPECT_EQ(step(stepper, w), expected);
    EXPECT_TRUE(same_state(stepper.state(), undisturbed.state()));
    ASSERT_TRUE(run(stepper, 10, Model::calm));
    ASSERT_TRUE(run(undisturbed, 10, Model::calm));
    EXPECT_TRUE(same_state(stepper.state(), undisturbed.state())) << describe(expected);
  }
}

/// Restored after each of so many steps more.
template <class S, class Method>
void expect_a_restored_state_goes_on(const std::vector<int>& steps_between = {0, 1, 998}) {
  using Axle = Stepper<models::CarAxle<S>, Method>;
  static_assert(std::is_trivially_copyable_v<typename Axle::StateType>);
  const models::CarAxleStart<S> start;
  const auto fresh = [] { return Axle({}, StepSize<S>::hz(1000)); };
  Axle first = fresh();
  ASSERT_EQ(reset(first, start.q, start.u), Status::ok);
  for (const int steps : steps_between) {
    ASSERT_TRUE(run(first, steps));
    Axle second = fresh(), third = first;
    ASSERT_EQ(restore(second, first.state()), Status::ok);
    ASSERT_TRUE(run(second, 50));
    ASSERT_TRUE(run(third, 50));
    EXPECT_TRUE(same_state(second.state(), third.state())) << steps;
    EXPECT_EQ(second.position_residual(), third.position_residual());
  }
}

/// Turning at 20 1/s, over pi many times.
template <class S, class Method>
void expect_angles_are_wrapped() {
  Stepper<RodByAngle<S>, Method> counting({}, StepSize<S>::hz(1000));
  Stepper<WrappedRod<S>, Method> wrapped({}, StepSize<S>::hz(1000));
  ASSERT_EQ(reset(counting, {S(0.5), S(0), S(0)}, {S(0), S(10), S(20)}), Status::ok);
  ASSERT_EQ(reset(wrapped, {S(0.5), S(0), S(0)}, {S(0), S(10), S(20)}), Status::ok);
  ASSERT_TRUE(run(counting, 2000));
  ASSERT_TRUE(run(wrapped, 2000));
  EXPECT_GT(counting.state().q[2], S(30));
  EXPECT_LE(std::fabs(wrapped.state().q[2]), S(3.1415928));
  EXPECT_LT(std::fabs(std::remainder(static_cast<double>(counting.state().q[2]) -
                                         static_cast<double>(wrapped.state().q[2]),
                                     6.283185307179586477)),
            either<S>(1e-10, 1e-3));
}

/// damage(state) puts something that is not finite into what the method remembers.
template <class S, class Method, class Damage>
void expect_damaged_memory_is_refused(const Damage& damage) {
  Stepper<models::CarAxle<S>, Method> stepper({}, StepSize<S>::hz(1000));
  const models::CarAxleStart<S> start;
  ASSERT_EQ(reset(stepper, start.q, start.u), Status::ok);
  ASSERT_TRUE(run(stepper, 3));
  const auto before = stepper.state();
  auto damaged = before;
  damage(damaged);
  EXPECT_EQ(restore(stepper, damaged), Status::non_finite_state);
  EXPECT_TRUE(same_state(stepper.state(), before));
}

/// Start, steps, a failure, going on, and every reader.
template <class S, class Method>
void expect_no_heap() {
  using Model = TroubledPendulum<S>;
  Stepper<Model, Method> stepper(Model{}, StepSize<S>::hz(1000));
  Status started{}, stepped{}, failed{}, restored{};
  S sum = S(0);
  EXPECT_EQ(allocations_in([&] {
              started = reset(stepper, Model{}.start_q(), {}, Model::calm);
              for (int i = 0; i < 20; ++i) stepped = step(stepper, Model::calm);
              failed = step(stepper, Model::trouble(Model::third_mass, S(0)));
              restored = restore(stepper, stepper.state());
              sum = stepper.position_residual() + stepper.velocity_residual() +
                    stepper.smallest_pivot_share();
            }),
            0);
  EXPECT_EQ(started, Status::ok);
  EXPECT_EQ(stepped, Status::ok);
  EXPECT_EQ(failed, Status::singular_mass_matrix);
  EXPECT_EQ(restored, Status::ok);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace taut::testing
