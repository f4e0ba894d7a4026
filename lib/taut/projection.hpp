/// \file
/// The projections that end a step of the Euler family (docs/method.md, section 5): position by
/// Newton steps with factors in hand, velocity exactly. Interrupt: safe.
#pragma once

#include "taut/point.hpp"
#include "taut/policies.hpp"

namespace taut {

/// q_{n+1} = q~ - V W S^-1 g(q~, t_{n+1}) with q~ = q_n + increment, as often as `stabilization`
/// says; matrices at q_n or at the predicted point. Needs next.point.tick; uses next.point.matrices
/// as scratch. Equation (5.4).
template <class Stabilization, class Model, class SlotType>
TAUT_INLINE inline Status project_position(
    const Setting<Model>& setting, const SlotType& now,
    const Vector<typename Model::Scalar, Model::nq>& increment, SlotType& next) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq;
  const Model& model = setting.model;
  const Vector<S, nq> q = detail::load(now.state.q);
  Vector<S, nq> correction = Vector<S, nq>::Zero();
  Status status = Status::ok;
  constexpr int steps = Model::nc > 0 ? Stabilization::position_steps : 0;
  for (int k = 0; k < steps; ++k) {
    const Vector<S, nq> moved = increment - correction;
    status = first_failure(status, follow_position(setting, now, moved, next));
    const Vector<S, detail::nl<Model>()> g = position_rows<Model>(
        detail::predicted_residual(model, now.state, moved, next.point.tick, next.state.w));
    if constexpr (Stabilization::at_predicted) {
      const Vector<S, nq> predicted = detail::predicted_position<Model>(now.state, moved);
      SaddlePoint<Model>& matrices = next.point.matrices;
      status = first_failure(status, matrices.factorise(model, predicted, next.point.tick,
                                                        next.state.w, setting.limits.pivot_share));
      correction += coordinate_rate(model, predicted, matrices.correction(g));
    } else {
      correction += coordinate_rate(model, q, now.point.matrices.correction(g));
    }
  }
  detail::store_position<Model>(now.state, increment, next.state, correction);
  return status;
}

/// u_{n+1} = u_n + increment, then onto G u + g_t = 0 with the matrices at q_{n+1} where `project`.
/// Equation (5.6).
template <class SlotType, class S, int nu>
TAUT_INLINE inline void project_velocity(const SlotType& now, const Vector<S, nu>& increment,
                                         bool project, SlotType& next) {
  using Model = typename SlotType::ModelType;
  Vector<S, nu> correction = Vector<S, nu>::Zero();
  if (project) {
    const SaddlePoint<Model>& matrices = next.point.matrices;
    correction = matrices.correction(
        matrices.constraint().rate(detail::predicted_velocity<Model>(now.state, increment)));
  }
  detail::store_velocity<Model>(now.state, increment, next.state, correction);
}

}  // namespace taut
