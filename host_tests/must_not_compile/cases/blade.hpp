/// \file
/// A mechanism with a holonomic constraint and, where BROKEN, a nonholonomic one beside it.
#pragma once

#include "taut/model.hpp"

struct Blade {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int nq = 2, nc = 1, na = 1;
#else
  static constexpr int nq = 2, nc = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Blade, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
#ifdef BROKEN
  template <class N>
  taut::Vector<N, 1> nonholonomic_constraint(const taut::Vector<N, 2>& q,
                                             const taut::Vector<N, 2>& u,
                                             const taut::Signals<Blade, N>&) const {
    return taut::Vector<N, 1>(u[1] - q[0] * u[0]);
  }
#endif
};
