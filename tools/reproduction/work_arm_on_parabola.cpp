/// \file
/// The two-link arm, case I, after 10 s.

#include "models/two_link_arm.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_arm_on_parabola() {
  const Problem<taut::models::ArmOnParabola<double>, taut::models::TwoLinkArmStart<double>> problem{
      "arm I", 10, 1, exact("arm_case1", 10, "q")};
  equal_cost(problem, 1e-3);
  work_precision(problem, "work-arm-on-parabola", "arm on a parabola 10 s", 1e-3,
                 steps_between(0.02, 1e-4));
}

}  // namespace reproduction
