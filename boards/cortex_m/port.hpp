/// \file
/// What a Cortex-M board's folder supplies to the code that these boards share. The image never
/// includes this; its seam is `board.hpp`.

#pragma once

#include <cstdint>

namespace cortex_m {

/// How counts of the core clock (read from SysTick) become the unit that is reported where the core
/// has no working cycle counter: cost = counts * numerator / denominator, rounded.
struct CostScale {
  std::uint32_t numerator;
  std::uint32_t denominator;
  const char* unit;
};

/// Supplied by the board.
extern const CostScale systick_cost;

/// Supplied by the board: enables the serial port; may be called again, also from a fault handler
/// before `board::start` ran.
void start_serial();

/// Keeps a received byte for `board::read_byte`, or counts it as dropped where the ring is full.
/// For `taut_receive` alone.
void keep_received(std::uint8_t byte);

/// Counts a byte that the port itself lost. For `taut_receive` alone.
void count_dropped();

/// Starts the cost clock and measures what reading it costs. Called by `board::start`.
void start_cost_clock();

}  // namespace cortex_m
