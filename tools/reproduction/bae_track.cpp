/// \file
/// Burgermeister, Arnold, Esterl, Figures 3 and 4: how far the mass on the circular track leaves
/// the circle, r - 1, against time, and against h.

#include "models/circular_track.hpp"
#include "report.hpp"

namespace {

using namespace reproduction;
using namespace taut;
using Model = models::CircularTrack<double>;
using Start = models::CircularTrackStart<double>;

template <class Stabilization, class Formulation = Index1>
using J3Of = LinearImplicitEuler<ForceDerivative, Stabilization, Formulation, J3>;

double off_the_circle(const std::array<double, 3>& q) { return std::hypot(q[0], q[1]) - 1; }

// r - 1 at 10, 100, 1000 s, and some ten times a decade for the curve.
template <class Method>
void against_time(const std::string& name, int hz) {
  const std::string full = name + (hz == 100 ? " h=1e-2" : " h=1e-3");
  double next_point_s = 0.1;
  run(Model{}, Method{}, Start{}, StepSize<double>::hz(static_cast<std::uint32_t>(hz)), 1000 * hz,
      [&](const auto& stepper, int n) {
        const double off = off_the_circle(stepper.state().q), t = n / double(hz);
        if (n == 10 * hz || n == 100 * hz || n == 1000 * hz)
          row("bae-3", full, "t=" + std::to_string(n / hz), off);
        if (t < next_point_s) return;
        next_point_s *= 1.25;
        point("bae-3", full, t, std::fabs(off));
      });
}

// r - 1 at 10 s.
template <class Method>
double at_ten_seconds(int hz) {
  double off = infinity;
  run(Model{}, Method{}, Start{}, StepSize<double>::hz(static_cast<std::uint32_t>(hz)), 10 * hz,
      [&](const auto& stepper, int) { off = off_the_circle(stepper.state().q); });
  return off;
}

template <class Method>
void line(const std::string& name) {
  against_time<Method>(name, 100);
  against_time<Method>(name, 1000);
  row("bae-4", name, "order", order(at_ten_seconds<Method>(100), at_ten_seconds<Method>(1000), 10));
  for (const int hz : {50, 100, 200, 500, 1000, 2000})
    point("bae-4", name, 1.0 / hz, at_ten_seconds<Method>(hz));
}

}  // namespace

int main() {
  line<J3Of<NoStabilization>>("index-1");
  line<J3Of<NoStabilization, Index2>>("index-2");
  line<J3Of<DeadBeatBaumgarte>>("index-1 Baumgarte");
  line<J3Of<DeadBeatBaumgarte, Index2>>("index-2 Baumgarte");
  line<J3Of<OneStepProjection>>("projection");
}
