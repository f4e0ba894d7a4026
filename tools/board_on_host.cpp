/// \file
/// What images that only compute call of a board, on the host. Nothing costs anything here.

#include <cstdio>

#include "board.hpp"

void board::start() {}
void board::write(const char* text, std::size_t size) { std::fwrite(text, 1, size, stdout); }
std::uint32_t board::clock_now() { return 0; }
std::uint32_t board::cost_since(std::uint32_t /*start*/) { return 0; }
const char* board::cost_unit() { return "nothing"; }
std::uint32_t board::stack_used_bytes() { return 0; }
