#include "support/dense.hpp"

#include <Eigen/LU>

namespace taut::testing {

Eigen::VectorXd solve_in_double(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.fullPivLu().solve(b);
}

}  // namespace taut::testing
