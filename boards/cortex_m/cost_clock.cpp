/// \file
/// The cost clock: DWT's cycle counter where it moves, else SysTick, free running over 24 bits of
/// the core clock. QEMU has no cycle counter; there SysTick under `-icount` counts instructions,
/// see the board's `emulated_cost`. Where neither moves, every cost is 0.

#include "board.hpp"
#include "cortex_m/core.hpp"
#include "cortex_m/port.hpp"
#include "cortex_m/registers.hpp"
#include "hardware.hpp"

namespace {

using cortex_m::reg;

// Set once by start_cost_clock, read only after that.
bool cycle_counter_moves = false;
std::uint32_t reading_cost = 0;

// As long as 24 bits go, in whole instructions of an emulator: where the counter wraps within one,
// it reads 0 until that has ended.
constexpr std::uint32_t systick_period =
    (1u << 24) / hardware::emulated_cost.denominator * hardware::emulated_cost.denominator;

// Raw counts from `start` to now.
std::uint32_t counts_since(std::uint32_t start) {
  if (cycle_counter_moves) return reg(cortex_m::dwt::CYCCNT) - start;
  const std::uint32_t now = reg(cortex_m::systick::CVR);
  return start >= now ? start - now : start + systick_period - now;
}

bool counts_instructions() { return !cycle_counter_moves && hardware::is_emulated(); }

bool start_cycle_counter() {
  using namespace cortex_m::dwt;
  reg(DEMCR) = reg(DEMCR) | DEMCR_TRCENA;
  reg(LAR) = LAR_KEY;  // Cortex-M7; others ignore it
  reg(CYCCNT) = 0;
  reg(CTRL) = reg(CTRL) | CTRL_CYCCNTENA;
  const std::uint32_t before = reg(CYCCNT);
  asm volatile("nop\n nop\n nop\n nop");
  return reg(CYCCNT) != before;
}

void start_systick() {
  using namespace cortex_m::systick;
  reg(CSR) = 0;
  reg(RVR) = reload_for<systick_period>();
  reg(CVR) = 0;
  reg(CSR) = CSR_ENABLE | CSR_CLKSOURCE;
  // The counter holds 0 until its first reload; a reading taken there is 2^24 counts off. Some
  // cores of ARMv6-M have no SysTick, and then it stays 0.
  for (int wait = 0; wait < 1000 && reg(CVR) == 0; ++wait) {
  }
}

// Counts of the core clock in the unit that is reported.
std::uint32_t in_unit(std::uint32_t counts) {
  if (!counts_instructions()) return counts;
  constexpr cortex_m::CostScale scale = hardware::emulated_cost;
  return (counts * scale.numerator + scale.denominator / 2) / scale.denominator;
}

}  // namespace

namespace cortex_m {

void start_cost_clock() {
  if constexpr (core::is_mainline) cycle_counter_moves = start_cycle_counter();
  if (!cycle_counter_moves) start_systick();

  // The same two calls as a user's, so that an empty region costs 0. The second run is the one that
  // counts: on hardware the first fills caches and flash buffers.
  for (int run = 0; run < 2; ++run) {
    reading_cost = 0;
    const std::uint32_t start = board::clock_now();
    reading_cost = board::cost_since(start);
  }
}

}  // namespace cortex_m

// Kept out of line and untouched by interprocedural optimisation: their calling cost is calibrated.
[[gnu::noipa]] std::uint32_t board::clock_now() {
  if (cycle_counter_moves) return reg(cortex_m::dwt::CYCCNT);
  return reg(cortex_m::systick::CVR);
}

[[gnu::noipa]] std::uint32_t board::cost_since(std::uint32_t start) {
  const std::uint32_t counts = counts_since(start);

  // To the reported unit before the subtraction: a count is a fraction of an instruction, and the
  // rounding absorbs where in that fraction the two readings fell.
  const std::uint32_t cost = in_unit(counts);
  return cost > reading_cost ? cost - reading_cost : 0;
}

const char* board::cost_unit() { return counts_instructions() ? "instructions" : "cycles"; }

std::uint32_t board::cost_range() { return cycle_counter_moves ? 0 : in_unit(systick_period); }

std::uint32_t board::cost_of_period(std::uint32_t tick_hz) {
  return in_unit(hardware::core_hz() / tick_hz);
}
