/// \file
/// The caches of a Cortex-M7 (ARMv7-M Architecture Reference Manual, DDI 0403, sections B2.2.7 and
/// B4.8; Cortex-M7 manual, DDI 0489, section 5.10).

#include "cortex_m/caches.hpp"

#include "cortex_m/registers.hpp"

namespace {

constexpr std::uint32_t CCSIDR = 0xE000ED80;
constexpr std::uint32_t CSSELR = 0xE000ED84;
constexpr std::uint32_t ICIALLU = 0xE000EF50;
constexpr std::uint32_t DCISW = 0xE000EF60;

constexpr std::uint32_t CCR_DC = 1u << 16;
constexpr std::uint32_t CCR_IC = 1u << 17;

void barrier() { asm volatile("dsb\n isb" ::: "memory"); }

}  // namespace

void cortex_m::start_caches() {
  barrier();
  reg(ICIALLU) = 0;
  barrier();
  reg(scb::CCR) = reg(scb::CCR) | CCR_IC;
  barrier();

  // The data cache line by line: a set in the bits above the line of 32 bytes, a way in the top
  // two.
  reg(CSSELR) = 0;
  barrier();
  const std::uint32_t shape = reg(CCSIDR);
  const std::uint32_t last_set = shape >> 13 & 0x7FFF, last_way = shape >> 3 & 0x3FF;
  for (std::uint32_t set = 0; set <= last_set; ++set) {
    for (std::uint32_t way = 0; way <= last_way; ++way) reg(DCISW) = way << 30 | set << 5;
  }
  barrier();
  reg(scb::CCR) = reg(scb::CCR) | CCR_DC;
  barrier();
}
