/// \file
/// SHAKE with one Newton step, in leapfrog form (docs/methods/shake.md). The velocity lives between
/// the ticks: v_{n-1/2} is remembered, and with the matrices at (q_n, t_n) in hand
///
///     q^ = q_n + h V(q_n + h/2 V v_{n-1/2}) v_{n-1/2}                                   (SHAKE.1)
///     [A G^T; G 0] [d; h lambda] = [h f(q_n, v_{n-1/2}); -g(q^, t_{n+1}) / h]           (SHAKE.2)
///     A = M - h/2 F_u - kappa h^2 F_q V
///     v_{n+1/2} = v_{n-1/2} + d,   q_{n+1} = q_n + h V(q_n + h/2 V v) v, v = v_{n+1/2}  (SHAKE.3)
///     u_{n+1} = v_{n+1/2} + d/2, onto G u + g_t = 0 with the matrices at q_{n+1}        (SHAKE.4)
///
/// (SHAKE.4) is for the reader: no later step uses it. One factorisation, one solve and one for the
/// reader. Order 2 where A holds f_u or f does not depend on u, else 1; |g| of order h^3. With
/// NoJacobian A = M: explicit, h omega < 2. With ForceJacobian and kappa = 1/4 any spring is
/// stable, for two more factorisations with pivoting. lambda belongs to t_n and has g / h^2 in it:
/// noisy in float. Nonholonomic rows hold half a step ahead: a_u d = -(a + h/2 (a_q V v + a_t)).
///
/// Not good for: forces of velocity without their Jacobian, whiplash. Source: Ryckaert, Ciccotti,
/// Berendsen, J. Comput. Phys. 23 (1977); here with one Newton step. Interrupt: safe.
#pragma once

#include "taut/left_matrix.hpp"
#include "taut/point.hpp"
#include "taut/projection.hpp"

namespace taut {

template <class Jacobian = NoJacobian>
struct Shake {
  /// v_{n-1/2}.
  template <class Model>
  struct Memory {
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nu<Model>())> half_velocity;

    bool finite_memory() const { return detail::all_finite(half_velocity); }
  };

  float kappa = 0.25F;  ///< share of h^2 F_q V on the left, where Jacobian::position

  /// lambda_0 of the index-1 system, v_{-1/2} = u_0 - h/2 u'_0.
  template <class Model, class SlotType>
  void start(const Setting<Model>& setting, SlotType& slot) const {
    using S = typename Model::Scalar;
    const Vector<S, detail::nu<Model>()> a = solve_index1(setting, slot);
    for (int j = 0; j < detail::nu<Model>(); ++j) {
      const auto k = static_cast<std::size_t>(j);
      slot.state.half_velocity[k] = slot.state.u[k] - setting.step.h / S(2) * a[j];
    }
  }

  /// One step. Status::singular_mass_matrix also where A is singular.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;
    constexpr int nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h, half_h = h / S(2), frequency = S(1) / h;
    const Vector<S, nq> q = detail::load(now.state.q);
    Vector<S, nu> v = detail::load(now.state.half_velocity);
    const SaddlePoint<Model>& matrices = now.point.matrices;
    begin_tick(setting, w, now, next);

    // -g(q^, t_{n+1}) / h                                                              (SHAKE.1)
    const Vector<S, nq> moving = h * midpoint_rate(model, q, v, half_h);
    Vector<S, nl> c = -frequency * position_rows<Model>(detail::predicted_residual(
                                       model, now.state, moving, next.point.tick, w));
    if constexpr (detail::na<Model>() > 0) {
      const Vector<S, nl> rate = matrices.constraint().rate(v);
      const Vector<S, detail::na<Model>()> gamma =
          nonholonomic_acceleration(model, q, v, now.point.tick, now.state.w);
      for (int i = nc; i < nl; ++i) c[i] = -rate[i] - half_h * gamma[i - nc];
    }

    // d, lambda                                                                        (SHAKE.2)
    Vector<S, nu> d = h * model.force(q, v, now.point.tick.template as<S>(w));
    Vector<S, nl> lambda;
    if constexpr (Jacobian::velocity) {
      LeftPoint<Model> at = left_point(now, w);
      at.u = v;
      const S position = S(kappa) * h * h;
      Matrix<S, nu, nu> A = full_mass_matrix(model, q, now.point.tick.template as<S>(now.state.w));
      subtract_force_jacobians(model, at, half_h, position, Jacobian::position,
                               Jacobian::constraint_force, A);
      if constexpr (Jacobian::constraint_force && !ModelTraits<Model>::constant_mass) {
        // a = M^-1 (f - G^T lambda)
        Vector<S, nu> a = frequency * d;
        subtract_transposed_product(matrices.constraint().J, at.lambda, a);
        matrices.solve_mass_in_place(a);
        A += position * inertial_stiffness(model, q, a, now.point.tick, now.state.w);
      }
      LeftMatrix<Model> left;
      Status status = left.factorise(A, setting.limits.pivot_share);
      GeneralSchur<Model> schur;
      status = first_failure(
          status, schur.factorise(left, matrices.constraint().J, setting.limits.pivot_share));
      if (status != Status::ok) return refuse_step(status, d, c, now, next);
      left.solve_in_place(d);
      lambda = schur.solve(d, c);
    } else {
      lambda = matrices.solve(d, c);
    }
    detail::store_multipliers(Vector<S, nl>(frequency * lambda), next.state);

    // v_{n+1/2}, q_{n+1}                                                               (SHAKE.3)
    v += d;
    for (int j = 0; j < nu; ++j) next.state.half_velocity[static_cast<std::size_t>(j)] = v[j];
    const Vector<S, nq> increment = h * midpoint_rate(model, q, v, half_h);
    detail::store_position<Model>(now.state, increment, next.state);
    const Status status = factorise_point(setting, next);

    // u_{n+1}                                                                          (SHAKE.4)
    const Vector<S, nu> node = v + S(0.5) * d;
    const Vector<S, nu> e =
        next.point.matrices.correction(next.point.matrices.constraint().rate(node));
    for (int j = 0; j < nu; ++j) next.state.set_velocity(j, {node[j] - e[j], S(0)});
    return status;
  }
};

}  // namespace taut
