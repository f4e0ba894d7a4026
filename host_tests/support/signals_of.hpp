/// \file
/// Signals of one model as those of another that has the same of them: what a model that stands for
/// another hands on.
#pragma once

#include "taut/model.hpp"

namespace taut::testing {

/// s of `Twin` as of `Model`.
template <class Model, class Twin, class N>
Signals<Model, N> signals_of(const Signals<Twin, N>& s) {
  Signals<Model, N> same;
  if constexpr (detail::rheonomic<Model>()) same.t = s.t, same.r = s.r;
  if constexpr (detail::nw<Model>() > 0) same.w = s.w;
  if constexpr (detail::ns<Model>() > 0) same.algebraic = s.algebraic;
  if constexpr (detail::multiplier_force<Model>()) same.lambda = s.lambda;
  return same;
}

}  // namespace taut::testing
