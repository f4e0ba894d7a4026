/// \file
/// Random test matrices, the same in every run.
#pragma once

#include <array>
#include <random>

#include "support/scalars.hpp"
#include "taut/config.hpp"

namespace taut::testing {

/// Entries in [-1, 1].
template <class S, int rows, int cols>
Matrix<S, rows, cols> random_matrix(std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  Matrix<S, rows, cols> A;
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) A(i, j) = static_cast<S>(entry(random));
  return A;
}

/// B B^T + I: symmetric positive definite, condition below n + 1 or so.
template <class S, int n>
Matrix<S, n, n> random_spd_matrix(std::mt19937& random) {
  const Matrix<S, n, n> B = random_matrix<S, n, n>(random);
  return B.lazyProduct(B.transpose()) + Matrix<S, n, n>::Identity();
}

/// The matrices that Eigen's decompositions call a success or get wrong: name, 2 x 2 upper left
/// block of an otherwise unit matrix of any size.
template <class S>
struct BadMatrix {
  const char* name;
  S a, b, c;  // [a b; b c]
};
template <class S>
std::array<BadMatrix<S>, 9> bad_matrices() {
  // 1 / tiny is not a number of S
  const S tiny = static_cast<S>(either<S>(1e-310, 1e-40));
  return {{{"zero", S(0), S(0), S(0)},
           {"[1 1; 1 1]", S(1), S(1), S(1)},
           {"diag(1, -1)", S(1), S(0), S(-1)},
           {"[0 1; 1 0]", S(0), S(1), S(0)},
           {"diag(1, NaN)", S(1), S(0), not_a_number<S>},
           {"diag(NaN, 1)", not_a_number<S>, S(0), S(1)},
           {"diag(1, inf)", S(1), S(0), infinite<S>},
           {"subnormal", tiny, S(0), tiny},
           {"diag(1, subnormal)", S(1), S(0), tiny}}};
}

/// The block in the corner of a matrix of size n, ones on the rest of the diagonal.
template <int n, class S>
Matrix<S, n, n> embed(const BadMatrix<S>& bad, int at = 0) {
  Matrix<S, n, n> A = Matrix<S, n, n>::Identity();
  A(at, at) = bad.a;
  A(at, at + 1) = A(at + 1, at) = bad.b;
  A(at + 1, at + 1) = bad.c;
  return A;
}

}  // namespace taut::testing
