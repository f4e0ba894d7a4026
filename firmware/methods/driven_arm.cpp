#include "methods/methods.hpp"
#include "models/two_link_arm.hpp"

bool measure_driven_arm() {
  using namespace taut::models;
  return measure_methods<DrivenArm<float>>("driven_arm", TwoLinkArmStart<float>{}, 1000);
}
