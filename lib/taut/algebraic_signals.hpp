/// \file
/// The signals of a tick over numbers with directions, algebraic coordinates following: what every
/// derivative with respect to q is taken with (docs/methods/contact.md, (CP.4), (CP.5)). Of models
/// without algebraic coordinates the plain signals. Interrupt: safe.
#pragma once

#include "taut/algebraic.hpp"

namespace taut::detail {

// s over numbers whose directions are the velocities and time.
template <class N, class Model, class Inner>
TAUT_INLINE inline void follow_velocities(
    const Vector<Inner, ns<Model>()>& s,
    const Matrix<Inner, ns<Model>(), ModelTraits<Model>::nd>& sensitivity,
    Signals<Model, N>& signals) {
  for (int i = 0; i < ns<Model>(); ++i) {
    signals.algebraic[i].value = s[i];
    for (int j = 0; j < N::directions; ++j) signals.algebraic[i].derivative[j] = sensitivity(i, j);
  }
}

// The signals over numbers whose directions are those of along_velocities() at q. By the envelope
// property s is held where the `constraint` is evaluated.
template <class N, bool constraint, class Model>
TAUT_INLINE inline Signals<Model, N> signals_along_velocities(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const TickSignals<Model>& tick, const Input<Model>& w, bool moving = true) {
  if constexpr (ns<Model>() == 0 || (constraint && envelope<Model>())) {
    return tick.template as<N>(w, moving);
  } else {
    Signals<Model, N> signals = tick.template as<N>(w, moving);
    follow_velocities(tick.algebraic,
                      algebraic_sensitivity(model, q, tick.algebraic, tick, w, moving), signals);
    return signals;
  }
}

// The same for the constraint, over numbers of which q and s = (tick.algebraic, tick.rate) have a
// direction of their own.
template <class N, class Model>
TAUT_INLINE inline Signals<Model, N> signals_along_velocities(
    const Model& model, const Vector<Dual<typename Model::Scalar, 1>, Model::nq>& q,
    const TickSignals<Model>& tick, const Input<Model>& w, bool moving) {
  if constexpr (ns<Model>() == 0) {
    return tick.template as<N>(w, moving);
  } else {
    using S = typename Model::Scalar;
    using D = Dual<S, 1>;
    Signals<Model, N> signals = tick.template as<N>(w, moving);
    Vector<D, ns<Model>()> s;
    for (int i = 0; i < ns<Model>(); ++i) s[i] = lift<D>(tick.algebraic[i], tick.rate[i], S(0));
    if constexpr (envelope<Model>())
      for (int i = 0; i < ns<Model>(); ++i) signals.algebraic[i].value = s[i];
    else
      follow_velocities(s, algebraic_sensitivity(model, q, s, tick, w, moving), signals);
    return signals;
  }
}

// Of each velocity, `tick` with the rate of s along it. The tick itself where the model has no s.
template <class Model>
TAUT_INLINE inline auto column_ticks(const Model& model,
                                     const Vector<typename Model::Scalar, Model::nq>& q,
                                     const TickSignals<Model>& tick, const Input<Model>& w) {
  if constexpr (ns<Model>() == 0) {
    return [&tick](int) -> const TickSignals<Model>& { return tick; };
  } else {
    const auto sensitivity = algebraic_sensitivity(model, q, tick.algebraic, tick, w, false);
    return [&tick, sensitivity](int k) {
      TickSignals<Model> along = tick;
      along.rate = sensitivity.col(k);
      return along;
    };
  }
}

// The signals of the closed forms that know s' and, where g_s counts, s'': `tick` is that of
// along_motion().
template <class Model>
TAUT_INLINE inline Signals<Model, Jet<typename Model::Scalar>> signals_in_motion(
    const TickSignals<Model>& tick, const Input<Model>& w, bool moving = true) {
  using S = typename Model::Scalar;
  if constexpr (ns<Model>() == 0) {
    return tick.template as<Jet<S>>(w, moving);
  } else {
    Signals<Model, Jet<S>> signals = tick.template as<Jet<S>>(w, moving);
    for (int i = 0; i < ns<Model>(); ++i)
      signals.algebraic[i] = lift<Jet<S>>(tick.algebraic[i], tick.rate[i], tick.second_rate[i]);
    return signals;
  }
}

// The signals of the constraint along the curve of along_curve(): the outer derivative of g is
// G u + g_t, so by the envelope property s has none there.
template <class Model>
TAUT_INLINE inline Signals<Model, Jet<typename Model::Scalar>> signals_along_curve(
    const TickSignals<Model>& tick, const Input<Model>& w) {
  if constexpr (!envelope<Model>()) {
    return signals_in_motion(tick, w);
  } else {
    auto signals = tick.template as<Jet<typename Model::Scalar>>(w);
    for (int i = 0; i < ns<Model>(); ++i) signals.algebraic[i].value.derivative[0] = tick.rate[i];
    return signals;
  }
}

}  // namespace taut::detail
