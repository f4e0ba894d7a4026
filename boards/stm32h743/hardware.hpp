/// \file
/// STM32H743 on a Nucleo-H743ZI: Cortex-M7 with a double-precision FPU at 400 MHz, both caches on,
/// the step in the ITCM, data and stack in the DTCM. Addresses and interrupts are from the
/// reference manual RM0433: memory map in section 2.3, vectors in section 19.1.2. Clock: 8 MHz from
/// the board's debugger. Serial port: USART3 on PD8 (out) and PD9 (in), the debugger's virtual COM
/// port.
///
/// No emulator runs it, and nobody has run it on the board yet: built and size-checked.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"
#include "stm32/clocks.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 150;
constexpr std::uint32_t tick_interrupt = 28, receive_interrupt = 39;  // TIM2, USART3

constexpr std::uint32_t external_clock_hz = 8'000'000;

constexpr std::uint32_t rcc = 0x58024400, gpiod = 0x58020C00;
constexpr std::uint32_t usart = 0x40004800;
constexpr std::uint32_t tick_timer = 0x40000000;          // TIM2
constexpr std::uint32_t tick_timer_enable = rcc + 0x0E8;  // RCC_APB1LENR, bit 0
constexpr std::uint32_t tick_timer_reset = rcc + 0x090;   // RCC_APB1LRSTR, bit 0
constexpr std::uint32_t watchdog = 0x58004800;            // IWDG1
constexpr std::uint32_t watchdog_freeze = 0x5C001054;     // DBGMCU_APB4FZ1
constexpr std::uint32_t watchdog_freeze_bit = 1u << 18;

constexpr cortex_m::CostScale emulated_cost = {1, 1};
constexpr bool is_emulated() { return false; }

/// Caches on, then from the internal oscillator to 400 MHz from the external clock. Where that does
/// not come, the chip stays on its internal oscillator of 64 MHz (1 %), slower and else the same.
void start_clocks();

}  // namespace hardware
