/// \file
/// The replay on the host: prints the text that the image `replay` prints (firmware/replay.hpp).
/// Built at several optimisation levels and by two compilers: the bits may depend on none of them.

#include <cstdio>

#include "replay.hpp"

int main() {
  const taut::Status status =
      replay::run_all([](const char* name, int step, std::uint32_t checksum) {
        std::printf("%s %d %08x\n", name, step, checksum);
      });
  std::printf("status %s\n", taut::describe(status));
  return status == taut::Status::ok ? 0 : 1;
}
