/// \file
/// The real-time loop: what the timer interrupt does with a stepper at each tick.
///
///     sample inputs -> step -> count -> publish
///
/// `Clock` is the seam to the hardware, a type of three static functions:
///     std::uint32_t now()                        a reading
///     std::uint32_t cost_since(std::uint32_t)    cost since a reading, in the clock's unit
///     bool tick_pending()                        the next tick has already arrived
///
/// A step that is still running when the next tick arrives is an overrun: it is counted, the next
/// step starts late, and no step is skipped: the plant's time stays n h. A timer holds one pending
/// tick, so that a step longer than two periods loses ticks; the count then says that it happened,
/// not how many.
#pragma once

#include <cstdint>

#include "taut/realtime/snapshot.hpp"
#include "taut/stepper.hpp"

namespace taut::realtime {

/// What happened since the last reset. Costs are in the clock's unit and leave out the sampling of
/// inputs and the publishing.
template <class S>
struct Counters {
  std::uint64_t cost_sum = 0;
  std::uint32_t ticks = 0;     ///< calls of on_tick()
  std::uint32_t overruns = 0;  ///< steps that ended after the next tick had arrived
  std::uint32_t failures = 0;  ///< steps that did not answer ok
  std::uint32_t last_cost = 0;
  std::uint32_t worst_cost = 0;
  std::uint32_t best_cost = 0xFFFFFFFFU;
  S largest_position_residual = 0;  ///< largest |g| after a step
  S largest_velocity_residual = 0;  ///< largest |(G u + g_t, A u - b)| after a step
  Status last_status = Status::not_started;
};

/// What main sees of the loop: one consistent moment.
template <class Stepper>
struct LoopSnapshot {
  typename Stepper::StateType state;
  Counters<typename Stepper::S> counters;
};

/// Owns a stepper and runs it. on_tick() belongs to the timer interrupt, read() to anyone.
template <class Stepper, class Clock>
class Loop {
 public:
  using SnapshotType = LoopSnapshot<Stepper>;

  /// Makes its stepper from a model, a step size and limits.
  template <class... Arguments>
  explicit Loop(const Arguments&... arguments) : stepper_(arguments...) {}

  /// The stepper, for reset() before the timer starts.
  Stepper& stepper() { return stepper_; }

  /// What happened so far. Interrupt: safe, from the stepping interrupt only; main reads snapshots.
  const Counters<typename Stepper::S>& counters() const { return counters_; }

  /// One tick. Interrupt: safe, from the stepping interrupt only.
  Status on_tick(const typename Stepper::InputType& w = typename Stepper::InputType{}) {
    const std::uint32_t start = Clock::now();
    const Status status = stepper_.step(w);
    const std::uint32_t cost = Clock::cost_since(start);
    count(status, cost);
    snapshot_.write({stepper_.state(), counters_});
    return status;
  }

  /// The newest tick. False before the first, see Snapshot::read(). Interrupt: safe.
  [[nodiscard]] bool read(SnapshotType& snapshot) const { return snapshot_.read(snapshot); }

  /// Forgets all counts. From the stepping interrupt, or with the timer stopped.
  void reset_counters() { counters_ = {}; }

 private:
  void count(Status status, std::uint32_t cost) {
    Counters<typename Stepper::S>& c = counters_;
    ++c.ticks;
    c.last_status = status;
    if (status != Status::ok) ++c.failures;
    if (Clock::tick_pending()) ++c.overruns;
    c.last_cost = cost;
    c.cost_sum += cost;
    if (cost > c.worst_cost) c.worst_cost = cost;
    if (cost < c.best_cost) c.best_cost = cost;
    if (status != Status::ok) return;  // the state is the one before, or none at all
    const auto g = stepper_.position_residual(), rate = stepper_.velocity_residual();
    if (g > c.largest_position_residual) c.largest_position_residual = g;
    if (rate > c.largest_velocity_residual) c.largest_velocity_residual = rate;
  }

  Stepper stepper_;
  Counters<typename Stepper::S> counters_;
  Snapshot<SnapshotType> snapshot_;
};

}  // namespace taut::realtime
