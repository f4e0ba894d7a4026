/// \file
/// The board as a real-time loop sees it.
#pragma once

#include "board.hpp"
#include "taut/realtime/port.hpp"

/// For taut::realtime::Loop.
struct BoardPort {
  /// board::start_tick, and the loop knows the period. Interrupt: not safe.
  [[nodiscard]] static bool start_tick(std::uint32_t tick_hz) {
    if (tick_hz == 0) return false;
    const std::uint32_t before = period;
    period = board::cost_of_period(tick_hz);  // the first tick may come at once
    if (board::start_tick(tick_hz)) return true;
    period = before;
    return false;
  }

  // What the loop asks. Interrupt: safe.
  static std::uint32_t now() { return board::clock_now(); }
  static std::uint32_t cost_since(std::uint32_t start) { return board::cost_since(start); }
  static std::uint32_t tick_period() { return period; }
  static bool tick_pending() { return board::tick_pending(); }
  static void feed_watchdog() { board::feed_watchdog(); }
  static void safe_outputs() { taut_safe_outputs(); }

 private:
  static inline std::uint32_t period = 0;
};
