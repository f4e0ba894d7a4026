/// \file
/// Question: does the cost clock count exactly, and does the tick come exactly as often as asked?
/// Exact only where the unit is instructions; run with the board's own command line.

#include "board.hpp"
#include "text.hpp"

namespace {

// Whole instructions, of which each takes 128 ns of the emulated clock, a period: some emulated
// timers serve a request at the end of an instruction, and count on from there.
constexpr std::uint32_t tick_hz = 500;
constexpr std::uint32_t instructions_of_period = 15625;

// Less than the cost clock's shortest wrap: 2^24 counts of 168 MHz.
constexpr std::uint32_t ticks = 40;
constexpr std::uint32_t instructions_of_ticks = ticks * instructions_of_period;
// What every board has to make exactly, at least.
constexpr std::uint32_t offered_hz[] = {100, 500, 1000, 2000, 5000, 10'000, 20'000};

// Entry waits for the end of an instruction; the readings themselves cost a few.
constexpr std::uint32_t slack = 16;

// Written by the tick, read by main.
volatile std::uint32_t tick_count = 0;
volatile std::uint32_t first_start = 0;
volatile std::uint32_t cost_of_ticks = 0;

[[gnu::noinline]] std::uint32_t cost_of_nothing() {
  const std::uint32_t start = board::clock_now();
  const std::uint32_t cost = board::cost_since(start);
  asm volatile("");  // no tail call: it would move an instruction of the epilogue into the region
  return cost;
}

template <int Count>
[[gnu::noinline]] std::uint32_t cost_of_nops() {
  const std::uint32_t start = board::clock_now();
  asm volatile(".rept %c0\n nop\n .endr" ::"i"(Count));
  const std::uint32_t cost = board::cost_since(start);
  asm volatile("");
  return cost;
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  if (tick_count == 0) first_start = board::clock_now();
  if (tick_count == ticks) cost_of_ticks = board::cost_since(first_start);
  tick_count = tick_count + 1;
}

int main() {
  board::start();
  text::line("unit", board::cost_unit());

  // The very first readings count too: no outlier of 2^24 counts.
  text::line("nothing", cost_of_nothing());
  text::line("nops_1", cost_of_nops<1>());
  text::line("nops_10", cost_of_nops<10>());
  text::line("nops_1000", cost_of_nops<1000>());

  // Long enough for the 24 bits of SysTick to wrap twice.
  std::uint32_t least = UINT32_MAX;
  std::uint32_t most = 0;
  for (int repeat = 0; repeat < 100'000; ++repeat) {
    const std::uint32_t cost = cost_of_nops<100>();
    if (cost < least) least = cost;
    if (cost > most) most = cost;
  }
  text::line("nops_100_least", least);
  text::line("nops_100_most", most);

  text::line("tick_0_hz", board::start_tick(0) ? "started" : "refused");
  text::line("tick_3_hz", board::start_tick(3) ? "started" : "refused");
  for (const std::uint32_t hz : offered_hz) {
    text::put("tick_");
    text::put(hz);
    text::put(board::start_tick(hz) ? "_hz started\n" : "_hz refused\n");
    board::stop_tick();
  }
  tick_count = 0;
  if (!board::start_tick(tick_hz)) return 1;
  while (tick_count <= ticks) board::wait_for_interrupt();
  board::stop_tick();
  const bool exact = cost_of_ticks + slack >= instructions_of_ticks &&
                     cost_of_ticks <= instructions_of_ticks + slack;
  text::line("tick_500_hz", exact ? "exact" : "wrong");
  if (!exact) text::line("cost_of_ticks", static_cast<std::uint32_t>(cost_of_ticks));

  // Stopped means stopped; a busy wait of several periods.
  for (int repeat = 0; repeat < 50; ++repeat) static_cast<void>(cost_of_nops<1000>());
  text::line("ticks_after_stop", tick_count - (ticks + 1));
  return exact ? 0 : 1;
}
