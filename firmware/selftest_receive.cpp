/// \file
/// Question: do received bytes arrive whole and in order while the tick runs, and are those that
/// nobody reads in time counted? The desk sends letters of the alphabet, more than are kept.

#include "board.hpp"
#include "text.hpp"

namespace {

constexpr std::uint32_t sent = 300, kept = 256;

volatile std::uint32_t tick_count = 0;

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  tick_count = tick_count + 1;
}

int main() {
  board::start();
  if (!board::start_tick(10'000)) return 1;
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
