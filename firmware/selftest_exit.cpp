/// \file
/// Question: does each way a run can end reach the desk as its own verdict? One image a case,
/// chosen by TAUT_CASE; the runner's verdict is the test.

#include "board.hpp"
#include "text.hpp"

namespace {

enum class Case {
  exit0,
  exit1,
  exit7,
  undefined_instruction,
  unaligned_float,
  divide_by_zero,
  divide_by_zero_in_tick,
  null_jump,
  stack_overflow,
  supervisor_call,
  unexpected_tick,
  lock_up,
  hang,
};

constexpr Case chosen = Case::TAUT_CASE;

volatile int zero = 0;
volatile int quotient = 1;

void divide_by_zero() { quotient = quotient / zero; }

[[gnu::noinline]] int overflow_stack(int depth) {
  volatile char frame[256];
  frame[0] = static_cast<char>(depth);
  if (depth == zero - 1) return 0;  // never; the compiler cannot know
  return overflow_stack(depth + 1) + frame[0];
}

int run() {
  switch (chosen) {
    case Case::exit0:
      return 0;
    case Case::exit1:
      return 1;
    case Case::exit7:
      return 7;
    case Case::undefined_instruction:
      asm volatile("udf #0");
      break;
    case Case::unaligned_float: {
      // Integer accesses may be unaligned, FPU loads may not.
      static float pair[2];
      asm volatile("add r0, %0, #1\n vldr s0, [r0]" ::"r"(pair) : "r0", "s0", "memory");
      break;
    }
    case Case::divide_by_zero:
      divide_by_zero();
      break;
    case Case::divide_by_zero_in_tick:
    case Case::unexpected_tick:
      if (!board::start_tick(1000)) return 2;
      for (;;) board::wait_for_interrupt();
    case Case::null_jump:
      // Address 0 holds the vector table, bit 0 clear asks for the ARM state that the core lacks.
      asm volatile("movs r0, #0\n bx r0" ::: "r0");
      break;
    case Case::stack_overflow:
      quotient = overflow_stack(0);
      break;
    case Case::supervisor_call:
      asm volatile("svc #0");
      break;
    case Case::lock_up:
      // With FAULTMASK set a fault has nowhere to go.
      asm volatile("cpsid f\n udf #0");
      break;
    case Case::hang:
      for (;;) board::wait_for_interrupt();
  }
  return 2;  // the fault did not happen
}

}  // namespace

#ifdef TAUT_WITH_TICK
extern "C" void taut_tick() {
  board::acknowledge_tick();
  divide_by_zero();
}
#endif

int main() {
  board::start();
  text::put("start\n");
  return run();
}
