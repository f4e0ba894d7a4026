/// \file
/// Must not compile: a SysTick period that 24 bits cannot count.

#include "cortex_m/registers.hpp"

constexpr std::uint32_t reload = cortex_m::systick::reload_for<(1ull << 24) + 1>();

int main() { return static_cast<int>(reload); }
