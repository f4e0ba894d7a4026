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

// True where no entry is NaN or infinite: 0 x is 0 for finite x alone.
template <class S, std::size_t n>
bool all_finite(const std::array<S, n>& x) {
  S sum = S(0);
  for (const S& entry : x) sum += entry * S(0);
  return sum == S(0);
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

// An entry of a state with its low word.
template <class Summation, class S, std::size_t n, std::size_t m>
Sum<S> entry(const std::array<S, n>& hi, const std::array<S, m>& lo, std::size_t i) {
  if constexpr (Summation::compensated)
    return {hi[i], lo[i]};
  else
    return {hi[i], S(0)};
}

template <class Summation, class S, std::size_t n, std::size_t m>
void set_entry(std::array<S, n>& hi, std::array<S, m>& lo, std::size_t i, Sum<S> x) {
  hi[i] = x.hi;
  if constexpr (Summation::compensated) lo[i] = x.lo;
}

// Takes full turns off an angle: afterwards in [-pi, pi] for any angle within three half turns.
template <class S>
Sum<S> wrap(Sum<S> angle) {
  constexpr S pi = S(3.141592653589793238);
  constexpr S two_pi = S(6.283185307179586477);
  constexpr S two_pi_low = std::is_same_v<S, float> ? S(-1.7484555e-7) : S(2.4492935982947064e-16);
  const S turns = S(angle.hi > pi) - S(angle.hi < -pi);
  return {angle.hi - turns * two_pi, angle.lo - turns * two_pi_low};
}

}  // namespace detail
}  // namespace taut
