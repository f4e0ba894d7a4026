/// \file
/// g and g' as functions of (q, u), with all their first derivatives, from one evaluation of g over
/// dual numbers (docs/methods/bdf.md):
///
///     g,  [G, g_t],  g' = G u + g_t                                          (BDF.3)
///     [L, l_t]: derivatives of g' along the columns of V and by t, u held    (BDF.4)
///     gamma = L u + l_t                                                      (BDF.5)
///
/// Rows of nonholonomic constraints A u - b stand below those of g', from two evaluations of them.
/// gamma_u: 2 L in the rows of g (= L + G' where V is constant), L + A' in those of A u - b. For
/// methods that solve on both constraints at once. Closed forms of the model are not used.
/// Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"

namespace taut {

template <class Model>
struct VelocityConstraint {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  Vector<S, Traits::nc> g;                    ///< g
  Vector<S, Traits::nl> rate;                 ///< g'; A u - b
  Vector<S, Traits::nl> gamma;                ///< g'' without G u'; (A u - b)' without A u'
  Matrix<S, Traits::nl, Traits::nd> J;        ///< [G, g_t; A, -b]
  Matrix<S, Traits::nl, Traits::nu> L;        ///< derivative of `rate` along the columns of V
  Matrix<S, Traits::nl, Traits::nu> gamma_u;  ///< derivative of gamma by u; 2 L for L + G'
};

/// Equations (BDF.3) to (BDF.5) at q (nq), u (nu).
template <class Model>
[[gnu::flatten]] void linearise_velocity_constraint(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w, VelocityConstraint<Model>& out) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc, nd = Traits::nd;
  using D = Dual<S, nd>;
  using N = Dual<D, 1>;

  // inner directions: the columns of V, and time; outer direction: the motion, q' = V(q) u, t' = 1
  Vector<D, nq> x;
  along_velocities(model, q, x);
  Vector<D, nu> constant;
  for (int j = 0; j < nu; ++j) constant[j] = D(u[j]);
  const Vector<D, nq> rate = coordinate_rate(model, x, constant);
  if constexpr (nc > 0) {
    Vector<N, nq> moving;
    for (int i = 0; i < nq; ++i) {
      moving[i].value = x[i];
      moving[i].derivative[0] = rate[i];
    }
    const Vector<N, nc> y = model.constraint(moving, tick.template as<N>(w));
    for (int i = 0; i < nc; ++i) {
      const D& value = y[i].value;
      const D& first = y[i].derivative[0];
      out.g[i] = value.value;
      for (int j = 0; j < nd; ++j) out.J(i, j) = value.derivative[j];
      out.rate[i] = first.value;
      for (int j = 0; j < nu; ++j) out.L(i, j) = first.derivative[j];
      out.gamma[i] = first.derivative[0] * u[0];
      for (int j = 1; j < nu; ++j) out.gamma[i] += first.derivative[j] * u[j];
      if constexpr (nd > nu) out.gamma[i] += first.derivative[nu];
      for (int j = 0; j < nu; ++j) out.gamma_u(i, j) = S(2) * out.L(i, j);
    }
  }

  // A u - b along the columns of V and time; [A, -b] and its rate along the motion
  constexpr int na = Traits::na;
  if constexpr (na > 0) {
    const Vector<D, na> a = model.nonholonomic_constraint(x, constant, tick.template as<D>(w));
    using R = Dual<S, 1>;
    const Vector<S, nq> q_rate = coordinate_rate(model, q, u);
    Vector<R, nq> along;
    for (int i = 0; i < nq; ++i) along[i] = detail::lift<R>(q[i], q_rate[i], S(0));
    const Matrix<R, na, nd> rows =
        nonholonomic_rows(model, along, tick.template as<Dual<R, nd>>(w));
    for (int k = 0; k < na; ++k) {
      const int i = nc + k;
      for (int j = 0; j < nd; ++j) out.J(i, j) = rows(k, j).value;
      out.rate[i] = a[k].value;
      out.gamma[i] = a[k].derivative[nu];
      for (int j = 0; j < nu; ++j) {
        out.L(i, j) = a[k].derivative[j];
        out.gamma[i] += out.L(i, j) * u[j];
        out.gamma_u(i, j) = out.L(i, j) + rows(k, j).derivative[0];
      }
    }
  }
}

}  // namespace taut
