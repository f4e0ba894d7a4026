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
  null_read,
  null_write,
  execute_ram,
  stack_overflow,
  supervisor_call,
  unexpected_tick,
  watchdog_starved,
  lock_up,
  hang,
};

constexpr Case chosen = Case::TAUT_CASE;

[[maybe_unused]] volatile std::uint32_t tick_count = 0;
volatile bool starve = false;

volatile int zero = 0;
volatile int quotient = 1;

// "bx lr", in RAM.
volatile std::uint16_t returns_at_once[2] = {0x4770, 0x4770};

// By an instruction of its own: a core without one would call the C library.
void divide_by_zero() {
#if __ARM_ARCH >= 7
  asm volatile("sdiv %0, %0, %1" ::"r"(1), "r"(zero));
#endif
}

// A structure's member behind a null pointer; the compiler does not know the address.
volatile std::uint32_t* member_of_null() {
  return reinterpret_cast<volatile std::uint32_t*>(static_cast<std::uintptr_t>(zero) + 40);
}

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
#ifdef __ARM_FP
      static float pair[2];
      asm volatile("add r0, %0, #1\n vldr s0, [r0]" ::"r"(pair) : "r0", "s0", "memory");
#endif
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
      asm volatile("movs r0, #0\n bx r0" ::: "r0");
      break;
    case Case::null_read:
      static_cast<void>(*member_of_null());
      break;
    case Case::null_write:
      *member_of_null() = 1;
      break;
    case Case::execute_ram:
      reinterpret_cast<void (*)()>(reinterpret_cast<std::uintptr_t>(returns_at_once) | 1)();
      break;
    case Case::stack_overflow:
      quotient = overflow_stack(0);
      break;
    case Case::supervisor_call:
      asm volatile("svc #0");
      break;
    case Case::watchdog_starved: {
      // 20 ms by its own clock: fed it waits, not fed it does not.
      if (!board::start_watchdog(20) || !board::start_tick(1000)) return 3;
      while (!starve) board::wait_for_interrupt();
      text::put("fed\n");
      for (;;) board::wait_for_interrupt();
    }
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

// An image with outputs would write their registers; the output of this one is a line.
extern "C" void taut_safe_outputs() { text::put("outputs safe\n"); }

#ifdef TAUT_WITH_TICK
extern "C" void taut_tick() {
  board::acknowledge_tick();
  if (chosen == Case::divide_by_zero_in_tick) divide_by_zero();
  tick_count = tick_count + 1;
  if (tick_count < 100) {
    board::feed_watchdog();
  } else {
    starve = true;
  }
}
#endif

int main() {
  board::start();
  text::put("start\n");
  return run();
}
