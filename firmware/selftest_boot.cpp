/// \file
/// Question: is the FPU on, .data copied, .bss zero and every global constructor run before main,
/// at every optimisation level? With the constructors lost, start-up must stop with its own status.

#include "board.hpp"
#include "text.hpp"

namespace {

volatile float numerator = 7.0f;  // .data
volatile float denominator = 2.0f;
volatile std::uint32_t zeros[8];  // .bss

/// Divides in its constructor: a fault if the FPU is still off, 0 if it never ran.
struct Quotient {
  Quotient() : value(numerator / denominator) {}
  float value;
};

Quotient quotient;

}  // namespace

int main() {
  board::start();
  std::uint32_t not_zero = 0;
  for (const volatile std::uint32_t& word : zeros) not_zero |= word;
  const bool constructed = quotient.value == 3.5f;

  text::line("constructor_float", constructed ? "ok" : "wrong");
  text::line("bss", not_zero == 0 ? "ok" : "wrong");
  return constructed && not_zero == 0 ? 0 : 1;
}
