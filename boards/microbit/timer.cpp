/// \file
/// The tick by TIMER0 of an nRF51, 32 bits (Reference Manual 3.0, section 18): it runs on, and its
/// compare value moves on by one period a tick. Not by the short from compare to clear: QEMU 7.2
/// clears where the event was delivered, which drifts.

#include "board.hpp"
#include "cortex_m/interrupts.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t TASKS_START = hardware::timer0 + 0x000;
constexpr std::uint32_t TASKS_STOP = hardware::timer0 + 0x004;
constexpr std::uint32_t TASKS_CLEAR = hardware::timer0 + 0x00C;
constexpr std::uint32_t TASKS_CAPTURE1 = hardware::timer0 + 0x044;
constexpr std::uint32_t EVENTS_COMPARE0 = hardware::timer0 + 0x140;
constexpr std::uint32_t INTENSET = hardware::timer0 + 0x304;
constexpr std::uint32_t MODE = hardware::timer0 + 0x504;
constexpr std::uint32_t BITMODE = hardware::timer0 + 0x508;
constexpr std::uint32_t PRESCALER = hardware::timer0 + 0x510;
constexpr std::uint32_t CC0 = hardware::timer0 + 0x540;
constexpr std::uint32_t CC1 = hardware::timer0 + 0x544;

constexpr std::uint32_t INT_COMPARE0 = 1u << 16;
constexpr std::uint32_t BITMODE_32 = 3;

// Written by start_tick, then read by the tick alone.
std::uint32_t period = 1;

}  // namespace

bool board::start_tick(std::uint32_t tick_hz) {
  if (tick_hz == 0 || hardware::timer_hz % tick_hz != 0) return false;
  const std::uint32_t counts = hardware::timer_hz / tick_hz;
  if (counts < 2) return false;

  reg(TASKS_STOP) = 1;
  reg(MODE) = 0;  // a timer, not a counter of events
  reg(BITMODE) = BITMODE_32;
  reg(PRESCALER) = 0;
  period = counts;
  reg(CC0) = period;
  reg(EVENTS_COMPARE0) = 0;
  reg(INTENSET) = INT_COMPARE0;
  reg(TASKS_CLEAR) = 1;
  cortex_m::enable_interrupt(hardware::tick_interrupt, cortex_m::tick_priority);
  reg(TASKS_START) = 1;
  return true;
}

void board::stop_tick() {
  reg(TASKS_STOP) = 1;
  reg(EVENTS_COMPARE0) = 0;
  cortex_m::disable_interrupt(hardware::tick_interrupt);
}

void board::acknowledge_tick() {
  // to the first one in the future: of several that have gone by this tick serves all
  reg(TASKS_CAPTURE1) = 1;
  const std::uint32_t late = reg(CC1) - reg(CC0);
  reg(CC0) = reg(CC0) + (late / period + 1) * period;
  reg(EVENTS_COMPARE0) = 0;
  // The write must reach the timer before the handler returns, or the interrupt is taken again.
  cortex_m::read_back(EVENTS_COMPARE0);
}

bool board::tick_pending() { return reg(EVENTS_COMPARE0) != 0; }
