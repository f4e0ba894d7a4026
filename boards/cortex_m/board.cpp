/// \file
/// The part of the board seam that is the same on every Cortex-M board.

#include "board.hpp"

#include "cortex_m/interrupts.hpp"
#include "cortex_m/port.hpp"
#include "hardware.hpp"

void board::start() {
  hardware::start_clocks();
  // calibrated by its own readings: before an interrupt can come between two of them
  cortex_m::start_cost_clock();
  cortex_m::start_serial();
  cortex_m::start_receive();
  cortex_m::enable_interrupt(hardware::receive_interrupt, cortex_m::receive_priority);
}

void board::wait_for_interrupt() {
  if (hardware::is_emulated()) {
    // No WFI: in QEMU 7.2 with `-icount sleep=off` one WFI lets two timer periods pass and every
    // second tick is lost; with `sleep=on` ticks come at the host's pace. Polling is exact.
    asm volatile("nop" ::: "memory");
  } else {
    asm volatile("dsb\n wfi" ::: "memory");
  }
}

void board::write(const char* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    while (!try_write_byte(static_cast<std::uint8_t>(text[i]))) {
    }
  }
}
