/// \file
/// What a Cortex-M board's folder supplies to the code that these boards share, beside the
/// functions of the seam. The image never includes this; its seam is `board.hpp`.
///
/// The folder's `hardware.hpp` holds, in namespace `hardware`:
///
///     interrupt_count, tick_interrupt, receive_interrupt   of the vector table
///     core_hz()          clock of the core, of SysTick and of the cycle counter (Hz)
///     emulated_cost      a CostScale, used where is_emulated()
///     is_emulated()      whether an emulator runs this: then it is left by semihosting,
///                        never sleeps, and counts instructions
///     start_clocks()     core and peripherals to their speed; on reset's clocks nothing needs it

#pragma once

#include <cstdint>

namespace cortex_m {

/// How counts of the core clock (read from SysTick) become instructions under an emulator:
/// instructions = counts * numerator / denominator, rounded.
struct CostScale {
  std::uint32_t numerator;
  std::uint32_t denominator;
};

/// Supplied by the board: enables the serial port for writing; may be called again, also from a
/// fault handler before `board::start` ran.
void start_serial();

/// Supplied by the board: lets the serial port request `hardware::receive_interrupt`, which
/// `taut_receive` serves.
void start_receive();

/// Keeps a received byte for `board::read_byte`, or counts it as dropped where the ring is full.
/// For `taut_receive` alone.
void keep_received(std::uint8_t byte);

/// Counts a byte that the port itself lost. For `taut_receive` alone.
void count_dropped();

/// Starts the cost clock and measures what reading it costs. Called by `board::start`.
void start_cost_clock();

/// Protects memory by the core's MPU, where it has one; the file protection_*.cpp that the board
/// names implements it.
void protect_memory();

}  // namespace cortex_m
