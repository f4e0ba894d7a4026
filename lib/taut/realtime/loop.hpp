/// \file
/// The real-time loop: what the timer interrupt does with a stepper at each tick.
///
///     latch inputs -> watch the ticks -> step -> judge -> act -> publish
///
/// A tick that is not done when the next one arrives is an overrun. What follows is chosen by
/// type (CatchUp, SkipLate, StopOnOverrun); whatever it is, the plant's time is n h of its own
/// steps. docs/realtime.md says which to take.
#pragma once

#include <cstdint>

#include "taut/realtime/counters.hpp"
#include "taut/realtime/port.hpp"
#include "taut/realtime/snapshot.hpp"
#include "taut/realtime/tick_watch.hpp"
#include "taut/stepper.hpp"

namespace taut::realtime {

/// Every tick is stepped, a late one late. Ticks that the timer lost are owed, and at most `most`
/// of them are stepped beside each tick that follows: budget their cost. CatchUp<0> never does.
template <std::uint32_t most = 0>
struct CatchUp {
  static constexpr std::uint32_t extra_steps = most;
  static constexpr bool skips_late = false, stops = false;
};
/// A tick that arrives late is not stepped: the loop is back on its schedule at the next one.
struct SkipLate {
  static constexpr std::uint32_t extra_steps = 0;
  static constexpr bool skips_late = true, stops = false;
};
/// Outputs are held and made safe at the first overrun, and nothing is stepped until restart().
struct StopOnOverrun {
  static constexpr std::uint32_t extra_steps = 0;
  static constexpr bool skips_late = false, stops = true;
};

/// What a loop does, chosen by type: derive from this and say what differs.
struct LoopOptions {
  using OverrunPolicy = CatchUp<0>;
  using Histogram = CostHistogram<16, 7>;
  /// Ticks at the start whose costs and overruns do not count: caches and flash buffers are cold.
  static constexpr std::uint32_t grace_ticks = 0;
  /// Ticks that inputs from set_inputs() are good for after the one that takes them; 0: for ever.
  static constexpr std::uint32_t input_timeout_ticks = 0;
  /// A step that is refused leaves the state as it was, so that nothing need be done.
  static constexpr ActionTable actions{};
};

/// What others see of the loop: one consistent moment.
template <class Stepper, class Options = LoopOptions>
struct LoopSnapshot {
  typename Stepper::StateType state;
  Counters<typename Stepper::S, typename Options::Histogram> counters;
};

/// Owns a stepper and runs it on a `Port` (port.hpp). on_tick() belongs to the timer interrupt,
/// read() to anyone.
template <class Stepper, class Port = NoPort, class Options = LoopOptions>
class Loop {
  static_assert(Options::actions.of(Event::overrun) != Action::reproject,
                "taut: an overrun, which is known after the step, is not reprojected.");

 public:
  using S = typename Stepper::S;
  using InputType = typename Stepper::InputType;
  using SnapshotType = LoopSnapshot<Stepper, Options>;
  using Policy = typename Options::OverrunPolicy;

  /// Makes its stepper from a model, a step size and limits.
  template <class... Arguments>
  explicit Loop(const Arguments&... arguments) : stepper_(arguments...) {}

  /// The stepper, for reset() before the timer starts.
  Stepper& stepper() { return stepper_; }
  const Stepper& stepper() const { return stepper_; }

  /// What happened so far. Interrupt: safe, from the stepping interrupt only; others read
  /// snapshots.
  const Counters<S, typename Options::Histogram>& counters() const { return output_.counters; }

  /// Bounds past which a sound step is reported. Before the timer starts.
  void set_bounds(const HealthBounds<S>& bounds) { bounds_ = bounds; }

  /// The inputs that the ticks from the next one on are stepped with. From one context of lower
  /// priority than the tick; never torn. Interrupt: safe.
  void set_inputs(const InputType& w) { inputs_.write(w); }

  /// One tick with the inputs set last; zeros before. Interrupt: safe, from the stepping interrupt
  /// only.
  Status on_tick() {
    InputType newest;  // torn where a writer on another core overtook every attempt
    if (inputs_.read(newest)) latched_ = newest;
    Health health;
    if constexpr (Options::input_timeout_ticks > 0) {
      const std::uint32_t sequence = inputs_.sequence();
      input_age_ = sequence == latched_sequence_ ? input_age_ + 1 : 0;
      latched_sequence_ = sequence;
      if (input_age_ > Options::input_timeout_ticks) {
        health.set(Event::input_stale);
        input_age_ = Options::input_timeout_ticks;
      }
    }
    return serve(latched_, health);
  }

  /// One tick with inputs sampled by the caller. The worst of the steps' answers, `stopped` after a
  /// stop, ok where none was due. Interrupt: safe, from the stepping interrupt only.
  Status on_tick(const InputType& w) { return serve(w, Health{}); }

  /// A tick at which nothing is stepped, because the application pauses: only the watch over the
  /// ticks goes on. Interrupt: safe, from the stepping interrupt only.
  void on_idle_tick() {
    static_cast<void>(watch_.arrive());
    late_ = published_late_ = false;
  }

  /// The newest tick. False before the first, see Snapshot::read(). Interrupt: safe.
  [[nodiscard]] bool read(SnapshotType& snapshot) const { return snapshot_.read(snapshot); }

  /// Steps again after a stop, from the stepper's state: that of the last sound step, which after
  /// an overrun is one later than the outputs that were held. From the stepping interrupt, or with
  /// the timer stopped.
  void restart() {
    output_.counters.stopped = false;
    owed_ = 0;
    late_ = published_late_ = false;
    watch_.restart();
  }

  /// Forgets all counts, and publishes that with the stepper's state; after a stop the state that
  /// was held stays. From the stepping interrupt, or with the timer stopped.
  void reset_counters() {
    const bool stopped = output_.counters.stopped;
    output_.counters = {};
    output_.counters.stopped = stopped;
    if (!stopped) output_.state = stepper_.state();
    snapshot_.write(output_);
  }

 private:
  using CountersType = Counters<S, typename Options::Histogram>;

  Status serve(const InputType& w, Health health) {
    CountersType& counters = output_.counters;
    const std::uint32_t steps = due(health);
    ++counters.ticks;

    const std::uint32_t start = Port::now();
    const Status status = step(w, steps);
    std::uint32_t cost = Port::cost_since(start);

    if (steps > 0) health.add(health_of(status));
    if (steps > 0 && status == Status::ok) health.add(stepper_health());
    Action action = Options::actions.of(health);
    if constexpr (Options::actions.uses(Action::reproject)) {
      // the state of a stopped loop is held
      if (action == Action::reproject && !counters.stopped) {
        const std::uint32_t start_again = Port::now();
        action = reproject();
        cost += Port::cost_since(start_again);
      }
    }

    late_ = Port::tick_pending();
    const bool counts = Options::grace_ticks == 0 || grace_left_ == 0;
    if (!counts) --grace_left_;
    if ((late_ || published_late_) && counts) {
      health.set(Event::overrun);
      const Action of_overrun = Policy::stops ? Action::stop : Options::actions.of(Event::overrun);
      if (of_overrun > action) action = of_overrun;
    }
    if (steps > 0 && counts) counters.add_cost(cost);
    finish(status, health, action, steps > 0);
    // what came while this was published is late, too: the next tick tells of it
    published_late_ = !late_ && Port::tick_pending();
    late_ = late_ || published_late_;
    return status;
  }

  // How many steps this tick is due, by the ticks that came and did not come.
  std::uint32_t due(Health& health) {
    CountersType& counters = output_.counters;
    const std::uint32_t periods = watch_.arrive();
    const std::uint32_t lost = periods > 1 ? periods - 1 : 0;
    health.set(Event::tick_doubled, periods == 0);
    health.set(Event::tick_lost, lost > 0);
    counters.lost_ticks += lost;
    if (counters.stopped) return 0;
    if (periods == 0 || (Policy::skips_late && late_)) {
      ++counters.skipped;
      return 0;
    }
    if constexpr (Policy::extra_steps == 0) {
      return 1;
    } else {
      owed_ += lost;
      return 1 + (owed_ < Policy::extra_steps ? owed_ : Policy::extra_steps);
    }
  }

  // The first answer that is not ok; no step after it, and what was owed beyond it stays owed.
  Status step(const InputType& w, std::uint32_t steps) {
    if (output_.counters.stopped) return Status::stopped;
    Status status = Status::ok;
    for (std::uint32_t i = 0; i < steps && status == Status::ok; ++i) {
      status = stepper_.step(w);
      if constexpr (Policy::extra_steps > 0) {
        if (status != Status::ok) break;
        ++output_.counters.steps;
        if (i == 0) continue;
        ++output_.counters.caught_up;
        --owed_;
      }
    }
    return status;
  }

  // What a sound state has to report.
  Health stepper_health() {
    Health health;
    const S position = stepper_.position_residual(), velocity = stepper_.velocity_residual();
    output_.counters.add_residuals(position, velocity);
    health.set(Event::position_residual, position > bounds_.position);
    health.set(Event::velocity_residual, velocity > bounds_.velocity);
    if (bounds_.pivot_share > S(0))
      health.set(Event::pivot_share, stepper_.smallest_pivot_share() < bounds_.pivot_share);
    if constexpr (Stepper::has_quaternions)
      health.set(Event::quaternion_norm, stepper_.quaternion_error() > bounds_.quaternion);
    return health;
  }

  // Where the projection is refused, too, outputs are held.
  Action reproject() {
    if (stepper_.reproject() != Status::ok) return Action::hold;
    ++output_.counters.reprojections;
    return Action::carry_on;
  }

  void finish(Status status, Health health, Action action, bool stepped) {
    CountersType& counters = output_.counters;
    if (stepped) counters.last_status = status;
    if (stepped && status != Status::ok) ++counters.failures;
    // of one step a tick beside the measured cost
    if (Policy::extra_steps == 0 && stepped && status == Status::ok) ++counters.steps;
    counters.add_health(health);
    if (action == Action::stop && !counters.stopped) {
      counters.stopped = true;
      Port::safe_outputs();
    }
    if (action < Action::hold && !counters.stopped)
      output_.state = stepper_.state();
    else
      ++counters.held;
    if (stepped && status == Status::ok && action < Action::hold) Port::feed_watchdog();
    snapshot_.write(output_);
  }

  Stepper stepper_;
  HealthBounds<S> bounds_{};
  TickWatch<Port> watch_;
  Snapshot<InputType> inputs_;
  InputType latched_{};
  SnapshotType output_{};
  Snapshot<SnapshotType> snapshot_;
  std::uint32_t latched_sequence_ = 0, input_age_ = 0;
  std::uint32_t owed_ = 0;
  std::uint32_t grace_left_ = Options::grace_ticks;
  bool late_ = false, published_late_ = false;
};

}  // namespace taut::realtime
