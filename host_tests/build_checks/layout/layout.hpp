/// \file
/// Sizes and alignments as one translation unit sees them.
#pragma once

#include <array>
#include <cstddef>

#include "bundled.hpp"

namespace build_checks {

template <class S>
constexpr std::array<std::size_t, 6> layout() {
  using CarAxle = typename Exercise<taut::models::CarAxle<S>>::Loop;
  using FourBar = typename Exercise<taut::models::FourBar<S>>::Loop;
  using Matrix4 = taut::Matrix<S, 4, 4>;
  return {sizeof(CarAxle),  alignof(CarAxle), sizeof(FourBar),
          alignof(FourBar), sizeof(Matrix4),  alignof(Matrix4)};
}

}  // namespace build_checks

extern const std::array<std::size_t, 6> layout_of_float, layout_of_double;
