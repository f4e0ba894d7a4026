/// \file
/// Compares the arrival of ticks with a clock: which were lost, which came twice. A timer holds one
/// pending tick, so that its interrupt cannot count what it missed. Interrupt: safe, from the
/// stepping interrupt only.
#pragma once

#include <cstdint>

namespace taut::realtime {

/// `Port` as in port.hpp.
template <class Port>
class TickWatch {
 public:
  /// At the start of each tick. Returns how many periods have gone by since the tick before, by the
  /// schedule of the timer: 1 where all is well, 0 for a tick that came before half of its period
  /// had passed, more where ticks were lost. 1 for the first, and from a port that does not know
  /// its period.
  std::uint32_t arrive() {
    const std::uint32_t period = Port::tick_period();
    if (period == 0) return 1;
    const std::uint32_t now = Port::now();
    const std::uint32_t elapsed = running_ ? lateness_ + Port::cost_since(last_) : period;
    last_ = now;
    running_ = true;

    // A tick starts at its time or, pending behind a long step or a masked section, after it. What
    // is less than the slack is the latency of the interrupt and the rounding of the clock.
    const std::uint32_t slack = period / 256;
    std::uint32_t periods = (elapsed + slack) / period;
    if (periods == 0 && elapsed >= period / 2) periods = 1;
    const std::uint32_t on_time = periods * period;
    lateness_ = periods == 0 || elapsed > on_time + slack ? elapsed - on_time : 0;
    return periods;
  }

  /// Forgets the schedule: the next tick is a first one.
  void restart() { running_ = false; }

 private:
  std::uint32_t last_ = 0;      // reading at the last tick
  std::uint32_t lateness_ = 0;  // of that tick, by the timer's schedule
  bool running_ = false;
};

}  // namespace taut::realtime
