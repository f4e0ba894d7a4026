// A constant local to a function takes a guard.
#include "taut/config.hpp"

const taut::Vector<float, 3>& gravity(float g) {
  static const taut::Vector<float, 3> vector(0.0F, 0.0F, -g);
  return vector;
}
