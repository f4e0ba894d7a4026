/// \file
/// What the tests include and instantiate most, compiled once: clang keeps what templates became in
/// a precompiled header. A fifth of the time of a test without optimisation, a tenth with.
#pragma once

#include <gtest/gtest.h>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/troubled_pendulum.hpp"
#include "taut/consistent_start.hpp"
#include "taut/linear_implicit_euler.hpp"
#include "taut/rattle.hpp"

namespace taut::testing {

template <class Model, class Method>
inline void instantiate() {
  Stepper<Model, Method> stepper({}, StepSize<typename Model::Scalar>::hz(1));
  EXPECT_EQ(reset(stepper, {}, {}), step(stepper));
  EXPECT_TRUE(run(stepper, 1));
  ASSERT_EQ(restore(stepper, stepper.state()), Status::ok);
}
template <class Method, class S>
inline void instantiate_with() {
  instantiate<models::ArmOnParabola<S>, Method>();
  instantiate<models::CarAxle<S>, Method>();
  instantiate<models::FourBar<S>, Method>();
  instantiate<models::Pendulum<S>, Method>();
  instantiate<RodByAngle<S>, Method>();
  instantiate<TroubledPendulum<S>, Method>();
  instantiate<WrappedRod<S>, Method>();
}
// Called by nobody: in the precompiled header, and in no program.
inline void instantiate_all() {
  instantiate_with<LinearImplicitEuler<>, float>();
  instantiate_with<LinearImplicitEuler<>, double>();
  instantiate_with<Rattle<1>, float>();
  instantiate_with<Rattle<1>, double>();
}

}  // namespace taut::testing
