/// \file
/// What the programs of Burgermeister, Arnold and Esterl's Figures 5 to 8 share: runs of the car
/// axle over 3 s.
#pragma once

#include <algorithm>

#include "exact.hpp"
#include "models/car_axle.hpp"
#include "report.hpp"
#include "taut/vehicle_euler.hpp"

namespace reproduction {

using Axle = taut::models::CarAxle<double>;
using AxleStart = taut::models::CarAxleStart<double>;

template <class Derivative, class Stabilization, class Formulation = taut::Index1>
using J3Of = taut::LinearImplicitEuler<Derivative, Stabilization, Formulation, taut::J3>;

/// A step as the papers write it, and its rate.
struct Step {
  const char* name;
  std::uint32_t hz;
  double h() const { return 1.0 / hz; }
};

/// Largest |g|_2 and largest error of an entry of q(3 s); infinite where the run broke down, or
/// left the road by a thousand lengths.
struct AxleRun {
  double drift = 0, error = 0;
};
template <class Method, class After>
AxleRun axle_run(const Step& step, const Method& method, After after) {
  AxleRun out;
  double farthest = 0;
  const int count = 3 * static_cast<int>(step.hz);
  const bool finished = run(Axle{}, method, AxleStart{}, taut::StepSize<double>::hz(step.hz), count,
                            [&](const auto& stepper, int n) {
                              for (const double q : stepper.state().q)
                                farthest = std::fmax(farthest, std::fabs(q));
                              out.drift = std::fmax(out.drift, stepper.position_residual());
                              if (n == count)
                                out.error =
                                    largest_difference(stepper.state().q, exact("caraxis", 3, "q"));
                              after(stepper, n);
                            });
  return finished && farthest < 1e3 ? out : AxleRun{infinity, infinity};
}
template <class Method>
AxleRun axle_run(const Step& step, const Method& method = Method{}) {
  return axle_run(step, method, [](const auto&, int) {});
}

}  // namespace reproduction
