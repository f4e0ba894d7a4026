/// \file
/// The independent study's fourth table: a ladder of rods falls from rest for 20 s, whips and folds
/// its squares flat. Mean rms of g, and the highest energy above that of the start.
///
/// The motion is chaotic: one square is run from four starts that differ by 1e-12 m. Ten squares
/// take half a millisecond a step, so one start, and at 240 Hz not all methods.

#include "ladder.hpp"
#include "support/redundant.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/guarded.hpp"
#include "taut/linear_implicit_euler.hpp"
#include "taut/shake.hpp"

namespace {

using namespace reproduction;
using namespace taut;
using taut::testing::Redundant;

// Broken down is a step that is refused, or a gap of a rod's length.
constexpr double broken_m = 1;

template <int squares, class Model, class Method>
void fall(const Method& method, std::uint32_t hz, double disturbance, Range& mean, Range& gain) {
  const Ladder<squares> plain;
  taut::models::LadderStart<double, squares> start;
  for (double& q : start.q) q += disturbance;
  const double at_start = energy(plain, start.q, start.u);
  const int count = 20 * static_cast<int>(hz);
  double sum = 0, highest = -infinity;
  const auto stepper = std::make_unique<Stepper<Model, Method>>(Model{}, StepSize<double>::hz(hz),
                                                                unlimited<Model>(), method);
  Status status = stepper->reset(start.q, start.u);
  int n = 0;
  for (; n < count && status == Status::ok; ++n) {
    status = stepper->step();
    const double g = rms_of_g(*stepper);
    if (status != Status::ok || g > broken_m) break;
    sum += g;
    highest = std::fmax(highest, energy(plain, stepper->state().q, stepper->state().u) - at_start);
  }
  if (n < count) sum = highest = infinity;
  mean.include(sum / count);
  gain.include(highest);
}

template <int squares, class Model, class Method>
void line(const char* name, const Method& method, std::uint32_t hz) {
  Range mean, gain;
  for (int i = 0; i < (squares == 1 ? 4 : 1); ++i)
    fall<squares, Model>(method, hz, 1e-12 * i, mean, gain);
  const std::string at = "N=" + std::to_string(squares) + " h=1/" + std::to_string(hz);
  row("beyond-4", name, at + " g", mean);
  row("beyond-4", name, at + " energy", gain);
}

constexpr std::uint32_t coarse = 60, fine = 240;

template <int squares>
void lines(std::uint32_t hz) {
  using Plain = Ladder<squares>;
  using Regularised = Redundant<Plain>;
  const bool all = squares == 1 || hz == coarse;
  if (all) line<squares, Plain>("SPOOK", Spook<double>{}, hz);
  if (all) line<squares, Regularised>("SHAKE-1 redundant", Shake<>{}, hz);
  line<squares, Regularised>("RATTLE-1 redundant", Rattle<0>{}, hz);
  if (all) line<squares, Plain>("RATTLE-1 + frozen correction", Rattle<1>{}, hz);
  if (all) line<squares, Regularised>("RATTLE-1 + frozen correction redundant", Rattle<1>{}, hz);
  line<squares, Plain>("generalised-alpha .8", GeneralizedAlpha<>{}, hz);
  if (all) line<squares, Plain>("generalised-alpha .3", GeneralizedAlpha<>{0.3F}, hz);
  line<squares, Regularised>("J3 geo projection redundant", LinearImplicitEuler<>{}, hz);
  if (all) line<squares, Plain>("J3 geo projection", LinearImplicitEuler<>{}, hz);
  if (all)
    line<squares, Plain>("J3 f only projection", LinearImplicitEuler<ForceAndTimeDerivative>{}, hz);
  line<squares, Regularised>("Guarded", Guarded<double>{}, hz);
}

}  // namespace

int main() {
  lines<1>(coarse);
  lines<1>(fine);
  lines<10>(coarse);
  lines<10>(fine);
}
