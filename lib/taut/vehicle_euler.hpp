/// \file
/// The ordering of vehicle simulation: velocity first, then position with the new velocity
/// (docs/methods/euler.md, section 8).
///
///     A = M - h f_u - h^2 f_q V
///     [A G^T; G 0] [a; lambda] = [f; -gamma - 2 alpha (G u_n + g_t) - beta g_n]             (8.1)
///     u_{n+1} = u_n + h a,   q_{n+1} = q_n + h V(q_n) u_{n+1}                               (8.2)
///
/// Stable for any spring and damper of f; undamped oscillations keep their amplitude. With
/// Baumgarte parameters the closure is of order h^2; dead-beat is alpha = 1/(2h), beta = 1/h^2,
/// while 1/h, 1/h^2 is unstable in this order. Projection is possible instead; not with
/// conservative mechanisms, where it feeds energy. One evaluation, two factorisations with pivoting
/// and the one at the new point a step. Interrupt: safe. Source: Burgermeister, Arnold, Esterl,
/// ZAMM 86 (2006), equation (14) and section 4.3.
#pragma once

#include "taut/left_matrix.hpp"
#include "taut/point.hpp"
#include "taut/projection.hpp"

namespace taut {

template <class Stabilization = DeadBeatBaumgarte>
struct VehicleEuler {
  template <class Model>
  using Memory = NoMemory;

  Stabilization stabilization = {};

  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h;
    const Vector<S, nq> q = detail::load(now.state.q);
    const Vector<S, nu> u = detail::load(now.state.u);
    const ConstraintLinearisation<Model>& constraint = now.point.matrices.constraint();

    // c = -gamma - 2 alpha (G u + g_t) - beta g
    const Vector<S, nl> gamma = constraint_acceleration(model, q, u, now.point.tick, now.state.w);
    Vector<S, nl> c = -gamma;
    add_baumgarte(stabilization, h, true, constraint, u, c);

    // a, lambda                                                                              (8.1)
    Vector<S, nu> a = model.force(q, u, now.point.tick.template as<S>(w));
    LeftMatrix<Model> left;
    Status status = left.factorise(setting, left_point(now, w), h, h * h, true, false);
    left.solve_in_place(a);
    GeneralSchur<Model> schur;
    status = first_failure(status, schur.factorise(left, constraint.J, setting.limits.pivot_share));
    detail::store_multipliers(schur.solve(a, c), next.state);

    // u~ = u_n + h a,  q~ = q_n + h V u~                                                     (8.2)
    const Vector<S, nu> u_increment = h * a;
    const Vector<S, nu> u_next = detail::predicted_velocity<Model>(now.state, u_increment);
    const Vector<S, nq> q_increment = h * coordinate_rate(model, q, u_next);
    begin_tick(setting, w, now, next);
    status =
        first_failure(status, project_position<Stabilization>(setting, now, q_increment, next));
    status = first_failure(status, factorise_point(setting, next));
    project_velocity(now, u_increment, Stabilization::velocity, next);
    return status;
  }
};

}  // namespace taut
