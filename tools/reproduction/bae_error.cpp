/// \file
/// Burgermeister, Arnold, Esterl, Figures 7 and 8: error of the car axle's q after 3 s by explicit
/// Euler and by the partitions, and against h by J3 with and without h f_t.

#include "bae_axle.hpp"

namespace {

using namespace reproduction;
using namespace taut;

constexpr Step steps[] = {{"h=1e-2", 100}, {"h=5e-3", 200}, {"h=1e-3", 1000}, {"h=1e-4", 10000}};

template <class Stabilization, class Formulation = Index1>
void explicit_line(const std::string& name) {
  using Method = LinearImplicitEuler<NoDerivative, Stabilization, Formulation>;
  row("bae-7", "explicit " + name, "h=1e-3", axle_run<Method>({"", 1000}).error);
  row("bae-7", "explicit " + name, "h=2e-3", axle_run<Method>({"", 500}).error);
  row("bae-7", "explicit " + name, "h=1e-2", axle_run<Method>({"", 100}).error);
}
template <class Partition>
void partition_line(const std::string& name) {
  using Method = LinearImplicitEuler<ForceDerivative, OneStepProjection, Index1, Partition>;
  row("bae-7", name, "h=1e-2", axle_run<Method>({"", 100}).error);
  for (const std::uint32_t hz : {100U, 200U, 500U, 1000U, 2000U, 5000U, 10000U})
    point("bae-7", name, 1.0 / hz, axle_run<Method>({"", hz}).error);
}

template <class Derivative, class Stabilization, class Formulation = Index1>
double error_line(const std::string& name) {
  double at_millisecond = 0;
  for (const Step& step : steps) {
    const double error = axle_run<J3Of<Derivative, Stabilization, Formulation>>(step).error;
    row("bae-8", name, step.name, error);
    point("bae-8", name, step.h(), error);
    if (step.hz == 1000) at_millisecond = error;
  }
  return at_millisecond;
}

// What the projection gains at a millisecond.
template <class Derivative>
void error_lines(const std::string& suffix) {
  error_line<Derivative, NoStabilization>("index-1" + suffix);
  const double index2 = error_line<Derivative, NoStabilization, Index2>("index-2" + suffix);
  const double projected = error_line<Derivative, OneStepProjection>("projection" + suffix);
  row("bae-8", "gain of the projection over index-2" + suffix, "h=1e-3", index2 / projected);
}

}  // namespace

int main() {
  explicit_line<NoStabilization>("index-1");
  explicit_line<NoStabilization, Index2>("index-2");
  explicit_line<DeadBeatBaumgarte>("index-1 Baumgarte");
  explicit_line<OneStepProjection>("projection");
  partition_line<J1>("J1");
  partition_line<J2>("J2");
  partition_line<J3>("J3");
  partition_line<JExact>("J_exact");
  error_lines<ForceDerivative>("");
  error_lines<ForceAndTimeDerivative>(" with h f_t");
}
