/// \file
/// A pendulum with a second mass on a radial spring and damper:
///
///     q = (x_1, y_1, x_2, y_2),  d = (x_2 - x_1, y_2 - y_1),  L = |d|,  n = d / L
///     F = k (L - l) + c n . d',   f = (F n, -F n) + weights,   0 = x_1^2 + y_1^2 - 1
///
/// and where it is after a second, in the coordinates (phi, x_2, y_2) by the classical Runge-Kutta
/// method at a microsecond: 1e-2 of the fastest vibration's angle a step, and no DAE.
#pragma once

#include <array>
#include <cmath>

#include "taut/model.hpp"

namespace reproduction {

struct StiffPendulum {
  using Scalar = double;
  static constexpr int nq = 4, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
  double stiffness_n_m = 1e6, damping_n_s_m = 0, spring_length_m = 0.5, gravity_m_s2 = 9.81;

  taut::Vector<double, 4> mass_matrix() const { return {1, 1, 1, 1}; }

  template <class N>
  taut::Vector<N, 4> force(const taut::Vector<N, 4>& q, const taut::Vector<N, 4>& u,
                           const taut::Signals<StiffPendulum, N>&) const {
    const N dx = q[2] - q[0], dy = q[3] - q[1], length = sqrt(dx * dx + dy * dy);
    const N nx = dx / length, ny = dy / length;
    const N rate = nx * (u[2] - u[0]) + ny * (u[3] - u[1]);
    const N pull = stiffness_n_m * (length - spring_length_m) + damping_n_s_m * rate;
    return {pull * nx, pull * ny - gravity_m_s2, -(pull * nx), -(pull * ny) - gravity_m_s2};
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 4>& q,
                                const taut::Signals<StiffPendulum, N>&) const {
    return taut::Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - 1.0);
  }
};

/// Level, the spring unstretched, at rest.
struct StiffPendulumStart {
  std::array<double, 4> q{1, 0, 1.5, 0}, u{};
};

/// q and u of a stiff pendulum after a second.
struct StiffPendulumEnd {
  std::array<double, 4> q, u;

  explicit StiffPendulumEnd(const StiffPendulum& model) {
    constexpr int count = 1000000;
    const double h = 1.0 / count;
    Minimal z{0, 1.5, 0, 0, 0, 0};
    for (int n = 0; n < count; ++n) {
      const Minimal k1 = rates(model, z), k2 = rates(model, moved(z, h / 2, k1));
      const Minimal k3 = rates(model, moved(z, h / 2, k2)), k4 = rates(model, moved(z, h, k3));
      for (std::size_t i = 0; i < z.size(); ++i)
        z[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
    }
    q = {std::cos(z[0]), std::sin(z[0]), z[1], z[2]};
    u = {-q[1] * z[3], q[0] * z[3], z[4], z[5]};
  }

 private:
  using Minimal = std::array<double, 6>;  // phi, x_2, y_2 and their rates

  static Minimal moved(Minimal z, double h, const Minimal& rate) {
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += h * rate[i];
    return z;
  }

  // phi'' is the tangential part of the force on the first mass
  static Minimal rates(const StiffPendulum& model, const Minimal& z) {
    const double c = std::cos(z[0]), s = std::sin(z[0]);
    const taut::Vector<double, 4> f =
        model.force<double>({c, s, z[1], z[2]}, {-s * z[3], c * z[3], z[4], z[5]}, {});
    return {z[3], z[4], z[5], c * f[1] - s * f[0], f[2], f[3]};
  }
};

}  // namespace reproduction
