/// \file
/// Coordinate projection: the point (q, u) with g = 0 and g' = 0 nearest to a given one in the
/// Euclidean norm of the numbers, by Gauss-Newton steps (docs/methods/bdf.md). From (q^, u^):
///
///     J = [G 0; L G] at (q^ - V dq, u^ - du)
///     J J^T mu = [g; g'] + J [dq; du],   [dq; du] = J^T mu                               (BDF.8)
///
/// g' has the nonholonomic constraints A u - b below it, G has A; dq need not obey A dq = 0. Metres
/// and radians, positions and velocities count as equal. Not for redundant constraints. Source:
/// Eich, SIAM J. Numer. Anal. 30 (1993). Interrupt: safe.
#pragma once

#include "taut/ldlt.hpp"
#include "taut/state.hpp"
#include "taut/velocity_constraint.hpp"

namespace taut {

/// One step of (BDF.8) at q (nq), u (nu), with the tick and the inputs of `next`: replaces the
/// corrections that have led there, zero at first, by those that lead to the nearest point of the
/// constraints linearised at q, u. Status::rank_deficient_constraints where J J^T is singular.
template <class Model, class SlotType>
Status coordinate_projection_step(
    const Setting<Model>& setting, const SlotType& next,
    const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
    Vector<typename Model::Scalar, detail::nu<Model>()>& q_correction,
    Vector<typename Model::Scalar, detail::nu<Model>()>& u_correction) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nc = Model::nc, nl = detail::nl<Model>();
  VelocityConstraint<Model> at;
  linearise_velocity_constraint(setting.model, q, u, next.point.tick, next.state.w, at);
  Matrix<S, nc + nl, nc + nl> product;
  Vector<S, nc + nl> mu;
  for (int i = 0; i < nl; ++i) {
    if (i < nc) mu[i] = at.g[i];
    mu[nc + i] = at.rate[i];
    for (int j = 0; j < nu; ++j) {
      if (i < nc) mu[i] += at.J(i, j) * q_correction[j];
      mu[nc + i] += at.L(i, j) * q_correction[j] + at.J(i, j) * u_correction[j];
    }
    for (int k = 0; k < nl; ++k) {
      S GG = S(0), LG = S(0), LL = S(0);
      for (int j = 0; j < nu; ++j) {
        GG += at.J(i, j) * at.J(k, j);
        LG += at.L(i, j) * at.J(k, j);
        LL += at.L(i, j) * at.L(k, j);
      }
      if (i < nc && k < nc) product(i, k) = GG;
      if (k < nc) product(nc + i, k) = LG;
      product(nc + i, nc + k) = GG + LL;
    }
  }
  Ldlt<S, nc + nl> factor;
  const bool sound =
      factor.factorise(product, setting.limits.pivot_share, detail::constraint_shift<Model>());
  factor.solve_in_place(mu);
  for (int j = 0; j < nu; ++j) {
    q_correction[j] = u_correction[j] = S(0);
    for (int i = 0; i < nl; ++i) {
      if (i < nc) q_correction[j] += at.J(i, j) * mu[i];
      q_correction[j] += at.L(i, j) * mu[nc + i];
      u_correction[j] += at.J(i, j) * mu[nc + i];
    }
  }
  return sound ? Status::ok : Status::rank_deficient_constraints;
}

}  // namespace taut
