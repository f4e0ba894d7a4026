/// \file
/// The tick by TIM2 of an STM32, an up counter of 32 bits (RM0090, section 18.4; RM0433, section
/// 39.4 is the same). `hardware.hpp` gives its address, its clock and its enable register.

#include "board.hpp"
#include "cortex_m/interrupts.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t CR1 = hardware::tick_timer + 0x00;
constexpr std::uint32_t DIER = hardware::tick_timer + 0x0C;
constexpr std::uint32_t SR = hardware::tick_timer + 0x10;
constexpr std::uint32_t ARR = hardware::tick_timer + 0x2C;

constexpr std::uint32_t CR1_CEN = 1u << 0;
constexpr std::uint32_t DIER_UIE = 1u << 0;
constexpr std::uint32_t SR_UIF = 1u << 0;  // cleared by a 0

}  // namespace

bool board::start_tick(std::uint32_t tick_hz) {
  const std::uint32_t timer_hz = hardware::clocks.tick_timer_hz;
  if (tick_hz == 0 || timer_hz % tick_hz != 0) return false;
  const std::uint32_t counts = timer_hz / tick_hz;
  if (counts < 2) return false;

  reg(hardware::tick_timer_enable) = reg(hardware::tick_timer_enable) | 1;
  // Reset: count and prescaler 0, stopped. By the RCC, not by writing the count: QEMU 7.2 adds the
  // time at which the count was last written to every period.
  reg(hardware::tick_timer_reset) = reg(hardware::tick_timer_reset) | 1;
  reg(hardware::tick_timer_reset) = reg(hardware::tick_timer_reset) & ~1u;
  cortex_m::read_back(hardware::tick_timer_reset);
  // Without preload (ARPE) it is taken at once. A reload of N is a period of N + 1 counts.
  reg(ARR) = counts - 1;
  reg(SR) = 0;
  reg(DIER) = DIER_UIE;
  cortex_m::enable_interrupt(hardware::tick_interrupt, cortex_m::tick_priority);
  reg(CR1) = CR1_CEN;
  return true;
}

void board::stop_tick() {
  reg(CR1) = 0;
  reg(SR) = 0;
  cortex_m::disable_interrupt(hardware::tick_interrupt);
}

void board::acknowledge_tick() {
  reg(SR) = ~SR_UIF;
  // The write must reach the timer before the handler returns, or the interrupt is taken again: a
  // barrier for the core's write buffer, a reading for the bus bridge.
  asm volatile("dsb" ::: "memory");
  cortex_m::read_back(SR);
}

bool board::tick_pending() { return (reg(SR) & SR_UIF) != 0; }
