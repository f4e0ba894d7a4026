/// \file
/// Question: do main's FPU registers survive an interrupt that overwrites all of them? Yes, as long
/// as FPCCR.ASPEN and LSPEN are 1 (start-up sets them). With TAUT_STACKING_OFF they are cleared,
/// and the test must see the damage: status 1.

#include "board.hpp"
#include "cortex_m/registers.hpp"
#include "text.hpp"

namespace {

#ifdef TAUT_STACKING_OFF
constexpr bool stacking_off = true;
#else
constexpr bool stacking_off = false;
#endif

constexpr std::uint32_t tick_hz = 10'000;
constexpr std::uint32_t ticks = 2000;
constexpr std::size_t registers = 32;

volatile std::uint32_t tick_count = 0;

// Loads s0..s31, dawdles for some hundred instructions, stores them.
void hold(const std::uint32_t* pattern, std::uint32_t* result) {
  asm volatile(
      "vldmia %[pattern], {s0-s31}\n"
      "mov r1, #200\n"
      "1: subs r1, r1, #1\n"
      "bne 1b\n"
      "vstmia %[result], {s0-s31}\n"
      :
      : [pattern] "r"(pattern), [result] "r"(result)
      : "r1", "cc", "memory", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10",
        "s11", "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23",
        "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31");
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  // hold's clobbers make the compiler save s16..s31 here, as for any float code in a tick.
  std::uint32_t pattern[registers];
  std::uint32_t result[registers];
  for (std::uint32_t& word : pattern) word = 0xDEAD0000u + tick_count;
  hold(pattern, result);
  tick_count = tick_count + 1;
}

int main() {
  board::start();
  if (stacking_off) {
    using namespace cortex_m;
    reg(fpu::FPCCR) = reg(fpu::FPCCR) & ~(fpu::FPCCR_ASPEN | fpu::FPCCR_LSPEN);
    // CONTROL.FPCA is still set by main's prologue, and would stack the registers once more.
    asm volatile("msr control, %0\n dsb\n isb" ::"r"(0) : "memory");
  }
  if (!board::start_tick(tick_hz)) return 2;

  std::uint32_t mismatches = 0;
  for (std::uint32_t round = 0; tick_count < ticks; ++round) {
    std::uint32_t pattern[registers];
    std::uint32_t result[registers];
    for (std::uint32_t i = 0; i < registers; ++i) pattern[i] = (round << 8) + i;
    hold(pattern, result);
    for (std::uint32_t i = 0; i < registers; ++i) mismatches += pattern[i] != result[i] ? 1 : 0;
  }
  board::stop_tick();

  text::line("ticks", tick_count >= ticks ? "ok" : "missing");
  text::line("mismatches", mismatches == 0 ? "none" : "found");
  return mismatches == 0 ? 0 : 1;
}
