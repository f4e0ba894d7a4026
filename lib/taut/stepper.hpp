/// \file
/// The stepper: a model, a method and a state; one call a tick.
#pragma once

#include "taut/linear_implicit_euler.hpp"
#include "taut/point.hpp"

namespace taut {

namespace detail {
template <class Method, class Setting, class Slot>
using EvaluateCall = decltype(std::declval<const Method&>().evaluate(std::declval<const Setting&>(),
                                                                     std::declval<Slot&>()));
template <class Method>
using FollowsContactOf = decltype(Method::follows_contact);
template <class Method, class Setting, class Slot>
using StartCall = decltype(std::declval<const Method&>().start(std::declval<const Setting&>(),
                                                               std::declval<Slot&>()));
}  // namespace detail

/// Steps `Model` by `Method`. Holds two copies of state and matrices: a step writes the one that is
/// not current and makes it current only when everything about it is sound, so that a failed step
/// leaves the state bit for bit as it was and a good one copies nothing.
///
/// Interrupt: step() and the readers are safe in the one context that steps, and so are reset() and
/// restore(), which cost some steps and are for start-up. To read from another context, see
/// realtime/loop.hpp.
///
/// A method is a plain struct with
///     template <class Model> struct Memory         what it keeps in the state of its past steps;
///                                                  of numbers it says bool finite_memory() const
///     Status advance(setting, w, now, next) const  one step from slot `now`, written into `next`
/// and, where its matrices are not those of evaluate_point() or its start not of solve_index1(),
///     Status evaluate(setting, slot) const         signals and matrices at slot.state
///     void start(setting, slot) const              multipliers and memory at a consistent start
template <class Model, class Method = LinearImplicitEuler<>,
          class Summation = DefaultSummation<detail::ScalarOr<void, Model>>>
class Stepper {
  static_assert(check_model<Model>());
  static_assert(!detail::has_contact<Model> || detail::detected<detail::FollowsContactOf, Method>,
                "taut: this method moves no algebraic coordinates and knows no force that depends "
                "on the multipliers: take LinearImplicitEuler or Rattle.");

 public:
  using S = typename Model::Scalar;
  using StateType = State<Model, Summation, typename Method::template Memory<Model>>;
  using InputType = Input<Model>;
  using Traits = ModelTraits<Model>;

  explicit Stepper(const Model& model, StepSize<S> step,
                   Limits<S> limits = Limits<S>::template of<Model>(), Method method = Method{})
      : setting_{model, step, limits}, method_(method) {}

  /// Starts at consistent coordinates q (nq) and velocities u (nu); see consistent_start.hpp. The
  /// multipliers are those of the index-1 system there. On failure the stepper is as it was:
  /// invalid_step_size, invalid_time, non_finite_input, non_finite_state, singular_mass_matrix,
  /// rank_deficient_constraints, residual_too_large, what the model's contact_status() says, and
  /// not_converged where the force depends on the multipliers, which start at 0.
  template <int ns = Traits::ns, std::enable_if_t<ns == 0, int> = 0>
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

  /// The same of a model with algebraic coordinates, from s (ns) near those that belong to q:
  /// Newton's method brings them there, to whichever root it comes to, and then the multipliers;
  /// make_consistent() has a limit on the way. Further failures:
  /// singular_contact, and not_converged of s too.
  template <int ns = Traits::ns, std::enable_if_t<(ns > 0), int> = 0>
  Status reset(const std::array<S, static_cast<std::size_t>(Traits::nq)>& q,
               const std::array<S, static_cast<std::size_t>(Traits::nu)>& u,
               const std::array<S, static_cast<std::size_t>(ns)>& s,
               const InputType& w = InputType{}, TickCount time = TickCount{}) {
    StateType start{};
    start.q = q;
    start.u = u;
    start.s = s;
    start.w = w;
    start.time = time;
    return adopt(start, true);
  }

  /// The same from a struct with members q, u and, where the model has algebraic coordinates, s.
  template <class Start>
  Status reset_to(const Start& start) {
    if constexpr (Traits::ns > 0)
      return reset(start.q, start.u, start.s);
    else
      return reset(start.q, start.u);
  }

  /// Goes on from a state of a stepper of the same type: the steps that follow are bit for bit
  /// those that would have followed there. On failure the stepper is as it was, as with reset().
  Status restore(const StateType& state) { return adopt(state, false); }

  /// One step of h with the inputs w of this tick. A fixed number of operations where it is ok. On
  /// failure the state is as it was: not_started, non_finite_input, non_finite_state,
  /// singular_mass_matrix, rank_deficient_constraints, residual_too_large, singular_contact, and
  /// what the model's contact_status() says.
  Status step(const InputType& w = InputType{}) {
    if (!started_) return Status::not_started;
    if (!detail::all_finite(w)) return Status::non_finite_input;
    const int other = 1 - current_;
    const SlotType& now = slots_[current_];
    SlotType& next = slots_[other];
    return accept(other, method_.advance(setting_, w, now, next));
  }

  /// Brings the state onto the constraints again, beside the steps: matrices at the state, one
  /// Newton step on g with them, G u + g_t = 0 exactly; equations (5.4) and (5.6) with h = 0. Time,
  /// inputs and multipliers stay. Two factorisations and two solves. What a method remembers of its
  /// past steps is not moved with it. On failure the state is as it was, as with step(). Interrupt:
  /// safe, in the one context that steps.
  Status reproject() {
    if (!started_) return Status::not_started;
    // of a state that was damaged in memory the matrices at hand are no longer its own
    SlotType& now = slots_[1 - current_];
    now.state = state();
    if (!detail::all_finite(now.state.q) || !detail::all_finite(now.state.u) ||
        !detail::finite_algebraic<Model>(now.state))
      return Status::non_finite_state;
    Status status = evaluate(now);
    if (status != Status::ok) {
      note_deficiency(status, now);
      return status;
    }
    current_ = 1 - current_;

    SlotType& next = slots_[1 - current_];
    next.state = now.state;
    next.point.tick = now.point.tick;
    status = project_position<OneStepProjection>(setting_, now, Vector<S, Model::nq>::Zero(), next);
    if constexpr (Traits::ns > 0)
      status = first_failure(
          status, follow_position(setting_, next,
                                  Vector<S, Model::nq>(Vector<S, Model::nq>::Zero()), next));
    detail::store_algebraic(next.point.tick, next.state);
    status = first_failure(status, evaluate(next));
    project_velocity(now, Vector<S, detail::nu<Model>()>(Vector<S, detail::nu<Model>()>::Zero()),
                     true, next);
    return accept(1 - current_, status);
  }

  const StateType& state() const { return slots_[current_].state; }
  const Model& model() const { return setting_.model; }
  const StepSize<S>& step_size() const { return setting_.step; }

  /// Euclidean norm of g at the state. From the last step, no new evaluation.
  S position_residual() const {
    return detail::norm(slots_[current_].point.matrices.constraint().g);
  }

  /// Euclidean norm of G u + g_t and A u - b at the state. One product with [G; A].
  S velocity_residual() const {
    const SlotType& now = slots_[current_];
    return detail::norm(now.point.matrices.constraint().rate(detail::load(now.state.u)));
  }

  /// Whether the model has quaternions.
  static constexpr bool has_quaternions = !detail::quaternion_coordinates<Model>().empty();

  /// Largest | |p|^2 - 1 | of the quaternions p of the state.
  S quaternion_error() const {
    S largest = S(0);
    for (const int first : detail::quaternion_coordinates<Model>()) {
      S excess = S(-1);
      for (int i = first; i < first + 4; ++i) {
        const S e = state().q[static_cast<std::size_t>(i)];
        excess += e * e;
      }
      largest = max(largest, excess < S(0) ? -excess : excess);
    }
    return largest;
  }

  /// Smallest pivot share of G M^-1 G^T at the state, in (0, 1]: how far the constraints are from
  /// depending on each other. nl divisions.
  S smallest_pivot_share() const { return slots_[current_].point.matrices.smallest_pivot_share(); }

  /// Whether rows depend on each other at the state: whether what they share is less than the
  /// regularisation of a `redundant` model. Two solves with the factors in hand.
  bool degenerate() const {
    return slots_[current_].point.matrices.weakest_combination().share <
           S(2) * detail::regularisation<Model>();
  }

  /// The last of the rows of the constraints, those of g first, that depend on each other most at
  /// the state: where degenerate(), the one at fault. The same two solves.
  int weakest_row() const { return slots_[current_].point.matrices.weakest_combination().last_row; }

  /// The row that the last Status::rank_deficient_constraints was about; -1 before one.
  int deficient_row() const { return deficient_row_; }

 private:
  using SlotType = Slot<Model, StateType>;

  // The verdict on a freshly written slot; what is not finite goes before its consequences: q and
  // lambda are made before the factorisation that `status` tells of, u after it.
  Status verify(const SlotType& slot, Status status) const {
    const StateType& s = slot.state;
    if (status != Status::ok) {
      const bool finite = detail::all_finite(s.q) && detail::all_finite(s.lambda) &&
                          detail::finite_algebraic<Model>(s);
      return finite ? status : Status::non_finite_state;
    }
    if (!detail::all_finite(s.q, s.lambda, s.u)) return Status::non_finite_state;
    if (!detail::finite_algebraic<Model>(s)) return Status::non_finite_state;
    const bool within = detail::squared_norm(slot.point.matrices.constraint().g) <=
                        setting_.limits.residual * setting_.limits.residual;
    if (!within) return Status::residual_too_large;
    if constexpr (detail::detected<detail::ContactStatusCall, Model, Vector<S, Model::nq>,
                                   Vector<S, Traits::nu>, Signals<Model, S>>)
      return setting_.model.contact_status(detail::load(s.q), detail::load(s.u),
                                           slot.point.tick.template as<S>(s.w));
    return Status::ok;
  }

  // Makes the slot `other` the current one where all about it is sound.
  TAUT_INLINE Status accept(int other, Status so_far) {
    SlotType& next = slots_[other];
    detail::load_multipliers(next.state, next.point.tick);
    const Status status = verify(next, so_far);
    if (status == Status::ok)
      current_ = other;
    else
      note_deficiency(status, next);
    return status;
  }

  Status adopt(const StateType& state, bool from_start) {
    if (!setting_.step.valid()) return Status::invalid_step_size;
    if (state.time.ticks >= setting_.step.period_ticks) return Status::invalid_time;
    if (!detail::all_finite(state.q_low) || !detail::all_finite(state.u_low) ||
        !detail::finite_memory(state))
      return Status::non_finite_state;
    if (!detail::all_finite(state.w)) return Status::non_finite_input;
    // of what is not finite Newton's method on s and lambda would say that it is singular
    if constexpr (detail::has_contact<Model>)
      if (!detail::all_finite(state.q, state.u, state.lambda) ||
          !detail::finite_algebraic<Model>(state))
        return Status::non_finite_state;
    if (!started_) {
      for (SlotType& slot : slots_) {
        const Status status = slot.point.matrices.factorise_constant_mass(
            setting_.model, setting_.limits.pivot_share);
        if (status != Status::ok) return status;
      }
    }
    SlotType& next = slots_[1 - current_];
    next.state = state;
    Status status = Status::ok;
    if constexpr (Traits::ns > 0)
      if (from_start) status = settle_contact(next);
    if (status != Status::ok) return status;
    status = evaluate(next);
    // g and G are written where M is sound; what is not finite goes before its consequences
    if (status != Status::singular_mass_matrix &&
        !detail::all_finite(next.point.matrices.constraint()))
      return Status::non_finite_state;
    if (status == Status::ok && from_start) status = start(next);
    status = accept(1 - current_, status);
    started_ = started_ || status == Status::ok;
    return status;
  }

  Status evaluate(SlotType& slot) const {
    if constexpr (detail::detected<detail::EvaluateCall, Method, Setting<Model>, SlotType>)
      return method_.evaluate(setting_, slot);
    else
      return evaluate_point(setting_, slot);
  }
  Status start(SlotType& slot) const {
    if constexpr (detail::detected<detail::StartCall, Method, Setting<Model>, SlotType>)
      method_.start(setting_, slot);
    else if constexpr (detail::multiplier_force<Model>())
      return converge_multipliers(setting_, slot);
    else
      solve_index1(setting_, slot);
    return Status::ok;
  }
  // s of a start, onto its q
  Status settle_contact(SlotType& slot) const {
    TickSignals<Model>& tick = slot.point.tick;
    tick.evaluate(setting_.model, slot.state.time, setting_.step);
    detail::load_unknowns(slot.state, tick);
    const Status status = converge_algebraic(setting_.model, detail::load(slot.state.q), tick,
                                             slot.state.w, setting_.limits.pivot_share);
    detail::store_algebraic(tick, slot.state);
    return status;
  }

  void note_deficiency(Status status, const SlotType& slot) {
    if (status == Status::rank_deficient_constraints)
      deficient_row_ = slot.point.matrices.weakest_row();
  }

  Setting<Model> setting_;
  Method method_;
  SlotType slots_[2]{};
  int current_ = 0;
  int deficient_row_ = -1;
  bool started_ = false;
};

}  // namespace taut
