/// \file
/// Any state and any inputs into the step of the four-bar, of the car axle, and of the cam with its
/// contact point: it answers ok with a finite state, or it says why not and has changed nothing.
#include "taut/stepper.hpp"

#include "fuzz.hpp"
#include "models/car_axle.hpp"
#include "models/flat_follower_cam.hpp"
#include "models/four_bar.hpp"
#include "taut/rattle.hpp"

namespace {

template <class Model, class StateType>
bool finite(const StateType& state) {
  return taut::detail::all_finite(state.q) && taut::detail::all_finite(state.u) &&
         taut::detail::all_finite(state.lambda) && taut::detail::finite_algebraic<Model>(state) &&
         taut::detail::finite_memory(state);
}

// Flips bits of numbers that begin as a consistent start, or takes them as they come.
template <class Numbers>
void disturb(fuzz::Bytes& in, Numbers& numbers, unsigned how) {
  using S = typename Numbers::value_type;
  for (S& number : numbers) {
    if (how % 3 == 0) {
      number = in.number<S>();
    } else if (how % 3 == 1 && in.byte() % 4 == 0) {
      std::uint32_t bits;
      std::memcpy(&bits, &number, sizeof bits);
      bits ^= in.number<std::uint32_t>();
      std::memcpy(&number, &bits, sizeof bits);
    }
  }
}

template <class Model, class Start, class Method = taut::LinearImplicitEuler<>>
void run(fuzz::Bytes& in) {
  using Stepper = taut::Stepper<Model, Method>;
  Stepper stepper(Model{}, taut::StepSize<float>::hz(1000));
  const Start start;
  fuzz::claim(stepper.reset_to(start) == taut::Status::ok, "it starts");
  while (in.left() > 0) {
    const unsigned how = in.byte();
    const typename Stepper::StateType before = stepper.state();
    taut::Status status;
    if (how % 4 == 0) {
      typename Stepper::StateType state = before;
      disturb(in, state.q, how >> 2);
      disturb(in, state.u, how >> 3);
      disturb(in, state.lambda, how >> 4);
      disturb(in, state.q_low, how >> 5);
      disturb(in, state.u_low, how >> 5);
      if constexpr (taut::detail::has_contact<Model>) {
        disturb(in, state.s, how >> 6);
        disturb(in, state.end_lambda, how >> 7);
      }
      status = stepper.restore(state);
    } else {
      typename Stepper::InputType w{};
      disturb(in, w, how >> 2);
      status = stepper.step(w);
    }
    if (status == taut::Status::ok)
      fuzz::claim(finite<Model>(stepper.state()), "an accepted state is finite");
    else
      fuzz::claim(std::memcmp(&before, &stepper.state(), sizeof before) == 0,
                  "a refused step changes nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  const unsigned which = in.byte() % 4;
  if (which == 0)
    run<taut::models::FourBar<float>, taut::models::FourBarStart<float>>(in);
  else if (which % 2 == 0)
    run<taut::models::FlatFollowerCam<float>, taut::models::FlatFollowerCamStart<float>,
        taut::Rattle<0>>(in);
  else
    run<taut::models::CarAxle<float>, taut::models::CarAxleStart<float>>(in);
  return 0;
}
