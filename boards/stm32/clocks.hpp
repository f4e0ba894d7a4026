/// \file
/// What an STM32 runs at once its clocks are started.

#pragma once

#include <cstdint>

namespace hardware {

/// What core and peripherals run at; the board's clocks.cpp keeps it true. Interrupt: safe.
struct Clocks {
  std::uint32_t core_hz;
  std::uint32_t tick_timer_hz;
  std::uint32_t usart_hz;
};
extern Clocks clocks;
inline std::uint32_t core_hz() { return clocks.core_hz; }

}  // namespace hardware
