/// \file
/// The car axle with every derivative in closed form: what a user writes who wants no dual numbers.
/// By hand from the equations of models/car_axle.hpp, e.g. with d = (x_l - x_r, y_l - y_r):
///
///     G = [xb yb 0 0; 2 d -2 d],  g_t = (x_l xb' + y_l yb', 0)
///     gamma = (2 (x_l' xb' + y_l' yb') + x_l xb'' + y_l yb'', 2 |d'|^2)
#pragma once

#include "models/car_axle.hpp"
#include "support/signals_of.hpp"
#include "taut/derivatives.hpp"

namespace taut::testing {

template <class S>
struct CarAxleClosedForm {
  using Scalar = S;
  static constexpr int nq = 4, nc = 2, nr = 2;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S residual_limit = S(1e-3);

  models::CarAxle<S> axle;

  Vector<S, 4> mass_matrix() const { return axle.mass_matrix(); }

  template <class N>
  Vector<N, 2> excitation(const Time<N>& t) const {
    return axle.excitation(t);
  }
  template <class N>
  Vector<N, 4> force(const Vector<N, 4>& q, const Vector<N, 4>& u,
                     const Signals<CarAxleClosedForm, N>& s) const {
    return axle.force(q, u, signals_of<models::CarAxle<S>>(s));
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 4>& q, const Signals<CarAxleClosedForm, N>& s) const {
    return axle.constraint(q, signals_of<models::CarAxle<S>>(s));
  }

  Matrix<S, 2, 5> constraint_jacobian(const Vector<S, 4>& q,
                                      const Signals<CarAxleClosedForm, Jet<S>>& s) const {
    const S dx = q[0] - q[2], dy = q[1] - q[3];
    Matrix<S, 2, 5> J;
    J(0, 0) = value(s, 0), J(0, 1) = value(s, 1), J(0, 2) = J(0, 3) = S(0);
    J(0, 4) = q[0] * rate(s, 0) + q[1] * rate(s, 1);
    J(1, 0) = S(2) * dx, J(1, 1) = S(2) * dy, J(1, 2) = -S(2) * dx, J(1, 3) = -S(2) * dy;
    J(1, 4) = S(0);
    return J;
  }

  Vector<S, 2> constraint_acceleration(const Vector<S, 4>& q, const Vector<S, 4>& u,
                                       const Signals<CarAxleClosedForm, Jet<S>>& s) const {
    const S du = u[0] - u[2], dv = u[1] - u[3];
    return {S(2) * (u[0] * rate(s, 0) + u[1] * rate(s, 1)) + q[0] * second_rate(s, 0) +
                q[1] * second_rate(s, 1),
            S(2) * (du * du + dv * dv)};
  }

  Vector<S, 4> constraint_force_rate(const Vector<S, 4>&, const Vector<S, 4>& u,
                                     const Vector<S, 2>& lambda,
                                     const Signals<CarAxleClosedForm, Jet<S>>& s) const {
    const S x = S(2) * (u[0] - u[2]) * lambda[1], y = S(2) * (u[1] - u[3]) * lambda[1];
    return {rate(s, 0) * lambda[0] + x, rate(s, 1) * lambda[0] + y, -x, -y};
  }

  Vector<S, 4> force_rate(const Vector<S, 4>& q, const Vector<S, 4>& u,
                          const Signals<CarAxleClosedForm, Jet<S>>& s) const {
    const Vector<S, 2> left = spring_rate({q[0], q[1]}, {u[0], u[1]});
    const Vector<S, 2> right = spring_rate({q[2] - value(s, 0), q[3] - value(s, 1)},
                                           {u[2] - rate(s, 0), u[3] - rate(s, 1)});
    return {left[0], left[1], right[0], right[1]};
  }

 private:
  using JetSignals = Signals<CarAxleClosedForm, Jet<S>>;
  static S value(const JetSignals& s, int i) { return s.r[i].value.value; }
  static S rate(const JetSignals& s, int i) { return s.r[i].value.derivative[0]; }
  static S second_rate(const JetSignals& s, int i) { return s.r[i].derivative[0].derivative[0]; }

  // d/dt of (l0/L - 1) d = (l0/L - 1) d' - l0/L^3 (d . d') d
  Vector<S, 2> spring_rate(const Vector<S, 2>& d, const Vector<S, 2>& d_rate) const {
    const S inverse = S(1) / sqrt(d[0] * d[0] + d[1] * d[1]);
    const S stretch = axle.spring_length * inverse - S(1);
    const S turn =
        axle.spring_length * inverse * inverse * inverse * (d[0] * d_rate[0] + d[1] * d_rate[1]);
    return {stretch * d_rate[0] - turn * d[0], stretch * d_rate[1] - turn * d[1]};
  }
};

}  // namespace taut::testing
