/// \file
/// The wheelset of the IVP test set by fixed steps, 10 s: closure, and error against the reference.
/// Figures: its rise off the rail, after Eich 1993, and its hunting.

#include "models/wheelset.hpp"

#include <vector>

#include "exact.hpp"
#include "report.hpp"
#include "support/velocity_first.hpp"
#include "taut/rattle.hpp"

namespace {

using namespace reproduction;
using namespace taut;
using taut::testing::VelocityFirst;

using Wheelset = models::Wheelset<double>;

// (t, x, y, z, theta, phi) every 10 ms
const std::vector<std::vector<double>> places = rows_of("wheelset.csv");

// 10 s at 100 `steps_of_10_ms` Hz; `after(stepper, t)` every 10 ms.
template <class Method, class After>
void simulate(const Method& method, std::uint32_t steps_of_10_ms, const Wheelset& model,
              const std::string& name, const std::string& quantity, After after) {
  double closure = 0, position = 0, angle = 0;
  const int per_row = static_cast<int>(steps_of_10_ms);
  const bool finished = run(
      model, method, models::WheelsetStart<double>{}, StepSize<double>::hz(100 * steps_of_10_ms),
      1000 * per_row, [&](const auto& stepper, int n) {
        closure = std::fmax(closure, stepper.position_residual());
        if (n % per_row != 0) return;
        const std::vector<double>& exact = places.at(static_cast<std::size_t>(n / per_row));
        for (std::size_t i = 0; i < 5; ++i) {
          const double error = std::fabs(stepper.state().q[i] - exact[i + 1]);
          double& largest = i < 3 ? position : angle;
          largest = std::fmax(largest, error);
        }
        after(stepper, exact[0]);
      });
  if (quantity.empty()) return;
  row("wheelset", name, "g " + quantity, finished ? closure : infinity);
  row("wheelset", name, "xyz " + quantity, finished ? position : infinity);
  row("wheelset", name, "angles " + quantity, finished ? angle : infinity);
}

template <class Method>
void fixed_steps(const std::string& name, const Method& slow = {}, const Method& fast = {}) {
  const auto nothing = [](const auto&, double) {};
  simulate(slow, 10, Wheelset{}, name, "1 ms", nothing);
  simulate(fast, 100, Wheelset{}, name, ".1 ms", nothing);
}

template <class Derivative, class Stabilization, class Formulation = Index1>
using Newton = LinearImplicitEuler<Derivative, Stabilization, Formulation, J3, NewtonMultipliers>;
template <class Derivative, class Stabilization, class Formulation = Index1>
using Lagged = LinearImplicitEuler<Derivative, Stabilization, Formulation, J3, LaggedMultipliers>;
template <class Multipliers>
using Baumgarted =
    LinearImplicitEuler<NoDerivative, Baumgarte<double>, Index1, VelocityFirst, Multipliers>;

// |g| against time, with a point every 10 ms, the largest since the last.
template <class Method>
void rise(const std::string& curve, std::uint32_t steps_of_10_ms, double curvature) {
  Wheelset model;
  model.curvature = curvature;
  simulate(Method{}, steps_of_10_ms, model, curve, "", [&](const auto& stepper, double t) {
    if (std::lround(100 * t) % 10 == 0)
      point("wheelset-rise", curve, t, std::fmax(stepper.position_residual(), 1e-18));
  });
}

// The end of the run, where the methods have come apart.
constexpr double hunting_from_s = 9;

template <class Method>
void hunting(const std::string& curve) {
  simulate(Method{}, 10, Wheelset{}, curve, "", [&](const auto& stepper, double t) {
    if (t > hunting_from_s) point("wheelset-hunting", curve, t, 1e3 * stepper.state().q[0]);
  });
}

}  // namespace

int main() {
  fixed_steps<Newton<ForceDerivative, NoStabilization>>("no projection");
  fixed_steps<Newton<NoDerivative, OneStepProjection>>("explicit Euler");
  fixed_steps<Newton<ForceDerivative, OneStepProjection>>("index 1");
  fixed_steps<Lagged<ForceDerivative, OneStepProjection>>("index 1 lagged");
  fixed_steps<Newton<ForceDerivative, OneStepProjection, Index2>>("index 2");
  fixed_steps<Lagged<ForceDerivative, OneStepProjection, Index2>>("index 2 lagged");
  const Baumgarte<double> dead_beat{500, 1e6}, dead_beat_fast{5000, 1e8}, slow{100, 1e4};
  fixed_steps<Baumgarted<NewtonMultipliers>>("dead beat", {dead_beat}, {dead_beat_fast});
  fixed_steps<Baumgarted<LaggedMultipliers>>("dead beat lagged", {dead_beat}, {dead_beat_fast});
  fixed_steps<Baumgarted<NewtonMultipliers>>("Baumgarte 100 1e4", {slow}, {slow});
  fixed_steps<Rattle<0>>("RATTLE-1");
  fixed_steps<Rattle<0, NoJacobian, LaggedMultipliers>>("RATTLE-1 lagged");

  rise<Newton<ForceDerivative, NoStabilization>>("no projection 1 ms", 10, 0);
  rise<Newton<ForceDerivative, NoStabilization>>("no projection 1 ms in a curve of 500 m", 10,
                                                 2e-3);
  rise<Newton<ForceDerivative, NoStabilization>>("no projection 0.1 ms", 100, 0);
  rise<Newton<ForceDerivative, OneStepProjection>>("one projection 1 ms", 10, 0);
  rise<Rattle<0>>("RATTLE 1 ms", 10, 0);
  for (const std::vector<double>& place : places)
    if (place[0] > hunting_from_s) point("wheelset-hunting", "reference", place[0], 1e3 * place[1]);
  hunting<Rattle<0>>("RATTLE 1 ms");
  hunting<Newton<ForceDerivative, OneStepProjection>>("index 1 one projection 1 ms");
}
