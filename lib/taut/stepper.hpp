/// \file
/// The stepper: a model, a method and a state; one call a tick.
#pragma once

#include "taut/linear_implicit_euler.hpp"

namespace taut {

/// Steps `Model` by `Method`. Holds two copies of state and matrices: a step writes the one that is
/// not current and makes it current only when everything about it is sound, so that a failed step
/// leaves the state bit for bit as it was and a good one copies nothing.
///
/// Interrupt: step() and the readers are safe in the one context that steps; reset() and restore()
/// are for start-up. To read from another context, see realtime/loop.hpp.
template <class Model, class Method = LinearImplicitEuler<>,
          class Summation = DefaultSummation<typename Model::Scalar>>
class Stepper {
  static_assert(check_model<Model>());

 public:
  using S = typename Model::Scalar;
  using StateType = State<Model, Summation>;
  using InputType = Input<Model>;
  using Traits = ModelTraits<Model>;

  explicit Stepper(const Model& model, StepSize<S> step,
                   Limits<S> limits = Limits<S>::template of<Model>())
      : model_(model), step_(step), limits_(limits) {}

  /// Starts at consistent coordinates q (nq) and velocities u (nu); see consistent_start.hpp. The
  /// multipliers are those of the index-1 system there. On failure the stepper is as it was.
  Status reset(const std::array<S, static_cast<std::size_t>(Traits::nq)>& q,
               const std::array<S, static_cast<std::size_t>(Traits::nu)>& u,
               const InputType& w = InputType{}, TickCount time = TickCount{}) {
    StateType start{};
    start.q = q;
    start.u = u;
    start.w = w;
    start.time = time;
    return adopt(start, true);
  }

  /// Goes on from a state of a stepper of the same type: the steps that follow are bit for bit
  /// those that would have followed there. On failure the stepper is as it was.
  Status restore(const StateType& state) { return adopt(state, false); }

  /// One step of h with the inputs w of this tick. A fixed number of operations where it is ok.
  Status step(const InputType& w = InputType{}) {
    if (!started_) return Status::not_started;
    if (!detail::all_finite(w)) return Status::non_finite_input;
    const Slot& now = slots_[current_];
    Slot& next = slots_[1 - current_];
    Status status =
        Method::advance(model_, step_, limits_, w, now.point, now.state, next.point, next.state);
    status = verify(next, status);
    if (status == Status::ok) current_ = 1 - current_;
    return status;
  }

  const StateType& state() const { return slots_[current_].state; }
  const Model& model() const { return model_; }
  const StepSize<S>& step_size() const { return step_; }

  /// Euclidean norm of g at the state. From the last step, no new evaluation.
  S position_residual() const {
    return detail::norm(slots_[current_].point.matrices.constraint().g);
  }

  /// Euclidean norm of G u + g_t at the state. One product with G.
  S velocity_residual() const {
    const Slot& now = slots_[current_];
    return detail::norm(now.point.matrices.constraint().rate(detail::load(now.state.u)));
  }

  /// Smallest pivot share of G M^-1 G^T at the state, in (0, 1]: how far the constraints are from
  /// depending on each other. nc divisions.
  S smallest_pivot_share() const { return slots_[current_].point.matrices.smallest_pivot_share(); }

 private:
  struct Slot {
    StateType state;
    Point<Model> point;
  };

  // The verdict on a freshly written slot; a cause that is not finite goes before its consequences.
  Status verify(const Slot& slot, Status status) const {
    const StateType& s = slot.state;
    if (!(detail::all_finite(s.q) && detail::all_finite(s.u) && detail::all_finite(s.lambda)))
      return detail::all_finite(s.q) && status == Status::singular_mass_matrix
                 ? status
                 : Status::non_finite_state;
    if (status != Status::ok) return status;
    const bool within = detail::squared_norm(slot.point.matrices.constraint().g) <=
                        limits_.residual * limits_.residual;
    return within ? Status::ok : Status::residual_too_large;
  }

  Status adopt(const StateType& state, bool find_multipliers) {
    if (!step_.valid()) return Status::invalid_step_size;
    if (!detail::all_finite(state.w)) return Status::non_finite_input;
    if (!started_) {
      for (Slot& slot : slots_) {
        const Status status =
            slot.point.matrices.factorise_constant_mass(model_, limits_.pivot_share);
        if (status != Status::ok) return status;
      }
    }
    Slot& next = slots_[1 - current_];
    next.state = state;
    next.point.tick.evaluate(model_, state.time, step_);
    const Vector<S, Traits::nq> q = detail::load(state.q);
    Status status =
        next.point.matrices.factorise(model_, q, next.point.tick, state.w, limits_.pivot_share);
    if (status == Status::ok && find_multipliers) {
      const Vector<S, Traits::nu> u = detail::load(state.u);
      Vector<S, Traits::nu> f = model_.force(q, u, next.point.tick.template as<S>(state.w));
      const Vector<S, Traits::nc> gamma =
          constraint_acceleration(model_, q, u, next.point.tick, state.w);
      const Vector<S, Traits::nc> lambda = next.point.matrices.solve(f, -gamma);
      for (int i = 0; i < Traits::nc; ++i)
        next.state.lambda[static_cast<std::size_t>(i)] = lambda[i];
    }
    status = verify(next, status);
    if (status != Status::ok) return status;
    current_ = 1 - current_;
    started_ = true;
    return Status::ok;
  }

  Model model_;
  StepSize<S> step_;
  Limits<S> limits_;
  Slot slots_[2];
  int current_ = 0;
  bool started_ = false;
};

}  // namespace taut
