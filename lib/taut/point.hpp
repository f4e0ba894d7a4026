/// \file
/// The point that belongs to a state, made anew: time, algebraic coordinates, matrices,
/// multipliers. Interrupt: safe.
#pragma once

#include "taut/state.hpp"

namespace taut {

/// Moves `to` one tick on from `from` and evaluates the outside world there.
template <class Model, class SlotType>
void begin_tick(const Setting<Model>& setting, const Input<Model>& w, const SlotType& from,
                SlotType& to) {
  to.state.time = from.state.time.next(setting.step);
  to.state.w = w;
  to.point.tick.evaluate(setting.model, to.state.time, setting.step);
  detail::load_unknowns(from.state, to.point.tick);
}

/// Moves s of `to` after a new position q + increment: (CP.1).
template <class Model, class SlotType>
TAUT_INLINE inline Status follow_position(
    const Setting<Model>& setting, const SlotType& from,
    const Vector<typename Model::Scalar, Model::nq>& increment, SlotType& to) {
  if constexpr (detail::ns<Model>() == 0)
    return Status::ok;
  else
    return correct_algebraic(setting.model,
                             detail::predicted_position<Model>(from.state, increment),
                             to.point.tick, to.state.w, setting.limits.pivot_share);
}

namespace detail {
template <class Model, class SlotType, class Shift>
TAUT_INLINE inline Status factorise_matrices(const Setting<Model>& setting, SlotType& slot,
                                             Shift shift) {
  const Status status =
      slot.point.matrices.factorise(setting.model, load(slot.state.q), slot.point.tick,
                                    slot.state.w, setting.limits.pivot_share, shift);
  refine_residual(setting.model, slot);
  return status;
}
}  // namespace detail

/// s, (CP.1), and the factorised matrices at the new position of a slot whose tick is evaluated,
/// regularised by `shift`.
template <class Model, class SlotType, class Shift>
TAUT_INLINE inline Status factorise_point(const Setting<Model>& setting, SlotType& slot,
                                          Shift shift) {
  Status status = Status::ok;
  if constexpr (detail::ns<Model>() > 0) {
    status = correct_algebraic(setting.model, detail::load(slot.state.q), slot.point.tick,
                               slot.state.w, setting.limits.pivot_share);
    detail::store_algebraic(slot.point.tick, slot.state);
  }
  return first_failure(status, detail::factorise_matrices(setting, slot, shift));
}
/// The same as the model states it: not, or where `redundant`.
template <class Model, class SlotType>
TAUT_INLINE inline Status factorise_point(const Setting<Model>& setting, SlotType& slot) {
  return factorise_point(setting, slot, detail::constraint_shift<Model>());
}

/// The tick's signals and the factorised matrices at the state of a slot, for reset and restore.
/// Bit for bit what a step leaves behind. A shift is handed on. Not inlined: its stack is free
/// again for the step.
template <class Model, class SlotType, class Shift>
[[gnu::noinline]] Status evaluate_point(const Setting<Model>& setting, SlotType& slot,
                                        Shift shift) {
  slot.point.tick.evaluate(setting.model, slot.state.time, setting.step);
  detail::load_unknowns(slot.state, slot.point.tick);
  return detail::factorise_matrices(setting, slot, shift);
}
template <class Model, class SlotType>
Status evaluate_point(const Setting<Model>& setting, SlotType& slot) {
  return evaluate_point(setting, slot, detail::constraint_shift<Model>());
}

/// The index-1 system at a slot's state, inputs `w` in f: [M G^T; G 0] [u'; lambda] = [f; -gamma].
/// Returns u' (nu); writes lambda (nl). Where f depends on lambda, f is that at the given lambda.
template <class Model, class SlotType>
Vector<typename Model::Scalar, detail::nu<Model>()> solve_index1(
    const Setting<Model>& setting, const Input<Model>& w, const SlotType& slot,
    Vector<typename Model::Scalar, detail::nl<Model>()>& lambda) {
  using S = typename Model::Scalar;
  const Vector<S, Model::nq> q = detail::load(slot.state.q);
  const Vector<S, detail::nu<Model>()> u = detail::load(slot.state.u);
  decltype(auto) tick = along_motion(setting.model, q, u, slot.point.tick, slot.state.w);
  Vector<S, detail::nu<Model>()> a = setting.model.force(q, u, tick.template as<S>(w));
  const Vector<S, detail::nl<Model>()> gamma =
      constraint_acceleration(setting.model, q, u, tick, slot.state.w);
  lambda = slot.point.matrices.solve(a, -gamma);
  return a;
}
/// The same with the inputs of the state; the multipliers are written into the state.
template <class Model, class SlotType>
Vector<typename Model::Scalar, detail::nu<Model>()> solve_index1(const Setting<Model>& setting,
                                                                 SlotType& slot) {
  Vector<typename Model::Scalar, detail::nl<Model>()> lambda;
  const Vector<typename Model::Scalar, detail::nu<Model>()> a =
      solve_index1(setting, slot.state.w, slot, lambda);
  detail::store_multipliers(lambda, slot.state);
  return a;
}

}  // namespace taut
