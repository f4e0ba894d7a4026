/// \file
/// The state of a stepper and the matrices that belong to it. Interrupt: safe.
#pragma once

#include <array>
#include <limits>
#include <type_traits>

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
  S pivot_share;  ///< smallest pivot share of M and of G M^-1 G^T, see ldlt.hpp

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

template <class S, std::size_t n>
TAUT_INLINE inline Vector<S, static_cast<int>(n)> load(const std::array<S, n>& x) {
  Vector<S, static_cast<int>(n)> y;
  for_all<static_cast<int>(n)>([&](int i) TAUT_INLINE { y[i] = x[static_cast<std::size_t>(i)]; });
  return y;
}

// k x
template <class S, int n>
TAUT_INLINE inline Vector<S, n> scaled(S k, const Vector<S, n>& x) {
  Vector<S, n> y;
  for_all<n>([&](int i) TAUT_INLINE { y[i] = k * x[i]; });
  return y;
}

// x + y
template <class S, int n>
TAUT_INLINE inline Vector<S, n> total(const Vector<S, n>& x, const Vector<S, n>& y) {
  Vector<S, n> z;
  for_all<n>([&](int i) TAUT_INLINE { z[i] = x[i] + y[i]; });
  return z;
}

// True where no entry, of any of them, is NaN or infinite: only for finite x is x - x zero.
template <class S, std::size_t... n>
TAUT_INLINE inline bool all_finite(const std::array<S, n>&... x) {
  S sum = S(-0.0);  // what a first term leaves as it is
  (for_all<static_cast<int>(n)>([&](int i) TAUT_INLINE { sum += x[static_cast<std::size_t>(i)]; }),
   ...);
  return is_finite(sum);
}

template <class S, int rows, int cols, int options>
bool all_finite(const Eigen::Matrix<S, rows, cols, options>& x) {
  S sum = S(0);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) sum += x(i, j);
  return is_finite(sum);
}

template <class S, class Structure, bool rheonomic>
bool all_finite(const BlockJacobian<S, Structure, rheonomic>& J) {
  return is_finite(J.sum());
}

// The same of g and [G, g_t; A, -b].
template <class Model>
bool all_finite(const ConstraintLinearisation<Model>& constraint) {
  return all_finite(constraint.g) && all_finite(constraint.J);
}

// |x|^2 and |x|, Euclidean.
template <class S, int n>
TAUT_INLINE inline S squared_norm(const Vector<S, n>& x) {
  if constexpr (n == 0) {
    return S(0);
  } else {
    S sum = x[0] * x[0];
    for_all<n - 1>([&](int i) TAUT_INLINE { sum += x[i + 1] * x[i + 1]; });
    return sum;
  }
}
template <class S, int n>
S norm(const Vector<S, n>& x) {
  return sqrt(squared_norm(x));
}

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

/// Moves `to` one tick on from `from` and evaluates the outside world there.
template <class Model, class SlotType>
void begin_tick(const Setting<Model>& setting, const Input<Model>& w, const SlotType& from,
                SlotType& to) {
  to.state.time = from.state.time.next(setting.step);
  to.state.w = w;
  to.point.tick.evaluate(setting.model, to.state.time, setting.step);
  detail::load_unknowns(from.state, to.point.tick);
}

/// Moves s of `to` after a new position q + increment: (CP.1).
template <class Model, class SlotType>
TAUT_INLINE inline Status follow_position(
    const Setting<Model>& setting, const SlotType& from,
    const Vector<typename Model::Scalar, Model::nq>& increment, SlotType& to) {
  if constexpr (detail::ns<Model>() == 0)
    return Status::ok;
  else
    return correct_algebraic(setting.model,
                             detail::predicted_position<Model>(from.state, increment),
                             to.point.tick, to.state.w, setting.limits.pivot_share);
}

namespace detail {
template <class Model, class SlotType, class Shift>
TAUT_INLINE inline Status factorise_matrices(const Setting<Model>& setting, SlotType& slot,
                                             Shift shift) {
  const Status status =
      slot.point.matrices.factorise(setting.model, load(slot.state.q), slot.point.tick,
                                    slot.state.w, setting.limits.pivot_share, shift);
  refine_residual(setting.model, slot);
  return status;
}
}  // namespace detail

/// s, (CP.1), and the factorised matrices at the new position of a slot whose tick is evaluated,
/// regularised by `shift`.
template <class Model, class SlotType, class Shift>
TAUT_INLINE inline Status factorise_point(const Setting<Model>& setting, SlotType& slot,
                                          Shift shift) {
  Status status = Status::ok;
  if constexpr (detail::ns<Model>() > 0) {
    status = correct_algebraic(setting.model, detail::load(slot.state.q), slot.point.tick,
                               slot.state.w, setting.limits.pivot_share);
    detail::store_algebraic(slot.point.tick, slot.state);
  }
  return first_failure(status, detail::factorise_matrices(setting, slot, shift));
}
/// The same as the model states it: not, or where `redundant`.
template <class Model, class SlotType>
TAUT_INLINE inline Status factorise_point(const Setting<Model>& setting, SlotType& slot) {
  return factorise_point(setting, slot, detail::constraint_shift<Model>());
}

/// The tick's signals and the factorised matrices at the state of a slot, for reset and restore.
/// Bit for bit what a step leaves behind. A shift is handed on. Not inlined: its stack is free
/// again for the step.
template <class Model, class SlotType, class Shift>
[[gnu::noinline]] Status evaluate_point(const Setting<Model>& setting, SlotType& slot,
                                        Shift shift) {
  slot.point.tick.evaluate(setting.model, slot.state.time, setting.step);
  detail::load_unknowns(slot.state, slot.point.tick);
  return detail::factorise_matrices(setting, slot, shift);
}
template <class Model, class SlotType>
Status evaluate_point(const Setting<Model>& setting, SlotType& slot) {
  return evaluate_point(setting, slot, detail::constraint_shift<Model>());
}

/// The index-1 system at a slot's state, inputs `w` in f: [M G^T; G 0] [u'; lambda] = [f; -gamma].
/// Returns u' (nu); writes lambda (nl). Where f depends on lambda, f is that at the given lambda.
template <class Model, class SlotType>
Vector<typename Model::Scalar, detail::nu<Model>()> solve_index1(
    const Setting<Model>& setting, const Input<Model>& w, const SlotType& slot,
    Vector<typename Model::Scalar, detail::nl<Model>()>& lambda) {
  using S = typename Model::Scalar;
  const Vector<S, Model::nq> q = detail::load(slot.state.q);
  const Vector<S, detail::nu<Model>()> u = detail::load(slot.state.u);
  decltype(auto) tick = along_motion(setting.model, q, u, slot.point.tick, slot.state.w);
  Vector<S, detail::nu<Model>()> a = setting.model.force(q, u, tick.template as<S>(w));
  const Vector<S, detail::nl<Model>()> gamma =
      constraint_acceleration(setting.model, q, u, tick, slot.state.w);
  lambda = slot.point.matrices.solve(a, -gamma);
  return a;
}
/// The same with the inputs of the state; the multipliers are written into the state.
template <class Model, class SlotType>
Vector<typename Model::Scalar, detail::nu<Model>()> solve_index1(const Setting<Model>& setting,
                                                                 SlotType& slot) {
  Vector<typename Model::Scalar, detail::nl<Model>()> lambda;
  const Vector<typename Model::Scalar, detail::nu<Model>()> a =
      solve_index1(setting, slot.state.w, slot, lambda);
  detail::store_multipliers(lambda, slot.state);
  return a;
}

}  // namespace taut
