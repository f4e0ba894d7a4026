/// \file
/// Must be refused: a reset handler in C++ that switches the FPU on and uses it. The compiler saves
/// s16 in the prologue, above the switch.

#include "cortex_m/registers.hpp"

volatile float value = 2.0f;

int main() { return 0; }

extern "C" void Reset_Handler() {
  constexpr std::uint32_t CPACR = 0xE000ED88;
  cortex_m::reg(CPACR) = 0xFu << 20;
  asm volatile("dsb\n isb" ::: "memory");
  asm volatile("vmov s16, %0" ::"r"(1) : "s16");
  main();
}
