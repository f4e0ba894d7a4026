/// \file
/// The way out. An emulator ends the run with the status by semihosting; on hardware, where its
/// breakpoint would be a HardFault, the core sleeps for ever.

#include "board.hpp"
#include "hardware.hpp"

namespace {

// "Semihosting for AArch32 and AArch64" (Arm IHI 0125), SYS_EXIT_EXTENDED: SYS_EXIT (0x18) would
// reduce the status to 0 or 1. The call may return when a debugger continues.
void semihosting_exit(int status) {
  constexpr std::uint32_t sys_exit_extended = 0x20;
  constexpr std::uint32_t adp_stopped_application_exit = 0x20026;
  const std::uint32_t block[2] = {adp_stopped_application_exit, static_cast<std::uint32_t>(status)};
  register std::uint32_t operation asm("r0") = sys_exit_extended;
  register const std::uint32_t* parameter asm("r1") = block;
  asm volatile("bkpt 0xAB" : "+r"(operation) : "r"(parameter) : "memory");
}

}  // namespace

void board::exit(int status) {
  asm volatile("cpsid i" ::: "memory");
  if (hardware::is_emulated()) semihosting_exit(status);
  for (;;) asm volatile("wfi");
}
