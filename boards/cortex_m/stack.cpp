/// \file
/// Stack high water from the paint that reset.S lays down. The stack lies at the bottom of RAM with
/// nothing below it but, where the core has an MPU, its guard (protection_*.cpp): an overflow is a
/// fault and not a silent overwrite of data.

#include "board.hpp"

extern "C" {
extern const volatile std::uint32_t __stack_limit[];
extern const volatile std::uint32_t __stack_top[];
extern const volatile std::uint32_t __stack_paint[];
}

std::uint32_t board::stack_size_bytes() {
  return reinterpret_cast<std::uint32_t>(__stack_top) -
         reinterpret_cast<std::uint32_t>(__stack_limit);
}

std::uint32_t board::stack_used_bytes() {
  const auto paint = reinterpret_cast<std::uint32_t>(__stack_paint);
  const volatile std::uint32_t* word = __stack_limit;
  while (word != __stack_top && *word == paint) ++word;
  return reinterpret_cast<std::uint32_t>(__stack_top) - reinterpret_cast<std::uint32_t>(word);
}
