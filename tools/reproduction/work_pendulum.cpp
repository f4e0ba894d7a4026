/// \file
/// The pendulum after five periods, in a turning point: an error of the phase enters squared.

#include "models/pendulum.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_pendulum() {
  const Problem<taut::models::Pendulum<double>, taut::models::PendulumStart<double>> problem{
      "pendulum", 10, 1, exact("pendulum", 10, "q")};
  equal_cost(problem, 1e-3);
  work_precision(problem, "work-pendulum", "pendulum 10 s", 1e-3, steps_between(0.04, 1e-4));
}

}  // namespace reproduction
