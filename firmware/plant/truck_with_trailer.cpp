/// \file
/// Question: can a host steer a vehicle that a board steps? The truck with trailer on its hitch,
/// steering angle and wanted speed from the host, under remote control.
#include "models/mechanisms/truck_with_trailer.hpp"

#include "plant/plant.hpp"
#include "taut/rattle.hpp"

namespace {

using taut::realtime::Quantity;
using Model = taut::models::TruckWithTrailer<float>;
using Stepper = taut::Stepper<Model, taut::Rattle<0>>;

// the emulated core makes 31250 instructions in a tick of 4 ms, and a step is 17000
constexpr std::uint32_t tick_hz = 250, decimation = 5;

Model model_without_course() {
  Model model;
  model.system.course = false;
  return model;
}

struct Wiring {
  static constexpr const char* name = "truck_with_trailer";
  static constexpr std::array<Quantity<float>, 2> inputs{
      {{"steering_rad", -0.5F, 0.5F, 0}, {"speed_m_s", 0, 25, 15}}};
  static constexpr std::array<Quantity<float>, 1> parameters{
      {{"steering_limit_rad", 0, 0.5F, 0.2F}}};

  static taut::Input<Model> drive(const std::array<float, 2>& input,
                                  const std::array<float, 1>& parameter) {
    const float limit = parameter[0], asked = input[0];
    return {asked > limit ? limit : asked < -limit ? -limit : asked, input[1]};
  }
  static taut::Status start(Stepper& stepper, const taut::Input<Model>& w) {
    const taut::models::TruckWithTrailerStart<float> at;
    return stepper.reset(at.q, at.u, w);
  }
};

Plant<Stepper, Wiring> plant(decimation, model_without_course(),
                             taut::StepSize<float>::hz(tick_hz));
taut::realtime::Link<decltype(plant), BoardPort> link_to_host(plant);

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  plant.on_tick();
}

int main() { return serve(plant, link_to_host, tick_hz); }
