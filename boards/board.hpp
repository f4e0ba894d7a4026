/// \file
/// The board seam: what an image needs from the hardware, resolved at link time. Each folder of
/// `boards/` implements these functions once. Not a hardware abstraction layer: there is one timer,
/// one serial port and one way out, and whoever needs more talks to the board's own registers.
///
/// Order of use: `start` first in `main`, then `start_tick`; the rest at any time after.

#pragma once

#include <cstddef>
#include <cstdint>

/// The image's tick: called once by every interrupt of the stepping timer. It calls
/// `board::acknowledge_tick` once, first thing. Faults inside it are reported with their own name,
/// because its priority is below that of the fault handlers. An image that defines none and starts
/// the tick ends with "fault unexpected_interrupt".
extern "C" void taut_tick();

/// Drives every output to its safe level: called once, before the report, by each fault and
/// unexpected interrupt. An image that has outputs defines it; without one it does nothing. It runs
/// in the fault handler with interrupts masked and an emptied stack: it may write registers, and
/// must not wait, nor return to what it interrupted. After the report the core stops.
extern "C" void taut_safe_outputs();

namespace board {

/// Brings up the serial port and the cost clock and calibrates the clock's own reading cost.
/// Call it once, first in main. Interrupt: not safe.
void start();

/// Starts a periodic interrupt of `tick_hz` (Hz) that calls `taut_tick`. Returns false and starts
/// nothing when the timer cannot make exactly this rate (0, or one that does not divide the timer's
/// clock): time is `tick / tick_hz`, so a rounded period would be a drift. Interrupt: not safe.
[[nodiscard]] bool start_tick(std::uint32_t tick_hz);

/// Stops the periodic interrupt; a tick that is already pending is dropped. Interrupt: safe.
void stop_tick();

/// Clears the request of the tick being served. Interrupt: safe, first in `taut_tick`.
void acknowledge_tick();

/// True when the next tick has arrived since `acknowledge_tick`: an overrun, if asked at the end of
/// `taut_tick`. Two ticks missed look like one. Interrupt: safe.
[[nodiscard]] bool tick_pending();

/// Opaque reading of the cost clock, for `cost_since` only. Interrupt: safe.
[[nodiscard]] std::uint32_t clock_now();

/// Cost from `start` (a `clock_now`) to here, in `cost_unit`; zero for nothing in between. Valid
/// for regions shorter than the clock's wrap: 2^24 counts of the core clock or nearly (0.67 s at 25
/// MHz, 5.2e6 instructions on the emulated board), 2^32 where the core has a cycle counter.
/// Interrupt: safe; an interrupt inside a region counts into it.
[[nodiscard]] std::uint32_t cost_since(std::uint32_t start);

/// What `cost_since` counts modulo, where the clock wraps; 0 for 2^32. Interrupt: safe.
[[nodiscard]] std::uint32_t cost_range();

/// Cost of a period of `tick_hz` (Hz): what a tick may cost when all of the core is its own.
/// Interrupt: safe, a division.
[[nodiscard]] std::uint32_t cost_of_period(std::uint32_t tick_hz);

/// "cycles" on hardware, "instructions" on an emulated board. The latter is exact only when the
/// emulator runs with the board's own command line; without `-icount` the numbers are noise.
/// Valid after `start`. Interrupt: safe.
[[nodiscard]] const char* cost_unit();

/// Sends `size` bytes over the serial port and waits until the last one is accepted.
/// Interrupt: not safe, it blocks; for the main loop.
void write(const char* text, std::size_t size);

/// Takes the oldest byte received over the serial port; false when there is none. A receive
/// interrupt below the tick's priority keeps up to 256 of them. An emulator knows no baud rate:
/// there as many may come at once. Interrupt: not safe, one reader.
[[nodiscard]] bool read_byte(std::uint8_t& byte);

/// Received bytes that were lost since `start`, because nobody read in time. Interrupt: safe.
[[nodiscard]] std::uint32_t bytes_dropped();

/// Sends one byte if the serial port takes it now; false, and nothing sent, while it is busy.
/// Interrupt: not safe, one writer.
[[nodiscard]] bool try_write_byte(std::uint8_t byte);

/// Starts a watchdog that ends the run unless `feed_watchdog` is called every `timeout_ms`
/// (milliseconds). False, and nothing started, where the board has none or it cannot wait so long.
/// It cannot be stopped. Interrupt: not safe.
[[nodiscard]] bool start_watchdog(std::uint32_t timeout_ms);

/// Feeds the watchdog; does nothing where there is none. From where the work is done: after a step
/// that completed, not from main. Interrupt: safe.
void feed_watchdog();

/// Waits for an interrupt, by sleep where that is sound. May return early, with none: call it in a
/// loop that tests what is awaited. Interrupt: not safe.
void wait_for_interrupt();

/// Ends the run with `status` (0 is success). Under an emulator that becomes the process's exit
/// status, so keep it in 0..63; 64 to 95 are the board's own (see cortex_m/exit_status.hpp). On
/// hardware it masks interrupts and sleeps for ever. Interrupt: safe.
[[noreturn]] void exit(int status);

/// Deepest stack so far in bytes, interrupts included, from the paint laid down at reset. A frame
/// that reserves but never writes its lowest words is not seen. Interrupt: not safe, it is slow.
[[nodiscard]] std::uint32_t stack_used_bytes();

/// Bytes reserved for the one stack that main and all interrupts share. Interrupt: safe.
[[nodiscard]] std::uint32_t stack_size_bytes();

}  // namespace board
