/// \file
/// The hardware of a loop made of numbers that a test sets.
#pragma once

#include <cstdint>
#include <deque>

namespace taut::testing {

struct FakePort {
  static inline std::uint32_t period;             // of the tick; 0: not known
  static inline std::uint32_t reading;            // of the clock while a tick runs
  static inline std::deque<std::uint32_t> costs;  // of the next ticks; 100 where there is none
  static inline bool pending;
  static inline bool late_in_publishing;  // a tick arrives while outputs are published
  static inline std::uint32_t fed, made_safe;

  static std::uint32_t now() { return reading; }
  static std::uint32_t cost_since(std::uint32_t start) {
    if (start != reading) return reading - start;  // between two ticks
    if (costs.empty()) return 100;
    const std::uint32_t cost = costs.front();
    costs.pop_front();
    return cost;
  }
  static std::uint32_t tick_period() { return period; }
  static bool tick_pending() { return pending; }
  static void feed_watchdog() {
    ++fed;
    pending = pending || late_in_publishing;
  }
  static void safe_outputs() { ++made_safe; }

  static void reset() {
    period = 1000;
    reading = 12345;
    costs.clear();
    pending = late_in_publishing = false;
    fed = made_safe = 0;
  }
};

}  // namespace taut::testing
