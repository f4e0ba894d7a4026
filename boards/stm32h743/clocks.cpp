/// \file
/// The clock tree (RM0433, sections 4.3.8 flash latency, 6.4 supply and 6.6.2 voltage scaling, 8
/// RCC): external clock / M = 2 MHz, times 400, by 2, is the core's 400 MHz; AXI and AHB at 200
/// MHz, APB at 100 MHz with its timers at 200 MHz.

#include "cortex_m/caches.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

constexpr std::uint32_t CR = hardware::rcc + 0x00;
constexpr std::uint32_t CFGR = hardware::rcc + 0x10;
constexpr std::uint32_t D1CFGR = hardware::rcc + 0x18;
constexpr std::uint32_t D2CFGR = hardware::rcc + 0x1C;
constexpr std::uint32_t D3CFGR = hardware::rcc + 0x20;
constexpr std::uint32_t PLLCKSELR = hardware::rcc + 0x28;
constexpr std::uint32_t PLLCFGR = hardware::rcc + 0x2C;
constexpr std::uint32_t PLL1DIVR = hardware::rcc + 0x30;
constexpr std::uint32_t PWR_CSR1 = 0x58024804;
constexpr std::uint32_t PWR_CR3 = 0x5802480C;
constexpr std::uint32_t PWR_D3CR = 0x58024818;
constexpr std::uint32_t FLASH_ACR = 0x52002000;

constexpr std::uint32_t CR_HSEON = 1u << 16;
constexpr std::uint32_t CR_HSERDY = 1u << 17;
constexpr std::uint32_t CR_HSEBYP = 1u << 18;
constexpr std::uint32_t CR_PLL1ON = 1u << 24;
constexpr std::uint32_t CR_PLL1RDY = 1u << 25;

constexpr std::uint32_t pll_input_hz = 2'000'000, pll_times = 400, pll_by = 2;
constexpr std::uint32_t core_hz = pll_input_hz * pll_times / pll_by;
static_assert(hardware::external_clock_hz % pll_input_hz == 0 && core_hz == 400'000'000);
constexpr std::uint32_t PLLSRC_HSE = 2;
constexpr std::uint32_t pll_source = PLLSRC_HSE | hardware::external_clock_hz / pll_input_hz << 4;
constexpr std::uint32_t PLLCFGR_2_TO_4_MHZ = 1u << 2;
constexpr std::uint32_t PLLCFGR_DIVP1EN = 1u << 16;
constexpr std::uint32_t pll_dividers =
    (pll_times - 1) | (pll_by - 1) << 9 | (pll_by - 1) << 16 | (pll_by - 1) << 24;

constexpr std::uint32_t CFGR_SW_PLL1 = 3u << 0;
constexpr std::uint32_t CFGR_SWS = 7u << 3;
constexpr std::uint32_t CFGR_SWS_PLL1 = 3u << 3;
constexpr std::uint32_t D1CFGR_AHB_BY_2_APB3_BY_2 = 8u << 0 | 4u << 4;
constexpr std::uint32_t D2CFGR_APB1_BY_2_APB2_BY_2 = 4u << 4 | 4u << 8;
constexpr std::uint32_t D3CFGR_APB4_BY_2 = 4u << 4;

constexpr std::uint32_t CR3_SUPPLY = 7u << 0;
constexpr std::uint32_t CR3_SUPPLY_LDO = 1u << 1;
constexpr std::uint32_t CSR1_ACTVOSRDY = 1u << 13;
constexpr std::uint32_t D3CR_VOSRDY = 1u << 13;
constexpr std::uint32_t D3CR_VOS_1 = 3u << 14;

// Two wait states at 200 MHz and voltage scale 1, and the signal delay that goes with them.
constexpr std::uint32_t FLASH_ACR_FAST = 2u | 2u << 4;

constexpr hardware::Clocks on_reset = {64'000'000, 64'000'000, 64'000'000};
constexpr hardware::Clocks on_pll = {core_hz, core_hz / 2, core_hz / 4};

// Of this many looks each takes some cycles of 64 MHz: 5 ms at least, the external clock is there.
constexpr int patience = 100'000;

bool becomes(std::uint32_t address, std::uint32_t mask, std::uint32_t value) {
  for (int look = 0; look < patience; ++look) {
    if ((reg(address) & mask) == value) return true;
  }
  return false;
}

// The supply is written once after power-on, and then holds.
bool start_supply() {
  reg(PWR_CR3) = (reg(PWR_CR3) & ~CR3_SUPPLY) | CR3_SUPPLY_LDO;
  if (!becomes(PWR_CSR1, CSR1_ACTVOSRDY, CSR1_ACTVOSRDY)) return false;
  reg(PWR_D3CR) = D3CR_VOS_1;
  return becomes(PWR_D3CR, D3CR_VOSRDY, D3CR_VOSRDY);
}

bool start_pll() {
  reg(CR) = reg(CR) | CR_HSEBYP;
  reg(CR) = reg(CR) | CR_HSEON;
  if (!becomes(CR, CR_HSERDY, CR_HSERDY)) return false;
  reg(PLLCKSELR) = pll_source;
  reg(PLLCFGR) = PLLCFGR_2_TO_4_MHZ | PLLCFGR_DIVP1EN;
  reg(PLL1DIVR) = pll_dividers;
  reg(CR) = reg(CR) | CR_PLL1ON;
  return becomes(CR, CR_PLL1RDY, CR_PLL1RDY);
}

// Flash and buses slower before the core is faster.
bool switch_to_pll() {
  reg(FLASH_ACR) = FLASH_ACR_FAST;
  if (!becomes(FLASH_ACR, 0xF, 2)) return false;
  reg(D1CFGR) = D1CFGR_AHB_BY_2_APB3_BY_2;
  reg(D2CFGR) = D2CFGR_APB1_BY_2_APB2_BY_2;
  reg(D3CFGR) = D3CFGR_APB4_BY_2;
  reg(CFGR) = CFGR_SW_PLL1;
  return becomes(CFGR, CFGR_SWS, CFGR_SWS_PLL1);
}

}  // namespace

hardware::Clocks hardware::clocks = on_reset;

void hardware::start_clocks() {
  cortex_m::start_caches();
  if (start_supply() && start_pll() && switch_to_pll()) {
    clocks = on_pll;
  } else {
    // all buses at the internal oscillator's 64 MHz again
    reg(CFGR) = 0;
    reg(D1CFGR) = 0;
    reg(D2CFGR) = 0;
    reg(D3CFGR) = 0;
  }
}
