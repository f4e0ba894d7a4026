/// \file
/// Question: what does one step of each mechanism cost, and does every step cost the same?
///
/// Steps outside the interrupt, so that nothing else is counted. A line each:
/// `mechanism variant least most sum steps`, in the unit of the first line.

#include "costs.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "taut/stepper.hpp"

namespace {

using namespace taut;
using namespace taut::models;

// One mechanism at a time lives here.
alignas(8) std::byte arena[4096];

template <class Method, class Summation, class Model, class Start>
bool measure(const char* mechanism, const char* variant, const Model& model, const Start& start) {
  return measure_steps<Stepper<Model, Method, Summation>>(mechanism, variant, model, start, 1000,
                                                          3000, arena);
}

template <class Model, class Start>
bool measure_variants(const char* mechanism, const Model& model, const Start& start) {
  using Default = LinearImplicitEuler<>;
  bool ok = measure<Default, CompensatedSummation>(mechanism, "default", model, start);
  ok &= measure<Default, PlainSummation>(mechanism, "plain_summation", model, start);
  ok &= measure<LinearImplicitEuler<ForceAndTimeDerivative>, CompensatedSummation>(
      mechanism, "force_and_time", model, start);
  ok &= measure<LinearImplicitEuler<NoDerivative>, CompensatedSummation>(mechanism, "explicit",
                                                                         model, start);
  return ok;
}

// The library's sine and cosine over two turns.
void measure_sincos() {
  Costs costs;
  float sum = 0.0F;
  for (int i = -400; i <= 400; ++i) {
    const float angle = static_cast<float>(i) * 0.0157F;
    const std::uint32_t before = board::clock_now();
    const SinCos<float> y = sincos(angle);
    asm volatile("" : : "t"(y.sin), "t"(y.cos));
    costs.add(board::cost_since(before));
    sum += y.sin;
  }
  costs.write("sincos", "float");
  if (!(sum < 1.0F)) text::line("failed", "sincos");
}

}  // namespace

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  measure_sincos();
  bool ok = measure_variants("pendulum", Pendulum<float>{}, PendulumStart<float>{});
  ok &= measure_variants("car_axle", CarAxle<float>{}, CarAxleStart<float>{});
  ok &= measure_variants("circular_track", CircularTrack<float>{}, CircularTrackStart<float>{});
  ok &= measure_variants("four_bar", FourBar<float>{}, FourBarStart<float>{});
  return ok ? 0 : 1;
}
