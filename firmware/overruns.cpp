/// \file
/// Question: what does each overrun policy do with steps that are too long? Some steps waste time
/// on purpose; the table says what the loop counted, where the plant's time stands against the
/// timer's, and whether outputs were made safe.

#include "board.hpp"
#include "board_port.hpp"
#include "models/pendulum.hpp"
#include "taut/realtime/loop.hpp"
#include "text.hpp"

namespace {

using namespace taut::realtime;
using Model = taut::models::Pendulum<float>;

constexpr std::uint32_t tick_hz = 1000, timer_ticks = 16;

// What each step wastes, in tenths of a period.
constexpr std::uint8_t waste[] = {0, 0, 5, 0, 12, 0, 0, 9, 0, 25, 0, 0, 0, 0, 0, 0};
constexpr std::uint32_t steps_listed = sizeof waste;

// The pendulum's stepper, too slow at times.
struct SlowStepper : taut::Stepper<Model> {
  using taut::Stepper<Model>::Stepper;

  taut::Status step(const InputType& w) {
    const std::uint32_t start = board::clock_now();
    const taut::Status status = taut::Stepper<Model>::step(w);
    const std::uint32_t tenths = taken_ < steps_listed ? waste[taken_] : 0;
    ++taken_;
    while (board::cost_since(start) < tenths * (board::cost_of_period(tick_hz) / 10)) {
    }
    return status;
  }

 private:
  std::uint32_t taken_ = 0;
};

template <class P>
struct By : LoopOptions {
  using OverrunPolicy = P;
};
template <class P>
using LoopBy = Loop<SlowStepper, BoardPort, By<P>>;

constexpr auto step_size = taut::StepSize<float>::hz(tick_hz);
LoopBy<CatchUp<0>> late(Model{}, step_size);
LoopBy<CatchUp<2>> caught_up(Model{}, step_size);
LoopBy<SkipLate> skipping(Model{}, step_size);
LoopBy<StopOnOverrun> stopping(Model{}, step_size);

volatile int on_trial = 0;
volatile std::uint32_t made_safe = 0;

// Runs one loop until the timer has counted its ticks, and writes its row.
template <class LoopType>
bool try_out(const char* name, LoopType& loop, int number) {
  const taut::models::PendulumStart<float> start;
  if (loop.stepper().reset(start.q, start.u) != taut::Status::ok) return false;
  on_trial = number;
  made_safe = 0;
  if (!BoardPort::start_tick(tick_hz)) return false;
  typename LoopType::SnapshotType snapshot{};
  while (snapshot.counters.ticks + snapshot.counters.lost_ticks < timer_ticks)
    static_cast<void>(loop.read(snapshot));
  board::stop_tick();

  text::put(name);
  text::line(" timer_ticks", snapshot.counters.ticks + snapshot.counters.lost_ticks);
  text::line("  plant_ticks", snapshot.state.time.ticks);
  text::line("  overruns", snapshot.counters.of(Event::overrun));
  text::line("  lost", snapshot.counters.lost_ticks);
  text::line("  skipped", snapshot.counters.skipped);
  text::line("  caught_up", snapshot.counters.caught_up);
  text::line("  held", snapshot.counters.held);
  text::line("  stopped", snapshot.counters.stopped ? "yes" : "no");
  text::line("  outputs_made_safe", made_safe);
  return true;
}

}  // namespace

extern "C" void taut_safe_outputs() { made_safe = made_safe + 1; }

extern "C" void taut_tick() {
  board::acknowledge_tick();
  switch (on_trial) {
    case 0:
      static_cast<void>(late.on_tick());
      break;
    case 1:
      static_cast<void>(caught_up.on_tick());
      break;
    case 2:
      static_cast<void>(skipping.on_tick());
      break;
    default:
      static_cast<void>(stopping.on_tick());
  }
}

int main() {
  board::start();
  const bool done = try_out("CatchUp<0>", late, 0) && try_out("CatchUp<2>", caught_up, 1) &&
                    try_out("SkipLate", skipping, 2) && try_out("StopOnOverrun", stopping, 3);
  return done ? 0 : 1;
}
