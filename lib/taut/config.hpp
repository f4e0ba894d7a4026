/// \file
/// What every header of the library includes first: Eigen with its assertion replaced, the matrix
/// aliases, and the refusal of compiler modes in which the library's promises do not hold.
///
/// All matrices are fixed in size and carry Eigen::DontAlign: no over-alignment on a Cortex-M, the
/// same object layout in every translation unit whatever EIGEN_MAX_ALIGN_BYTES is, and an object
/// may stand at any address that suits its scalar. Interrupt: safe.
#pragma once

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "taut needs NaN checks and exact two-sums: build without -ffast-math and -ffinite-math-only"
#endif

#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#error "taut needs results rounded to their type: build with -mfpmath=sse, not 387"
#endif

// A failed Eigen assertion traps (an undefined instruction on Cortex-M, so the fault handler names
// the address) instead of linking stdio and abort, which costs 15 KB of flash. An application that
// includes Eigen first, or defines eigen_assert itself, keeps its own.
#if !defined(eigen_assert) && !defined(NDEBUG)
#define eigen_assert(condition) ((condition) ? static_cast<void>(0) : __builtin_trap())
#endif

#include <Eigen/Core>
#include <limits>

#include "taut/inline.hpp"

namespace taut {

/// Column vector of compile-time length.
template <class T, int rows>
using Vector = Eigen::Matrix<T, rows, 1, Eigen::DontAlign>;

/// Matrix of compile-time shape, stored by rows when it is a row vector, else by columns.
template <class T, int rows, int cols>
using Matrix = Eigen::Matrix<T, rows, cols,
                             Eigen::DontAlign |
                                 ((rows == 1 && cols != 1) ? Eigen::RowMajor : Eigen::ColMajor)>;

/// sqrt(epsilon) of the scalar: what regularises dependent rows, unless their model states it.
template <class S>
constexpr S root_of_epsilon() {
  return std::numeric_limits<S>::digits > 24 ? S(1.4901161193847656e-8) : S(3.4526698e-4);
}
/// max(2^-26, 128 epsilon), the least that a model may state: sqrt(epsilon) of double, 1.5e-8, and
/// 1.5e-5 in float, where a matrix is known to its rounding and a pivot must keep 64 epsilon.
template <class S>
constexpr S least_regularisation() {
  return std::numeric_limits<S>::digits > 24 ? S(1.4901161193847656e-8) : S(1.52587890625e-5);
}

/// Neither NaN nor infinite. Of a sum: it and all its terms.
template <class S>
constexpr bool is_finite(S x) {
  return x - x <= S(0);  // NOLINT(misc-redundant-expression): one comparison, not two
}

}  // namespace taut
