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

using S = CostScalar;

// One mechanism at a time lives here.
alignas(8) std::byte arena[1024 * sizeof(S)];

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
  S sum = 0;
  for (int i = -400; i <= 400; ++i) {
    const S angle = S(i) * S(0.0157);
    const std::uint32_t before = board::clock_now();
    const SinCos<S> y = sincos(angle);
    asm volatile("" : : "m"(y.sin), "m"(y.cos));
    costs.add(board::cost_since(before));
    sum += y.sin;
  }
  costs.write("sincos", sizeof(S) > 4 ? "double" : "float");
  if (!(sum < S(1))) text::line("failed", "sincos");
}

}  // namespace

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  measure_sincos();
  bool ok = measure_variants("pendulum", Pendulum<S>{}, PendulumStart<S>{});
  ok &= measure_variants("car_axle", CarAxle<S>{}, CarAxleStart<S>{});
  ok &= measure_variants("circular_track", CircularTrack<S>{}, CircularTrackStart<S>{});
  ok &= measure_variants("four_bar", FourBar<S>{}, FourBarStart<S>{});
  return ok ? 0 : 1;
}
