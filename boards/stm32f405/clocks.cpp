/// \file
/// The clock tree (RM0090, sections 3.5 flash latency, 5.4 power, 7 RCC): crystal / M = 2 MHz,
/// times 168, by 2, is the core's 168 MHz; APB1 at 42 MHz with its timers at 84 MHz, APB2 at 84
/// MHz.

#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t CR = hardware::rcc + 0x00;
constexpr std::uint32_t PLLCFGR = hardware::rcc + 0x04;
constexpr std::uint32_t CFGR = hardware::rcc + 0x08;
constexpr std::uint32_t FLASH_ACR = 0x40023C00;

constexpr std::uint32_t CR_HSEON = 1u << 16;
constexpr std::uint32_t CR_HSERDY = 1u << 17;
constexpr std::uint32_t CR_PLLON = 1u << 24;
constexpr std::uint32_t CR_PLLRDY = 1u << 25;

constexpr std::uint32_t pll_input_hz = 2'000'000, pll_times = 168, pll_by_for_usb = 7;
constexpr std::uint32_t core_hz = pll_input_hz * pll_times / 2;
static_assert(hardware::crystal_hz % pll_input_hz == 0 && core_hz == 168'000'000);
constexpr std::uint32_t PLLCFGR_SRC_HSE = 1u << 22;
constexpr std::uint32_t pll_configuration =
    hardware::crystal_hz / pll_input_hz | pll_times << 6 | PLLCFGR_SRC_HSE | pll_by_for_usb << 24;

constexpr std::uint32_t CFGR_SW_PLL = 2u << 0;
constexpr std::uint32_t CFGR_SWS = 3u << 2;
constexpr std::uint32_t CFGR_SWS_PLL = 2u << 2;
constexpr std::uint32_t CFGR_PPRE1_BY_4 = 5u << 10;
constexpr std::uint32_t CFGR_PPRE2_BY_2 = 4u << 13;

// Five wait states at 168 MHz and 2.7 V or more; prefetch and both caches on.
constexpr std::uint32_t FLASH_ACR_FAST = 5u | 1u << 8 | 1u << 9 | 1u << 10;

constexpr hardware::Clocks on_reset = {16'000'000, 16'000'000, 16'000'000};
constexpr hardware::Clocks on_pll = {core_hz, core_hz / 2, core_hz / 2};
constexpr hardware::Clocks in_qemu = {core_hz, 1'000'000'000, on_pll.usart_hz};

// Of this many looks each takes some cycles of 16 MHz: 20 ms at least, a crystal takes 2 ms.
constexpr int patience = 100'000;

bool becomes(std::uint32_t address, std::uint32_t mask, std::uint32_t value) {
  for (int look = 0; look < patience; ++look) {
    if ((reg(address) & mask) == value) return true;
  }
  return false;
}

bool start_pll() {
  reg(CR) = reg(CR) | CR_HSEON;
  if (!becomes(CR, CR_HSERDY, CR_HSERDY)) return false;
  reg(PLLCFGR) = pll_configuration;
  reg(CR) = reg(CR) | CR_PLLON;
  if (!becomes(CR, CR_PLLRDY, CR_PLLRDY)) return false;

  // flash and buses slower before the core is faster
  reg(FLASH_ACR) = FLASH_ACR_FAST;
  if (!becomes(FLASH_ACR, 7, 5)) return false;
  reg(CFGR) = CFGR_PPRE1_BY_4 | CFGR_PPRE2_BY_2;
  reg(CFGR) = CFGR_PPRE1_BY_4 | CFGR_PPRE2_BY_2 | CFGR_SW_PLL;
  return becomes(CFGR, CFGR_SWS, CFGR_SWS_PLL);
}

}  // namespace

hardware::Clocks hardware::clocks = on_reset;

void hardware::start_clocks() {
  if (is_emulated()) {
    clocks = in_qemu;
  } else if (start_pll()) {
    clocks = on_pll;
  } else {
    reg(CFGR) = 0;  // buses at the internal oscillator's 16 MHz again
  }
}
