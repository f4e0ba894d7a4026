/// \file
/// The board as a real-time loop sees it. Interrupt: safe.
#pragma once

#include "board.hpp"
#include "taut/realtime/port.hpp"

/// For taut::realtime::Loop.
struct BoardPort : taut::realtime::NoPort {
  static std::uint32_t now() { return board::clock_now(); }
  static std::uint32_t cost_since(std::uint32_t start) { return board::cost_since(start); }
  static bool tick_pending() { return board::tick_pending(); }
};
