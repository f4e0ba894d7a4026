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

using ProblemOfASecond = Problem<StiffPendulum, StiffPendulumStart>;

ProblemOfASecond problem_of(const StiffPendulum& model) {
  const std::array<double, 4> end = end_of(model);
  return {"stiff pendulum", 1, 1, {end.begin(), end.end()}, model};
}

void third_table(double stiffness_n_per_m, double damping_n_s_per_m, const char* column) {
  using namespace taut;
  using Full = FullDerivative;
  using Total = TotalDerivative;
  using Projected = OneStepProjection;
  StiffPendulum model;
  model.stiffness_n_per_m = stiffness_n_per_m;
  model.damping_n_s_per_m = damping_n_s_per_m;
  const ProblemOfASecond problem = problem_of(model);
  // errors at the study's three steps
  const auto line = [&](const char* name, const auto& method) {
    for (const auto& [h, count] : {std::pair{"1e-2", 100}, {"2e-3", 500}, {"1e-3", 1000}})
      row("beyond-3", std::string(column) + " " + name, std::string("h=") + h,
          outcome(problem, method, count).error);
  };
  line("J3 geo", LinearImplicitEuler<TotalDerivative>{});
  line("J3 geo by FullDerivative", LinearImplicitEuler<>{});
  line("J1 geo", LinearImplicitEuler<Total, Projected, Index1, J1>{});
  line("J1 geo by FullDerivative", LinearImplicitEuler<Full, Projected, Index1, J1>{});
  line("J2 geo", LinearImplicitEuler<Total, Projected, Index1, J2>{});
  line("J2 geo by FullDerivative", LinearImplicitEuler<Full, Projected, Index1, J2>{});
  line("J_exact geo", LinearImplicitEuler<Total, Projected, Index1, JExact>{});
  line("J_exact geo by FullDerivative", LinearImplicitEuler<Full, Projected, Index1, JExact>{});
  line("eq.(14) Baumgarte 1/2h", VehicleEuler<>{});
  line("SHAKE-1 kappa=1/4", Shake<ForceJacobian>{});
  line("generalised-alpha f J", GeneralizedAlpha<ForceJacobian>{});
  line("explicit Euler", LinearImplicitEuler<NoDerivative>{});
  line("Heun S-both^2", ExplicitRungeKutta<Heun, SBothTwice<>>{});
  line("RK4 S-both^2", ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{});
  line("BDF2", Bdf<2>{});
}

}  // namespace

void on_stiff_pendulum() {
  third_table(1e6, 0, "k=1e6 c=0");
  third_table(1e8, 2e4, "k=1e8 c=2e4");
  work_precision(problem_of({}), "work-stiff-pendulum", "stiff pendulum 1 s", 1e-3,
                 steps_between(0.02, 5e-5));
}

}  // namespace reproduction
