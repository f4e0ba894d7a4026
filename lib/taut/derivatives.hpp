/// \file
/// What a step needs of a model beyond M, f and g, derived by dual numbers unless the model offers
/// a closed form (docs/method.md, section 3):
///
///     linearise_constraint      g, G = g_q V, g_t                                           (3.1)
///     constraint_rates          gamma = d/dt (G u + g_t) at constant u, (d/dt G^T) lambda   (3.2)
///     constraint_force_rate     (d/dt G^T) lambda alone
///     constraint_acceleration   gamma alone                                                 (3.3)
///
/// Where the model has nonholonomic constraints, G, g_t and gamma go on below with A, -b and the
/// rate of A u - b at constant u (nonholonomic.hpp): nl = nc + na rows.
///
/// Closed forms a model may offer. Where they take s, it is a Signals<Model, Jet<S>>: s.r and
/// s.t.part_s carry value, rate and second rate (value.value, value.derivative[0],
/// derivative[0].derivative[0]); so does s.algebraic along the motion, but in constraint_jacobian,
/// and without the second rate where the model states `envelope`.
///     Matrix<S,nl,nd> constraint_jacobian(q, s)             [G, g_t; A, -b]; the last column
///                                                           where rheonomic or na > 0
///     Vector<S,nl> constraint_acceleration(q, u, s)         gamma
///     Vector<S,nu> constraint_force_rate(q, u, lambda, s)   (d/dt G^T) lambda
/// A model of bodies and joints (mechanism/mechanism.hpp) states a Structure and offers
///     void linearise(q, s, g, J)                            g and [G, g_t] in blocks
/// Interrupt: safe.
#pragma once

#include "taut/algebraic_signals.hpp"
#include "taut/block_jacobian.hpp"
#include "taut/nonholonomic.hpp"

namespace taut {

namespace detail {

template <class M, class Q, class S>
using JacobianCall = decltype(std::declval<const M&>().constraint_jacobian(
    std::declval<const Q&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using AccelerationCall = decltype(std::declval<const M&>().constraint_acceleration(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U, class L, class S>
using ForceRateOfConstraintCall = decltype(std::declval<const M&>().constraint_force_rate(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const L&>(),
    std::declval<const S&>()));

}  // namespace detail

/// g(q, t, w) (nc); nothing where the model has no holonomic constraint. For plain numbers: dual
/// ones would lose sight of their literal zeros in it.
template <class Model>
Vector<typename Model::Scalar, Model::nc> constraint_value(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Signals<Model, typename Model::Scalar>& s) {
  if constexpr (Model::nc > 0)
    return model.constraint(q, s);
  else
    return {};
}

/// g above zeros (nl): what a change of position is to take away. The change obeys A dq = 0.
template <class Model>
TAUT_INLINE inline decltype(auto) position_rows(
    const Vector<typename Model::Scalar, Model::nc>& g) {
  if constexpr (detail::na<Model>() == 0) {
    return (g);
  } else {
    Vector<typename Model::Scalar, detail::nl<Model>()> rows;
    rows << g, Vector<typename Model::Scalar, detail::na<Model>()>::Zero();
    return rows;
  }
}

namespace detail {
// [G, g_t; A, -b] as a matrix or, where the model states a Structure, in blocks.
template <class Model, bool blocks = in_blocks<Model>()>
struct JacobianType {
  using type = Matrix<typename Model::Scalar, nl<Model>(), ModelTraits<Model>::nd>;
};
template <class Model>
struct JacobianType<Model, true> {
  using type = BlockJacobian<typename Model::Scalar, typename Model::Structure,
                             ModelTraits<Model>::rheonomic>;
};
template <class Model>
using ConstraintJacobian = typename JacobianType<Model>::type;
}  // namespace detail

/// g, and the constraint Jacobian with its time column, at one point.
template <class Model>
struct ConstraintLinearisation {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  Vector<S, Traits::nc> g;              ///< g(q, t, w)
  detail::ConstraintJacobian<Model> J;  ///< [G, g_t; A, -b]

  /// g' = G u + g_t and, below it, A u - b (nl).
  Vector<S, Traits::nl> rate(const Vector<S, Traits::nu>& u) const {
    if constexpr (detail::in_blocks<Model>()) {
      return J.rate(u);
    } else {
      Vector<S, Traits::nl> y;
      for (int i = 0; i < Traits::nl; ++i) {
        y[i] = row_times(J, i, u);
        if constexpr (Traits::nd > Traits::nu) y[i] += J(i, Traits::nu);
      }
      return y;
    }
  }
};

/// Equation (3.1).
template <class Model>
[[gnu::flatten]] void linearise_constraint(const Model& model,
                                           const Vector<typename Model::Scalar, Model::nq>& q,
                                           const TickSignals<Model>& tick, const Input<Model>& w,
                                           ConstraintLinearisation<Model>& out) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nc = Traits::nc, nd = Traits::nd;
  if constexpr (detail::in_blocks<Model>()) {
    model.linearise(q, tick.template as<Jet<S>>(w), out.g, out.J);
  } else if constexpr (detail::detected<detail::JacobianCall, Model, Vector<S, nq>,
                                        Signals<Model, Jet<S>>>) {
    out.g = constraint_value(model, q, tick.template as<S>(w));
    out.J = model.constraint_jacobian(q, tick.template as<Jet<S>>(w));
  } else {
    using N = Dual<S, nd>;
    const Signals<Model, N> signals = detail::signals_along_velocities<N, true>(model, q, tick, w);
    if constexpr (nc > 0) {
      Vector<N, nq> x;
      along_velocities(model, q, x);
      const Vector<N, nc> y = model.constraint(x, signals);
      for (int i = 0; i < nc; ++i) {
        out.g[i] = y[i].value;
        for (int j = 0; j < nd; ++j) out.J(i, j) = y[i].derivative[j];
      }
    }
    if constexpr (Traits::na > 0)
      out.J.template bottomRows<Traits::na>() = nonholonomic_rows(model, q, signals);
  }
}

/// gamma and the rate of the constraint force at held lambda.
template <class Model>
struct ConstraintRates {
  using S = typename Model::Scalar;
  Vector<S, detail::nl<Model>()> gamma;       ///< g'' without G u'
  Vector<S, detail::nu<Model>()> force_rate;  ///< d/dt (G^T) lambda
};

/// Equation (3.3): second derivative of g along q' = V u at constant u.
template <class Model>
[[gnu::flatten]] Vector<typename Model::Scalar, detail::nl<Model>()> constraint_acceleration(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc;
  if constexpr (detail::detected<detail::AccelerationCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, Jet<S>>>) {
    return model.constraint_acceleration(q, u, detail::signals_in_motion(tick, w));
  } else {
    Vector<S, Traits::nl> gamma;
    if constexpr (nc > 0) {
      const Vector<Jet<S>, nq> x = along_curve(model, q, coordinate_rate(model, q, u), u);
      const Vector<Jet<S>, nc> y = model.constraint(x, detail::signals_along_curve(tick, w));
      for (int i = 0; i < nc; ++i) gamma[i] = y[i].derivative[0].derivative[0];
    }
    if constexpr (Traits::na > 0)
      gamma.template tail<Traits::na>() = nonholonomic_acceleration(model, q, u, tick, w);
    return gamma;
  }
}

/// The rate of [G, g_t; A, -b] along q' = q_rate (nq), and along t' = 1 where `moving`; algebraic
/// coordinates change at the rate of `tick`.
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, detail::nl<Model>(), ModelTraits<Model>::nd>
jacobian_rate(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
              const Vector<typename Model::Scalar, Model::nq>& q_rate,
              const TickSignals<Model>& tick, const Input<Model>& w, bool moving) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nc = Traits::nc, na = Traits::na, nd = Traits::nd;
  using D = Dual<S, 1>;
  using N = Dual<D, nd>;
  Vector<D, nq> along;
  for (int i = 0; i < nq; ++i) along[i] = detail::lift<D>(q[i], q_rate[i], S(0));
  const Signals<Model, N> signals =
      detail::signals_along_velocities<N>(model, along, tick, w, moving);
  Matrix<S, Traits::nl, nd> rate;
  if constexpr (nc > 0) {
    Vector<N, nq> x;
    along_velocities(model, along, x);
    const Vector<N, nc> y = model.constraint(x, signals);
    for (int i = 0; i < nc; ++i)
      for (int j = 0; j < nd; ++j) rate(i, j) = y[i].derivative[j].derivative[0];
  }
  if constexpr (na > 0) {
    const Matrix<D, na, nd> rows = nonholonomic_rows(model, along, signals);
    for (int i = 0; i < na; ++i)
      for (int j = 0; j < nd; ++j) rate(nc + i, j) = rows(i, j).derivative[0];
  }
  return rate;
}

/// (G')^T lambda of (3.2) alone.
template <class Model>
[[gnu::flatten]] Vector<typename Model::Scalar, detail::nu<Model>()> constraint_force_rate(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
    const Vector<typename Model::Scalar, detail::nl<Model>()>& lambda,
    const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nu = Traits::nu, nl = Traits::nl;
  if constexpr (detail::detected<detail::ForceRateOfConstraintCall, Model, Vector<S, Traits::nq>,
                                 Vector<S, nu>, Vector<S, nl>, Signals<Model, Jet<S>>>) {
    return model.constraint_force_rate(q, u, lambda, detail::signals_in_motion(tick, w));
  } else {
    const Matrix<S, nl, Traits::nd> rate =
        jacobian_rate(model, q, coordinate_rate(model, q, u), tick, w, true);
    return transposed_product<nu>(rate, lambda);
  }
}

/// Equation (3.2): gamma = G' u + g_t' and (G')^T lambda from one evaluation.
template <class Model>
[[gnu::flatten]] ConstraintRates<Model> constraint_rates(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
    const Vector<typename Model::Scalar, detail::nl<Model>()>& lambda,
    const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nl = Traits::nl, nd = Traits::nd;
  ConstraintRates<Model> out;
  if constexpr (nl == 0) {
    out.force_rate.setZero();
  } else if constexpr (detail::detected<detail::ForceRateOfConstraintCall, Model, Vector<S, nq>,
                                        Vector<S, nu>, Vector<S, nl>, Signals<Model, Jet<S>>>) {
    out.gamma = constraint_acceleration(model, q, u, tick, w);
    out.force_rate = model.constraint_force_rate(q, u, lambda, detail::signals_in_motion(tick, w));
  } else {
    const Matrix<S, nl, nd> rate =
        jacobian_rate(model, q, coordinate_rate(model, q, u), tick, w, true);
    // by hand: through products.hpp the step in an interrupt is 1.5 % longer
    for (int i = 0; i < nl; ++i) {
      out.gamma[i] = rate(i, 0) * u[0];
      for (int j = 1; j < nu; ++j) out.gamma[i] += rate(i, j) * u[j];
      if constexpr (nd > nu) out.gamma[i] += rate(i, nu);
    }
    for (int j = 0; j < nu; ++j) {
      out.force_rate[j] = rate(0, j) * lambda[0];
      for (int i = 1; i < nl; ++i) out.force_rate[j] += rate(i, j) * lambda[i];
    }
  }
  return out;
}

}  // namespace taut
