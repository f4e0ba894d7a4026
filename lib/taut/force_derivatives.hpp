/// \file
/// The force with its derivatives along the motion and by the multipliers, derived by dual numbers
/// unless the model offers a closed form (docs/method.md, section 3):
///
///     f,  f_q V u + f_t                                                                     (3.4)
///     f_lambda                                                                              (3.7)
///
/// Closed forms a model may offer, with the s of derivatives.hpp but where said:
///     Vector<S,nu> force_rate(q, u, s)                      f_q V u + f_t, by the rates in s: they
///                                                           are zero where f_t is not wanted,
///                                                           but for those of s.algebraic
///     Matrix<S,nu,nl> multiplier_jacobian(q, u, s)          f_lambda, s being Signals<Model,S>
/// Interrupt: safe.
#pragma once

#include "taut/algebraic_signals.hpp"

namespace taut {

namespace detail {
template <class M, class Q, class U, class S>
using ForceRateCall = decltype(std::declval<const M&>().force_rate(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using MultiplierJacobianCall = decltype(std::declval<const M&>().multiplier_jacobian(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));

template <class Model, bool>
struct ByMultipliers {};
template <class Model>
struct ByMultipliers<Model, true> {
  Matrix<typename Model::Scalar, nu<Model>(), nl<Model>()> by_multipliers;  ///< f_lambda
};
}  // namespace detail

/// f and its derivatives along the motion and, where `multipliers`, by the multipliers.
template <class Model, bool multipliers = false>
struct ForceAndRate : detail::ByMultipliers<Model, multipliers> {
  using S = typename Model::Scalar;
  Vector<S, detail::nu<Model>()> force;
  Vector<S, detail::nu<Model>()> rate;
};

/// Equation (3.4), and (3.7) where `multipliers`; without f_t where `with_time` is false. s follows
/// the motion: `tick` is that of along_motion().
template <bool multipliers = false, class Model>
[[gnu::flatten]] ForceAndRate<Model, multipliers> force_and_rate(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w, bool with_time) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu;
  ForceAndRate<Model, multipliers> out;
  constexpr bool given =
      multipliers && detail::detected<detail::MultiplierJacobianCall, Model, Vector<S, nq>,
                                      Vector<S, nu>, Signals<Model, S>>;
  if constexpr (given) out.by_multipliers = model.multiplier_jacobian(q, u, tick.template as<S>(w));
  if constexpr ((!multipliers || given) &&
                detail::detected<detail::ForceRateCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, Jet<S>>>) {
    out.force = model.force(q, u, tick.template as<S>(w));
    out.rate = model.force_rate(q, u, detail::signals_in_motion(tick, w, with_time));
  } else {
    // the directions of the multipliers, then the motion
    constexpr int first = multipliers && !given ? Traits::nl : 0;
    using D = Dual<S, first + 1>;
    const Vector<S, nq> rate = coordinate_rate(model, q, u);
    Vector<D, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = detail::lift<D>(q[i], rate[i], S(0));
    Vector<D, nu> v;
    for (int i = 0; i < nu; ++i) v[i] = D(u[i]);
    Signals<Model, D> signals = tick.template as<D>(w, with_time);
    if constexpr (Traits::ns > 0)
      for (int i = 0; i < Traits::ns; ++i) signals.algebraic[i].derivative[first] = tick.rate[i];
    if constexpr (first > 0)
      for (int k = 0; k < first; ++k) signals.lambda[k].derivative[k] = S(1);
    const Vector<D, nu> y = model.force(x, v, signals);
    for (int i = 0; i < nu; ++i) {
      out.force[i] = y[i].value;
      out.rate[i] = y[i].derivative[first];
      if constexpr (first > 0)
        for (int k = 0; k < first; ++k) out.by_multipliers(i, k) = y[i].derivative[k];
    }
  }
  return out;
}

}  // namespace taut
