/// \file
/// Truck with trailer from bodies: course, hitch and coupling force against the reference, and what
/// split positions do for float; a spring in place of the hitch.
#include "models/mechanisms/truck_with_trailer.hpp"

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::exact;
using taut::testing::near;
using taut::testing::started;

// Over the course of 60 s at 1 kHz: the widest hitch, the error of the truck's position at the end,
// and of the coupling force every 5 s, where `force` takes it of the multipliers before and after.
struct Course {
  double hitch_m = 0, position_m = 0, force_n = 0;
  Status status = Status::ok;
};
template <class Method, class Stepper>
Course drive(Stepper& stepper, bool force_of_the_mean) {
  Course out;
  for (int n = 1; n <= 60000 && out.status == Status::ok; ++n) {
    const auto lambda = stepper.state().lambda;
    out.status = stepper.step({});
    out.hitch_m = std::max(out.hitch_m, static_cast<double>(stepper.position_residual()));
    if (n > 1 && (n - 1) % 5000 == 0)
      for (std::size_t i = 0; i < 3; ++i) {
        const double now = static_cast<double>(stepper.state().lambda[i]);
        const double mean = force_of_the_mean ? (static_cast<double>(lambda[i]) + now) / 2 : now;
        const double expected = exact("trailer", (n - 1) / 1000, "lambda" + std::to_string(i + 1));
        out.force_n = std::max(out.force_n, std::abs(mean - expected));
      }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double expected = exact("trailer", 60, "q" + std::to_string(i + 1));
    out.position_m =
        std::max(out.position_m, std::abs(static_cast<double>(stepper.state().q[i]) - expected));
  }
  return out;
}
template <class Method, class S>
Course drive(bool force_of_the_mean) {
  const TruckWithTrailerStart<S> start;
  auto stepper = started<Method>(TruckWithTrailer<S>{}, StepSize<S>::hz(1000), start.q, start.u);
  return drive<Method>(stepper, force_of_the_mean);
}

// Published for the same equations in yaw, pitch and roll: 1.65e-2 m and 7.7e-12 m; its force is
// that of the start of the step.
TEST(TruckWithTrailer, StaysOnCourseAtFirstOrderWithOneProjection) {
  const Course course = drive<LinearImplicitEuler<ForceDerivative>, double>(false);
  EXPECT_EQ(course.status, Status::ok);
  EXPECT_LE(course.hitch_m, 1e-11);
  EXPECT_LE(course.position_m, 2e-2);
  EXPECT_LE(course.force_n, 100);
}

// The multiplier of RATTLE is the mean of a step. Published: 3e-5 m, 3e-10 m, 2 N. The same in
// float: the 18.5 kN of the peak carry less than 2 per cent of noise.
TEST(TruckWithTrailer, StaysOnCourseAtSecondOrder) {
  const Course course = drive<Rattle<0>, double>(true);
  EXPECT_EQ(course.status, Status::ok);
  EXPECT_LE(course.hitch_m, 1e-9);
  EXPECT_LE(course.position_m, 5e-5);
  EXPECT_LE(course.force_n, 3);
}

TEST(TruckWithTrailer, KeepsHitchAndForceInFloatFarFromTheOrigin) {
  const Course course = drive<Rattle<0>, float>(true);
  EXPECT_EQ(course.status, Status::ok);
  EXPECT_LE(course.hitch_m, 1e-7);
  EXPECT_LE(course.position_m, 5e-5);
  EXPECT_LE(course.force_n, 60);
}

// Ten kilometres off, straight on at 15 m/s on a level road, which alone has no phase to lose.
TEST(TruckWithTrailer, KeepsHitchAndForceTenKilometresOff) {
  const auto run = [](auto scalar, auto& force) {
    using S = decltype(scalar);
    TruckWithTrailer<S> model;
    model.system.course = false;
    model.system.parameters.road.long_wave_m = model.system.parameters.road.short_wave_m = S(0);
    model.system.parameters.road.long_wavenumber = S(0);
    model.system.parameters.road.short_wavenumber_x = S(0);
    TruckWithTrailerStart<S> start;
    for (const std::size_t x : {0U, 7U}) start.q[x] += S(10000), start.q[x + 1] += S(10000);
    auto stepper = started<Rattle<0>>(model, StepSize<S>::hz(1000), start.q, start.u);
    double widest = 0;
    for (int n = 0; n < 5000; ++n) {
      // a lane change by hand
      const S steering = n < 1000 ? S(0.02) : n < 2000 ? S(-0.02) : S(0);
      EXPECT_EQ(stepper.step({steering, S(15)}), Status::ok);
      widest = std::max(widest, static_cast<double>(stepper.position_residual()));
      force.push_back(static_cast<double>(stepper.state().lambda[1]));
    }
    return widest;
  };
  std::vector<double> in_float, in_double;
  EXPECT_LE(run(0.0F, in_float), 1e-7);
  EXPECT_LE(run(0.0, in_double), 1e-9);
  double peak = 0, noise = 0;
  for (std::size_t n = 0; n < in_float.size(); ++n) {
    peak = std::max(peak, std::abs(in_double[n]));
    noise = std::max(noise, std::abs(in_float[n] - in_double[n]));
  }
  EXPECT_LE(noise, 0.02 * peak);
}

// ---- the hitch as a spring ---------------------------------------------------------------------

using SpringHitch = TruckOnSpringHitch<double>;
template <class Method>
auto on_spring() {
  const TruckWithTrailerStart<double> start;
  return started<Method>(SpringHitch{}, StepSize<double>::hz(1000), start.q, start.u);
}
// d = P_1 - P_2 and d' in a state.
using Triple = Vector<double, 3>;
struct Opening {
  Triple d, rate;
  template <class State>
  explicit Opening(const State& at) {
    const Trailer<double>& of = at.model.system.parameters;
    const auto triple = [](const Triple& x) { return std::array<double, 3>{x[0], x[1], x[2]}; };
    const auto s1 = triple(of.truck.hitch_m), s2 = triple(of.trailer.hitch_m);
    d = point_position(at, 0, s1) - point_position(at, 1, s2);
    rate = point_velocity(at, 0, s1) - point_velocity(at, 1, s2);
  }
  Triple force() const { return -4e5 * d - 6e3 * rate; }
};

// Its own exact solution, at the end of the course.
TEST(TruckWithTrailer, FollowsTheReferenceOfTheSpringHitch) {
  auto stepper = on_spring<Rattle<0>>();
  ASSERT_TRUE(taut::testing::run(stepper, 60000));
  for (const std::size_t first : {0U, 7U})
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string quantity = "q" + std::to_string((first == 0 ? 1 : 7) + i);
      EXPECT_TRUE(near(stepper.state().q[first + i], exact("trailer_spring", 60, quantity), 1e-4));
    }
  const Triple force = Opening(mechanism_state(stepper)).force();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(
        near(-force[i], exact("trailer_spring", 60, "lambda" + std::to_string(i + 1)), 2.0));
}

// Against the ball joint by RATTLE, each tick from 1 s on: before that the spring, which
// starts unloaded, swings. Published: 4.9e-2 m, 5551 N, and a peak of 19450 N.
TEST(TruckWithTrailer, SpringHitchOpensAndErrsAsPublished) {
  using BallJoint = TruckWithTrailer<double>;
  const TruckWithTrailerStart<double> start;
  auto spring = on_spring<LinearImplicitEuler<ForceDerivative>>();
  auto ball = started<Rattle<0>>(BallJoint{}, StepSize<double>::hz(1000), start.q, start.u);
  double opening = 0, error = 0, peak = 0;
  for (int n = 1; n <= 60000; ++n) {
    ASSERT_EQ(spring.step(), Status::ok) << n;
    ASSERT_EQ(ball.step(), Status::ok) << n;
    const Opening now(mechanism_state(spring));
    opening = std::max(opening, now.d.norm());
    if (n < 1000) continue;
    Accelerations<BallJoint> of;
    ASSERT_EQ(accelerate(mechanism_state(ball), of), Status::ok);
    peak = std::max(peak, now.force().norm());
    error = std::max(error, (now.force() + of.lambda).norm());
  }
  EXPECT_TRUE(near(opening, 4.9e-2, 0.05e-2));
  EXPECT_TRUE(near(error, 5551, 2));
  EXPECT_TRUE(near(peak, 19450, 2));
}

}  // namespace
}  // namespace taut::models
