// A parameter that starts where no command could set it.
// expect: taut: the initial value of a quantity is within its limits.
#include "models/pendulum.hpp"
#include "taut/realtime/remote.hpp"

using Pendulum = taut::models::Pendulum<float>;
using PendulumLoop = taut::realtime::Loop<taut::Stepper<Pendulum>>;

struct Wiring {
#ifdef BROKEN
  static constexpr float at_the_start = 2;
#else
  static constexpr float at_the_start = 1;
#endif
  static constexpr const char* name = "pendulum";
  static constexpr std::array<taut::realtime::Quantity<float>, 0> inputs{};
  static constexpr std::array<taut::realtime::Quantity<float>, 1> parameters{
      {{"gain", 0, 1, at_the_start}}};

  static taut::Input<Pendulum> drive(const std::array<float, 0>&, const std::array<float, 1>&) {
    return {};
  }
  static taut::Status start(taut::Stepper<Pendulum>& stepper, const taut::Input<Pendulum>&) {
    return stepper.reset({1, 0}, {0, 0});
  }
};

void tick(taut::realtime::RemoteLoop<PendulumLoop, Wiring>& remote) { remote.on_tick(); }
