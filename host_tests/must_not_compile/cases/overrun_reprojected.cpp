// An overrun is known when the step, and what might be done about its state, is over.
// expect: taut: an overrun, which is known after the step, is not reprojected.
#include "models/pendulum.hpp"
#include "taut/realtime/loop.hpp"

struct Options : taut::realtime::LoopOptions {
#ifdef BROKEN
  static constexpr auto event = taut::realtime::Event::overrun;
#else
  static constexpr auto event = taut::realtime::Event::position_residual;
#endif
  static constexpr taut::realtime::ActionTable actions =
      taut::realtime::ActionTable{}.with(event, taut::realtime::Action::reproject);
};

using Stepper = taut::Stepper<taut::models::Pendulum<float>>;

taut::Status tick(taut::realtime::Loop<Stepper, taut::realtime::NoPort, Options>& loop) {
  return loop.on_tick({});
}
