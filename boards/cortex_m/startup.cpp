/// \file
/// What runs between reset.S and main, and after main: exception set-up, memory protection, global
/// constructors and a canary that proves they ran.

#include "board.hpp"
#include "cortex_m/core.hpp"
#include "cortex_m/exit_status.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"

extern "C" {
using Constructor = void (*)();
extern const Constructor __init_array_start[];
extern const Constructor __init_array_end[];
extern const std::uint32_t __vectors_start[];
void taut_before_main();
[[noreturn]] void taut_after_main(int status);
}

namespace {

constexpr std::uint32_t canary_value = 0xC0115721;
volatile std::uint32_t canary;

// Faults get their own handlers, division by zero is one of them, frames are 8-byte aligned.
void start_exceptions() {
  using namespace cortex_m;
  reg(scb::VTOR) = reinterpret_cast<std::uint32_t>(__vectors_start);
  reg(scb::SHCSR) =
      reg(scb::SHCSR) | scb::SHCSR_MEMFAULTENA | scb::SHCSR_BUSFAULTENA | scb::SHCSR_USGFAULTENA;
  reg(scb::CCR) = reg(scb::CCR) | scb::CCR_DIV_0_TRP | scb::CCR_STKALIGN;
}

// An interrupt saves s0..s15 of what it interrupts; a boot loader may have switched that off.
void start_fpu_stacking() {
  using namespace cortex_m;
  reg(fpu::FPCCR) = reg(fpu::FPCCR) | fpu::FPCCR_ASPEN | fpu::FPCCR_LSPEN;
}

}  // namespace

extern "C" {
void taut_constructor_canary() { canary = canary_value; }

/// In `.init_array` among the constructors of global objects, and lost with them. As a pointer of
/// its own because LTO merges whatever it knows to be a constructor.
[[gnu::used, gnu::section(".init_array")]] Constructor taut_constructor_canary_entry =
    taut_constructor_canary;
}

void taut_before_main() {
  using namespace cortex_m;

  if constexpr (core::is_mainline) start_exceptions();
  if constexpr (core::has_fpu) start_fpu_stacking();
  asm volatile("dsb\n isb" ::: "memory");
  protect_memory();

  // Global constructors, and proof of them.
  for (const Constructor* constructor = __init_array_start; constructor != __init_array_end;
       ++constructor) {
    (*constructor)();
  }
  if (canary != canary_value) {
    start_serial();
    constexpr char message[] = "start-up: global constructors did not run\n";
    board::write(message, sizeof message - 1);
    board::exit(constructors_lost);
  }
}

void taut_after_main(int status) { board::exit(status); }
