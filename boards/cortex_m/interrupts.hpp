/// \file
/// One external interrupt of the NVIC: priority, enable, disable. Priorities are set once, before
/// the interrupt is enabled; nothing here is for changing them at run time.

#pragma once

#include <cstdint>

#include "cortex_m/registers.hpp"

namespace cortex_m {

/// Priority of the stepping tick: below the fault handlers (0, their value at reset), so that a
/// fault in the step is reported as what it is instead of escalating to HardFault. Uses the top
/// bits only and so holds on a core with two or more priority bits.
constexpr std::uint8_t tick_priority = 0x40;

/// Priority of the serial receive interrupt: below the tick, which it never delays.
constexpr std::uint8_t receive_priority = 0x80;

/// Enables interrupt `number` at `priority` (0 is the most urgent). Interrupt: not safe.
inline void enable_interrupt(std::uint32_t number, std::uint8_t priority) {
  // by words: ARMv6-M has no access to the bytes
  const std::uint32_t shift = 8 * (number % 4);
  volatile std::uint32_t& priorities = reg(nvic::IPR + number / 4 * 4);
  priorities = (priorities & ~(0xFFu << shift)) | std::uint32_t{priority} << shift;
  reg(nvic::ICPR + 4 * (number / 32)) = 1u << (number % 32);
  reg(nvic::ISER + 4 * (number / 32)) = 1u << (number % 32);
}

/// Disables interrupt `number` and drops a pending request. Interrupt: safe.
inline void disable_interrupt(std::uint32_t number) {
  reg(nvic::ICER + 4 * (number / 32)) = 1u << (number % 32);
  asm volatile("dsb\n isb" ::: "memory");
  reg(nvic::ICPR + 4 * (number / 32)) = 1u << (number % 32);
}

}  // namespace cortex_m
