/// \file
/// Arm MPS3 with FPGA image AN547: Cortex-M55 at 32 MHz, in the secure state that it boots in; all
/// addresses are the secure aliases. From application note AN547 and the Corstone SSE-300 manual
/// (101773). As QEMU's machine mps3-an547; not verified on the FPGA board itself.
///
/// Cost under `-icount shift=7`: an instruction takes 128 ns, a count of the 32 MHz SysTick 31.25
/// ns, so that n = counts * 125 / 512.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 96;
constexpr std::uint32_t tick_interrupt = 3, receive_interrupt = 33;

constexpr std::uint32_t core_hz() { return 32'000'000; }
constexpr cortex_m::CostScale emulated_cost = {125, 512};
constexpr bool is_emulated() { return true; }
inline void start_clocks() {}

// The Corstone's system timer 0 and the counter that all system timers compare with.
constexpr std::uint32_t system_timer = 0x58000000, system_counter = 0x58100000;
constexpr std::uint32_t system_counter_hz = 32'000'000;

// Peripherals of the Cortex-M System Design Kit. Of its watchdogs one exists, on the slow clock.
constexpr std::uint32_t peripheral_hz = 25'000'000;
constexpr std::uint32_t cmsdk_uart = 0x59303000;
constexpr std::uint32_t cmsdk_watchdog = 0x5802E000, watchdog_hz = 32'000;

}  // namespace hardware
