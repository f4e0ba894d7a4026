/// \file
/// Memory protection by the MPU of ARMv7-M (Architecture Reference Manual DDI 0403, section B3.5).
/// Only what is listed may be touched, all else is a MemManage fault, so that the stack, which lies
/// at the bottom of RAM, has nothing below it.
///
/// Flash, and a faster memory for code where there is one, are read and executed; RAM is read and
/// written; peripherals likewise. The lowest 1 KiB is nobody's, also where flash begins at 0 and
/// holds the vector table there: the core fetches vectors by the default memory map, past the MPU
/// (B3.5.1), and sections.ld puts nothing else there.

#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

extern "C" {
extern const std::uint32_t __flash_start[], __flash_end[], __ram_start[], __ram_end[];
extern const std::uint32_t __fast_memory_start[], __fast_memory_end[];
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

// From `start` to `end`, of a size that is a power of two and `start` a multiple of it: the linker
// script has asserted it.
void add_region(std::uint32_t number, std::uint32_t start, std::uint32_t end,
                std::uint32_t attributes) {
  const std::uint32_t bytes = end - start;
  const auto size = static_cast<std::uint32_t>(__builtin_ctz(bytes)) - 1;  // 2^(SIZE + 1) bytes
  reg(RNR) = number;
  reg(RBAR) = start;
  reg(RASR) = attributes | size << RASR_SIZE_AT | RASR_ENABLE;
}

}  // namespace

void cortex_m::protect_memory() {
  if ((reg(TYPE) & TYPE_DREGION) == 0) return;
  // of two regions the higher number holds
  add_region(0, address(__flash_start), address(__flash_end), RASR_READ_ONLY | RASR_WRITE_THROUGH);
  add_region(1, address(__ram_start), address(__ram_end),
             RASR_READ_WRITE | RASR_WRITE_BACK | RASR_XN);
  add_region(2, 0x40000000, 0x60000000, RASR_READ_WRITE | RASR_DEVICE | RASR_XN);
  if (address(__fast_memory_end) != 0) {
    add_region(3, address(__fast_memory_start), address(__fast_memory_end),
               RASR_READ_ONLY | RASR_WRITE_THROUGH);
  }
  add_region(4, 0, 1024, RASR_XN);  // access 0: none
  reg(CTRL) = CTRL_ENABLE;
  asm volatile("dsb\n isb" ::: "memory");
}
