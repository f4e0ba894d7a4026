/// \file
/// STM32F405 with a crystal of 8 MHz: Cortex-M4F at 168 MHz. Addresses and interrupts are from the
/// reference manual RM0090: memory map in section 2.3, vectors in section 12.2. Serial port: USART1
/// on PA9 (out) and PA10 (in), that of the chip's own boot loader (AN2606) and QEMU's first.
///
/// The same image runs in QEMU's machine netduinoplus2, which differs: the clock tree (RCC) reads
/// 0, the core clock is 168 MHz from the start, TIM2 counts at 1 GHz, a period too short by one
/// count and then late to the next instruction's end. The image finds out by the RCC: on the chip
/// RCC_CR is never 0, as some oscillator runs.
///
/// Cost under `-icount shift=7`: an instruction takes 128 ns, a count of the 168 MHz SysTick 5.95
/// ns, so that n = counts * 125 / 2688. On the chip the DWT counts cycles.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "stm32/clocks.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 82;
constexpr std::uint32_t tick_interrupt = 28, receive_interrupt = 37;  // TIM2, USART1

constexpr std::uint32_t crystal_hz = 8'000'000;

constexpr std::uint32_t rcc = 0x40023800, gpioa = 0x40020000;
constexpr std::uint32_t usart = 0x40011000;
constexpr std::uint32_t tick_timer = 0x40000000;         // TIM2
constexpr std::uint32_t tick_timer_enable = rcc + 0x40;  // RCC_APB1ENR, bit 0
constexpr std::uint32_t tick_timer_reset = rcc + 0x20;   // RCC_APB1RSTR, bit 0
constexpr std::uint32_t watchdog = 0x40003000;           // IWDG
constexpr std::uint32_t watchdog_freeze = 0xE0042008;    // DBGMCU_APB1_FZ
constexpr std::uint32_t watchdog_freeze_bit = 1u << 12;

constexpr cortex_m::CostScale emulated_cost = {125, 2688};
inline bool is_emulated() { return cortex_m::reg(rcc) == 0; }

/// From the internal oscillator to 168 MHz from the crystal. Where the crystal does not start, the
/// chip stays on its internal oscillator of 16 MHz (1 %), slower and else the same.
void start_clocks();

}  // namespace hardware
