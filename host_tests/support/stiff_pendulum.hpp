/// \file
/// A unit mass on the unit circle, and a second one tied to it by a stiff spring and damper: omega
/// = sqrt(2 k) = 1.4e3 1/s and 1.4e4 1/s beside a swing of a second.
///
///     q = (x_1, y_1, x_2, y_2), M = I, g = x_1^2 + y_1^2 - 1
///     d = p_2 - p_1, L = |d|, n = d / L, F = k (L - 1/2) + c n . (u_2 - u_1)
///     f = (F n, -F n) + weight
#pragma once

#include <array>
#include <cmath>

#include "taut/model.hpp"

namespace taut::testing {

template <class S>
struct StiffPendulum {
  using Scalar = S;
  static constexpr int nq = 4, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  S stiffness_n_per_m = S(1e6), damping_n_s_per_m = S(0), gravity_m_s2 = S(9.81);

  Vector<S, 4> mass_matrix() const { return {S(1), S(1), S(1), S(1)}; }
  template <class N>
  Vector<N, 4> force(const Vector<N, 4>& q, const Vector<N, 4>& u,
                     const Signals<StiffPendulum, N>&) const {
    const N dx = q[2] - q[0], dy = q[3] - q[1], length = taut::sqrt(dx * dx + dy * dy);
    const N nx = dx / length, ny = dy / length;
    const N tension = stiffness_n_per_m * (length - S(0.5)) +
                      damping_n_s_per_m * (nx * (u[2] - u[0]) + ny * (u[3] - u[1]));
    return {tension * nx, tension * ny - gravity_m_s2, -(tension * nx),
            -(tension * ny) - gravity_m_s2};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 4>& q, const Signals<StiffPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }
};

/// Consistent start: both at rest on the x axis, the spring slack.
template <class S>
struct StiffPendulumStart {
  std::array<S, 4> q{S(1), S(0), S(1.5), S(0)}, u{};
};

/// q of the start above after 1 s: the classical Runge-Kutta method at 4 us in coordinates without
/// a constraint, (theta, x_2, y_2). At 2 us it is the same to 2e-11.
inline std::array<double, 4> stiff_pendulum_after_1_s(const StiffPendulum<double>& model,
                                                      int steps = 250000) {
  using Y = std::array<double, 6>;
  const double k = model.stiffness_n_per_m, c = model.damping_n_s_per_m, g = model.gravity_m_s2;
  const auto rate = [&](const Y& y) -> Y {
    const double cosine = std::cos(y[0]), sine = std::sin(y[0]);
    const double dx = y[1] - cosine, dy = y[2] - sine, length = std::hypot(dx, dy);
    const double nx = dx / length, ny = dy / length;
    const double tension =
        k * (length - 0.5) + c * (nx * (y[4] + sine * y[3]) + ny * (y[5] - cosine * y[3]));
    return {y[3],          y[4],
            y[5],          tension * (ny * cosine - nx * sine) - g * cosine,
            -tension * nx, -tension * ny - g};
  };
  const double h = 1.0 / steps;
  Y y{0, 1.5, 0, 0, 0, 0};
  const auto moved = [&](const Y& slope, double by) {
    Y z = y;
    for (std::size_t i = 0; i < 6; ++i) z[i] += by * slope[i];
    return z;
  };
  for (int n = 0; n < steps; ++n) {
    const Y a = rate(y), b = rate(moved(a, h / 2)), m = rate(moved(b, h / 2)),
            e = rate(moved(m, h));
    for (std::size_t i = 0; i < 6; ++i) y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * m[i] + e[i]);
  }
  return {std::cos(y[0]), std::sin(y[0]), y[1], y[2]};
}

}  // namespace taut::testing
