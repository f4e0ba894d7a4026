/// \file
/// What the parts of the program `work_precision` share, a part a problem: runs to the end of an
/// exact solution, at the steps of the independent study, which make its methods equally dear, and
/// over a range of steps.
#pragma once

#include <vector>

#include "exact.hpp"
#include "report.hpp"
#include "taut/bdf.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/shake.hpp"
#include "taut/spook.hpp"
#include "taut/vehicle_euler.hpp"

namespace reproduction {

// The parts.
void on_pendulum();
void on_car_axle();
void on_arm_on_parabola();
void on_driven_arm();
void on_andrews();
void on_circular_track();
void on_four_bar();
void on_oscillator_chain();
void on_stiff_pendulum();

/// A mechanism from its start to `end_s / parts` seconds, where q is known.
template <class M, class S>
struct Problem {
  using Model = M;
  using Start = S;
  const char* name;
  std::uint32_t end_s, parts;
  std::vector<double> exact_q;
  Model model = {};
  Start start = {};

  /// As many steps of nearly h as end at the end.
  int steps_of(double h_s) const {
    return static_cast<int>(std::lround(double(end_s) / parts / h_s));
  }
  taut::StepSize<double> step(int count) const {
    return taut::StepSize<double>::ratio(end_s, parts * static_cast<std::uint32_t>(count));
  }
};

/// Largest error of an entry of q at the end and largest entry of g on the way; infinite where the
/// run broke down.
struct Outcome {
  double error = infinity, residual = infinity;
};

/// Largest |g_i| at the state of a stepper.
template <class Stepper>
double largest_residual(const Stepper& stepper) {
  using Model = std::decay_t<decltype(stepper.model())>;
  taut::TickSignals<Model> tick;
  tick.evaluate(stepper.model(), stepper.state().time, stepper.step_size());
  return constraint_value(stepper.model(), taut::detail::load(stepper.state().q),
                          tick.template as<double>(taut::Input<Model>{}))
      .cwiseAbs()
      .maxCoeff();
}

template <class P, class Method>
Outcome outcome(const P& problem, const Method& method, int count) {
  Outcome out{infinity, 0};
  auto turned = problem.start.q;
  const auto watch = [&](const auto& stepper, int n) {
    // angles come without their full turns, and exact solutions have them
    auto q = stepper.state().q;
    for (const int i : taut::detail::angle_coordinates<typename P::Model>()) {
      const auto k = static_cast<std::size_t>(i);
      q[k] = turned[k] + std::remainder(q[k] - turned[k], 6.283185307179586477);
    }
    turned = q;
    out.residual = std::fmax(out.residual, largest_residual(stepper));
    if (n == count) out.error = largest_difference(q, problem.exact_q);
  };
  const bool finished =
      run(problem.model, method, problem.start, problem.step(count), count, watch);
  // a motion that has left all bounds counts as broken down
  return finished && out.error < 1e3 ? out : Outcome{};
}

/// A column of the study's second table: h is `unit_h` times a method's cost over that of the
/// cheapest, in factorisations of the saddle-point matrix.
template <class P>
void equal_cost(const P& problem, double unit_h) {
  using namespace taut;
  using Full = FullDerivative;
  using Total = TotalDerivative;
  using Projected = OneStepProjection;
  const auto line = [&](const char* name, double cost, const auto& method) {
    const Outcome found = outcome(problem, method, problem.steps_of(unit_h * cost / 1.75));
    row("beyond-2", name, std::string(problem.name) + " q", found.error);
    row("beyond-2", name, std::string(problem.name) + " g", found.residual);
  };
  line("explicit Euler projection", 2.25, LinearImplicitEuler<NoDerivative, Projected>{});
  line("J3 f only projection", 2.5, LinearImplicitEuler<ForceAndTimeDerivative, Projected>{});
  line("J3 geo projection", 2.5, LinearImplicitEuler<Total, Projected>{});
  line("J3 geo projection by FullDerivative", 2.5, LinearImplicitEuler<Full, Projected>{});
  line("J2 geo projection", 4, LinearImplicitEuler<Total, Projected, Index1, J2>{});
  line("J2 geo projection by FullDerivative", 4,
       LinearImplicitEuler<Full, Projected, Index1, J2>{});
  line("J_exact geo projection", 4, LinearImplicitEuler<Total, Projected, Index1, JExact>{});
  line("J_exact geo projection by FullDerivative", 4,
       LinearImplicitEuler<Full, Projected, Index1, JExact>{});
  line("J3 geo Baumgarte 1/h", 2, LinearImplicitEuler<Total, DeadBeatBaumgarte>{});
  line("J3 geo Baumgarte 1/h by FullDerivative", 2, LinearImplicitEuler<Full, DeadBeatBaumgarte>{});
  line("eq.(14) Baumgarte 1/2h", 2.5, VehicleEuler<>{});
  line("SPOOK eps=0", 1.75, Spook<double>{0});
  line("SHAKE-1 explicit", 1.75, Shake<DampingJacobian>{});
  line("SHAKE-1 kappa=1/4", 2.5, Shake<ForceJacobian>{});
  line("RATTLE-1", 2.25, Rattle<0>{});
  line("RATTLE-1 + frozen correction", 2.6, Rattle<1>{});
  line("generalised-alpha no J", 1.75, GeneralizedAlpha<>{});
  line("generalised-alpha full J", 2.75, GeneralizedAlpha<FullJacobian>{});
  line("Heun S-both^2", 4.05, ExplicitRungeKutta<Heun, SBothTwice<>>{});
  line("RK4 S-both^2", 7.55, ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{});
}

/// A picture: errors at the end against h, a curve a method, by the names of the image `methods`;
/// and a column of the table of errors at `listed_h`, by the name `column`.
template <class P>
void work_precision(const P& problem, const char* figure, const char* column, double listed_h,
                    const std::vector<double>& steps_s) {
  using namespace taut;
  const auto curve = [&](const char* name, const auto& method) {
    row("work", name, column, outcome(problem, method, problem.steps_of(listed_h)).error);
    for (const double h : steps_s) {
      const double error = outcome(problem, method, problem.steps_of(h)).error;
      if (error < 10) point(figure, name, h, error);  // farther off says nothing
    }
  };
  curve("euler", LinearImplicitEuler<>{});
  curve("euler index2", LinearImplicitEuler<FullDerivative, OneStepProjection, Index2>{});
  curve("vehicle", VehicleEuler<>{});
  curve("heun s both", ExplicitRungeKutta<Heun, SBoth<>>{});
  curve("rk4 s both2", ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{});
  curve("bdf2", Bdf<2>{});
  curve("spook", Spook<double>{});
  curve("rattle 0", Rattle<0>{});
  curve("rattle 1", Rattle<1>{});
  curve("shake", Shake<>{});
  curve("shake kappa=1/4", Shake<ForceJacobian>{});
  curve("generalized alpha", GeneralizedAlpha<>{});
  curve("generalized alpha full", GeneralizedAlpha<FullJacobian>{});
}

/// Steps of a picture in s, some three a decade.
inline std::vector<double> steps_between(double longest_s, double shortest_s) {
  std::vector<double> steps;
  for (double h = longest_s; h > 0.99 * shortest_s; h /= 2) steps.push_back(h);
  return steps;
}

}  // namespace reproduction
