/// \file
/// Question: does text.hpp write every number right, the extremes included?

#include "board.hpp"
#include "text.hpp"

int main() {
  board::start();
  text::line("zero", 0);
  text::line("int32_least", INT32_MIN);
  text::line("int32_most", INT32_MAX);
  text::line("uint32_most", UINT32_MAX);
  text::line("uint64_most", UINT64_MAX);
  text::line("int64_least", INT64_MIN);
  text::line("ten_to_19", 10'000'000'000'000'000'000ull);
  text::line("limb_edge", 65536u);
  text::line_hex("word", 0x0123ABCDu);
  text::line("one", 1.0f);
  text::line("minus_zero", -0.0f);
  text::line("text", "plain");
  return 0;
}
