/// \file
/// Question: may a stepper stand at any address that suits its scalar? At offsets 0, 4, 8 and 12 of
/// an arena the same steps give the same bits, without a fault.

#include <cstddef>
#include <new>

#include "board.hpp"
#include "models/car_axle.hpp"
#include "replay.hpp"
#include "text.hpp"

namespace {

using Model = taut::models::CarAxle<float>;
using Stepper = taut::Stepper<Model>;
static_assert(alignof(Stepper) == 4);

alignas(16) std::byte arena[sizeof(Stepper) + 16];

std::uint32_t checksum_at(std::size_t offset) {
  Stepper& stepper = *new (arena + offset) Stepper(Model{}, taut::StepSize<float>::hz(1000));
  const taut::models::CarAxleStart<float> start;
  taut::Status status = stepper.reset(start.q, start.u);
  for (int n = 0; n < 100 && status == taut::Status::ok; ++n) status = stepper.step();
  Checksum checksum;
  checksum.add(stepper.state().q);
  checksum.add(stepper.state().u);
  return status == taut::Status::ok ? checksum.value() : 0;
}

}  // namespace

int main() {
  board::start();
  const std::uint32_t aligned = checksum_at(0);
  bool same = aligned != 0;
  for (const std::size_t offset : {4U, 8U, 12U}) same = same && checksum_at(offset) == aligned;
  text::line("alignment", same ? "does not matter" : "changes bits");
  return same ? 0 : 1;
}
