// An Eigen constant at namespace scope is filled by a constructor before main, or stays zero.
#include "taut/config.hpp"

extern const taut::Vector<float, 3> gravity;
const taut::Vector<float, 3> gravity(0.0F, 0.0F, -9.81F);
