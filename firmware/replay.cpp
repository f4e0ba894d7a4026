/// \file
/// Question: does this board compute the same bits as the host?

#include "replay.hpp"

#include "board.hpp"
#include "text.hpp"

int main() {
  board::start();
  const taut::Status status =
      replay::run_all([](const char* name, int step, std::uint32_t checksum) {
        text::put(name);
        text::put(" ");
        text::put(step);
        text::put(" ");
        text::put_hex(checksum);
        text::put("\n");
      });
  text::line("status", taut::describe(status));
  return status == taut::Status::ok ? 0 : 1;
}
