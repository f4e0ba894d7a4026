/// \file
/// Question: what does one step of each method cost on each mechanism, and does every step cost the
/// same?

#include "methods/methods.hpp"

alignas(8) std::byte stepper_arena[arena_bytes];

volatile std::uint32_t LongClock::ticks = 0;

extern "C" void taut_tick() {
  board::acknowledge_tick();
  LongClock::ticks = LongClock::ticks + 1;
}

bool measure_andrews();
bool measure_arm_on_parabola();
bool measure_ascher_lin_64();
bool measure_car_axle();
bool measure_circular_track();
bool measure_driven_arm();
bool measure_four_bar();
bool measure_knife_edge();
bool measure_ladder();
bool measure_oscillator_chain();
bool measure_pendulum();
bool measure_slider_crank();
bool measure_trailer();

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  bool ok = !LongClock::in_software || board::start_tick(LongClock::tick_hz);
  ok &= measure_andrews();
  ok &= measure_arm_on_parabola();
  ok &= measure_ascher_lin_64();
  ok &= measure_car_axle();
  ok &= measure_circular_track();
  ok &= measure_driven_arm();
  ok &= measure_four_bar();
  ok &= measure_knife_edge();
  ok &= measure_ladder();
  ok &= measure_oscillator_chain();
  ok &= measure_pendulum();
  ok &= measure_slider_crank();
  ok &= measure_trailer();
  return ok ? 0 : 1;
}
