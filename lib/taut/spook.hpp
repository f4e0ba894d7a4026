/// \file
/// SPOOK: a variational step for regularised and stabilised constraints (docs/methods/spook.md).
///
///     Y = 1 / (1 + 4 tau / h),   Sigma = (4 / h^2) epsilon Y                      (SPOOK.1)
///     [ M  G^T    ] [ dv ]   [ h f                                  ]
///     [ G  -Sigma ] [ p  ] = [ -(4 / h) Y g - (1 - Y) (G u_n + g_t) ]             (SPOOK.2)
///     u_{n+1} = u_n + dv,   q_{n+1} = q_n + h V(q_n) u_{n+1},   lambda = p / h    (SPOOK.3)
///     [ A  -slip / h ] [ dv; p ] = b - A u_n     rows of nonholonomic constraints (SPOOK.4)
///
/// The constraint is a spring-damper, g + tau g' = epsilon lambda, made part of the step: a share
/// 4 Y of a violation is taken back in a step, redundant and degenerate constraints carry their
/// force together, and energy drifts down where the motion is rough. All at (q_n, t_n): one
/// evaluation of M, f, g and G, no second derivative, one factorisation and one solve a step. First
/// order, |g| of order h^2. Not good for: closure to rounding, accuracy, springs of f past
/// h omega = 2.
///
/// Source: C. Lacoursiere, "Regularized, stabilized, variational methods for multibodies", SIMS
/// 2007, equation (29), whose multiplier is -p. Interrupt: safe.
#pragma once

#include "taut/point.hpp"

namespace taut {

template <class Scalar>
struct Spook {
  template <class Model>
  using Memory = NoMemory;

  /// Compliance of every constraint, g = epsilon lambda at rest: unit of g over unit of lambda.
  Scalar epsilon = Scalar(1e-8);
  /// Relaxation time tau of a violation in steps; conversions in stabilization_parameters.hpp.
  Scalar tau_steps = Scalar(2);
  /// Slip of every nonholonomic constraint, A u - b = slip lambda: its rate over unit of lambda.
  Scalar slip = Scalar(0);

  /// Matrices with Sigma: the multipliers p / h of a step belong to the regularised system, and
  /// those of the start too.
  template <class Model, class SlotType>
  Status evaluate(const Setting<Model>& setting, SlotType& slot) const {
    return evaluate_point(setting, slot, regularisation(setting));
  }

  /// One step. Status::rank_deficient_constraints only where a row of G depends on the others and
  /// Sigma is lost in the rounding of its diagonal entry of G M^-1 G^T: see ldlt.hpp.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>();
    constexpr int nc = Model::nc, nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h;
    const Vector<S, nq> q = detail::load(now.state.q);
    const Vector<S, nu> u = detail::load(now.state.u);
    const ConstraintLinearisation<Model>& constraint = now.point.matrices.constraint();

    // [M G^T; G -Sigma] [dv; p] = [h f; -(4/h) Y g - (1 - Y) (G u + g_t)]             (SPOOK.2)
    const S Y = relaxation_factor<S>();
    Vector<S, nu> dv = model.force(q, u, now.point.tick.template as<S>(w));
    for (int j = 0; j < nu; ++j) dv[j] *= h;
    Vector<S, nl> c = constraint.rate(u);
    for (int i = 0; i < nc; ++i) c[i] = -(S(4) / h) * Y * constraint.g[i] - (S(1) - Y) * c[i];
    for (int i = nc; i < nl; ++i) c[i] = -c[i];  // (SPOOK.4)
    Vector<S, nl> lambda = now.point.matrices.solve(dv, c);
    for (int i = 0; i < nl; ++i) lambda[i] /= h;
    detail::store_multipliers(lambda, next.state);

    // u_{n+1} = u_n + dv,  q_{n+1} = q_n + h V(q_n) u_{n+1}                           (SPOOK.3)
    begin_tick(setting, w, now, next);
    const Vector<S, nu> moving = detail::predicted_velocity<Model>(now.state, dv);
    const Vector<S, nq> increment = h * coordinate_rate(model, q, moving);
    detail::store_velocity<Model>(now.state, dv, next.state);
    detail::store_position<Model>(now.state, increment, next.state);

    // M, G and S + Sigma at (q_{n+1}, t_{n+1}): kept for the next step
    return factorise_point(setting, next, regularisation(setting));
  }

 private:
  // Y of (SPOOK.1)
  template <class S>
  S relaxation_factor() const {
    return S(1) / (S(1) + S(4) * S(tau_steps));
  }

  // Sigma of (SPOOK.1), (SPOOK.4)
  template <class Model>
  RowShift<typename Model::Scalar, Model::nc> regularisation(const Setting<Model>& setting) const {
    using S = typename Model::Scalar;
    const S h = setting.step.h;
    return {S(4) / (h * h) * S(epsilon) * relaxation_factor<S>(), S(slip) / h};
  }
};

}  // namespace taut
