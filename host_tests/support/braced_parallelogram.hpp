/// \file
/// A parallelogram of a 1 m crank, 2 m coupler and 1 m rocker on a 2 m ground, 1 kg/m, with a fifth
/// bar of 1 m from the middle of the ground to the middle of the coupler: 12 coordinates (x, y,
/// theta) a bar, 12 constraints, one degree of freedom, so that one row depends on the others. The
/// whole may be turned in the world, and gravity with it.
#pragma once

#include <array>
#include <cmath>

#include "models/four_bar.hpp"
#include "taut/model.hpp"

namespace taut::testing {

/// With the first `rows` of the 12 constraints; `states_redundant` is what the model says of them.
template <class S, int rows = 12, bool states_redundant = false>
struct BracedParallelogram {
  using Scalar = S;
  static constexpr int nq = 12, nc = rows;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr bool redundant = states_redundant;
  static constexpr S gravity_m_s2 = S(9.81);

  S turn_cos = S(1), turn_sin = S(0);  ///< of the ground's direction
  S row_scale = S(1);                  ///< unit of the last row

  Vector<S, 12> mass_matrix() const {
    Vector<S, 12> m;
    for (int bar = 0; bar < 4; ++bar) {
      const S length = bar == 1 ? S(2) : S(1);
      m[3 * bar] = m[3 * bar + 1] = length;
      m[3 * bar + 2] = length * length * length / S(12);
    }
    return m;
  }
  template <class N>
  Vector<N, 12> force(const Vector<N, 12>&, const Vector<N, 12>&,
                      const Signals<BracedParallelogram, N>&) const {
    Vector<N, 12> f;
    for (int bar = 0; bar < 4; ++bar) {
      const S weight = (bar == 1 ? S(2) : S(1)) * gravity_m_s2;
      f[3 * bar] = N(weight * turn_sin);
      f[3 * bar + 1] = N(-weight * turn_cos);
      f[3 * bar + 2] = N(S(0));
    }
    return f;
  }
  template <class N>
  Vector<N, rows> constraint(const Vector<N, 12>& q, const Signals<BracedParallelogram, N>&) const {
    Vector<N, 12> g;
    // pivots on the ground of crank, rocker and fifth bar; their heads on the coupler
    const S ground[3] = {S(0), S(2), S(1)}, along[3] = {S(-1), S(1), S(0)};
    const int bars[3] = {0, 2, 3};
    const SinCos<N> coupler = sincos(q[5]);
    for (int i = 0; i < 3; ++i) {
      const int at = 3 * bars[i];
      const SinCos<N> bar = sincos(q[at + 2]);
      g[4 * i] = q[at] - S(0.5) * bar.cos - ground[i] * turn_cos;
      g[4 * i + 1] = q[at + 1] - S(0.5) * bar.sin - ground[i] * turn_sin;
      g[4 * i + 2] = q[at] + S(0.5) * bar.cos - q[3] - along[i] * coupler.cos;
      g[4 * i + 3] = q[at + 1] + S(0.5) * bar.sin - q[4] - along[i] * coupler.sin;
    }
    g[11] = row_scale * g[11];
    return g.template head<rows>();
  }
};

/// The crank at an angle to the ground, turning; the ground at `turn_rad` in the world.
template <class S>
struct BracedParallelogramStart {
  std::array<S, 12> q, u;
  explicit BracedParallelogramStart(double crank_rad = -1.0471975511965977462,
                                    double speed_rad_s = 0, double turn_rad = 0) {
    const double c = std::cos(crank_rad), s = std::sin(crank_rad), w = speed_rad_s;
    const double x[4] = {c / 2, 1 + c, 2 + c / 2, 1 + c / 2}, y[4] = {s / 2, s, s / 2, s / 2};
    const double vx[4] = {-w * s / 2, -w * s, -w * s / 2, -w * s / 2};
    const double vy[4] = {w * c / 2, w * c, w * c / 2, w * c / 2};
    const double tc = std::cos(turn_rad), ts = std::sin(turn_rad);
    for (int bar = 0; bar < 4; ++bar) {
      const auto at = static_cast<std::size_t>(3 * bar);
      q[at] = S(tc * x[bar] - ts * y[bar]);
      q[at + 1] = S(ts * x[bar] + tc * y[bar]);
      q[at + 2] = S(turn_rad + (bar == 1 ? 0 : crank_rad));
      u[at] = S(tc * vx[bar] - ts * vy[bar]);
      u[at + 1] = S(ts * vx[bar] + tc * vy[bar]);
      u[at + 2] = S(bar == 1 ? 0 : w);
    }
  }
};

/// Without its fifth bar, four times the row that is left out: twice a turn its rows come to depend
/// on each other, in a change point, where the other branch opens.
template <class S>
models::FourBar<S> parallelogram() {
  models::FourBar<S> model;
  model.length_m = {S(1), S(2), S(1)};
  model.mass_kg = {S(1), S(2), S(1)};
  model.ground_m = S(2);
  return model;
}

}  // namespace taut::testing
