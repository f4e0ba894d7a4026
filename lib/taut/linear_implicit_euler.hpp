/// \file
/// Partitioned linear-implicit Euler of index 1 with one Newton step of position projection and an
/// exact velocity projection (docs/method.md, section 5): the default method.
///
/// Source: Burgermeister, Arnold, Esterl, "DAE time integration for real-time applications in
/// multi-body dynamics", ZAMM 86 (2006), equations (3) and (11), partition J3. First order, stiff
/// springs up to h omega = 2 without damping, dissipative; |g| stays of order h^3 for any length of
/// run. Cost: one factorisation and three solves a step, no Jacobian of f.
/// Not good for: conservative motion over many periods (it loses energy), h c/m > 2.
#pragma once

#include "taut/state.hpp"

namespace taut {

/// Which derivatives of the right-hand side f - G^T lambda enter the step (J3: one direction).
struct FullDerivative {  ///< f_q V u + f_t - d/dt (G^T) lambda: what the paper's formula says
  static constexpr bool force = true, time = true, constraint_force = true;
};
struct ForceAndTimeDerivative {  ///< f_q V u + f_t; unstable where the constraint force is the
                                 ///< stiffness
  static constexpr bool force = true, time = true, constraint_force = false;
};
struct ForceDerivative {  ///< f_q V u: the form of the published numbers; the same warning
  static constexpr bool force = true, time = false, constraint_force = false;
};
struct NoDerivative {  ///< explicit Euler
  static constexpr bool force = false, time = false, constraint_force = false;
};

/// How the solution is kept on the constraints.
struct OneStepProjection {  ///< one Newton step on g with the matrices at q_n, then G u + g_t = 0
  static constexpr bool project = true;
};
struct NoStabilization {  ///< index 1 alone: drifts
  static constexpr bool project = false;
};

template <class Derivative = FullDerivative, class Stabilization = OneStepProjection>
struct LinearImplicitEuler {
  /// One step from (`now`, `from`) to (`next`, `to`). `next` and `to` are written, whatever the
  /// status; `next.matrices` must hold a factorised mass matrix where that is constant.
  template <class Model, class Summation>
  static Status advance(const Model& model, const StepSize<typename Model::Scalar>& step,
                        const Limits<typename Model::Scalar>& limits, const Input<Model>& w,
                        const Point<Model>& now, const State<Model, Summation>& from,
                        Point<Model>& next, State<Model, Summation>& to) {
    using S = typename Model::Scalar;
    using Traits = ModelTraits<Model>;
    constexpr int nq = Traits::nq, nu = Traits::nu, nc = Traits::nc;
    const S h = step.h;
    const Vector<S, nq> q = detail::load(from.q);
    const Vector<S, nu> u = detail::load(from.u);

    // r = f + h (f_q V u + f_t) - h (d/dt G^T) lambda_{n-1}                                   (5.1)
    Vector<S, nu> r;
    Vector<S, nc> minus_gamma;
    if constexpr (Derivative::force) {
      const ForceAndRate<Model> f = force_and_rate(model, q, u, now.tick, w, Derivative::time);
      for (int i = 0; i < nu; ++i) r[i] = f.force[i] + h * f.rate[i];
    } else {
      r = model.force(q, u, now.tick.template as<S>(w));
    }
    if constexpr (Derivative::constraint_force) {
      const ConstraintRates<Model> rates =
          constraint_rates(model, q, u, detail::load(from.lambda), now.tick, from.w);
      for (int i = 0; i < nu; ++i) r[i] -= h * rates.force_rate[i];
      for (int i = 0; i < nc; ++i) minus_gamma[i] = -rates.gamma[i];
    } else {
      const Vector<S, nc> gamma = constraint_acceleration(model, q, u, now.tick, from.w);
      for (int i = 0; i < nc; ++i) minus_gamma[i] = -gamma[i];
    }

    // [M G^T; G 0] [a; lambda] = [r; -gamma]                                                  (5.2)
    const Vector<S, nc> lambda = now.matrices.solve(r, minus_gamma);
    const Vector<S, nu>& a = r;
    for (int i = 0; i < nc; ++i) to.lambda[static_cast<std::size_t>(i)] = lambda[i];

    // q~ = q_n + h V u_n                                                                      (5.3)
    const Vector<S, nq> q_increment = h * coordinate_rate(model, q, u);
    Vector<S, nq> q_next;
    for (int i = 0; i < nq; ++i) q_next[i] = Summation::predict(from.coordinate(i), q_increment[i]);

    // q_{n+1} = q~ - V W S^-1 g(q~, t_{n+1}), matrices at q_n                                 (5.4)
    to.time = from.time.next(step);
    to.w = w;
    next.tick.evaluate(model, to.time, step);
    Vector<S, nq> q_correction = Vector<S, nq>::Zero();
    if constexpr (Stabilization::project) {
      const Vector<S, nc> g = model.constraint(q_next, next.tick.template as<S>(w));
      q_correction = coordinate_rate(model, q, now.matrices.correction(g));
    }
    for (int i = 0; i < nq; ++i)
      to.set_coordinate(i, Summation::add(from.coordinate(i), q_increment[i], q_correction[i]));
    for (const int i : detail::angle_coordinates<Model>())
      to.set_coordinate(i, detail::wrap(to.coordinate(i)));

    // M, G and their factors at (q_{n+1}, t_{n+1}): kept for the next step                    (5.5)
    const Status status =
        next.matrices.factorise(model, detail::load(to.q), next.tick, w, limits.pivot_share);

    // u~ = u_n + h a,  u_{n+1} = u~ - W S^-1 (G u~ + g_t), matrices at q_{n+1}                (5.6)
    Vector<S, nu> u_next;
    for (int i = 0; i < nu; ++i) u_next[i] = Summation::predict(from.velocity(i), h * a[i]);
    Vector<S, nu> u_correction = Vector<S, nu>::Zero();
    if constexpr (Stabilization::project)
      u_correction = next.matrices.correction(next.matrices.constraint().rate(u_next));
    for (int i = 0; i < nu; ++i)
      to.set_velocity(i, Summation::add(from.velocity(i), h * a[i], u_correction[i]));
    return status;
  }
};

}  // namespace taut
