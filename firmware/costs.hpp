/// \file
/// Counts what steps cost, for the images that ask so. A line each: `mechanism method least most
/// sum steps`, in the board's unit of cost. Steps outside the interrupt, so that nothing else is
/// counted. In float, or in TAUT_COST_SCALAR.
#pragma once

#include <cstddef>
#include <new>

#include "board.hpp"
#include "taut/stepper.hpp"
#include "text.hpp"

#ifdef TAUT_COST_SCALAR
using CostScalar = TAUT_COST_SCALAR;
#else
using CostScalar = float;
#endif

class Costs {
 public:
  void add(std::uint32_t cost) {
    if (cost < least_) least_ = cost;
    if (cost > most_) most_ = cost;
    sum_ += cost;
    ++count_;
  }

  void write(const char* mechanism, const char* variant) const {
    text::put(mechanism);
    text::put(" ");
    text::put(variant);
    for (const std::uint64_t number :
         {std::uint64_t(least_), std::uint64_t(most_), sum_, std::uint64_t(count_)}) {
      text::put(" ");
      text::put(number);
    }
    text::put("\n");
  }

 private:
  std::uint64_t sum_ = 0;
  std::uint32_t least_ = 0xFFFFFFFFU, most_ = 0, count_ = 0;
};

/// The board's clock: as it is.
struct BoardClock {
  using Reading = std::uint32_t;
  static Reading now() { return board::clock_now(); }
  static std::uint32_t since(Reading start) { return board::cost_since(start); }
};

/// Steps a mechanism from its start and writes the line. `arena` holds the stepper. False,
/// with a line that says why, where a step is refused.
template <class Subject, class Clock = BoardClock, class Model, class Start, std::size_t size>
bool measure_steps(const char* mechanism, const char* method, const Model& model,
                   const Start& start, std::uint32_t tick_hz, std::uint32_t steps,
                   std::byte (&arena)[size]) {
  static_assert(sizeof(Subject) <= size);
  Subject& stepper =
      *new (arena) Subject(model, taut::StepSize<typename Model::Scalar>::hz(tick_hz));
  taut::Status status = stepper.reset_to(start);
  Costs costs;
  for (std::uint32_t n = 0; n < steps && status == taut::Status::ok; ++n) {
    const typename Clock::Reading before = Clock::now();
    status = stepper.step();
    const std::uint32_t cost = Clock::since(before);
    if (status == taut::Status::ok) costs.add(cost);
  }
  costs.write(mechanism, method);
  if (status != taut::Status::ok) text::line("failed", describe(status));
  return status == taut::Status::ok;
}
