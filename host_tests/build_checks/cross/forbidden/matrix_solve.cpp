// A solve with a matrix right-hand side calls malloc at any size.
#include <Eigen/Cholesky>

#include "taut/config.hpp"

using Matrix4 = taut::Matrix<float, 4, 4>;

Matrix4 solve(const Matrix4& A, const Matrix4& B) { return Eigen::LLT<Matrix4>(A).solve(B); }
