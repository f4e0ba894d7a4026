/// \file
/// Every mechanism of lib/models by the default method, and the methods for comparison on one of
/// them: for checks that must hold for each. A new mechanism is added here.
#pragma once

#include <tuple>

#include "exercise.hpp"
#include "models/andrews.hpp"
#include "models/ascher_lin_64.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/flat_follower_cam.hpp"
#include "models/four_bar.hpp"
#include "models/friction_pendulum.hpp"
#include "models/knife_edge.hpp"
#include "models/ladder.hpp"
#include "models/mechanisms/andrews.hpp"
#include "models/mechanisms/bricard.hpp"
#include "models/mechanisms/delta.hpp"
#include "models/mechanisms/double_wishbone.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"
#include "models/mechanisms/slider_crank.hpp"
#include "models/mechanisms/spatial_four_bar.hpp"
#include "models/mechanisms/stewart.hpp"
#include "models/mechanisms/t_handle.hpp"
#include "models/mechanisms/truck_with_trailer.hpp"
#include "models/oscillator_chain.hpp"
#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "models/trailer.hpp"
#include "models/two_link_arm.hpp"
#include "models/wheelset.hpp"

namespace build_checks {

template <class S, class Derivative, class Stabilization = taut::OneStepProjection>
using Compared =
    Exercise<taut::models::CarAxle<S>, taut::LinearImplicitEuler<Derivative, Stabilization>>;

template <class S>
struct Bundled {
  std::tuple<Exercise<taut::models::Andrews<S>>,           //
             Exercise<taut::models::ArmOnParabola<S>>,     //
             Exercise<taut::models::AscherLin64<S>>,       //
             Exercise<taut::models::CarAxle<S>>,           //
             Exercise<taut::models::CircularTrack<S>>,     //
             Exercise<taut::models::DrivenArm<S>>,         //
             Exercise<taut::models::FlatFollowerCam<S>>,   //
             Exercise<taut::models::FourBar<S>>,           //
             Exercise<taut::models::FrictionPendulum<S>>,  //
             Exercise<taut::models::KnifeEdge<S>>,         //
             Exercise<taut::models::Ladder<S, 1>>,         //
             Exercise<taut::models::OscillatorChain<S>>,   //
             Exercise<taut::models::Pendulum<S>>,          //
             Exercise<taut::models::SliderCrank<S>>,       //
             Exercise<taut::models::Trailer<S>>,           //
             Exercise<taut::models::Wheelset<S>>,          //
             Compared<S, taut::ForceAndTimeDerivative>,    //
             Compared<S, taut::ForceDerivative>,           //
             Compared<S, taut::NoDerivative, taut::NoStabilization>>
      exercises;

  Bundled() {}
  bool run() {
    return std::apply([](auto&... each) { return ((each.run() == taut::Status::ok) && ...); },
                      exercises);
  }
};

}  // namespace build_checks
