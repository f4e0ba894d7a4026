/// \file
/// Dormand-Prince 5(4) with error control and post-stabilisation, for the desk
/// (docs/methods/runge_kutta.md, section 3). Not real-time: the number of steps depends on the
/// motion. Bounded all the same: in steps a call, and in tries a step. No heap.
///
///     e_i = h sum_j (b_j - b^_j) z'_ij,  s_i = atol + rtol max(|z_i|, |z~_i|)               (DP.1)
///     E = sqrt(mean (e_i / s_i)^2); accepted where E <= 1                                   (DP.2)
///     h <- h min(10, max(1/5, 0.9 E_old^beta / E^(1/5 - 3 beta / 4)))                       (DP.3)
///
/// E_old is that of the last accepted step, at least 1e-4; after a rejection h does not grow. The
/// controller with beta = 0.04 is that of the code of 1993, with beta = 0 that of 1987. The error
/// is that of z~, before the post-stabilisation; the slope is evaluated anew after it. Time is a
/// double whatever the scalar; angles are not wrapped, so that tolerances and turns mean what they
/// say (sine and cosine hold to |x| = 2^20 in double, 8192 in float).
///
/// Source: Dormand and Prince, J. Comp. Appl. Math. 6 (1980); controller and first step: Hairer,
/// Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., section II.4 and DOPRI5.
/// Interrupt: not safe.
#pragma once

#include <algorithm>
#include <cmath>

#include "taut/dormand_prince_options.hpp"
#include "taut/point.hpp"
#include "taut/runge_kutta.hpp"

namespace taut {

/// Integrates `Model` from a consistent start. `PostStabilization` and `Stabilization` as in
/// runge_kutta.hpp.
template <class Model, class PostStabilization = SBothTwice<>,
          class Stabilization = NoStabilization>
class DormandPrince {
  static_assert(check_model<Model>() && check_tableau<DormandPrince54>());
  static_assert(
      !detail::has_contact<Model>,
      "taut: DormandPrince moves no algebraic coordinates and knows no force that depends "
      "on the multipliers: take LinearImplicitEuler or Rattle.");
  static_assert(!std::is_same_v<Stabilization, DeadBeatBaumgarte>,
                "taut: DormandPrince has no fixed step to be dead-beat in: give Baumgarte's "
                "parameters.");

 public:
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  using StateType = State<Model, PlainSummation>;
  using InputType = Input<Model>;

  explicit DormandPrince(const Model& model, const DormandPrinceOptions& options = {},
                         Stabilization stabilization = {})
      : setting_{model, StepSize<S>::hz(1), Limits<S>::template of<Model>()},
        options_(options),
        stabilization_(stabilization) {}

  /// Starts at time_s >= 0 with consistent q (nq) and u (nu). On failure nothing has changed:
  /// invalid_step_size (a time below 0 or past 2^32 s), non_finite_input, non_finite_state,
  /// singular_mass_matrix, rank_deficient_constraints.
  Status reset(const std::array<S, static_cast<std::size_t>(Traits::nq)>& q,
               const std::array<S, static_cast<std::size_t>(Traits::nu)>& u,
               const InputType& w = InputType{}, double time_s = 0) {
    if (!(time_s >= 0 && time_s < largest_time_s)) return Status::invalid_step_size;
    if (!detail::all_finite(w)) return Status::non_finite_input;
    if (!detail::all_finite(q) || !detail::all_finite(u)) return Status::non_finite_state;
    Run& start = runs_[1 - current_];
    const S share = setting_.limits.pivot_share;
    Status status = start.slot.point.matrices.factorise_constant_mass(setting_.model, share);
    if (status != Status::ok) return status;
    start.slot.state = {};
    start.slot.state.q = q;
    start.slot.state.u = u;
    start.slot.state.w = w;
    start.time_s = time_s;
    start.step_s = 0;
    start.old_error = first_old_error;
    start.counts = {};
    evaluate_tick(time_s, start.slot.point.tick);
    status = factorise_point(setting_, start.slot);
    if (status != Status::ok) return status;
    solve_index1(setting_, start.slot);
    if (!detail::all_finite(start.slot.state.lambda)) return Status::non_finite_state;
    current_ = 1 - current_;
    started_ = true;
    return Status::ok;
  }

  /// Integrates to end_s with the inputs w; `after(state, time_s)` is called after each accepted
  /// step, the last of which ends at end_s.
  template <class After>
  IntegrationStatus run_to(double end_s, const InputType& w, After after) {
    if (!started_) return IntegrationStatus::not_started;
    if (!valid(end_s)) return IntegrationStatus::invalid_options;
    if (!detail::all_finite(w)) return IntegrationStatus::non_finite_input;
    last_failure_ = Status::ok;
    runs_[1 - current_] = run();
    const IntegrationStatus status = integrate(end_s, w, after);
    if (status != IntegrationStatus::ok) {
      failed_at_s_ = run().time_s;
      current_ = 1 - current_;
    }
    return status;
  }
  IntegrationStatus run_to(double end_s, const InputType& w = InputType{}) {
    return run_to(end_s, w, [](const StateType&, double) {});
  }

  /// lambda is the multiplier at the start of the last step; the tick counter is not used.
  const StateType& state() const { return run().slot.state; }
  double time_s() const { return run().time_s; }
  const DormandPrinceCounts& counts() const { return run().counts; }

  /// |g| and |(G u + g_t, A u - b)| at the state.
  S position_residual() const { return detail::norm(run().slot.point.matrices.constraint().g); }
  S velocity_residual() const {
    return detail::norm(
        run().slot.point.matrices.constraint().rate(detail::load(run().slot.state.u)));
  }

  /// Why the last try of the last run failed: ok where its error was too large.
  Status last_failure() const { return last_failure_; }
  /// Time that the last run that did not reach its end has reached.
  double failed_at_s() const { return failed_at_s_; }

 private:
  using SlotType = Slot<Model, StateType>;
  static constexpr int nq = Traits::nq, nu = Traits::nu, stages = DormandPrince54::stages;
  static constexpr double largest_time_s = 4294967295.0;
  static constexpr double smallest_factor = 0.2, largest_factor = 10, safety = 0.9;
  static constexpr double first_old_error = 1e-4;

  // What a run changes.
  struct Run {
    SlotType slot;
    double time_s = 0;
    double step_s = 0;  // 0: to be chosen
    double old_error = first_old_error;
    DormandPrinceCounts counts;
  };
  struct ErrorRow {
    static constexpr double at(int j) { return DormandPrince54::error[j]; }
  };

  const Run& run() const { return runs_[current_]; }
  Run& run() { return runs_[current_]; }

  bool valid(double end_s) const {
    const DormandPrinceOptions& o = options_;
    return o.relative_tolerance >= 0 && o.absolute_tolerance > 0 && o.beta >= 0 && o.beta < 0.2 &&
           o.first_step_s >= 0 && o.largest_step_s > 0 && o.max_steps > 0 && o.max_rejections > 0 &&
           end_s >= run().time_s && end_s < largest_time_s;
  }

  void evaluate_tick(double time_s, TickSignals<Model>& tick) const {
    const auto whole = static_cast<std::uint32_t>(time_s);
    tick.evaluate_at(setting_.model, whole, static_cast<S>(time_s - whole));
  }

  template <class After>
  IntegrationStatus integrate(double end_s, const InputType& w, After after) {
    SlotType next = run().slot;  // with its constant mass matrix
    detail::StageRates<Model, stages> rates;
    if (run().step_s == 0) {
      run().step_s = options_.first_step_s;
      evaluate_first(w, next, rates);
      if (run().step_s == 0) run().step_s = choose_first_step(end_s, w, next, rates);
    }
    for (long steps = 0; run().time_s < end_s; ++steps) {
      if (steps == options_.max_steps) return IntegrationStatus::too_many_steps;
      const IntegrationStatus status = step(end_s, w, next, rates);
      if (status != IntegrationStatus::ok) return status;
      after(run().slot.state, run().time_s);
    }
    return IntegrationStatus::ok;
  }

  // One accepted step, at most to end_s.
  IntegrationStatus step(double end_s, const InputType& w, SlotType& next,
                         detail::StageRates<Model, stages>& rates) {
    const double exponent = 0.2 - 0.75 * options_.beta;
    evaluate_first(w, next, rates);
    bool rejected = false;
    for (int tries = 0; tries < options_.max_rejections; ++tries) {
      const double wanted = std::min(run().step_s, options_.largest_step_s);
      // the last step is stretched by up to 1 % rather than followed by a tiny one
      const bool last = run().time_s + 1.01 * wanted >= end_s;
      const double h = last ? end_s - run().time_s : wanted;
      const double next_time_s = last ? end_s : run().time_s + h;
      if (0.1 * h <= run().time_s * std::numeric_limits<double>::epsilon())
        return IntegrationStatus::step_too_small;

      double error = 0;
      last_failure_ = attempt(h, next_time_s, w, next, rates, error);
      if (last_failure_ == Status::ok && error <= 1) {
        last_failure_ = finish(static_cast<S>(h), next, rates);
        if (last_failure_ == Status::ok) {
          // (DP.3)
          const double slope = std::pow(error, exponent) / std::pow(run().old_error, options_.beta);
          const double grown = h / limited(slope / safety);
          run().old_error = std::max(error, first_old_error);
          // a step cut short by the end says nothing against the one that was wanted
          run().step_s = rejected ? std::min(grown, h) : last ? std::max(grown, wanted) : grown;
          run().time_s = next_time_s;
          std::swap(run().slot, next);
          ++run().counts.accepted;
          return IntegrationStatus::ok;
        }
      }
      const double slope = last_failure_ == Status::ok ? std::pow(error, exponent) : 1e9;
      run().step_s = h / std::min(1 / smallest_factor, slope / safety);
      rejected = true;
      ++run().counts.rejected;
    }
    return IntegrationStatus::too_many_rejections;
  }

  static double limited(double inverse_factor) {
    return std::max(1 / largest_factor, std::min(1 / smallest_factor, inverse_factor));
  }

  // The first stage is the same for all tries of a step.
  void evaluate_first(const InputType& w, SlotType& next,
                      detail::StageRates<Model, stages>& rates) {
    next.state.w = w;
    first_stage(setting_, stabilization_, S(0), w, run().slot, next, rates);
    ++run().counts.evaluations;
  }

  // The other stages and the error E of (DP.2).
  Status attempt(double h_s, double next_time_s, const InputType& w, SlotType& next,
                 detail::StageRates<Model, stages>& rates, double& error) {
    const S h = static_cast<S>(h_s);
    evaluate_tick(next_time_s, next.point.tick);
    const auto evaluate_between = [&](S fraction, TickSignals<Model>& tick) {
      evaluate_tick(run().time_s + static_cast<double>(fraction) * h_s, tick);
    };
    TickSignals<Model> between;
    const Status status = later_stages<DormandPrince54, 1>(
        setting_, stabilization_, h, w, run().slot, next, evaluate_between, between, rates);
    run().counts.evaluations += stages - 1;
    if (status != Status::ok) return status;

    const Vector<S, nq> q_error = detail::weighted_sum<ErrorRow, stages>(h, rates.q);
    const Vector<S, nu> u_error = detail::weighted_sum<ErrorRow, stages>(h, rates.u);
    const Vector<S, nq> q_increment = solution_increment(h, rates.q);
    const Vector<S, nu> u_increment = solution_increment(h, rates.u);
    double sum = 0;
    for (int i = 0; i < nq; ++i)
      sum += share(run().slot.state.coordinate(i).hi, q_increment[i], q_error[i]);
    for (int i = 0; i < nu; ++i)
      sum += share(run().slot.state.velocity(i).hi, u_increment[i], u_error[i]);
    error = std::sqrt(sum / (nq + nu));
    return std::isfinite(error) ? Status::ok : Status::non_finite_state;
  }

  template <int n>
  static Vector<S, n> solution_increment(S h, const Vector<S, n> (&rates)[stages]) {
    return detail::weighted_sum<detail::SolutionRow<DormandPrince54>, stages>(h, rates);
  }

  // (e_i / s_i)^2                                                                          (DP.1)
  double share(S from, S increment, S error) const {
    const auto size = static_cast<double>(max(abs(from), abs(from + increment)));
    const double scaled = static_cast<double>(error) /
                          (options_.absolute_tolerance + options_.relative_tolerance * size);
    return scaled * scaled;
  }

  // z~, post-stabilised, and its matrices.
  Status finish(S h, SlotType& next, const detail::StageRates<Model, stages>& rates) {
    const Status status =
        finish_step(setting_, run().slot, solution_increment(h, rates.q),
                    solution_increment(h, rates.u), PostStabilization{}, false, next);
    if (status != Status::ok) return status;
    const bool finite = detail::all_finite(next.state.q) && detail::all_finite(next.state.u) &&
                        detail::all_finite(next.state.lambda);
    return finite ? Status::ok : Status::non_finite_state;
  }

  // A first step from the sizes of z, z' and z'', the last by one step of explicit Euler.
  double choose_first_step(double end_s, const InputType& w, SlotType& next,
                           detail::StageRates<Model, stages>& rates) {
    const StateType& state = run().slot.state;
    const double largest = std::min(options_.largest_step_s, end_s - run().time_s);
    const auto size = [&](const Vector<S, nq>& q, const Vector<S, nu>& u) {
      double sum = 0;
      for (int i = 0; i < nq; ++i) sum += share(state.coordinate(i).hi, S(0), q[i]);
      for (int i = 0; i < nu; ++i) sum += share(state.velocity(i).hi, S(0), u[i]);
      return std::sqrt(sum);
    };
    const Vector<S, nq> q = detail::load(state.q);
    const Vector<S, nu> u = detail::load(state.u);
    const double slope = size(rates.q[0], rates.u[0]), value = size(q, u);
    double h = slope <= 1e-5 || value <= 1e-5 ? 1e-6 : 0.01 * value / slope;
    h = std::min(h, largest);
    evaluate_tick(run().time_s + h, next.point.tick);
    const S step = static_cast<S>(h);
    const Status status =
        stage_rates(setting_, stabilization_, step, Vector<S, nq>(q + step * rates.q[0]),
                    Vector<S, nu>(u + step * rates.u[0]), next.point.tick, w, state.w,
                    next.point.matrices, rates.q[1], rates.u[1]);
    ++run().counts.evaluations;
    if (status != Status::ok) return h;
    const double curvature =
        size(Vector<S, nq>(rates.q[1] - rates.q[0]), Vector<S, nu>(rates.u[1] - rates.u[0])) / h;
    const double steepest = std::max(curvature, slope);
    const double guess =
        steepest <= 1e-15 ? std::max(1e-6, 1e-3 * h) : std::pow(0.01 / steepest, 0.2);
    return std::isfinite(guess) ? std::min({100 * h, guess, largest}) : h;
  }

  Setting<Model> setting_;
  DormandPrinceOptions options_;
  Stabilization stabilization_;
  Run runs_[2];  // the second: what reset() makes, and what a run that fails goes back to
  int current_ = 0;
  Status last_failure_ = Status::ok;
  double failed_at_s_ = 0;
  bool started_ = false;
};

}  // namespace taut
