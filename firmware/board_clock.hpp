/// \file
/// The board's clock as a real-time loop asks for it. Interrupt: safe.
#pragma once

#include "board.hpp"

/// For taut::realtime::Loop.
struct BoardClock {
  static std::uint32_t now() { return board::clock_now(); }
  static std::uint32_t cost_since(std::uint32_t start) { return board::cost_since(start); }
  static bool tick_pending() { return board::tick_pending(); }
};
