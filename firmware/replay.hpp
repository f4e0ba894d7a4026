/// \file
/// The replay: each mechanism in float from its start, with frozen inputs, and a checksum of the
/// bits of its state every 500 steps. The image `replay` and the host print the same text, so that
/// equal text means equal bits (docs/bit_for_bit.md). No board in here.

#pragma once

#include <cstdint>

#include "checksum.hpp"
#include "models/andrews.hpp"
#include "models/ascher_lin_64.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/knife_edge.hpp"
#include "models/ladder.hpp"
#include "models/oscillator_chain.hpp"
#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "models/trailer.hpp"
#include "models/two_link_arm.hpp"
#include "taut/stepper.hpp"

namespace replay {

#ifndef TAUT_REPLAY_STEPS
#define TAUT_REPLAY_STEPS 4000  // less where floating point is software: the first lines of each
#endif
inline constexpr int steps = TAUT_REPLAY_STEPS, steps_a_line = 500;

/// Frozen inputs in [-1, 1): a linear congruential generator in integers (Numerical Recipes, 3rd
/// ed., section 7.1.5), and a product with a power of two, so that every machine makes the same
/// floats.
class FrozenInputs {
 public:
  float next() {
    seed_ = seed_ * 1664525U + 1013904223U;
    return static_cast<float>(static_cast<std::int32_t>(seed_) >> 8) * 1.1920929e-7F;
  }

 private:
  std::uint32_t seed_ = 1;
};

/// Replays one mechanism, at 1 kHz unless that is too slow for it or takes it into a singular
/// position; write(name, step, checksum) for every line. The checksum of a step takes in all lines
/// before it. Status of the first step that failed, else ok. Not inlined: the stack that one
/// mechanism takes is then there for the next.
template <class Model, class Start, class Write>
[[gnu::noinline]] taut::Status run(const char* name, const Model& model, const Start& start,
                                   Write&& write, std::uint32_t tick_hz = 1000) {
  taut::Stepper<Model> stepper(model, taut::StepSize<float>::hz(tick_hz));
  taut::Status status = stepper.reset(start.q, start.u);
  FrozenInputs inputs;
  Checksum checksum;
  for (int n = 1; n <= steps && status == taut::Status::ok; ++n) {
    typename taut::Stepper<Model>::InputType w{};
    for (float& entry : w) entry = inputs.next();
    status = stepper.step(w);
    if (n % steps_a_line == 0) {
      const auto& state = stepper.state();
      checksum.add(state.q);
      checksum.add(state.u);
      checksum.add(state.lambda);
      checksum.add(state.q_low);
      checksum.add(state.u_low);
      write(name, n, checksum.value());
    }
  }
  return status;
}

/// Replays every mechanism of the library, with TAUT_REPLAY_FEW one of each kind: mass diagonal or
/// dense, driven or not, with inputs, with a constraint of the velocity. The bits of the car axle
/// are in the image `demo`.
template <class Write>
taut::Status run_all(Write&& write) {
  using namespace taut::models;
  using taut::Status;
  for (const Status status : {
#ifndef TAUT_REPLAY_FEW
           run("pendulum", Pendulum<float>{}, PendulumStart<float>{}, write),
           run("car_axle", CarAxle<float>{}, CarAxleStart<float>{}, write),
           run("circular_track", CircularTrack<float>{}, CircularTrackStart<float>{}, write),
#endif
           run("four_bar", FourBar<float>{}, FourBarStart<float>{}, write),
#ifndef TAUT_REPLAY_FEW
           run("andrews", Andrews<float>{}, AndrewsStart<float>{}, write, 100000),
           run("arm_on_parabola", ArmOnParabola<float>{}, TwoLinkArmStart<float>{}, write),
           run("ascher_lin_64", AscherLin64<float>{}, AscherLin64Start<float>{}, write),
#endif
           run("driven_arm", DrivenArm<float>{}, TwoLinkArmStart<float>{}, write),
           run("knife_edge", KnifeEdge<float>{}, KnifeEdgeStart<float>{}, write),
#ifndef TAUT_REPLAY_FEW
           run("ladder", Ladder<float, 1>{}, LadderStart<float, 1>{}, write, 10000),
           run("oscillator_chain", OscillatorChain<float>{}, OscillatorChainStart<float>{}, write,
               10000),
           run("slider_crank", SliderCrank<float>{}, SliderCrankStart<float>{}, write),
           run("trailer", Trailer<float>{}, TrailerStart<float>{}, write),
#endif
       })
    if (status != Status::ok) return status;
  return Status::ok;
}

}  // namespace replay
