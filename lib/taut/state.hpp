/// \file
/// The state of a stepper and the matrices that belong to it. Interrupt: safe.
#pragma once

#include <array>
#include <limits>
#include <type_traits>

#include "taut/arrays.hpp"
#include "taut/block_saddle_point.hpp"
#include "taut/summation.hpp"

namespace taut {

/// What a method that needs nothing from its past steps remembers.
struct NoMemory {};

namespace detail {
template <class Model, bool>
struct AlgebraicState {};
template <class Model>
struct AlgebraicState<Model, true> {
  using Coordinates = std::array<typename Model::Scalar, static_cast<std::size_t>(ns<Model>())>;
  Coordinates s;  ///< algebraic coordinates at t_n
};
}  // namespace detail

/// All that a run needs to go on: trivially copyable, no pointers. `Memory` is what the method
/// keeps of its past beside the multipliers.
template <class Model, class Summation, class Memory = NoMemory>
struct State : Memory, detail::AlgebraicState<Model, (detail::ns<Model>() > 0)> {
  using S = typename Model::Scalar;
  using Sums = Summation;
  static constexpr std::size_t nq = static_cast<std::size_t>(Model::nq);
  static constexpr std::size_t nu = static_cast<std::size_t>(detail::nu<Model>());
  static constexpr std::size_t nl = static_cast<std::size_t>(detail::nl<Model>());

  std::array<S, nq> q;       ///< generalised coordinates at t_n
  std::array<S, nu> u;       ///< velocities at t_n
  std::array<S, nl> lambda;  ///< multipliers of the last step; of which time is the method's choice
  std::array<S, Summation::compensated ? nq : 0> q_low;  ///< what q lost in rounding
  std::array<S, Summation::compensated ? nu : 0> u_low;  ///< what u lost in rounding
  Input<Model> w;                                        ///< inputs of the last step
  TickCount time;                                        ///< n

  /// Entry i of q, and of u, with its low word.
  Sum<S> coordinate(int i) const { return entry(q, q_low, i); }
  Sum<S> velocity(int i) const { return entry(u, u_low, i); }
  void set_coordinate(int i, Sum<S> x) { set_entry(q, q_low, i, x); }
  void set_velocity(int i, Sum<S> x) { set_entry(u, u_low, i, x); }

 private:
  template <class High, class Low>
  static Sum<S> entry(const High& high, const Low& low, int i) {
    const auto k = static_cast<std::size_t>(i);
    if constexpr (Summation::compensated)
      return {high[k], low[k]};
    else
      return {high[k], S(0)};
  }
  template <class High, class Low>
  static void set_entry(High& high, Low& low, int i, Sum<S> x) {
    const auto k = static_cast<std::size_t>(i);
    high[k] = x.hi;
    if constexpr (Summation::compensated) low[k] = x.lo;
  }
};

/// Bounds past which a step is refused.
template <class S>
struct Limits {
  S residual;     ///< on |g| after a step, in the units of g; A u - b has no limit
  S pivot_share;  ///< smallest pivot share of M and of G M^-1 G^T, see ldlt.hpp; c_s and T: lu.hpp

  /// The model's own residual limit, and a pivot share of 64 roundings.
  template <class Model>
  static constexpr Limits of() {
    return {detail::residual_limit<Model>(), S(64) * std::numeric_limits<S>::epsilon()};
  }
};

/// One end of a step: the outside world at its tick and the factorised matrices at its coordinates.
template <class Model>
struct Point {
  TickSignals<Model> tick;
  SaddlePoint<Model> matrices;
};

/// What stays the same over a run.
template <class Model>
struct Setting {
  using S = typename Model::Scalar;
  Model model;
  StepSize<S> step;
  Limits<S> limits;
};

/// A state and the point that belongs to it.
template <class Model, class StateType>
struct Slot {
  using ModelType = Model;
  StateType state;
  Point<Model> point;
};

namespace detail {

// Takes the full turns off an angle: afterwards in [-pi, pi]. 2 pi in two words.
template <class S>
Sum<S> wrap(Sum<S> angle) {
  using B = BaseScalar<S>;
  constexpr B two_pi = B(6.283185307179586477);
  constexpr B two_pi_low = std::is_same_v<B, float> ? B(-1.7484555e-7) : B(2.4492935982947064e-16);
  const B turns = nearest_integer(base_value(angle.hi) * (B(1) / two_pi));
  return {angle.hi - turns * two_pi, angle.lo - turns * two_pi_low};
}

// Whether constraints are evaluated with the low words of the coordinates.
template <class Model, class StateType>
inline constexpr bool in_split_numbers = split_positions<Model>() && StateType::Sums::compensated;

// Takes the quaternion that begins at entry `first` of q back to unit length; with low words where
// they count, so that the rounding of the length is not seen in the constraints.
template <class Model, class StateType>
void normalise(int first, StateType& state) {
  using S = typename StateType::S;
  using N = std::conditional_t<in_split_numbers<Model, StateType>, Split<S>, S>;
  N square = N(S(0));
  for (int i = first; i < first + 4; ++i) {
    N e;
    if constexpr (in_split_numbers<Model, StateType>)
      e = N(state.coordinate(i));
    else
      e = state.coordinate(i).hi;
    square += e * e;
  }
  const N excess = S(1) - S(1) / sqrt(square);
  for (int i = first; i < first + 4; ++i) {
    const Sum<S> e = state.coordinate(i);
    state.set_coordinate(i, StateType::Sums::add(e, S(0), base_value(excess) * e.hi));
  }
}

// Hands the unknowns beside q and u to the signals of a point, and s back. The multipliers of t_n
// are those of the state, or what the method remembers of them where those are of another time.
template <class StateType>
using EndMultipliersOf = decltype(StateType::end_lambda);
template <class Model, class StateType>
TAUT_INLINE inline void load_multipliers(const StateType& state, TickSignals<Model>& tick) {
  if constexpr (multiplier_force<Model>()) {
    if constexpr (detected<EndMultipliersOf, StateType>)
      tick.lambda = load(state.end_lambda);
    else
      tick.lambda = load(state.lambda);
  }
}
template <class Model, class StateType>
TAUT_INLINE inline void load_unknowns(const StateType& state, TickSignals<Model>& tick) {
  if constexpr (ns<Model>() > 0) tick.algebraic = load(state.s);
  load_multipliers(state, tick);
}
// Whether s is finite, and what a method remembers.
template <class Model, class StateType>
bool finite_algebraic(const StateType& state) {
  if constexpr (ns<Model>() > 0)
    return all_finite(state.s);
  else
    return true;
}
template <class StateType>
using FiniteMemoryOf = decltype(std::declval<const StateType&>().finite_memory());
template <class StateType>
bool finite_memory(const StateType& state) {
  if constexpr (detected<FiniteMemoryOf, StateType>)
    return state.finite_memory();
  else
    return true;
}
template <class Model, class StateType>
TAUT_INLINE inline void store_algebraic(const TickSignals<Model>& tick, StateType& state) {
  if constexpr (ns<Model>() > 0)
    for (int i = 0; i < ns<Model>(); ++i) state.s[static_cast<std::size_t>(i)] = tick.algebraic[i];
}

// Writes the multipliers of a state.
template <class StateType, class S, int n>
void store_multipliers(const Vector<S, n>& lambda, StateType& state) {
  for_all<n>([&](int i) TAUT_INLINE { state.lambda[static_cast<std::size_t>(i)] = lambda[i]; });
}

// The numbers q + increment, and u + increment, as a model sees them.
template <class Model, class StateType>
TAUT_INLINE inline Vector<typename Model::Scalar, Model::nq> predicted_position(
    const StateType& from, const Vector<typename Model::Scalar, Model::nq>& increment) {
  Vector<typename Model::Scalar, Model::nq> q;
  for_all<Model::nq>([&](int i) TAUT_INLINE {
    q[i] = StateType::Sums::predict(from.coordinate(i), increment[i]);
  });
  return q;
}
template <class Model, class StateType>
TAUT_INLINE inline Vector<typename Model::Scalar, nu<Model>()> predicted_velocity(
    const StateType& from, const Vector<typename Model::Scalar, nu<Model>()>& increment) {
  Vector<typename Model::Scalar, nu<Model>()> u;
  for_all<nu<Model>()>(
      [&](int i) TAUT_INLINE { u[i] = StateType::Sums::predict(from.velocity(i), increment[i]); });
  return u;
}

// g at q + increment (nc).
template <class Model, class StateType>
TAUT_INLINE inline Vector<typename Model::Scalar, Model::nc> predicted_residual(
    const Model& model, const StateType& from,
    const Vector<typename Model::Scalar, Model::nq>& increment, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  if constexpr (Model::nc > 0 && in_split_numbers<Model, StateType>) {
    using N = Split<S>;
    Vector<N, Model::nq> q;
    for (int i = 0; i < Model::nq; ++i) {
      const Sum<S> x = from.coordinate(i);
      q[i] = N(two_sum(x.hi, x.lo + increment[i]));
    }
    const Vector<N, Model::nc> y = model.constraint(q, tick.template as<N>(w));
    Vector<S, Model::nc> g;
    for (int i = 0; i < Model::nc; ++i) g[i] = y[i].rounded();
    return g;
  } else {
    return constraint_value(model, predicted_position<Model>(from, increment),
                            tick.template as<S>(w));
  }
}

// Puts g at the state's coordinates, low words included, in the place of g at the rounded ones.
template <class Model, class SlotType>
TAUT_INLINE inline void refine_residual(const Model& model, SlotType& slot) {
  using Q = Vector<typename Model::Scalar, Model::nq>;
  if constexpr (in_split_numbers<Model, std::decay_t<decltype(slot.state)>>)
    slot.point.matrices.replace_residual(
        predicted_residual(model, slot.state, Q(Q::Zero()), slot.point.tick, slot.state.w));
}

// Plain sums are unrolled; of compensated ones the compiler makes the better loop.
template <class StateType, int n, class F>
TAUT_INLINE inline void for_each_sum(F&& f) {
  if constexpr (StateType::Sums::compensated)
    for (int i = 0; i < n; ++i) f(i);
  else
    for_all<n>(f);
}

// Into `to`, each with its low word, q or u + increment, and less a correction where there is one:
// add_position q, store_position q with full turns taken off its angles and quaternions taken back
// to unit length, store_velocity u.
template <class Model, class StateType, class... Correction>
void add_position(const StateType& from, const Vector<typename Model::Scalar, Model::nq>& increment,
                  StateType& to, const Correction&... correction) {
  for_each_sum<StateType, Model::nq>([&](int i) TAUT_INLINE {
    to.set_coordinate(i, StateType::Sums::add(from.coordinate(i), increment[i], correction[i]...));
  });
}
template <class Model, class StateType, class... Correction>
void store_position(const StateType& from,
                    const Vector<typename Model::Scalar, Model::nq>& increment, StateType& to,
                    const Correction&... correction) {
  add_position<Model>(from, increment, to, correction...);
  for (const int i : angle_coordinates<Model>()) to.set_coordinate(i, wrap(to.coordinate(i)));
  for (const int i : quaternion_coordinates<Model>()) normalise<Model>(i, to);
}
template <class Model, class StateType, class... Correction>
void store_velocity(const StateType& from,
                    const Vector<typename Model::Scalar, nu<Model>()>& increment, StateType& to,
                    const Correction&... correction) {
  for_each_sum<StateType, nu<Model>()>([&](int i) TAUT_INLINE {
    to.set_velocity(i, StateType::Sums::add(from.velocity(i), increment[i], correction[i]...));
  });
}

// u + first + second into `to`, where `predicted` is u + first.
template <class Model, class StateType>
TAUT_INLINE inline void store_velocity_after(
    const StateType& from, const Vector<typename Model::Scalar, nu<Model>()>& first,
    const Vector<typename Model::Scalar, nu<Model>()>& predicted,
    const Vector<typename Model::Scalar, nu<Model>()>& second, StateType& to) {
  for_each_sum<StateType, nu<Model>()>([&](int i) TAUT_INLINE {
    to.set_velocity(
        i, StateType::Sums::add_after(from.velocity(i), first[i], predicted[i], second[i]));
  });
}

}  // namespace detail

}  // namespace taut
