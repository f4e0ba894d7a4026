/// \file
/// The way out. With TAUT_SEMIHOSTING the emulator (or a debugger that serves semihosting)
/// ends the run with the status; without it, on bare hardware, where the breakpoint would be a
/// HardFault, the core sleeps for ever.

#include "board.hpp"

#ifdef TAUT_SEMIHOSTING
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
#endif

void board::exit([[maybe_unused]] int status) {
  asm volatile("cpsid i" ::: "memory");
#ifdef TAUT_SEMIHOSTING
  semihosting_exit(status);
#endif
  for (;;) asm volatile("wfi");
}
