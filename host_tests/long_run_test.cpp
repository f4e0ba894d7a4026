/// \file
/// An hour of the car axle in float at 1 kHz: no error grows with time.
#include <cmath>

#include "models/car_axle.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;

constexpr int steps = 3600000;

// The road at a tick in long double, from integers: 0.1 sin(10 n / 1000).
double road(std::uint64_t ticks) {
  return 0.1 * static_cast<double>(sinl(10 * (static_cast<long double>(ticks) / 1000)));
}

TEST(LongRun, CarAxleInFloatIsAsClosedAfterAnHourAsAfterASecond) {
  const CarAxleStart<float> start;
  const StepSize<float> step = StepSize<float>::hz(1000);
  auto stepper = testing::started(CarAxle<float>{}, step, start.q, start.u);
  double in_float = 0, in_double = 0, rate = 0, road_error = 0;
  const CarAxle<float> axle;
  ASSERT_TRUE(testing::run(stepper, steps, {}, [&](const auto& s) {
    in_float = std::max(in_float, static_cast<double>(s.position_residual()));
    rate = std::max(rate, static_cast<double>(s.velocity_residual()));
    in_double = std::max(in_double, testing::residual_in_double<CarAxle>(s.state(), step));
    // what the model sees
    const TickCount time = s.state().time;
    const float seen =
        axle.excitation(Time<float>{time.whole_s, static_cast<float>(time.ticks) * step.h})[1];
    road_error =
        std::max(road_error, std::fabs(static_cast<double>(seen) - road(time.total(step))));
  }));
  EXPECT_EQ(stepper.state().time.total(step), static_cast<std::uint64_t>(steps));
  // The project's bound; 3.76e-7 measured. Evaluated in float it has one more rounding, 6e-8.
  EXPECT_LT(in_double, 4e-7);
  EXPECT_LT(in_float, 4.6e-7);
  EXPECT_LT(rate, 1.1e-6);      // float.md, 3 s; 4.5e-7 measured
  EXPECT_LT(road_error, 1e-6);  // the project's bound; 1.8e-7 measured
}

// (float)1e-3 is longer than 1e-3 by 5e-8 of it: the free oscillation of 45 1/s, which nothing
// damps, turns 8e-3 rad further in an hour. The runs part by 2.2e-5 at most; allowed is the error
// of the method itself, 1.85e-4.
TEST(LongRun, FloatFollowsDoubleToTheEnd) {
  auto in_float = testing::started(CarAxle<float>{}, StepSize<float>::hz(1000),
                                   CarAxleStart<float>{}.q, CarAxleStart<float>{}.u);
  auto in_double = testing::started(CarAxle<double>{}, StepSize<double>::hz(1000),
                                    CarAxleStart<double>{}.q, CarAxleStart<double>{}.u);
  double largest = 0;
  for (int i = 0; i < steps / 1000; ++i) {
    ASSERT_TRUE(testing::run(in_float, 1000));
    ASSERT_TRUE(testing::run(in_double, 1000));
    largest =
        std::max(largest, testing::largest_difference(in_float.state().q, in_double.state().q));
  }
  EXPECT_LT(largest, 1.85e-4);
}

}  // namespace
}  // namespace taut
