/// \file
/// The Euler family as the independent study has it. Beside the derivatives of f and of the
/// constraint force, the library's FullDerivative, it differentiates the inertia force, and takes
/// both at the acceleration and the multiplier of t_n, where the library has the multiplier of the
/// step before:
///
///     [M G^T; G 0] [a_n; lambda_n] = [f; -gamma],   F = f - G^T lambda_n - M a_n
///     [A G^T; G 0] [a; .] = [f + h (F_q u + f_t); -gamma - 2 alpha (G u + g_t) - beta g]
///     A = M with J3, M - h f_u - h^2 F_q with J2 and JExact
///
/// then as LinearImplicitEuler.
#pragma once

#include "taut/left_matrix.hpp"
#include "taut/projection.hpp"

namespace reproduction {

template <class Stabilization, class Partition = taut::J3>
struct StudyEuler {
  template <class Model>
  using Memory = taut::NoMemory;

  template <class Model, class SlotType>
  taut::Status advance(const taut::Setting<Model>& setting, const taut::Input<Model>& w,
                       const SlotType& now, SlotType& next) const {
    using namespace taut;
    constexpr int nq = Model::nq, nc = Model::nc;
    const Model& model = setting.model;
    const TickSignals<Model>& tick = now.point.tick;
    const SaddlePoint<Model>& matrices = now.point.matrices;
    const double h = setting.step.h;
    const Vector<double, nq> q = taut::detail::load(now.state.q);
    const Vector<double, nq> u = taut::detail::load(now.state.u);

    // a_n, lambda_n
    Vector<double, nq> a = model.force(q, u, tick.template as<double>(w));
    const Vector<double, nc> gamma = constraint_acceleration(model, q, u, tick, w);
    const Vector<double, nc> lambda = matrices.solve(a, -gamma);

    // r = f + h (F_q u + f_t)
    const ForceAndRate<Model> f = force_and_rate(model, q, u, tick, w, true);
    const ConstraintRates<Model> rates = constraint_rates(model, q, u, lambda, tick, w);
    Vector<double, nq> r = f.force + h * (f.rate - rates.force_rate);
    const Matrix<double, nq, nq> inertial = inertial_stiffness(model, q, a, tick, w);
    for (int i = 0; i < nq; ++i)
      for (int j = 0; j < nq; ++j) r[i] -= h * inertial(i, j) * u[j];
    Vector<double, nc> c = -gamma;
    add_baumgarte(Stabilization{}, h, false, matrices.constraint(), u, c);

    // a, in the place of r
    Status status = Status::ok;
    if constexpr (Partition::velocity_jacobian) {
      Matrix<double, nq, nq> A = full_mass_matrix(model, q, tick.template as<double>(w));
      A -= h * velocity_jacobian(model, q, u, tick, w);
      A -= h * h * position_jacobian(model, q, u, tick, w);
      A += h * h * geometric_stiffness(model, q, lambda, tick, w);
      A += h * h * inertial;
      LeftMatrix<Model> left;
      status = left.factorise(A, setting.limits.pivot_share);
      left.solve_in_place(r);
      GeneralSchur<Model> schur;
      status = first_failure(
          status, schur.factorise(left, matrices.constraint().J, setting.limits.pivot_share));
      taut::detail::store_multipliers(schur.solve(r, c), next.state);
    } else {
      taut::detail::store_multipliers(matrices.solve(r, c), next.state);
    }

    // q_{n+1}, u_{n+1}
    begin_tick(setting, w, now, next);
    const Vector<double, nq> moving =
        Partition::implicit_position ? Vector<double, nq>(u + h * r) : u;
    status = first_failure(status, project_position<Stabilization>(
                                       setting, now, Vector<double, nq>(h * moving), next));
    status = first_failure(status, factorise_point(setting, next));
    project_velocity(now, Vector<double, nq>(h * r), Stabilization::velocity, next);
    return status;
  }
};

}  // namespace reproduction
