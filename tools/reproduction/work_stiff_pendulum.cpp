/// \file
/// The pendulum with a mass on a stiff spring after 1 s: the study's third table, and a picture.

#include "support/stiff_pendulum.hpp"
#include "work_precision.hpp"

namespace reproduction {

namespace {

using StiffPendulum = taut::testing::StiffPendulum<double>;
using StiffPendulumStart = taut::testing::StiffPendulumStart<double>;

// q after a second, without a DAE: at a microsecond, 1e-2 of the fastest vibration's angle a step.
std::array<double, 4> end_of(const StiffPendulum& model) {
  return taut::testing::stiff_pendulum_after_1_s(model, 1000000);
}

// Errors of q after a second at the study's three steps.
class Lines {
 public:
  Lines(const StiffPendulum& model, const char* column)
      : model_(model), column_(column), end_(end_of(model)) {}

  template <class Method>
  void line(const std::string& name, const Method& method) const {
    for (const auto& [h, hz] : {std::pair{"1e-2", 100U}, {"2e-3", 500U}, {"1e-3", 1000U}}) {
      double error = infinity;
      const int count = static_cast<int>(hz);
      run(model_, method, StiffPendulumStart{}, taut::StepSize<double>::hz(hz), count,
          [&](const auto& stepper, int n) {
            if (n == count) error = largest_difference(stepper.state().q, end_);
          });
      // a motion that has left all bounds counts as broken down
      if (!(error < 1e3)) error = infinity;
      row("beyond-3", std::string(column_) + " " + name, std::string("h=") + h, error);
    }
  }

 private:
  StiffPendulum model_;
  const char* column_;
  std::array<double, 4> end_;
};

void third_table(double stiffness_n_per_m, double damping_n_s_per_m, const char* column) {
  using namespace taut;
  using Full = FullDerivative;
  using Total = TotalDerivative;
  using Projected = OneStepProjection;
  StiffPendulum model;
  model.stiffness_n_per_m = stiffness_n_per_m;
  model.damping_n_s_per_m = damping_n_s_per_m;
  const Lines lines(model, column);
  lines.line("J3 geo", LinearImplicitEuler<TotalDerivative>{});
  lines.line("J3 geo by FullDerivative", LinearImplicitEuler<>{});
  lines.line("J1 geo", LinearImplicitEuler<Total, Projected, Index1, J1>{});
  lines.line("J1 geo by FullDerivative", LinearImplicitEuler<Full, Projected, Index1, J1>{});
  lines.line("J2 geo", LinearImplicitEuler<Total, Projected, Index1, J2>{});
  lines.line("J2 geo by FullDerivative", LinearImplicitEuler<Full, Projected, Index1, J2>{});
  lines.line("J_exact geo", LinearImplicitEuler<Total, Projected, Index1, JExact>{});
  lines.line("J_exact geo by FullDerivative",
             LinearImplicitEuler<Full, Projected, Index1, JExact>{});
  lines.line("eq.(14) Baumgarte 1/2h", VehicleEuler<>{});
  lines.line("SHAKE-1 kappa=1/4", Shake<ForceJacobian>{});
  lines.line("generalised-alpha f J", GeneralizedAlpha<ForceJacobian>{});
  lines.line("explicit Euler", LinearImplicitEuler<NoDerivative>{});
  lines.line("Heun S-both^2", ExplicitRungeKutta<Heun, SBothTwice<>>{});
  lines.line("RK4 S-both^2", ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{});
  lines.line("BDF2", Bdf<2>{});
}

}  // namespace

void on_stiff_pendulum() {
  third_table(1e6, 0, "k=1e6 c=0");
  third_table(1e8, 2e4, "k=1e8 c=2e4");
  const std::array<double, 4> end = end_of({});
  const Problem<StiffPendulum, StiffPendulumStart> problem{
      "stiff pendulum", 1, 1, {end.begin(), end.end()}};
  work_precision(problem, "work-stiff-pendulum", "stiff pendulum 1 s", 1e-3,
                 steps_between(0.02, 5e-5));
}

}  // namespace reproduction
