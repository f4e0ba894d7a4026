/// \file
/// The step-size certificate bounds what is then measured, and is not loose.

#include "taut/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "support/run.hpp"
#include "taut/stepper.hpp"

namespace taut {
namespace {

struct Measured {
  double bound, largest_step, residual;
  bool holds;
};

// Certificate and largest |g| along 3 s of the default step.
template <class Model, class Start>
Measured measure(const Start& start, std::uint32_t hz) {
  const Setting<Model> setting{
      Model{}, StepSize<double>::hz(hz), {std::numeric_limits<double>::infinity(), 1e-14}};
  Stepper<Model> stepper(setting.model, setting.step, setting.limits);
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  ClosureCertificate<Model> certificate(setting);
  double residual = 0;
  testing::run(stepper, static_cast<int>(3 * hz), {}, [&](const auto& s) {
    EXPECT_EQ(certificate.include(s.state()), Status::ok);
    residual = std::max(residual, s.position_residual());
  });
  return {certificate.bound(), certificate.largest_step(), residual, certificate.holds()};
}

template <class Model, class Start>
void expect_certified(const Start& start, std::uint32_t hz, double looseness) {
  const Measured m = measure<Model>(start, hz);
  EXPECT_TRUE(m.holds);
  // g of order one is rounded to 1e-16, which is 1e-6 of the smallest bound here
  EXPECT_LE(m.residual, m.bound * (1 + 1e-5)) << hz;
  EXPECT_LE(m.bound, looseness * m.residual) << hz;
}

TEST(Certificate, BoundsTheResidualAndIsNotLoose) {
  for (const std::uint32_t hz : {100U, 1000U}) {
    expect_certified<models::CarAxle<double>>(models::CarAxleStart<double>{}, hz, 3);
    expect_certified<models::FourBar<double>>(models::FourBarStart<double>{}, hz, 4);
    expect_certified<models::Pendulum<double>>(models::PendulumStart<double>{}, hz, 1.001);
  }
}

TEST(Certificate, FindsTheLargestStep) {
  const Measured m = measure<models::Pendulum<double>>(models::PendulumStart<double>{}, 1000);
  // On the circle C1 = 0 and C2 = 1/4, and C0 = v^2 <= 2 g: h_max = 1 / sqrt(2 g)
  EXPECT_NEAR(m.largest_step, 1 / std::sqrt(2 * 13.7503716373294544), 1e-3);
}

TEST(Certificate, DoesNotHoldPastIt) {
  using Model = models::FourBar<double>;
  const Setting<Model> setting{Model{}, StepSize<double>::hz(10), {1e3, 1e-14}};
  ClosureCertificate<Model> certificate(setting);
  Stepper<Model> stepper(setting.model, StepSize<double>::hz(1000), setting.limits);
  const models::FourBarStart<double> start;
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  testing::run(stepper, 1000, {},
               [&](const auto& s) { EXPECT_EQ(certificate.include(s.state()), Status::ok); });
  EXPECT_FALSE(certificate.holds());
  EXPECT_TRUE(std::isnan(certificate.bound()));
}

// A bound as the limit of the stepper is the monitor: it refuses a step that breaks it.
TEST(Certificate, AsALimitItRefusesAJump) {
  using Model = models::Pendulum<double>;
  const Measured m = measure<Model>(models::PendulumStart<double>{}, 1000);
  Stepper<Model> stepper(Model{}, StepSize<double>::hz(1000), {1.01 * m.bound, 1e-14});
  const models::PendulumStart<double> start;
  ASSERT_EQ(stepper.reset(start.q, start.u), Status::ok);
  EXPECT_TRUE(testing::run(stepper, 2500));  // passing the lowest point, at full speed
  auto moved = stepper.state();
  moved.u[0] *= 30;
  moved.u[1] *= 30;
  ASSERT_EQ(stepper.restore(moved), Status::ok);
  Status status = Status::ok;
  for (int n = 0; n < 10 && status == Status::ok; ++n) status = stepper.step();
  EXPECT_EQ(status, Status::residual_too_large);
}

}  // namespace
}  // namespace taut
