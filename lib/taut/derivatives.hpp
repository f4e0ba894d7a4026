/// \file
/// What a step needs of a model beyond M, f and g, derived by dual numbers unless the model offers a
/// closed form (docs/method.md, section 3):
///
///     linearise_constraint      g, G = g_q V, g_t                                           (3.1)
///     constraint_rates          gamma = d/dt (G u + g_t) at constant u, (d/dt G^T) lambda   (3.2)
///     constraint_acceleration   gamma alone                                                 (3.3)
///     force_and_rate            f and f_q V u + f_t                                         (3.4)
///
/// Closed forms a model may offer. Where they take s, it is a Signals<Model, Jet<S>>: s.r and
/// s.t.part_s carry value, rate and second rate (value.value, value.derivative[0],
/// derivative[0].derivative[0]).
///     Matrix<S,nc,nd> constraint_jacobian(q, s)             [G, g_t]; g_t where rheonomic
///     Vector<S,nc> constraint_acceleration(q, u, s)         gamma
///     Vector<S,nu> constraint_force_rate(q, u, lambda, s)   (d/dt G^T) lambda
///     Vector<S,nu> force_rate(q, u, s)                      f_q V u + f_t, by the rates in s: they
///                                                           are zero where f_t is not wanted
/// Interrupt: safe.
#pragma once

#include "taut/model.hpp"

namespace taut {

/// Second-order number along one direction: value, rate, second rate.
template <class S>
using Jet = Dual<Dual<S, 1>, 1>;

namespace detail {

// A number of type N with the given value and time rates. The last direction of each dual is time.
template <class N, class S>
N lift(S value, S rate, S second_rate) {
  if constexpr (std::is_same_v<N, S>) {
    return value;
  } else {
    using Inner = typename N::Inner;
    N x;
    x.value = lift<Inner>(value, rate, second_rate);
    for (int i = 0; i + 1 < N::directions; ++i) x.derivative[i] = Inner(S(0));
    x.derivative[N::directions - 1] = lift<Inner>(rate, second_rate, S(0));
    return x;
  }
}

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
template <class M, class Q, class U, class S>
using ForceRateCall = decltype(std::declval<const M&>().force_rate(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));

}  // namespace detail

/// The outside world at one tick: time and excitation with their rates. Evaluated once a tick.
template <class Model>
struct TickSignals {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;

  std::uint32_t whole_s = 0;  ///< whole seconds
  S part_s = S(0);            ///< the rest in s
  /// excitation, rate, second rate
  Vector<Jet<S>, Traits::nr> r = Vector<Jet<S>, Traits::nr>::Constant(Jet<S>(S(0)));

  /// At tick `count`.
  [[gnu::flatten]] void evaluate(const Model& model, const TickCount& count,
                                 const StepSize<S>& step) {
    evaluate_at(model, count.whole_s, S(count.ticks) * step.h);
  }

  /// A fraction of a tick after tick `count`, in [0, 1): t = s + (n h + fraction h).
  [[gnu::flatten]] void evaluate_after(const Model& model, const TickCount& count,
                                       const StepSize<S>& step, S fraction) {
    evaluate_at(model, count.whole_s, S(count.ticks) * step.h + fraction * step.h);
  }

  /// At `part` s after `seconds` whole ones.
  [[gnu::flatten]] void evaluate_at(const Model& model, std::uint32_t seconds, S part) {
    whole_s = seconds;
    part_s = part;
    if constexpr (Traits::nr > 0)
      r = model.excitation(Time<Jet<S>>{whole_s, detail::lift<Jet<S>>(part_s, S(1), S(0))});
  }

  /// As numbers of type N. With `moving` false the rates are zero: time is held.
  template <class N>
  Signals<Model, N> as(const Input<Model>& w, bool moving = true) const {
    Signals<Model, N> s;
    if constexpr (Traits::rheonomic) {
      s.t = {whole_s, detail::lift<N>(part_s, moving ? S(1) : S(0), S(0))};
      for (int i = 0; i < Traits::nr; ++i) {
        const Jet<S>& x = r[i];
        s.r[i] = detail::lift<N>(x.value.value, moving ? x.value.derivative[0] : S(0),
                                 moving ? x.derivative[0].derivative[0] : S(0));
      }
    }
    if constexpr (Traits::nw > 0)
      for (int i = 0; i < Traits::nw; ++i) s.w[i] = w[static_cast<std::size_t>(i)];
    return s;
  }
};

/// q' = V(q) u.
template <class Model, class N>
Vector<N, Model::nq> coordinate_rate(const Model& model, const Vector<N, Model::nq>& q,
                                     const Vector<N, detail::nu<Model>()>& u) {
  if constexpr (ModelTraits<Model>::has_kinematics)
    return model.kinematics(q, u);
  else
    return u;
}

/// Column j of V(q).
template <class Model, class N>
Vector<N, Model::nq> kinematics_column(const Model& model, const Vector<N, Model::nq>& q, int j) {
  using S = typename Model::Scalar;
  Vector<N, detail::nu<Model>()> unit;
  for (int k = 0; k < detail::nu<Model>(); ++k) unit[k] = N(k == j ? S(1) : S(0));
  return coordinate_rate(model, q, unit);
}

/// g, and the constraint Jacobian with its time column, at one point.
template <class Model>
struct ConstraintLinearisation {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  Vector<S, Traits::nc> g;              ///< g(q, t, w)
  Matrix<S, Traits::nc, Traits::nd> J;  ///< [G, g_t]; the last column where rheonomic

  /// g' = G u + g_t.
  Vector<S, Traits::nc> rate(const Vector<S, Traits::nu>& u) const {
    Vector<S, Traits::nc> y;
    for (int i = 0; i < Traits::nc; ++i) {
      y[i] = J(i, 0) * u[0];
      for (int j = 1; j < Traits::nu; ++j) y[i] += J(i, j) * u[j];
      if constexpr (Traits::rheonomic) y[i] += J(i, Traits::nu);
    }
    return y;
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
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc, nd = Traits::nd;
  if constexpr (detail::detected<detail::JacobianCall, Model, Vector<S, nq>,
                                 Signals<Model, Jet<S>>>) {
    out.g = model.constraint(q, tick.template as<S>(w));
    out.J = model.constraint_jacobian(q, tick.template as<Jet<S>>(w));
  } else {
    // q + sum_j V_j e_j: direction j moves q along column j of V
    using N = Dual<S, nd>;
    Vector<N, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = N(q[i]);
    if constexpr (Traits::has_kinematics) {
      for (int j = 0; j < nu; ++j) {
        const Vector<S, nq> column = kinematics_column(model, q, j);
        for (int i = 0; i < nq; ++i) x[i].derivative[j] = column[i];
      }
    } else {
      for (int i = 0; i < nq; ++i) x[i].derivative[i] = S(1);
    }
    const Vector<N, nc> y = model.constraint(x, tick.template as<N>(w));
    for (int i = 0; i < nc; ++i) {
      out.g[i] = y[i].value;
      for (int j = 0; j < nd; ++j) out.J(i, j) = y[i].derivative[j];
    }
  }
}

/// gamma and the rate of the constraint force at held lambda.
template <class Model>
struct ConstraintRates {
  using S = typename Model::Scalar;
  Vector<S, Model::nc> gamma;                 ///< g'' without G u'
  Vector<S, detail::nu<Model>()> force_rate;  ///< d/dt (G^T) lambda
};

/// Equation (3.3): second derivative of g along q' = V u at constant u.
template <class Model>
[[gnu::flatten]] Vector<typename Model::Scalar, Model::nc> constraint_acceleration(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc;
  if constexpr (detail::detected<detail::AccelerationCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, Jet<S>>>) {
    return model.constraint_acceleration(q, u, tick.template as<Jet<S>>(w));
  } else {
    // q(s) = q + s V u + s^2/2 (V u)_q V u
    using D = Dual<S, 1>;
    Vector<D, nq> moving;
    const Vector<S, nq> rate = coordinate_rate(model, q, u);
    for (int i = 0; i < nq; ++i) moving[i] = detail::lift<D>(q[i], rate[i], S(0));
    Vector<D, nu> constant;
    for (int i = 0; i < nu; ++i) constant[i] = D(u[i]);
    const Vector<D, nq> moving_rate = coordinate_rate(model, moving, constant);
    Vector<Jet<S>, nq> x;
    for (int i = 0; i < nq; ++i)
      x[i] = detail::lift<Jet<S>>(q[i], rate[i], moving_rate[i].derivative[0]);
    const Vector<Jet<S>, nc> y = model.constraint(x, tick.template as<Jet<S>>(w));
    Vector<S, nc> gamma;
    for (int i = 0; i < nc; ++i) gamma[i] = y[i].derivative[0].derivative[0];
    return gamma;
  }
}

/// The rate of [G, g_t] along q' = q_rate (nq), and along t' = 1 where `moving`.
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, Model::nc, ModelTraits<Model>::nd> jacobian_rate(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, Model::nq>& q_rate, const TickSignals<Model>& tick,
    const Input<Model>& w, bool moving) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nc = Traits::nc, nd = Traits::nd;
  using D = Dual<S, 1>;
  using N = Dual<D, nd>;
  Vector<D, nq> along;
  for (int i = 0; i < nq; ++i) along[i] = detail::lift<D>(q[i], q_rate[i], S(0));
  Vector<N, nq> x;
  for (int i = 0; i < nq; ++i) {
    x[i].value = along[i];
    for (int j = 0; j < nd; ++j) x[i].derivative[j] = D(S(0));
  }
  if constexpr (Traits::has_kinematics) {
    for (int j = 0; j < Traits::nu; ++j) {
      const Vector<D, nq> column = kinematics_column(model, along, j);
      for (int i = 0; i < nq; ++i) x[i].derivative[j] = column[i];
    }
  } else {
    for (int i = 0; i < nq; ++i) x[i].derivative[i] = D(S(1));
  }
  const Vector<N, nc> y = model.constraint(x, tick.template as<N>(w, moving));
  Matrix<S, nc, nd> rate;
  for (int i = 0; i < nc; ++i)
    for (int j = 0; j < nd; ++j) rate(i, j) = y[i].derivative[j].derivative[0];
  return rate;
}

/// Equation (3.2): gamma = G' u + g_t' and (G')^T lambda from one evaluation.
template <class Model>
[[gnu::flatten]] ConstraintRates<Model> constraint_rates(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
    const Vector<typename Model::Scalar, Model::nc>& lambda, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc, nd = Traits::nd;
  ConstraintRates<Model> out;
  if constexpr (detail::detected<detail::ForceRateOfConstraintCall, Model, Vector<S, nq>,
                                 Vector<S, nu>, Vector<S, nc>, Signals<Model, Jet<S>>>) {
    out.gamma = constraint_acceleration(model, q, u, tick, w);
    out.force_rate = model.constraint_force_rate(q, u, lambda, tick.template as<Jet<S>>(w));
  } else {
    const Matrix<S, nc, nd> rate =
        jacobian_rate(model, q, coordinate_rate(model, q, u), tick, w, true);
    for (int i = 0; i < nc; ++i) {
      out.gamma[i] = rate(i, 0) * u[0];
      for (int j = 1; j < nu; ++j) out.gamma[i] += rate(i, j) * u[j];
      if constexpr (Traits::rheonomic) out.gamma[i] += rate(i, nu);
    }
    for (int j = 0; j < nu; ++j) {
      out.force_rate[j] = rate(0, j) * lambda[0];
      for (int i = 1; i < nc; ++i) out.force_rate[j] += rate(i, j) * lambda[i];
    }
  }
  return out;
}

/// f and its derivative along the motion.
template <class Model>
struct ForceAndRate {
  using S = typename Model::Scalar;
  Vector<S, detail::nu<Model>()> force;
  Vector<S, detail::nu<Model>()> rate;
};

/// Equation (3.4); without f_t where `with_time` is false.
template <class Model>
[[gnu::flatten]] ForceAndRate<Model> force_and_rate(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w, bool with_time) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu;
  ForceAndRate<Model> out;
  if constexpr (detail::detected<detail::ForceRateCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, Jet<S>>>) {
    out.force = model.force(q, u, tick.template as<S>(w));
    out.rate = model.force_rate(q, u, tick.template as<Jet<S>>(w, with_time));
  } else {
    using D = Dual<S, 1>;
    const Vector<S, nq> rate = coordinate_rate(model, q, u);
    Vector<D, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = detail::lift<D>(q[i], rate[i], S(0));
    Vector<D, nu> v;
    for (int i = 0; i < nu; ++i) v[i] = D(u[i]);
    const Vector<D, nu> y = model.force(x, v, tick.template as<D>(w, with_time));
    for (int i = 0; i < nu; ++i) {
      out.force[i] = y[i].value;
      out.rate[i] = y[i].derivative[0];
    }
  }
  return out;
}

}  // namespace taut
