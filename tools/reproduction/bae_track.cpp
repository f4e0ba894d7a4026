/// \file
/// Burgermeister, Arnold, Esterl, Figures 3 and 4: how far the mass on the circular track leaves the
/// circle, r - 1, against time, and against h.

#include "models/circular_track.hpp"
#include "report.hpp"

namespace {

using namespace reproduction;
using namespace taut;
using Model = models::CircularTrack<double>;

template <class Stabilization, class Formulation = Index1>
using J3Of = LinearImplicitEuler<ForceDerivative, Stabilization, Formulation, J3>;

struct Step {
  const char* name;
  std::uint32_t hz;
};

// r - 1 at 10, 100, 1000 s, and some ten times a decade for the curve.
template <class Method>
double over_time(const std::string& name, const Step& h) {
  double at_ten = infinity, next_point_s = 0.1;
  run(Model{}, Method{}, models::CircularTrackStart<double>{}, StepSize<double>::hz(h.hz),
      1000 * static_cast<int>(h.hz), [&](const auto& stepper, int n) {
        const auto& q = stepper.state().q;
        const double off = std::hypot(q[0], q[1]) - 1, t = n / double(h.hz);
        const int hz = static_cast<int>(h.hz);
        if (n == 10 * hz) at_ten = off;
        if (n == 10 * hz || n == 100 * hz || n == 1000 * hz)
          row("bae-3", name + " " + h.name, "t=" + std::to_string(n / hz), off);
        if (t < next_point_s) return;
        next_point_s *= 1.25;
        point("bae-3", name + " " + h.name, t, std::fabs(off));
      });
  return at_ten;
}

template <class Method>
void line(const std::string& name) {
  const double coarse = over_time<Method>(name, {"h=1e-2", 100});
  const double fine = over_time<Method>(name, {"h=1e-3", 1000});
  row("bae-4", name, "order", order(coarse, fine, 10));
  point("bae-4", name, 1e-2, coarse);
  point("bae-4", name, 1e-3, fine);
}

}  // namespace

int main() {
  line<J3Of<NoStabilization>>("index-1");
  line<J3Of<NoStabilization, Index2>>("index-2");
  line<J3Of<DeadBeatBaumgarte>>("index-1 Baumgarte");
  line<J3Of<DeadBeatBaumgarte, Index2>>("index-2 Baumgarte");
  line<J3Of<OneStepProjection>>("projection");
}
