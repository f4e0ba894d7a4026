/// \file
/// What Arm's FPGA images AN385, AN386 and AN500 for the MPS2 board have in common: all but the
/// core. Addresses and interrupts are from these application notes. As QEMU's machines of these
/// names; not verified on the FPGA board itself.
///
/// Cost is measured in instructions under `-icount shift=7`: an instruction takes 2^7 = 128 ns, a
/// count of the 25 MHz SysTick 40 ns, so n instructions are 3.2 n counts and n = counts * 5 / 16.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 32;
constexpr std::uint32_t tick_interrupt = 8, receive_interrupt = 0;

constexpr std::uint32_t core_hz() { return 25'000'000; }
constexpr cortex_m::CostScale emulated_cost = {5, 16};
constexpr bool is_emulated() { return true; }
inline void start_clocks() {}

// Peripherals of the Cortex-M System Design Kit.
constexpr std::uint32_t peripheral_hz = 25'000'000;
constexpr std::uint32_t cmsdk_timer = 0x40000000, cmsdk_uart = 0x40004000;
constexpr std::uint32_t cmsdk_watchdog = 0x40008000, watchdog_hz = peripheral_hz;

}  // namespace hardware
