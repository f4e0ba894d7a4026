/// \file
/// Question: does the painted stack see a deep frame, once, and for good?

#include "board.hpp"
#include "text.hpp"

namespace {

constexpr std::uint32_t frame_bytes = 1024;

[[gnu::noinline]] void use_deep_frame() {
  volatile char frame[frame_bytes];
  for (volatile char& byte : frame) byte = 1;
}

}  // namespace

int main() {
  board::start();
  const std::uint32_t before = board::stack_used_bytes();
  use_deep_frame();
  const std::uint32_t after = board::stack_used_bytes();

  text::line("size", board::stack_size_bytes());
  text::line("before", before > 0 && before < frame_bytes ? "shallow" : "wrong");
  text::line("after", after >= frame_bytes && after < 2 * frame_bytes ? "deep" : "wrong");
  text::line("again", board::stack_used_bytes() >= after ? "deep" : "wrong");
  return 0;
}
