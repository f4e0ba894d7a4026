/// \file
/// A unit pendulum with a damper on its mass, so strong that h c / m is 100 at 10 ms: it creeps
/// down as the overdamped one does,
///
///     f = -c u + weight,   sin theta = -tanh(g t / c)    from theta = 0
#pragma once

#include <cmath>

#include "taut/model.hpp"

namespace taut::testing {

template <class S>
struct DampedPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S residual_limit = S(1e-2);
  S damping_n_s_m = S(1e4), gravity_m_s2 = S(9.81);

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>& u,
                     const Signals<DampedPendulum, N>&) const {
    return {-damping_n_s_m * u[0], -damping_n_s_m * u[1] - gravity_m_s2};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<DampedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }

  /// Velocity u_2 on the x axis, and the height t s later.
  double creep_start_m_s() const {
    return -static_cast<double>(gravity_m_s2) / static_cast<double>(damping_n_s_m);
  }
  double creep_m(double t) const {
    return -std::tanh(static_cast<double>(gravity_m_s2) * t / static_cast<double>(damping_n_s_m));
  }
};

}  // namespace taut::testing
