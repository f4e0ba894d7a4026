/// \file
/// Question: does an extended Kalman filter of the four-bar fit into a tick of 10 ms, and does it
/// find a torque that nobody measures? The linkage is simulated beside it; the encoder's noise is a
/// fixed sequence.

#include "board.hpp"
#include "observer/four_bar_observer.hpp"
#include "text.hpp"

namespace {

using observer::FourBarObserver;

constexpr int hz = 100;
FourBarObserver filter(taut::StepSize<float>::hz(hz));
taut::Stepper<FourBarObserver::Model, taut::Rattle<>> linkage(FourBarObserver::Model{},
                                                              taut::StepSize<float>::hz(hz));

// Sum of twelve uniform numbers less six: a standard deviation of one. Numerical Recipes' LCG.
float noise() {
  static std::uint32_t seed = 7;
  float sum = -6.0F;
  for (int i = 0; i < 12; ++i) {
    seed = 1664525U * seed + 1013904223U;
    sum += static_cast<float>(seed >> 8) * (1.0F / 16777216.0F);
  }
  return sum;
}

}  // namespace

int main() {
  board::start();
  const taut::models::FourBarStart<float> start;
  taut::Status status = filter.reset(start.q, start.u);
  if (status == taut::Status::ok) status = linkage.reset(start.q, start.u);
  std::uint32_t most = 0;
  for (int tick = 1; tick <= 4 * hz && status == taut::Status::ok; ++tick) {
    const float torque = tick > 2 * hz ? 6.0F : 0.0F;
    status = linkage.step({0.0F, torque});
    if (status != taut::Status::ok) break;
    const float measured = linkage.state().q[2] + 2e-3F * noise();
    const std::uint32_t before = board::clock_now();
    status = filter.tick(0.0F, measured);
    const std::uint32_t cost = board::cost_since(before);
    if (cost > most) most = cost;
    if (tick % (hz / 2) == 0) {
      text::put("torque_mn_m ");
      text::put(static_cast<std::int32_t>(torque * 1000.0F));
      text::put(" ");
      text::put(static_cast<std::int32_t>(filter.rocker_torque_n_m() * 1000.0F));
      text::put("\n");
    }
  }
  text::line("status", describe(status));
  text::line("cost_most", most);
  return status == taut::Status::ok ? 0 : 1;
}
