/// \file
/// The watchdog by the IWDG of an STM32 (RM0090, section 21.4; RM0433, section 47.4 is the same):
/// it resets the chip. Its oscillator is not exact, 17 to 47 kHz for 32: feed it twice as often as
/// it asks, and trust it within twice its time. It stands still while a debugger holds the core.

#include "board.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t KR = hardware::watchdog + 0x00;
constexpr std::uint32_t PR = hardware::watchdog + 0x04;
constexpr std::uint32_t RLR = hardware::watchdog + 0x08;

constexpr std::uint32_t KR_FEED = 0xAAAA;
constexpr std::uint32_t KR_UNLOCK = 0x5555;
constexpr std::uint32_t KR_START = 0xCCCC;
constexpr std::uint32_t PR_BY_32 = 3;  // a count is 1 ms of 32 kHz
constexpr std::uint32_t most_counts = 0xFFF;

}  // namespace

bool board::start_watchdog(std::uint32_t timeout_ms) {
  if (timeout_ms == 0 || timeout_ms > most_counts) return false;
  reg(hardware::watchdog_freeze) = reg(hardware::watchdog_freeze) | hardware::watchdog_freeze_bit;
  reg(KR) = KR_START;
  reg(KR) = KR_UNLOCK;
  reg(PR) = PR_BY_32;
  reg(RLR) = timeout_ms;
  return true;
}

void board::feed_watchdog() { reg(KR) = KR_FEED; }
