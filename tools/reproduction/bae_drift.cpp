/// \file
/// Burgermeister, Arnold, Esterl, Figures 5 and 6: drift of the car axle against time at h = 10 ms,
/// and against h, by J3.

#include "bae_axle.hpp"

namespace {

using namespace reproduction;
using namespace taut;

constexpr Step steps[] = {{"h=1e-2", 100},  {"h=5e-3", 200},  {"h=2e-3", 500},  {"h=1e-3", 1000},
                          {"h=5e-4", 2000}, {"h=2e-4", 5000}, {"h=1e-4", 10000}};

// |g| every half second, and some fifty points of the curve.
template <class Method>
void against_time(const std::string& name) {
  axle_run(steps[0], Method{}, [&](const auto& stepper, int n) {
    const double g = stepper.position_residual();
    if (n % 50 == 0) {
      const std::string t = "t=" + std::to_string(n / 100) + (n % 100 == 50 ? ".5" : "");
      row("bae-5", name, t, g);
    }
    if (n % 6 == 0) point("bae-5", name, n / 100.0, g);
  });
}

template <class Method>
void against_h(const std::string& name) {
  double at_millisecond = 0;
  for (const Step& step : steps) {
    const double g = axle_run<Method>(step).drift;
    point("bae-6", name, step.h(), g);
    if (step.hz != 100 && step.hz != 1000 && step.hz != 10000) continue;
    row("bae-6", name, step.name, g);
    if (step.hz == 1000) at_millisecond = g;
    if (step.hz == 10000) row("bae-6", name, "order", order(at_millisecond, g, 10));
  }
}

template <class Stabilization, class Formulation = Index1>
void line(const std::string& name) {
  using Method = J3Of<ForceDerivative, Stabilization, Formulation>;
  against_time<Method>(name);
  against_h<Method>(name);
}

}  // namespace

int main() {
  against_h<J3Of<ForceDerivative, NoStabilization, Index1Literal>>("index-1 explicit lambda");
  line<NoStabilization>("index-1");
  line<NoStabilization, Index2>("index-2");
  line<DeadBeatBaumgarte>("index-1 Baumgarte");
  line<DeadBeatBaumgarte, Index2>("index-2 Baumgarte");
  line<OneStepProjection>("index-1 projection");
  line<OneStepProjection, Index2>("index-2 projection");
  against_h<J3Of<ForceDerivative, ProjectionAtPredicted>>("projection at the predicted point");
  against_h<J3Of<ForceDerivative, IteratedProjection<6>>>("projection iterated");
}
