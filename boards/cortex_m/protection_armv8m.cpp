/// \file
/// Memory protection by the MPU of ARMv8-M (Architecture Reference Manual DDI 0553, chapter B9;
/// PMSA registers in D1.2). Only what is listed may be touched, all else is a MemManage fault, so
/// that the stack, which lies at the bottom of RAM, has nothing below it, nor has address 0 where
/// flash is elsewhere. This MPU has no region without access: where flash begins at 0 its region
/// begins above the lowest 1 KiB, in which sections.ld puts the vector table alone; vectors are
/// fetched past the MPU.

#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

extern "C" {
extern const std::uint32_t __flash_start[], __flash_end[], __ram_start[], __ram_end[];
}

namespace {

using cortex_m::reg;
using namespace cortex_m::mpu;

// A symbol may be 0 here, which the compiler thinks impossible.
std::uint32_t address(const std::uint32_t* symbol) {
  auto value = reinterpret_cast<std::uint32_t>(symbol);
  asm("" : "+r"(value));
  return value;
}

// From `start` to `end`, multiples of 32; `attribute` is an index into MAIR0.
void add_region(std::uint32_t number, std::uint32_t start, std::uint32_t end, std::uint32_t access,
                std::uint32_t attribute) {
  reg(RNR) = number;
  reg(RBAR) = start | access;
  reg(RLAR) = (end - 32) | attribute << RLAR_ATTRINDX_AT | RLAR_EN;
}

}  // namespace

void cortex_m::protect_memory() {
  if ((reg(TYPE) & TYPE_DREGION) == 0) return;
  // 0: normal memory, write-back; 1: device, nGnRE
  reg(MAIR0) = 0xFF | 0x04 << 8;
  const std::uint32_t flash = address(__flash_start);
  add_region(0, flash == 0 ? 1024 : flash, address(__flash_end), RBAR_READ_ONLY, 0);
  add_region(1, address(__ram_start), address(__ram_end), RBAR_READ_WRITE | RBAR_XN, 0);
  add_region(2, 0x40000000, 0x60000000, RBAR_READ_WRITE | RBAR_XN, 1);
  reg(CTRL) = CTRL_ENABLE;
  asm volatile("dsb\n isb" ::: "memory");
}
