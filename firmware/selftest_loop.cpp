/// \file
/// Question: does main ever see a torn snapshot? The interrupt steps a pendulum at 4 kHz and main
/// reads without a pause; in every copy the state, its time and the counters must belong together.

#include <utility>

#include "board.hpp"
#include "board_port.hpp"
#include "models/pendulum.hpp"
#include "taut/realtime/loop.hpp"
#include "text.hpp"

namespace {

using Model = taut::models::Pendulum<float>;
using Stepper = taut::Stepper<Model>;

constexpr std::uint32_t tick_hz = 4000, run_ticks = 20000;
constexpr auto step_size = taut::StepSize<float>::hz(tick_hz);

taut::realtime::Loop<Stepper, BoardPort> loop(Model{}, step_size);

bool whole(const taut::realtime::LoopSnapshot<Stepper>& snapshot) {
  const auto& [q, u] = std::pair(snapshot.state.q, snapshot.state.u);
  const float g = q[0] * q[0] + q[1] * q[1] - 1.0F, rate = q[0] * u[0] + q[1] * u[1];
  return snapshot.state.time.total(step_size) == snapshot.counters.ticks && g < 1e-6F &&
         g > -1e-6F && rate < 1e-5F && rate > -1e-5F;
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  static_cast<void>(loop.on_tick());
}

int main() {
  board::start();
  const taut::models::PendulumStart<float> start;
  if (loop.stepper().reset(start.q, start.u) != taut::Status::ok || !BoardPort::start_tick(tick_hz))
    return 1;

  taut::realtime::LoopSnapshot<Stepper> snapshot{};
  std::uint32_t reads = 0, torn = 0;
  while (snapshot.counters.ticks < run_ticks) {
    if (!loop.read(snapshot)) continue;
    ++reads;
    if (!whole(snapshot)) ++torn;
  }
  board::stop_tick();
  text::line("read_more_often_than_written", reads > run_ticks ? "yes" : "no");
  text::line("torn", torn);
  text::line("overruns", snapshot.counters.of(taut::realtime::Event::overrun));
  text::line("failures", snapshot.counters.failures);
  return torn == 0 && reads > run_ticks && snapshot.counters.failures == 0 ? 0 : 1;
}
