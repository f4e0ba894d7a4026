/// \file
/// q' = V(q) u for any number type (docs/method.md, section 3): the model's kinematics where it has
/// them, else V = I. Interrupt: safe.
#pragma once

#include "taut/signals.hpp"

namespace taut {

/// V(q) u (nq).
template <class Model, class N>
Vector<N, Model::nq> coordinate_rate(const Model& model, const Vector<N, Model::nq>& q,
                                     const Vector<N, detail::nu<Model>()>& u) {
  if constexpr (ModelTraits<Model>::has_kinematics)
    return model.kinematics(q, u);
  else
    return u;
}

/// V(q + h/2 V u) u (nq): the rate at the middle of a step of constant u, of order 2; u itself
/// where V = I.
template <class Model, class S>
TAUT_INLINE inline decltype(auto) midpoint_rate(const Model& model, const Vector<S, Model::nq>& q,
                                                const Vector<S, detail::nu<Model>()>& u, S half_h) {
  if constexpr (ModelTraits<Model>::has_kinematics) {
    const Vector<S, Model::nq> middle = q + half_h * model.kinematics(q, u);
    return model.kinematics(middle, u);
  } else {
    return (u);
  }
}

/// Column j of V(q).
template <class Model, class N>
Vector<N, Model::nq> kinematics_column(const Model& model, const Vector<N, Model::nq>& q, int j) {
  using S = typename Model::Scalar;
  Vector<N, detail::nu<Model>()> unit;
  for (int k = 0; k < detail::nu<Model>(); ++k) unit[k] = N(k == j ? S(1) : S(0));
  return coordinate_rate(model, q, unit);
}

namespace detail {
// |V|^T |q|: how far the coordinates are from zero, by velocity.
template <class Model>
Vector<typename Model::Scalar, nu<Model>()> extent(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q) {
  using S = typename Model::Scalar;
  Vector<S, nu<Model>()> y;
  for (int j = 0; j < nu<Model>(); ++j) {
    const Vector<S, Model::nq> column = kinematics_column(model, q, j);
    y[j] = S(0);
    for (int i = 0; i < Model::nq; ++i) y[j] += abs(column[i]) * abs(q[i]);
  }
  return y;
}
}  // namespace detail

/// x = q + sum_j V_j e_j: direction first + j of x moves q along column j of V, all others are
/// zero. Written in place: a copy would hide from the compiler which zeros are literal.
template <int first = 0, class Model, class N, int directions>
TAUT_INLINE inline void along_velocities(const Model& model, const Vector<N, Model::nq>& q,
                                         Vector<Dual<N, directions>, Model::nq>& x) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  for (int i = 0; i < nq; ++i) {
    x[i].value = q[i];
    for (int j = 0; j < directions; ++j) x[i].derivative[j] = N(S(0));
  }
  if constexpr (ModelTraits<Model>::has_kinematics) {
    for (int j = 0; j < nu; ++j) {
      const Vector<N, nq> column = kinematics_column(model, q, j);
      for (int i = 0; i < nq; ++i) x[i].derivative[first + j] = column[i];
    }
  } else {
    for (int i = 0; i < nq; ++i) x[i].derivative[first + i] = N(S(1));
  }
}

/// q along the motion of constant u, q + s V u + s^2/2 (V u)_q V u, where q_rate is V u.
template <class Model, class S>
TAUT_INLINE inline Vector<Jet<S>, Model::nq> along_curve(const Model& model,
                                                         const Vector<S, Model::nq>& q,
                                                         const Vector<S, Model::nq>& q_rate,
                                                         const Vector<S, detail::nu<Model>()>& u) {
  using D = Dual<S, 1>;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  Vector<D, nq> moving;
  for (int i = 0; i < nq; ++i) moving[i] = detail::lift<D>(q[i], q_rate[i], S(0));
  Vector<D, nu> constant;
  for (int i = 0; i < nu; ++i) constant[i] = D(u[i]);
  const Vector<D, nq> moving_rate = coordinate_rate(model, moving, constant);
  Vector<Jet<S>, nq> x;
  for (int i = 0; i < nq; ++i)
    x[i] = detail::lift<Jet<S>>(q[i], q_rate[i], moving_rate[i].derivative[0]);
  return x;
}

}  // namespace taut
