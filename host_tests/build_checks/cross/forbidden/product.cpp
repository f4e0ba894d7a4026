// Eigen's product of 8x8 matrices calls malloc at fixed size.
#include "taut/config.hpp"

taut::Matrix<float, 8, 8> normal(const taut::Matrix<float, 8, 8>& A) { return A.transpose() * A; }
