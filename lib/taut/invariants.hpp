/// \file
/// The invariants h = (g, g') of the index-1 system at any point (docs/methods/runge_kutta.md,
/// section 2). Derived by dual numbers. Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"

namespace taut {

/// g (nc), and g' = G u + g_t with A u - b below it (nl).
template <class Model>
struct ConstraintResiduals {
  using S = typename Model::Scalar;
  Vector<S, Model::nc> g;
  Vector<S, detail::nl<Model>()> rate;
};

/// Both in one evaluation of g along q' = V u, t' = 1.
template <class Model>
[[gnu::flatten]] ConstraintResiduals<Model> constraint_residuals(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  using D = Dual<S, 1>;
  constexpr int nq = Model::nq, nc = Model::nc;
  const Vector<S, nq> q_rate = coordinate_rate(model, q, u);
  ConstraintResiduals<Model> out;
  if constexpr (nc > 0) {
    Vector<D, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = detail::lift<D>(q[i], q_rate[i], S(0));
    const Vector<D, nc> y = model.constraint(x, tick.template as<D>(w));
    for (int i = 0; i < nc; ++i) {
      out.g[i] = y[i].value;
      out.rate[i] = y[i].derivative[0];
    }
  }
  if constexpr (detail::na<Model>() > 0)
    out.rate.template tail<detail::na<Model>()>() =
        model.nonholonomic_constraint(q, u, tick.template as<S>(w));
  return out;
}

}  // namespace taut
