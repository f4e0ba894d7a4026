/// \file
/// Nonholonomic constraints A(q, t) u = b(t, w), offered by a model as a(q, u, s) = A u - b and
/// derived by dual numbers (docs/method.md, section 3):
///
///     [A, -b] = [a_u, a(u = 0)]                                                             (3.5)
///     a' without A u' = a_q V u + a_t                                                       (3.6)
///
/// Their rows stand below those of G in every constraint Jacobian, and their multipliers behind
/// those of g. Corrections of the position obey A dq = 0, but for those of S-full with D = H^T
/// (post_stabilization.hpp), of the coordinate projection of BDF and of the consistent start (6.1),
/// which know the rows of g alone. Interrupt: safe.
#pragma once

#include "taut/kinematics.hpp"
#include "taut/signals.hpp"

namespace taut {

/// Equation (3.5) at q, whose number type N may carry directions of its own: na rows, nd columns.
/// a is affine in u, so its derivatives at u = 0 are A.
template <class Model, class N>
TAUT_INLINE inline Matrix<N, ModelTraits<Model>::na, ModelTraits<Model>::nd> nonholonomic_rows(
    const Model& model, const Vector<N, Model::nq>& q,
    const Signals<Model, Dual<N, ModelTraits<Model>::nd>>& s) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  using D = Dual<N, Traits::nd>;
  constexpr int nq = Traits::nq, nu = Traits::nu, na = Traits::na, nd = Traits::nd;
  Vector<D, nq> x;
  for (int i = 0; i < nq; ++i) {
    x[i].value = q[i];
    for (int k = 0; k < nd; ++k) x[i].derivative[k] = N(S(0));
  }
  Vector<D, nu> v;
  for (int j = 0; j < nu; ++j) {
    v[j].value = N(S(0));
    for (int k = 0; k < nd; ++k) v[j].derivative[k] = N(S(k == j ? 1 : 0));
  }
  const Vector<D, na> y = model.nonholonomic_constraint(x, v, s);
  Matrix<N, na, nd> rows;
  for (int i = 0; i < na; ++i) {
    for (int j = 0; j < nu; ++j) rows(i, j) = y[i].derivative[j];
    rows(i, nu) = y[i].value;
  }
  return rows;
}

/// Equation (3.6) (na).
template <class Model>
TAUT_INLINE inline Vector<typename Model::Scalar, ModelTraits<Model>::na> nonholonomic_acceleration(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  using D = Dual<S, 1>;
  const Vector<S, Traits::nq> q_rate = coordinate_rate(model, q, u);
  Vector<D, Traits::nq> x;
  for (int i = 0; i < Traits::nq; ++i) x[i] = detail::lift<D>(q[i], q_rate[i], S(0));
  Vector<D, Traits::nu> held;
  for (int j = 0; j < Traits::nu; ++j) held[j] = D(u[j]);
  const Vector<D, Traits::na> y = model.nonholonomic_constraint(x, held, tick.template as<D>(w));
  Vector<S, Traits::na> gamma;
  for (int i = 0; i < Traits::na; ++i) gamma[i] = y[i].derivative[0];
  return gamma;
}

}  // namespace taut
