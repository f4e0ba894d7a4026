// Eigen's own assertion, without config.hpp before it, links stdio and abort.
#include <Eigen/Core>

float entry(const Eigen::Matrix<float, 3, 1>& x, int i) { return x(i); }
