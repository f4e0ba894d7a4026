/// \file
/// Post-stabilisation: what brings the result z~ = (q~, u~) of an explicit step back towards the
/// invariants h = (g, g') = 0, once or twice, with a fixed number of operations
/// (docs/methods/runge_kutta.md, section 2):
///
///     z = z~ - F(z~) h(z~)                                                                  (PS.1)
///     F = diag(K, K), K of (PS.2) or (PS.3)           post_projection.hpp
///     z = z^ - F(z~) h(z^), z^ of (PS.1)              S-both^2 as printed                   (PS.4)
///     the same with K = G(q^)^T (G(q~) G(q~)^T)^-1    S-both^2 of the paper's tables        (PS.5)
///     F = D (H D)^-1, H = [G 0; L G], L = (g')_q V    S-full                                (PS.6)
///         D = H^T, or D = diag(K, K): then H F = I by blocks
///
/// The position by V K g, V at the point from which the pass begins: q~, then q^. g' has the
/// nonholonomic constraints A u - b below it, G has A.
///
/// The choices are plain structs of constants; a program that chooses at run time passes a struct
/// with the same members as variables (host only), as with policies.hpp.
///
/// Not good for: rows of G that depend on each other. K of (PS.3) and D = H^T mix units, metres
/// with radians and with 1/s; where that matters, take MassMetric.
///
/// Source: Ascher, Chin, Petzold, Reich, "Stabilization of constrained mechanical systems with DAEs
/// and invariant manifolds", Mech. Struct. Mach. 23 (1995). The text of its equation (4.6) was not
/// at hand. What stands here for it is F = D (H D)^-1 of (PS.6), for any D with H D regular: D =
/// H^T is the choice that reproduces the S-full rows of its Tables 6.1 and 6.2, D = diag(K, K) is
/// the block form that follows from it. Interrupt: safe.
#pragma once

#include "taut/invariants.hpp"
#include "taut/point.hpp"
#include "taut/post_projection.hpp"
#include "taut/velocity_constraint.hpp"

namespace taut {

/// Position and velocity in one pass. After a step of order p |g| is of order h^(2p+2), |g'| of
/// order h^(p+1).
template <class Choice = EuclideanMetric>
struct SBoth {
  using Metric = Choice;
  static constexpr bool position = true, velocity = true, second_pass = false, new_jacobian = false,
                        coupled = false, orthogonal = false;
};
/// S-both^2 as printed: the second pass has the matrices of the first. |g| of order h^(3p+3), |g'|
/// of order h^(2p+2).
template <class Choice = EuclideanMetric>
struct SBothTwice {
  using Metric = Choice;
  static constexpr bool position = true, velocity = true, second_pass = true, new_jacobian = false,
                        coupled = false, orthogonal = false;
};
/// S-both^2 as in the paper's tables: the factorisation of the first pass, but the new G^T.
template <class Choice = EuclideanMetric>
struct SBothTwiceOfTables {
  using Metric = Choice;
  static constexpr bool position = true, velocity = true, second_pass = true, new_jacobian = true,
                        coupled = false, orthogonal = false;
};
/// Velocity alone: g' = 0 to rounding, the position drifts.
template <class Choice = EuclideanMetric>
struct SVelocity {
  using Metric = Choice;
  static constexpr bool position = false, velocity = true, second_pass = false,
                        new_jacobian = false, coupled = false, orthogonal = false;
};
/// Position alone: the velocity drifts, and some motions blow up.
template <class Choice = EuclideanMetric>
struct SPosition {
  using Metric = Choice;
  static constexpr bool position = true, velocity = false, second_pass = false,
                        new_jacobian = false, coupled = false, orthogonal = false;
};
/// S-full with D = H^T: both residuals at once, coupled by L, both of order h^(2p+2); a
/// factorisation of nc + nl rows.
struct SFull {
  using Metric = EuclideanMetric;
  static constexpr bool position = true, velocity = true, second_pass = false, new_jacobian = false,
                        coupled = true, orthogonal = true;
};
/// S-full with D = diag(K, K): velocity corrected for what the correction of the position does to
/// it; a factorisation of nl rows, and g and G at q~ once more.
template <class Choice = EuclideanMetric>
struct SFullByBlocks {
  using Metric = Choice;
  static constexpr bool position = true, velocity = true, second_pass = false, new_jacobian = false,
                        coupled = true, orthogonal = false;
};
/// None: drifts.
struct NoPostStabilization {
  using Metric = EuclideanMetric;
  static constexpr bool position = false, velocity = false, second_pass = false,
                        new_jacobian = false, coupled = false, orthogonal = false;
};

/// What is to be subtracted from q~ and u~.
template <class Model>
struct PostCorrection {
  using S = typename Model::Scalar;
  Vector<S, Model::nq> q = Vector<S, Model::nq>::Zero();
  Vector<S, detail::nu<Model>()> u = Vector<S, detail::nu<Model>()>::Zero();
};

namespace detail {

// (PS.6) with D = H^T: H H^T y = h,  p = G^T y_1 + L^T y_2,  e = G^T y_2. Rows of nonholonomic
// constraints are in the second block alone.
template <class Model>
Status solve_orthogonal(const VelocityConstraint<Model>& at, typename Model::Scalar tolerance,
                        Vector<typename Model::Scalar, nu<Model>()>& p,
                        Vector<typename Model::Scalar, nu<Model>()>& e) {
  using S = typename Model::Scalar;
  constexpr int n = nu<Model>(), nc = Model::nc, rows = nl<Model>();
  // lower triangle of [G G^T, G L^T; L G^T, L L^T + G G^T]
  Matrix<S, nc + rows, nc + rows> product;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < nc; ++k) product(nc + i, k) = row_times_row<n>(at.L, i, at.J, k);
    for (int k = 0; k <= i; ++k) {
      const S GG = row_times_row<n>(at.J, i, at.J, k);
      if (i < nc) product(i, k) = GG;
      product(nc + i, nc + k) = row_times_row<n>(at.L, i, at.L, k) + GG;
    }
  }
  Ldlt<S, nc + rows> factor;
  if (!factor.factorise(product, tolerance, constraint_shift<Model>()))
    return Status::rank_deficient_constraints;
  Vector<S, nc + rows> y;
  for (int i = 0; i < nc; ++i) y[i] = at.g[i];
  for (int i = 0; i < rows; ++i) y[nc + i] = at.rate[i];
  factor.solve_in_place(y);
  const Vector<S, rows> first = position_rows<Model>(y.template head<nc>());
  const Vector<S, rows> second = y.template tail<rows>();
  e = transposed_product<n>(at.J, second);
  p = transposed_product<n>(at.L, second);
  const Vector<S, n> from_position = transposed_product<n>(at.J, first);
  for (int j = 0; j < n; ++j) p[j] += from_position[j];
  return Status::ok;
}

}  // namespace detail

/// Equations (PS.1) to (PS.6) for q~ = q_n + q_increment, u~ = u_n + u_increment at next.point.tick
/// and next.state.w: writes the correction. Uses next.point.matrices as scratch.
template <class Model, class SlotType, class Policy>
Status post_stabilize(const Setting<Model>& setting, const SlotType& now,
                      const Vector<typename Model::Scalar, Model::nq>& q_increment,
                      const Vector<typename Model::Scalar, detail::nu<Model>()>& u_increment,
                      const Policy& /*policy*/, SlotType& next, PostCorrection<Model>& correction) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>(), nl = detail::nl<Model>();
  const Model& model = setting.model;
  const TickSignals<Model>& tick = next.point.tick;
  const Input<Model>& w = next.state.w;
  const Vector<S, nq> q = detail::predicted_position<Model>(now.state, q_increment);
  const Vector<S, nu> u = detail::predicted_velocity<Model>(now.state, u_increment);

  Vector<S, nu> p = Vector<S, nu>::Zero(), e = Vector<S, nu>::Zero();
  [[maybe_unused]] std::conditional_t<Policy::coupled, VelocityConstraint<Model>, NoMemory> at;
  if constexpr (Policy::coupled) linearise_velocity_constraint(model, q, u, tick, w, at);
  if constexpr (Policy::orthogonal) {
    // both at once, without K                                                             (PS.6)
    const Status status = detail::solve_orthogonal(at, setting.limits.pivot_share, p, e);
    correction.q = coordinate_rate(model, q, p);
    correction.u = e;
    return detail::cause(detail::cause(status, q, at.g), u, at.rate);
  }

  // g, G and the factors of K at q~                                               (PS.2), (PS.3)
  detail::PostProjection<Model, typename Policy::Metric> projection;
  Status status = projection.factorise(setting, q, tick, w, next.point.matrices);
  const ConstraintLinearisation<Model>& constraint = projection.constraint();
  if (status != Status::ok) return detail::cause(status, q, constraint.g);

  // p = K g,  e = K g'                                                                    (PS.1)
  Vector<S, nl> rate = constraint.rate(u);
  if constexpr (Policy::position)
    p = projection.correction(constraint.J, position_rows<Model>(constraint.g));
  if constexpr (Policy::coupled) {
    // e = K (g' - L p)                                                                    (PS.6)
    for (int i = 0; i < nl; ++i)
      for (int j = 0; j < nu; ++j) rate[i] -= at.L(i, j) * p[j];
  }
  if constexpr (Policy::velocity) e = projection.correction(constraint.J, rate);
  correction.q = coordinate_rate(model, q, p);
  correction.u = e;
  if constexpr (!Policy::second_pass) return status;

  const Vector<S, nq> q1 =
      detail::predicted_position<Model>(now.state, Vector<S, nq>(q_increment - correction.q));
  const Vector<S, nu> u1 =
      detail::predicted_velocity<Model>(now.state, Vector<S, nu>(u_increment - correction.u));
  if constexpr (Policy::new_jacobian) {
    // h(z^) and the new G^T                                                               (PS.5)
    ConstraintLinearisation<Model> second;
    linearise_constraint(model, q1, tick, w, second);
    p = projection.correction(second.J, position_rows<Model>(second.g));
    e = projection.correction(second.J, second.rate(u1));
  } else {
    // h(z^)                                                                               (PS.4)
    const ConstraintResiduals<Model> second = constraint_residuals(model, q1, u1, tick, w);
    p = projection.correction(constraint.J, position_rows<Model>(second.g));
    e = projection.correction(constraint.J, second.rate);
  }
  correction.q += coordinate_rate(model, q1, p);
  correction.u += e;
  return status;
}

/// Ends a step: z_{n+1} = z~ - correction in next.state, the matrices there in next.point. Angles
/// are wrapped where `wrap_angles`. Where the post-stabilisation fails, q is left at q_n, so that
/// the verdict on the slot finds the status returned and not what the failure has made of q.
template <class Model, class SlotType, class Policy>
Status finish_step(const Setting<Model>& setting, const SlotType& now,
                   const Vector<typename Model::Scalar, Model::nq>& q_increment,
                   const Vector<typename Model::Scalar, detail::nu<Model>()>& u_increment,
                   const Policy& policy, bool wrap_angles, SlotType& next) {
  PostCorrection<Model> correction;
  Status status = Status::ok;
  if constexpr (Policy::position)
    status = post_stabilize(setting, now, q_increment, u_increment, policy, next, correction);
  if (status != Status::ok) {
    next.state.q = now.state.q;
    return status;
  }
  if (wrap_angles)
    detail::store_position<Model>(now.state, q_increment, next.state, correction.q);
  else
    detail::add_position<Model>(now.state, q_increment, next.state, correction.q);

  // M, G and their factors at the new point: the first stage of the next step
  status = factorise_point(setting, next);
  if (status != Status::ok)
    return detail::cause(status, detail::load(next.state.q), next.point.matrices.constraint().g);

  // S-vel: G at q~ is G at the new point
  if constexpr (Policy::velocity && !Policy::position) {
    detail::PostProjection<Model, typename Policy::Metric> projection;
    status = projection.adopt(setting, next.point.matrices);
    const ConstraintLinearisation<Model>& constraint = projection.constraint();
    correction.u = projection.correction(
        constraint.J, constraint.rate(detail::predicted_velocity<Model>(now.state, u_increment)));
  }
  detail::store_velocity<Model>(now.state, u_increment, next.state, correction.u);
  return status;
}

}  // namespace taut
