/// \file
/// The watchdog by a CMSDK APB watchdog, a down counter of 32 bits (Arm Cortex-M System Design Kit
/// Technical Reference Manual, DDI 0479, section 4.6). The first time-out is an NMI, which the
/// fault report names; the second, a time-out later, resets.

#include "board.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t LOAD = hardware::cmsdk_watchdog + 0x000;
constexpr std::uint32_t CTRL = hardware::cmsdk_watchdog + 0x008;
constexpr std::uint32_t INTCLR = hardware::cmsdk_watchdog + 0x00C;  // any write reloads
constexpr std::uint32_t LOCK = hardware::cmsdk_watchdog + 0xC00;

constexpr std::uint32_t CTRL_INTEN = 1u << 0;  // counts, and asks for the NMI
constexpr std::uint32_t CTRL_RESEN = 1u << 1;
constexpr std::uint32_t LOCK_KEY = 0x1ACCE551;

}  // namespace

bool board::start_watchdog(std::uint32_t timeout_ms) {
  constexpr std::uint32_t most_ms =
      static_cast<std::uint32_t>(0xFFFFFFFFull * 1000 / hardware::watchdog_hz);
  if (timeout_ms == 0 || timeout_ms > most_ms) return false;
  reg(LOCK) = LOCK_KEY;
  reg(LOAD) = static_cast<std::uint32_t>(std::uint64_t{timeout_ms} * hardware::watchdog_hz / 1000);
  reg(CTRL) = CTRL_INTEN | CTRL_RESEN;
  return true;
}

void board::feed_watchdog() { reg(INTCLR) = 1; }
