/// \file
/// Question: can a host close a speed loop around a linkage that a board steps at 1 kHz? The
/// four-bar with a torque on its crank, under remote control.
#include "models/four_bar.hpp"

#include "models/mechanisms/four_bar.hpp"
#include "plant/plant.hpp"
#include "taut/rattle.hpp"

namespace {

using taut::realtime::Quantity;
using Model = taut::models::DrivenFourBar<float>;
using Stepper = taut::Stepper<Model, taut::Rattle<1>>;

constexpr std::uint32_t tick_hz = 1000, decimation = 10;

struct Wiring {
  static constexpr const char* name = "four_bar";
  static constexpr std::array<Quantity<float>, 1> inputs{{{"torque_n_m", -100, 100, 0}}};
  static constexpr std::array<Quantity<float>, 3> parameters{{{"torque_limit_n_m", 0, 100, 60},
                                                              {"friction_n_m_s", 0, 10, 0.5F},
                                                              {"gravity_m_s2", 0, 20, 9.81F}}};

  // the motor gives what is asked for within its limit
  static taut::Input<Model> drive(const std::array<float, 1>& input,
                                  const std::array<float, 3>& parameter) {
    const float limit = parameter[0], asked = input[0];
    const float torque = asked > limit ? limit : asked < -limit ? -limit : asked;
    return {torque, parameter[1], parameter[2]};
  }
  static taut::Status start(Stepper& stepper, const taut::Input<Model>& w) {
    const taut::models::FourBarStart<float> at;
    return stepper.reset(at.q, at.u, w);
  }
};

Plant<Stepper, Wiring> plant(decimation, Model{}, taut::StepSize<float>::hz(tick_hz));
taut::realtime::Link<decltype(plant), BoardPort> link_to_host(plant);

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  plant.on_tick();
}

int main() { return serve(plant, link_to_host, tick_hz); }
