/// \file
/// Dense systems by Eigen's own solvers, compiled once: what the library's are held against.
#pragma once

#include "taut/config.hpp"

namespace taut::testing {

/// A^-1 b by Gaussian elimination with full pivoting.
Eigen::VectorXd solve_in_double(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace taut::testing
