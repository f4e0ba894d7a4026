/// \file
/// The vector table of ARMv6-M to ARMv8-M as a constant that the board's source places in
/// `.vectors`. Every exception that is neither the stepping tick nor a received byte goes to one
/// entry that names it from IPSR and ends the run.
///
/// The board's table needs `[[gnu::used]]` (under LTO the table vanishes without it, even under
/// KEEP). GCC 12 ignores `retain` on this target; KEEP in sections.ld does that part, and
/// `tools/check_image` looks at the linked result.

#pragma once

#include <cstddef>
#include <cstdint>

#include "board.hpp"

extern "C" {
extern std::uint32_t __stack_top[];
void Reset_Handler();
void taut_fault_entry();

/// The board's: takes what the serial port received and hands it to `cortex_m::keep_received`.
void taut_receive();
}

namespace cortex_m {

using Handler = void (*)();

/// Word 0 is the initial stack pointer, 1 to 15 the system exceptions, 16 on the board's
/// interrupts.
template <std::size_t InterruptCount>
struct VectorTable {
  std::uint32_t* initial_stack_pointer;
  Handler system[15];
  Handler interrupt[InterruptCount];
};

/// VTOR ignores low address bits: a table must be aligned to the power of two that holds it, 128
/// bytes at least, or interrupts go to its neighbours.
constexpr std::size_t vector_table_alignment(std::size_t interrupt_count) {
  std::size_t alignment = 128;
  while (alignment < 4 * (16 + interrupt_count)) alignment *= 2;
  return alignment;
}

/// The table with `taut_tick` and `taut_receive` in the slots of their interrupts and the fault
/// entry in every other.
template <std::size_t InterruptCount, std::size_t TickInterrupt, std::size_t ReceiveInterrupt>
constexpr VectorTable<InterruptCount> make_vector_table() {
  static_assert(TickInterrupt < InterruptCount, "The tick's interrupt is outside the table.");
  static_assert(ReceiveInterrupt < InterruptCount && ReceiveInterrupt != TickInterrupt);
  VectorTable<InterruptCount> table{__stack_top, {}, {}};
  for (Handler& handler : table.system) handler = taut_fault_entry;
  for (Handler& handler : table.interrupt) handler = taut_fault_entry;
  table.system[0] = Reset_Handler;
  table.interrupt[TickInterrupt] = taut_tick;
  table.interrupt[ReceiveInterrupt] = taut_receive;
  return table;
}

}  // namespace cortex_m
