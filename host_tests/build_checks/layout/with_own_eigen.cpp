// Eigen first, with its own assertion and the largest alignment.
#define EIGEN_MAX_ALIGN_BYTES 32
#define eigen_assert(condition) static_cast<void>(condition)
#include <Eigen/Dense>

// Second: the order is the point.
#include "layout/layout.hpp"

const std::array<std::size_t, 6> layout_of_float = build_checks::layout<float>();
const std::array<std::size_t, 6> layout_of_double = build_checks::layout<double>();
