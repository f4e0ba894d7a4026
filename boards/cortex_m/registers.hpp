/// \file
/// Core registers used by the boards, under their CMSIS names. Addresses and bits are from the
/// ARMv7-M Architecture Reference Manual (DDI 0403), sections B3.2 (SCB), B3.3 (SysTick), B3.4
/// (NVIC), B3.5 (MPU), C1.8 (DWT), and for the MPU of ARMv8-M from DDI 0553, D1.2. ARMv6-M has of
/// these SysTick and the NVIC (DDI 0419). Not a device header: only what is used here is listed.

#pragma once

#include <cstdint>

namespace cortex_m {

/// The 32-bit register at `address`. Interrupt: safe; read-modify-write is not atomic.
inline volatile std::uint32_t& reg(std::uint32_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

/// Reads the register at `address` for the wait that this is: earlier writes to it have arrived.
inline void read_back(std::uint32_t address) {
  const std::uint32_t ignored = reg(address);
  static_cast<void>(ignored);
}

namespace scb {
constexpr std::uint32_t VTOR = 0xE000ED08;
constexpr std::uint32_t CCR = 0xE000ED14;
constexpr std::uint32_t SHCSR = 0xE000ED24;
constexpr std::uint32_t CFSR = 0xE000ED28;
constexpr std::uint32_t HFSR = 0xE000ED2C;
constexpr std::uint32_t MMFAR = 0xE000ED34;
constexpr std::uint32_t BFAR = 0xE000ED38;

constexpr std::uint32_t CCR_DIV_0_TRP = 1u << 4;
constexpr std::uint32_t CCR_STKALIGN = 1u << 9;
constexpr std::uint32_t CFSR_IACCVIOL = 1u << 0;
constexpr std::uint32_t CFSR_MMARVALID = 1u << 7;
constexpr std::uint32_t SHCSR_MEMFAULTENA = 1u << 16;
constexpr std::uint32_t SHCSR_BUSFAULTENA = 1u << 17;
constexpr std::uint32_t SHCSR_USGFAULTENA = 1u << 18;
}  // namespace scb

namespace mpu {
constexpr std::uint32_t TYPE = 0xE000ED90;
constexpr std::uint32_t CTRL = 0xE000ED94;
constexpr std::uint32_t RNR = 0xE000ED98;
constexpr std::uint32_t RBAR = 0xE000ED9C;
constexpr std::uint32_t RASR = 0xE000EDA0;   // ARMv7-M
constexpr std::uint32_t RLAR = 0xE000EDA0;   // ARMv8-M
constexpr std::uint32_t MAIR0 = 0xE000EDC0;  // ARMv8-M

constexpr std::uint32_t TYPE_DREGION = 0xFFu << 8;
constexpr std::uint32_t CTRL_ENABLE = 1u << 0;

// ARMv7-M: access permissions of privileged code (AP), memory type (TEX, C, B), execute never.
constexpr std::uint32_t RASR_ENABLE = 1u << 0;
constexpr std::uint32_t RASR_SIZE_AT = 1;  // 2^(SIZE + 1) bytes
constexpr std::uint32_t RASR_DEVICE = 1u << 16;
constexpr std::uint32_t RASR_WRITE_THROUGH = 1u << 17;
constexpr std::uint32_t RASR_WRITE_BACK = 1u << 19 | 1u << 17 | 1u << 16;
constexpr std::uint32_t RASR_READ_WRITE = 1u << 24;
constexpr std::uint32_t RASR_READ_ONLY = 5u << 24;
constexpr std::uint32_t RASR_XN = 1u << 28;

// ARMv8-M
constexpr std::uint32_t RBAR_XN = 1u << 0;
constexpr std::uint32_t RBAR_READ_WRITE = 0u << 1;
constexpr std::uint32_t RBAR_READ_ONLY = 2u << 1;
constexpr std::uint32_t RLAR_EN = 1u << 0;
constexpr std::uint32_t RLAR_ATTRINDX_AT = 1;
}  // namespace mpu

namespace fpu {
constexpr std::uint32_t FPCCR = 0xE000EF34;

constexpr std::uint32_t FPCCR_LSPEN = 1u << 30;
constexpr std::uint32_t FPCCR_ASPEN = 1u << 31;
}  // namespace fpu

namespace systick {
constexpr std::uint32_t CSR = 0xE000E010;
constexpr std::uint32_t RVR = 0xE000E014;
constexpr std::uint32_t CVR = 0xE000E018;

constexpr std::uint32_t CSR_ENABLE = 1u << 0;
constexpr std::uint32_t CSR_CLKSOURCE = 1u << 2;
constexpr std::uint32_t counter_mask = 0x00FFFFFF;

/// Reload value for a period of `Counts` clocks: a reload of N means N + 1 clocks.
template <std::uint64_t Counts>
constexpr std::uint32_t reload_for() {
  static_assert(Counts >= 2, "SysTick does not run with a period below two clocks.");
  static_assert(Counts <= counter_mask + 1ull, "SysTick counts 24 bits: period above 2^24 clocks.");
  return static_cast<std::uint32_t>(Counts - 1);
}
}  // namespace systick

namespace nvic {
constexpr std::uint32_t ISER = 0xE000E100;
constexpr std::uint32_t ICER = 0xE000E180;
constexpr std::uint32_t ICPR = 0xE000E280;
constexpr std::uint32_t IPR = 0xE000E400;
}  // namespace nvic

namespace dwt {
constexpr std::uint32_t DEMCR = 0xE000EDFC;
constexpr std::uint32_t CTRL = 0xE0001000;
constexpr std::uint32_t CYCCNT = 0xE0001004;
constexpr std::uint32_t LAR = 0xE0001FB0;

constexpr std::uint32_t LAR_KEY = 0xC5ACCE55;

constexpr std::uint32_t DEMCR_TRCENA = 1u << 24;
constexpr std::uint32_t CTRL_CYCCNTENA = 1u << 0;
}  // namespace dwt

}  // namespace cortex_m
