/// \file
/// The tick by a CMSDK APB timer, a down counter of 32 bits (Arm Cortex-M System Design Kit
/// Technical Reference Manual, DDI 0479, section 4.3).

#include "board.hpp"
#include "cortex_m/interrupts.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t CTRL = hardware::cmsdk_timer + 0x0;
constexpr std::uint32_t VALUE = hardware::cmsdk_timer + 0x4;
constexpr std::uint32_t RELOAD = hardware::cmsdk_timer + 0x8;
constexpr std::uint32_t INTSTATUS = hardware::cmsdk_timer + 0xC;  // INTCLEAR when written

constexpr std::uint32_t CTRL_EN = 1u << 0;
constexpr std::uint32_t CTRL_IRQEN = 1u << 3;

}  // namespace

bool board::start_tick(std::uint32_t tick_hz) {
  if (tick_hz == 0 || hardware::peripheral_hz % tick_hz != 0) return false;
  const std::uint32_t counts = hardware::peripheral_hz / tick_hz;
  if (counts < 2) return false;

  // A reload of N is a period of N + 1 counts.
  reg(CTRL) = 0;
  reg(RELOAD) = counts - 1;
  reg(VALUE) = counts - 1;
  reg(INTSTATUS) = 1;
  cortex_m::enable_interrupt(hardware::tick_interrupt, cortex_m::tick_priority);
  reg(CTRL) = CTRL_EN | CTRL_IRQEN;
  return true;
}

void board::stop_tick() {
  reg(CTRL) = 0;
  reg(INTSTATUS) = 1;
  cortex_m::disable_interrupt(hardware::tick_interrupt);
}

void board::acknowledge_tick() {
  reg(INTSTATUS) = 1;
  // The write must reach the timer before the handler returns, or the interrupt is taken again.
  asm volatile("dsb" ::: "memory");
}

bool board::tick_pending() { return reg(INTSTATUS) != 0; }
