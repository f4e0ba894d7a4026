/// \file
/// Arm MPS2 with FPGA image AN505: Cortex-M33 at 20 MHz, in the secure state that it boots in. All
/// addresses are the secure aliases, by which memory and peripherals are reached without set-up of
/// their controllers. From application note AN505 and the CoreLink SSE-200 manual (DDI 0574). As
/// QEMU's machine mps2-an505; not verified on the FPGA board itself.
///
/// Cost under `-icount shift=7`: an instruction takes 128 ns, a count of the 20 MHz SysTick 50 ns,
/// so that n = counts * 25 / 64.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cortex_m/port.hpp"

namespace hardware {

constexpr std::size_t interrupt_count = 92;
constexpr std::uint32_t tick_interrupt = 3, receive_interrupt = 32;

constexpr std::uint32_t core_hz() { return 20'000'000; }
constexpr cortex_m::CostScale emulated_cost = {25, 64};
constexpr bool is_emulated() { return true; }
inline void start_clocks() {}

// Peripherals of the Cortex-M System Design Kit.
constexpr std::uint32_t peripheral_hz = 20'000'000;
constexpr std::uint32_t cmsdk_timer = 0x50000000, cmsdk_uart = 0x50200000;
constexpr std::uint32_t cmsdk_watchdog = 0x50081000, watchdog_hz = peripheral_hz;

}  // namespace hardware
