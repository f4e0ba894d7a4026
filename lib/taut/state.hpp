/// \file
/// The state of a stepper and the matrices that belong to it.
#pragma once

#include <array>
#include <limits>
#include <type_traits>

#include "taut/saddle_point.hpp"
#include "taut/summation.hpp"

namespace taut {

/// All that a run needs to go on: trivially copyable, no pointers.
template <class Model, class Summation>
struct State {
  using S = typename Model::Scalar;
  static constexpr std::size_t nq = static_cast<std::size_t>(Model::nq);
  static constexpr std::size_t nu = static_cast<std::size_t>(detail::nu<Model>());
  static constexpr std::size_t nc = static_cast<std::size_t>(Model::nc);

  std::array<S, nq> q;       ///< generalised coordinates at t_n
  std::array<S, nu> u;       ///< velocities at t_n
  std::array<S, nc> lambda;  ///< multipliers computed in the last step: they belong to t_{n-1}
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
  S residual;     ///< on |g| after a step, in the units of g
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

namespace detail {

template <class S, std::size_t n>
Vector<S, static_cast<int>(n)> load(const std::array<S, n>& x) {
  Vector<S, static_cast<int>(n)> y;
  for (std::size_t i = 0; i < n; ++i) y[static_cast<int>(i)] = x[i];
  return y;
}

// True where no entry is NaN or infinite: only for finite x is x - x zero.
template <class S, std::size_t n>
bool all_finite(const std::array<S, n>& x) {
  S sum = S(0);
  for (const S& entry : x) sum += entry;
  return sum - sum == S(0);
}

// |x|^2 and |x|, Euclidean.
template <class S, int n>
S squared_norm(const Vector<S, n>& x) {
  S sum = x[0] * x[0];
  for (int i = 1; i < n; ++i) sum += x[i] * x[i];
  return sum;
}
template <class S, int n>
S norm(const Vector<S, n>& x) {
  return sqrt(squared_norm(x));
}

// Takes the full turns off an angle: afterwards in [-pi, pi]. 2 pi in two words.
template <class S>
Sum<S> wrap(Sum<S> angle) {
  constexpr S two_pi = S(6.283185307179586477);
  constexpr S two_pi_low = std::is_same_v<S, float> ? S(-1.7484555e-7) : S(2.4492935982947064e-16);
  const S turns = nearest_integer(angle.hi * (S(1) / two_pi));
  return {angle.hi - turns * two_pi, angle.lo - turns * two_pi_low};
}

}  // namespace detail
}  // namespace taut
