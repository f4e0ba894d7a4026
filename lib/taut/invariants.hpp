/// \file
/// The invariants h = (g, g') of the index-1 system at any point, and the derivative of g' by
/// position (docs/methods/runge_kutta.md, section 2). Derived by dual numbers. Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"

namespace taut {

/// g and g' = G u + g_t.
template <class Model>
struct ConstraintResiduals {
  using S = typename Model::Scalar;
  Vector<S, Model::nc> g;
  Vector<S, Model::nc> rate;
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
  Vector<D, nq> x;
  for (int i = 0; i < nq; ++i) x[i] = detail::lift<D>(q[i], q_rate[i], S(0));
  const Vector<D, nc> y = model.constraint(x, tick.template as<D>(w));
  ConstraintResiduals<Model> out;
  for (int i = 0; i < nc; ++i) {
    out.g[i] = y[i].value;
    out.rate[i] = y[i].derivative[0];
  }
  return out;
}

/// L = (g')_q V (nc x nu): column j is the change of g' = g_q V(q) u + g_t as q moves by V e_j at
/// held u. Where V = I that is the rate of G along the motion.
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, Model::nc, detail::nu<Model>()>
velocity_constraint_jacobian(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                             const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                             const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  using D = Dual<S, 1>;
  using N = Dual<D, Traits::nd>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc;
  // q + s V u + sum_j e_j (V_j + s (V u)_q V_j): first order in s and in each e_j
  const Vector<S, nq> q_rate = coordinate_rate(model, q, u);
  Vector<N, nq> x;
  for (int i = 0; i < nq; ++i) {
    x[i].value = detail::lift<D>(q[i], q_rate[i], S(0));
    for (int j = 0; j < Traits::nd; ++j) x[i].derivative[j] = D(S(0));
  }
  if constexpr (Traits::has_kinematics) {
    Vector<D, nu> held;
    for (int i = 0; i < nu; ++i) held[i] = D(u[i]);
    for (int j = 0; j < nu; ++j) {
      const Vector<S, nq> column = kinematics_column(model, q, j);
      Vector<D, nq> moved;
      for (int i = 0; i < nq; ++i) moved[i] = detail::lift<D>(q[i], column[i], S(0));
      const Vector<D, nq> moved_rate = coordinate_rate(model, moved, held);
      for (int i = 0; i < nq; ++i)
        x[i].derivative[j] = detail::lift<D>(column[i], moved_rate[i].derivative[0], S(0));
    }
  } else {
    for (int i = 0; i < nq; ++i) x[i].derivative[i] = D(S(1));
  }
  const Vector<N, nc> y = model.constraint(x, tick.template as<N>(w));
  Matrix<S, nc, nu> L;
  for (int i = 0; i < nc; ++i)
    for (int j = 0; j < nu; ++j) L(i, j) = y[i].derivative[j].derivative[0];
  return L;
}

}  // namespace taut
