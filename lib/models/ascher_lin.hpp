/// \file
/// Three problems of index 2 with a known solution, x' = f - B y, 0 = g:
///
///     6.1  x = (e^-t, sin t),         y = e^t               B = G^T = x, regular
///     6.2  x = (t - 1/2, t^2 - 1/4),  y = e^t               B = G^T = x, zero at t = 1/2
///     6.3  x = (1 - 2 t, sin t),      y = -cos t / (1 - 2t) B = (0, x_1), zero at t = 1/2: y is
///                                                           not finite there, B y is
///
/// g of 6.1 and 6.2 is half of what |x|^2 differs from that of the solution; 6.3 has
/// f = (-x_1 + x_2 - sin t - (1 + 2 t), 0) and g = x_1 (x_1 + x_2 - (1 - 2 t) - sin t). Each runs
/// from t = 0 to 1. Source: Ascher, Lin, "Sequential regularization methods for nonlinear
/// higher-index DAEs", SIAM J. Sci. Comput. 18 (1997), examples 6.1 to 6.3. The first component of
/// f in 6.1 is 1 - e^-t (printed: 1 - e^t, which the solution does not satisfy). f, B and g of 6.2
/// and 6.3 are not copied from print: they are the ones that reproduce the reference iterates to
/// the last digit, and for the factor x_1 of g the printed drifts of Table 6.3. Interrupt: safe.
#pragma once

#include <array>

#include "taut/time.hpp"

namespace taut::models {

template <class S>
struct AscherLin61 {
  using Scalar = S;
  static constexpr int nx = 2, ny = 1;

  AngularFrequency<S> unit{1.0};

  template <class N>
  Vector<N, 2> field(const Vector<N, 2>&, const Time<N>& t) const {
    const SinCos<N> angle = sincos(t.angle(unit));
    const N seconds = t.seconds();
    return {S(1) - exp(-seconds), angle.cos + exp(seconds) * angle.sin};
  }
  template <class N>
  Matrix<N, 2, 1> multiplier_matrix(const Vector<N, 2>& x, const Time<N>&) const {
    return x;
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& x, const Time<N>& t) const {
    const N sine = sin(t.angle(unit));
    return Vector<N, 1>(S(0.5) *
                        (x[0] * x[0] + x[1] * x[1] - exp(S(-2) * t.seconds()) - sine * sine));
  }

  /// x (2) at t in s.
  std::array<S, 2> solution(S t) const { return {exp(-t), sin(t)}; }
  /// y at t in s.
  S multiplier(S t) const { return exp(t); }
};

template <class S>
struct AscherLin62 {
  using Scalar = S;
  static constexpr int nx = 2, ny = 1;

  template <class N>
  Vector<N, 2> field(const Vector<N, 2>&, const Time<N>& t) const {
    const N seconds = t.seconds(), y = exp(seconds);
    return {S(1) + (seconds - S(0.5)) * y, S(2) * seconds + (seconds * seconds - S(0.25)) * y};
  }
  template <class N>
  Matrix<N, 2, 1> multiplier_matrix(const Vector<N, 2>& x, const Time<N>&) const {
    return x;
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& x, const Time<N>& t) const {
    const N seconds = t.seconds();
    const N x_1 = seconds - S(0.5), x_2 = seconds * seconds - S(0.25);
    return Vector<N, 1>(S(0.5) * (x[0] * x[0] + x[1] * x[1] - x_1 * x_1 - x_2 * x_2));
  }

  /// x (2) at t in s.
  std::array<S, 2> solution(S t) const { return {t - S(0.5), t * t - S(0.25)}; }
  /// y at t in s.
  S multiplier(S t) const { return exp(t); }
};

template <class S>
struct AscherLin63 {
  using Scalar = S;
  static constexpr int nx = 2, ny = 1;

  AngularFrequency<S> unit{1.0};

  template <class N>
  Vector<N, 2> field(const Vector<N, 2>& x, const Time<N>& t) const {
    return {-x[0] + x[1] - sin(t.angle(unit)) - (S(1) + S(2) * t.seconds()), N(S(0))};
  }
  template <class N>
  Matrix<N, 2, 1> multiplier_matrix(const Vector<N, 2>& x, const Time<N>&) const {
    return {N(S(0)), x[0]};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& x, const Time<N>& t) const {
    return Vector<N, 1>(x[0] * (x[0] + x[1] - (S(1) - S(2) * t.seconds()) - sin(t.angle(unit))));
  }

  /// x (2) at t in s.
  std::array<S, 2> solution(S t) const { return {S(1) - S(2) * t, sin(t)}; }
  /// y at t in s; not finite at 1/2.
  S multiplier(S t) const { return -cos(t) / (S(1) - S(2) * t); }
};

}  // namespace taut::models
