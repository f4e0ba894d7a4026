/// \file
/// The vector table of the board that hardware.hpp describes.

#include "cortex_m/vector_table.hpp"
#include "hardware.hpp"

using Table = cortex_m::VectorTable<hardware::interrupt_count>;

extern "C" {
extern const Table vector_table;
[[gnu::used, gnu::section(".vectors")]] alignas(
    cortex_m::vector_table_alignment(hardware::interrupt_count)) constexpr Table vector_table =
    cortex_m::make_vector_table<hardware::interrupt_count, hardware::tick_interrupt,
                                hardware::receive_interrupt>();
}

static_assert(sizeof(Table) == 4 * (16 + hardware::interrupt_count),
              "The vector table has a hole.");
static_assert(alignof(Table) <= cortex_m::vector_table_alignment(hardware::interrupt_count));
