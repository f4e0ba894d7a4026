/// \file
/// BBC micro:bit, first version: nRF51822, Cortex-M0 at 16 MHz, no FPU, no MPU. Addresses and
/// interrupts are from the nRF51 Series Reference Manual 3.0, sections 4 and 18 (TIMER) and 29
/// (UART). As QEMU's machine microbit; not verified on the board itself, which has no SysTick, so
/// that the cost clock stands still there, and where is_emulated() has to be false.
///
/// Cost under `-icount shift=7`: an instruction takes 128 ns, a count of the 16 MHz SysTick 62.5
/// ns, so that n = counts * 125 / 256.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 32;
constexpr std::uint32_t tick_interrupt = 8, receive_interrupt = 2;  // TIMER0, UART0

constexpr std::uint32_t core_hz() { return 16'000'000; }
constexpr cortex_m::CostScale emulated_cost = {125, 256};
constexpr bool is_emulated() { return true; }

/// Starts the crystal oscillator: without it TIMER0 runs on an internal one of 16 MHz, which is
/// good to some per cent.
inline void start_clocks() {
  constexpr std::uint32_t clock_hfclkstart = 0x40000000;
  cortex_m::reg(clock_hfclkstart) = 1;
}

constexpr std::uint32_t timer0 = 0x40008000, timer_hz = 16'000'000;
constexpr std::uint32_t uart0 = 0x40002000, uart_out_pin = 24, uart_in_pin = 25;

}  // namespace hardware
