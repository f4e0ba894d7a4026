/// \file
/// Question: does `tick_pending` see a tick that took longer than its period, and only that? The
/// n-th tick wastes kWaste[n] tenths of a period. The second of two ticks missed at once is not
/// seen.

#include "board.hpp"
#include "text.hpp"

namespace {

// 1 kHz: 7812.5 instructions, see boards/mps2_an386/board.cpp.
constexpr std::uint32_t kTickHz = 1000;
constexpr std::uint32_t kTenthOfPeriod = 781;

constexpr std::uint32_t kWaste[] = {0, 5, 8, 0, 12, 0, 25, 0};
constexpr std::uint32_t kTicks = sizeof kWaste / sizeof kWaste[0];

volatile std::uint32_t tick_count = 0;
volatile bool overrun[kTicks];

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  const std::uint32_t tick = tick_count;
  if (tick == kTicks) return;

  const std::uint32_t start = board::clock_now();
  while (board::cost_since(start) < kWaste[tick] * kTenthOfPeriod) {
  }
  overrun[tick] = board::tick_pending();
  tick_count = tick + 1;
}

int main() {
  board::start();
  if (!board::start_tick(kTickHz)) return 1;
  while (tick_count < kTicks) board::wait_for_interrupt();
  board::stop_tick();

  for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
    text::put(kWaste[tick]);
    text::put(overrun[tick] ? " tenths overrun\n" : " tenths in time\n");
  }
  return 0;
}
