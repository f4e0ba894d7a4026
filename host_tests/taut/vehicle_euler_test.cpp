/// \file
/// The velocity-first ordering: reference steps, its dead-beat parameters, and that the paper's
/// blow up.

#include "taut/vehicle_euler.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/pendulum.hpp"
#include "support/step_reference.hpp"
#include "taut/stepper.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;

TEST(VehicleEuler, EqualsTheReferenceStepByStep) {
  using Method = VehicleEuler<OneStepProjection>;
  testing::expect_reference_steps<Method>(CarAxle<double>{}, CarAxleStart<double>{}, "caraxis",
                                          "VED-proj1", 0.5);
  testing::expect_reference_steps<Method>(models::CircularTrack<double>{},
                                          models::CircularTrackStart<double>{}, "track",
                                          "VED-proj1", 10);
  testing::expect_reference_steps<Method>(
      models::Pendulum<double>{}, models::PendulumStart<double>{}, "pendulum", "VED-proj1", 13.75);
}

// Largest |g| of the car axle over [0, 3] s, infinity where a step was refused.
template <class Method>
double closure(std::uint32_t hz, Method method = Method{}) {
  Stepper<CarAxle<double>, Method> stepper(CarAxle<double>{}, StepSize<double>::hz(hz),
                                           Limits<double>{1e3, 1e-14}, method);
  const CarAxleStart<double> start;
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  double largest = 0;
  for (std::uint32_t n = 0; n < 3 * hz; ++n) {
    if (stepper.step() != Status::ok) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, stepper.position_residual());
  }
  return largest;
}

using Given = VehicleEuler<Baumgarte<double>>;

// tables.md, "veDYNA (section 4.3)": 7.7e-5 with (100, 1e4), 4.4e-6 and order 2 with (1/2h, 1/h^2),
// (700, 1e6) stable, (900, 1e6) and the paper's (1/h, 1/h^2) unstable.
TEST(VehicleEuler, DeadBeatIsHalfTheAlphaOfTheOtherOrder) {
  EXPECT_NEAR(closure<VehicleEuler<>>(1000) / 4.4e-6, 1.0, 0.02);
  EXPECT_NEAR(std::log10(closure<VehicleEuler<>>(1000) / closure<VehicleEuler<>>(10000)), 2.0,
              0.05);
  EXPECT_NEAR(closure(1000, Given{{100, 1e4}}) / 7.7e-5, 1.0, 0.02);
  EXPECT_LT(closure(1000, Given{{700, 1e6}}), 1e-3);
}

TEST(VehicleEuler, LargerParametersAreUnstable) {
  EXPECT_EQ(closure(1000, Given{{900, 1e6}}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(closure(1000, Given{{1000, 1e6}}), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace taut
