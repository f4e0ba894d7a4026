/// \file
/// The two-link arm, case II with omega = 1/2, after 5 s.

#include "models/two_link_arm.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_driven_arm() {
  const Problem<taut::models::DrivenArm<double>, taut::models::TwoLinkArmStart<double>> problem{
      "arm II", 5, 1, exact("arm_case2_w05", 5, "q")};
  equal_cost(problem, 1e-3);
}

}  // namespace reproduction
