/// \file
/// The car axle after 3 s.

#include "models/car_axle.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_car_axle() {
  const Problem<taut::models::CarAxle<double>, taut::models::CarAxleStart<double>> problem{
      "car axle", 3, 1, exact("caraxis", 3, "q")};
  equal_cost(problem, 1e-3);
  work_precision(problem, "work-car-axle", "car axle 3 s", 1e-3, steps_between(0.02, 1e-4));
}

}  // namespace reproduction
