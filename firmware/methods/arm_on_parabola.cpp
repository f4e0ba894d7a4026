#include "methods/methods.hpp"
#include "models/two_link_arm.hpp"

bool measure_arm_on_parabola() {
  using namespace taut::models;
  return measure_methods<ArmOnParabola<float>>("arm_on_parabola", TwoLinkArmStart<float>{}, 1000);
}
