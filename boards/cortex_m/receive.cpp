/// \file
/// Received bytes between the receive interrupt, which writes, and the main loop, which reads: a
/// ring with one writer and one reader, each of which moves its own index alone. A single core, so
/// that order of the compiler is order of the memory.

#include "board.hpp"
#include "cortex_m/port.hpp"

namespace {

// A power of two, so that the indices may wrap; two commands of the largest size and more.
constexpr std::uint32_t ring_bytes = 256;
static_assert((ring_bytes & (ring_bytes - 1)) == 0);

std::uint8_t ring[ring_bytes];
volatile std::uint32_t written = 0;  // by the interrupt
volatile std::uint32_t taken = 0;    // by the main loop
volatile std::uint32_t dropped = 0;  // by the interrupt

void order_memory() { asm volatile("" ::: "memory"); }

}  // namespace

void cortex_m::keep_received(std::uint8_t byte) {
  const std::uint32_t at = written;
  if (at - taken == ring_bytes) return count_dropped();
  ring[at % ring_bytes] = byte;
  order_memory();
  written = at + 1;
}

void cortex_m::count_dropped() { dropped = dropped + 1; }

bool board::read_byte(std::uint8_t& byte) {
  const std::uint32_t at = taken;
  if (at == written) return false;
  order_memory();
  byte = ring[at % ring_bytes];
  order_memory();
  taken = at + 1;
  return true;
}

std::uint32_t board::bytes_dropped() { return dropped; }
