/// \file
/// Question: do received bytes arrive whole and in order while the tick runs, and are those that
/// nobody reads in time counted? Does the tick come before them? The desk sends letters of the
/// alphabet, more than are kept.

#include "board.hpp"
#include "cortex_m/registers.hpp"
#include "text.hpp"

namespace {

constexpr std::uint32_t sent = 300, kept = 256;
constexpr std::uint32_t interrupts = 32 * 4;  // of the widest board, rounded up

volatile std::uint32_t tick_count = 0;

std::uint32_t priority(std::uint32_t interrupt) {
  return cortex_m::reg(cortex_m::nvic::IPR + interrupt / 4 * 4) >> 8 * (interrupt % 4) & 0xFF;
}

// Whether the tick's priority is above that of every other interrupt that is enabled (less is more
// urgent), and below that of the fault handlers, 0.
bool tick_comes_first() {
  std::uint32_t others = 0;
  for (std::uint32_t interrupt = 0; interrupt < interrupts; ++interrupt) {
    const std::uint32_t enabled = cortex_m::reg(cortex_m::nvic::ISER + interrupt / 32 * 4);
    if ((enabled >> interrupt % 32 & 1) == 0 || interrupt == TAUT_TICK_INTERRUPT) continue;
    ++others;
    if (priority(interrupt) <= priority(TAUT_TICK_INTERRUPT)) return false;
  }
  return others > 0 && priority(TAUT_TICK_INTERRUPT) > 0;
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  tick_count = tick_count + 1;
}

int main() {
  board::start();
  if (!board::start_tick(10'000)) return 1;
  text::line("tick_first", tick_comes_first() ? "yes" : "no");
  while (board::bytes_dropped() < sent - kept || tick_count < 100) board::wait_for_interrupt();

  std::uint32_t read = 0, wrong = 0;
  std::uint8_t byte = 0;
  for (; board::read_byte(byte); ++read) wrong += byte == 'a' + read % 26 ? 0 : 1;
  board::stop_tick();
  text::line("kept", read);
  text::line("wrong", wrong);
  text::line("dropped", board::bytes_dropped());

  // Without waiting, every byte is either taken or refused.
  constexpr std::uint8_t letters[] = {'s', 'e', 'n', 't', '\n'};
  for (const std::uint8_t letter : letters) {
    while (!board::try_write_byte(letter)) board::wait_for_interrupt();
  }
  return 0;
}
