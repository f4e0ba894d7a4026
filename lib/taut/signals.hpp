/// \file
/// The outside world at one tick: time, excitation and inputs as numbers of any type, with their
/// time rates where the number carries a direction for them. Interrupt: safe.
#pragma once

#include "taut/model.hpp"
#include "taut/split.hpp"

namespace taut {

/// Second-order number along one direction: value, rate, second rate.
template <class S>
using Jet = Dual<Dual<S, 1>, 1>;

namespace detail {

// A number of type N with the given value and time rates. The last direction of each dual is time.
template <class N, class S>
N lift(S value, S rate, S second_rate) {
  if constexpr (std::is_same_v<N, S> || std::is_same_v<N, Split<S>>) {
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

// The unknowns beside q and u at a point, where the model has them.
template <class Model, bool>
struct AlgebraicPoint {};
template <class Model>
struct AlgebraicPoint<Model, true> {
  using Coordinates = Vector<typename Model::Scalar, ns<Model>()>;
  Coordinates algebraic = Coordinates::Zero();    ///< s
  Coordinates rate = Coordinates::Zero();         ///< s' along the motion, see algebraic.hpp
  Coordinates second_rate = Coordinates::Zero();  ///< s'' at constant u
};
template <class Model, bool>
struct MultiplierPoint {};
template <class Model>
struct MultiplierPoint<Model, true> {
  using Multipliers = Vector<typename Model::Scalar, nl<Model>()>;
  Multipliers lambda = Multipliers::Zero();  ///< those that act in f
};
}  // namespace detail

/// The outside world at one tick: time and excitation with their rates, where the model is
/// rheonomic, evaluated once a tick; and the unknowns beside q and u, where the model has them.
template <class Model>
struct TickSignals : detail::AlgebraicPoint<Model, (detail::ns<Model>() > 0)>,
                     detail::MultiplierPoint<Model, detail::multiplier_force<Model>()> {
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
    if constexpr (Traits::rheonomic) {
      whole_s = seconds;
      part_s = part;
    }
    if constexpr (Traits::nr > 0)
      r = model.excitation(Time<Jet<S>>{whole_s, detail::lift<Jet<S>>(part_s, S(1), S(0))});
  }

  /// As numbers of type N. With `moving` false the rates are zero: time is held. So are always
  /// those of the algebraic coordinates and of the multipliers: to follow q, see algebraic.hpp.
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
    if constexpr (Traits::ns > 0)
      for (int i = 0; i < Traits::ns; ++i)
        s.algebraic[i] = detail::lift<N>(this->algebraic[i], S(0), S(0));
    if constexpr (detail::multiplier_force<Model>())
      for (int i = 0; i < Traits::nl; ++i)
        s.lambda[i] = detail::lift<N>(this->lambda[i], S(0), S(0));
    if constexpr (Traits::nw > 0)
      for (int i = 0; i < Traits::nw; ++i) s.w[i] = w[static_cast<std::size_t>(i)];
    return s;
  }
};

}  // namespace taut
