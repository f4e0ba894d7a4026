/// \file
/// Question: what does a mechanism in a timer interrupt look like? The car axle, 3 s at 1 kHz (less
/// on a core without FPU: TAUT_DEMO_HZ), in float by the default method. Main prints a row every
/// quarter of a second and the account at the end; `tools/demo` makes it readable.

#include "board.hpp"
#include "board_port.hpp"
#include "models/car_axle.hpp"
#include "taut/realtime/loop.hpp"
#include "text.hpp"

namespace {

using Model = taut::models::CarAxle<float>;
using Stepper = taut::Stepper<Model>;

constexpr std::uint32_t tick_hz = TAUT_DEMO_HZ;
constexpr std::uint32_t run_ticks = 3 * tick_hz, ticks_a_row = tick_hz / 4;

using Loop = taut::realtime::Loop<Stepper, BoardPort>;
using taut::realtime::Event;

Loop loop(Model{}, taut::StepSize<float>::hz(tick_hz));

void write_row(const Stepper::StateType& state, std::uint32_t ticks) {
  text::put("row ");
  text::put(ticks);
  for (const float entry : state.q) {
    text::put(" ");
    text::put(entry);
  }
  text::put("\n");
}

void write_account(const decltype(Loop::SnapshotType::counters)& counters) {
  text::line("steps", counters.steps);
  text::line("overruns", counters.of(Event::overrun));
  text::line("failures", counters.failures);
  text::line("position_residual", counters.largest_position_residual);
  text::line("velocity_residual", counters.largest_velocity_residual);
  text::line("cost_least", counters.best_cost);
  text::line("cost_most", counters.worst_cost);
  text::line("cost_sum", counters.cost_sum);
  text::line("stack_used", board::stack_used_bytes());
  text::line("stack_size", board::stack_size_bytes());
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  // The status is counted by the loop; the mechanism has no inputs to sample.
  static_cast<void>(loop.on_tick());
}

int main() {
  board::start();
  text::line("mechanism", "car_axle");
  text::line("method", "linear-implicit Euler, J3, index 1, one projection");
  text::line("scalar", "float");
  text::line("tick_hz", tick_hz);
  text::line("cost_unit", board::cost_unit());

  const taut::models::CarAxleStart<float> start;
  const taut::Status status = loop.stepper().reset(start.q, start.u);
  if (status != taut::Status::ok || !BoardPort::start_tick(tick_hz)) {
    text::line("start", taut::describe(status));
    return 1;
  }

  Loop::SnapshotType snapshot{};
  std::uint32_t next_row = ticks_a_row;
  while (snapshot.counters.ticks < run_ticks) {
    board::wait_for_interrupt();
    if (!loop.read(snapshot) || snapshot.counters.ticks < next_row) continue;
    write_row(snapshot.state, snapshot.counters.ticks);
    next_row += ticks_a_row;
  }
  board::stop_tick();
  write_account(snapshot.counters);
  return snapshot.counters.of(Event::overrun) == 0 && snapshot.counters.failures == 0 ? 0 : 1;
}
