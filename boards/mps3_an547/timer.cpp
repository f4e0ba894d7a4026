/// \file
/// The tick by a system timer of the Corstone SSE-300 (Technical Reference Manual 101773, "System
/// timer"): a compare value of 64 bits on the system counter, moved on by one period a tick. Not by
/// the timer's auto-increment: QEMU 7.2 counts its period from where the request was delivered,
/// which drifts.

#include "board.hpp"
#include "cortex_m/interrupts.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t CNTCR = hardware::system_counter + 0x00;
constexpr std::uint32_t CNTPCT_LO = hardware::system_timer + 0x00;
constexpr std::uint32_t CNTPCT_HI = hardware::system_timer + 0x04;
constexpr std::uint32_t CNTP_CVAL_LO = hardware::system_timer + 0x20;
constexpr std::uint32_t CNTP_CVAL_HI = hardware::system_timer + 0x24;
constexpr std::uint32_t CNTP_CTL = hardware::system_timer + 0x2C;

constexpr std::uint32_t CNTCR_EN = 1u << 0;
constexpr std::uint32_t CTL_ENABLE = 1u << 0;
constexpr std::uint32_t CTL_IMASK = 1u << 1;
constexpr std::uint32_t CTL_ISTATUS = 1u << 2;

// Written by start_tick, then by the tick alone.
std::uint32_t period = 1;
std::uint64_t next_tick = 0;

// Masked meanwhile: the two halves are not written at once.
void await(std::uint64_t count) {
  reg(CNTP_CTL) = CTL_ENABLE | CTL_IMASK;
  reg(CNTP_CVAL_LO) = static_cast<std::uint32_t>(count);
  reg(CNTP_CVAL_HI) = static_cast<std::uint32_t>(count >> 32);
  reg(CNTP_CTL) = CTL_ENABLE;
}

}  // namespace

bool board::start_tick(std::uint32_t tick_hz) {
  if (tick_hz == 0 || hardware::system_counter_hz % tick_hz != 0) return false;
  const std::uint32_t counts = hardware::system_counter_hz / tick_hz;
  if (counts < 2) return false;

  reg(CNTCR) = CNTCR_EN;
  period = counts;
  const std::uint64_t high = reg(CNTPCT_HI);
  next_tick = (high << 32 | reg(CNTPCT_LO)) + period;
  await(next_tick);
  cortex_m::enable_interrupt(hardware::tick_interrupt, cortex_m::tick_priority);
  return true;
}

void board::stop_tick() {
  reg(CNTP_CTL) = 0;
  cortex_m::disable_interrupt(hardware::tick_interrupt);
}

void board::acknowledge_tick() {
  // to the first one in the future: of several that have gone by this tick serves all
  const std::uint32_t late = reg(CNTPCT_LO) - static_cast<std::uint32_t>(next_tick);
  next_tick += std::uint64_t{late / period + 1} * period;
  await(next_tick);
  // The write must reach the timer before the handler returns, or the interrupt is taken again.
  asm volatile("dsb" ::: "memory");
}

bool board::tick_pending() { return (reg(CNTP_CTL) & CTL_ISTATUS) != 0; }
