/// \file
/// Question: does `tick_pending` see a tick that took longer than its period, and only that? The
/// n-th tick wastes waste[n] tenths of a period. The second of two ticks missed at once is not
/// seen.

#include "board.hpp"
#include "text.hpp"

namespace {

// A period of 1 ms is 7812.5 instructions where one takes 128 ns of the emulated clock.
constexpr std::uint32_t tick_hz = 1000;
constexpr std::uint32_t tenth_of_period = 781;

constexpr std::uint32_t waste[] = {0, 5, 8, 0, 12, 0, 25, 0};
constexpr std::uint32_t ticks = sizeof waste / sizeof waste[0];

volatile std::uint32_t tick_count = 0;
volatile bool overrun[ticks];

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  const std::uint32_t tick = tick_count;
  if (tick == ticks) return;

  const std::uint32_t start = board::clock_now();
  while (board::cost_since(start) < waste[tick] * tenth_of_period) {
  }
  overrun[tick] = board::tick_pending();
  tick_count = tick + 1;
}

int main() {
  board::start();
  if (!board::start_tick(tick_hz)) return 1;
  while (tick_count < ticks) board::wait_for_interrupt();
  board::stop_tick();

  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    text::put(waste[tick]);
    text::put(overrun[tick] ? " tenths overrun\n" : " tenths in time\n");
  }
  return 0;
}
