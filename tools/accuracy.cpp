/// \file
/// What the default method reaches, measured on this computer: drift, error, energy and single
/// precision. Prints Markdown tables; `tools/measure` puts them into docs/results.md.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/pendulum.hpp"
#include "taut/stepper.hpp"

namespace {

using namespace taut;
using namespace taut::models;

using Full = LinearImplicitEuler<>;
using ForceAndTime = LinearImplicitEuler<ForceAndTimeDerivative>;
using ForceOnly = LinearImplicitEuler<ForceDerivative>;
using NotProjected = LinearImplicitEuler<FullDerivative, NoStabilization>;
using Explicit = LinearImplicitEuler<NoDerivative>;

// A run of `steps` steps; `each` sees the stepper after every one. Steps done before a failure.
template <class Method, class Summation, class Model, class Start, class Each>
int run(const Model& model, const Start& start, std::uint32_t tick_hz, int steps, Each&& each) {
  using S = typename Model::Scalar;
  const Limits<S> limits{std::numeric_limits<S>::infinity(),
                         Limits<S>::template of<Model>().pivot_share};
  Stepper<Model, Method, Summation> stepper(model, StepSize<S>::hz(tick_hz), limits);
  if (stepper.reset(start.q, start.u) != Status::ok) return 0;
  for (int n = 1; n <= steps; ++n) {
    if (stepper.step() != Status::ok) return n - 1;
    each(stepper, n);
  }
  return steps;
}

template <class Array, class Other>
double max_difference(const Array& a, const Other& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

// host_tests/reference/exact.csv, car axle at t = 3
constexpr std::array<double, 4> car_axle_at_3{4.9345578427524092e-02, 4.9698946023000811e-01,
                                              1.0417425248854261, 3.7391102726536582e-01};

template <class Method>
void car_axle_row(const char* name) {
  std::printf("| %s |", name);
  for (const std::uint32_t hz : {100U, 1000U, 10000U}) {
    double largest = 0, error = 0;
    const int steps = static_cast<int>(3 * hz);
    const int done = run<Method, PlainSummation>(
        CarAxle<double>{}, CarAxleStart<double>{}, hz, steps, [&](const auto& stepper, int) {
          largest = std::max(largest, stepper.position_residual());
          error = max_difference(stepper.state().q, car_axle_at_3);
        });
    if (done < steps)
      std::printf(" stops at %.3g s |", done / double(hz));
    else
      std::printf(" %.2e, %.2e |", largest, error);
  }
  std::printf("\n");
}

void car_axle_table() {
  std::printf("### Car axle, t in [0, 3], double: largest |g|, error of q(3)\n\n");
  std::printf("| method | h = 1e-2 | 1e-3 | 1e-4 |\n|---|---|---|---|\n");
  car_axle_row<Full>("default: full derivative, one projection");
  car_axle_row<ForceAndTime>("derivative of force and time (`-ft` of the literature)");
  car_axle_row<ForceOnly>("derivative of the force only");
  car_axle_row<NotProjected>("full derivative, no projection");
  car_axle_row<Explicit>("explicit Euler, one projection");
  std::printf("\n");
}

// |g| of a float state in double arithmetic: what the loop is really open by.
double double_residual(const std::array<float, 4>& q, int n, std::uint32_t hz) {
  const CarAxle<double> model;
  const double yb = 0.1 * std::sin(10.0 * n / hz), xb = std::sqrt(1 - yb * yb);
  const double g1 = double(q[0]) * xb + double(q[1]) * yb;
  const double dx = double(q[0]) - double(q[2]), dy = double(q[1]) - double(q[3]);
  const double g2 = dx * dx + dy * dy - model.length * model.length;
  return std::hypot(g1, g2);
}

// Some minutes of this computer.
void long_table() {
  constexpr int hz = 1000, minute = 60 * hz, hour = 60 * minute, steps = 100'000'000;
  double first_3_s = 0, first_minute = 0, hour_3_s = 0, last_minute = 0;
  run<Full, CompensatedSummation>(
      CarAxle<float>{}, CarAxleStart<float>{}, hz, steps, [&](const auto& stepper, int n) {
        if (n > minute && (n <= hour - 3 * hz || n > hour) && n <= steps - minute) return;
        const double g = double_residual(stepper.state().q, n, hz);
        if (n <= 3 * hz) first_3_s = std::max(first_3_s, g);
        if (n <= minute) first_minute = std::max(first_minute, g);
        if (n > hour - 3 * hz && n <= hour) hour_3_s = std::max(hour_3_s, g);
        if (n > steps - minute) last_minute = std::max(last_minute, g);
      });
  std::printf(
      "### Car axle in float, 1 kHz, 100 million steps: largest |g|, evaluated in double\n\n");
  std::printf(
      "| first 3 s | last 3 s of the first hour | first minute | last minute of 100,000,000 "
      "steps |\n|---|---|---|---|\n| %.2e | %.2e | %.2e | %.2e |\n\n",
      first_3_s, hour_3_s, first_minute, last_minute);
}

template <class Float, class Double, class FloatStart, class DoubleStart>
void float_row(const char* name, int steps, const Float& f, const Double& d, const FloatStart& fs,
               const DoubleStart& ds) {
  decltype(ds.q) reference{};
  run<Full, PlainSummation>(d, ds, 1000, steps,
                            [&](const auto& s, int) { reference = s.state().q; });
  double plain = 0, compensated = 0;
  run<Full, PlainSummation>(f, fs, 1000, steps, [&](const auto& s, int) {
    plain = max_difference(s.state().q, reference);
  });
  run<Full, CompensatedSummation>(f, fs, 1000, steps, [&](const auto& s, int) {
    compensated = max_difference(s.state().q, reference);
  });
  std::printf("| %s, %d s | %.1e | %.1e | %.0f |\n", name, steps / 1000, plain, compensated,
              plain / compensated);
}

void float_table() {
  std::printf("### Float against double, default method at 1 kHz: difference of q at the end\n\n");
  std::printf(
      "| mechanism | plain summation | compensated (default) | ratio |\n|---|---|---|---|\n");
  float_row("car axle", 3000, CarAxle<float>{}, CarAxle<double>{}, CarAxleStart<float>{},
            CarAxleStart<double>{});
  float_row("pendulum", 100000, Pendulum<float>{}, Pendulum<double>{}, PendulumStart<float>{},
            PendulumStart<double>{});
  float_row("circular track", 100000, CircularTrack<float>{}, CircularTrack<double>{},
            CircularTrackStart<float>{}, CircularTrackStart<double>{});
  std::printf("\n");
}

template <class Method>
void pendulum_row(const char* name) {
  const Pendulum<double> model;
  const double range = model.mass_kg * model.gravity_m_s2 * model.length_m;
  double gain = 0, final = 0, largest = 0, blown = 0;
  run<Method, PlainSummation>(model, PendulumStart<double>{}, 1000, 100000,
                              [&](const auto& s, int n) {
                                final = energy(model, s.state().q, s.state().u);
                                gain = std::max(gain, final);
                                if (blown == 0) largest = std::max(largest, s.position_residual());
                                if (blown == 0 && s.position_residual() > 1e-3) blown = n * 1e-3;
                              });
  if (blown > 0)
    std::printf("| %s | leaves the rod (abs(g) > 1e-3) at %.1f s | | |\n", name, blown);
  else
    std::printf("| %s | %.1e | %.2f J of %.2f | %.1e |\n", name, gain / range, final, range,
                largest);
}

void pendulum_table() {
  std::printf("### Pendulum, h = 1 ms, 100 s, double\n\n");
  std::printf(
      "| method | largest energy gain / range | energy at the end, from 0 | largest abs(g) "
      "|\n|---|---|---|---|\n");
  pendulum_row<Full>("default");
  pendulum_row<ForceOnly>("derivative of the force only");
  std::printf(
      "\nThe default is dissipative: it is for damped and stiff mechanisms, not for a free "
      "pendulum.\n\n");
}

}  // namespace

int main() {
  car_axle_table();
  pendulum_table();
  float_table();
  long_table();
}
