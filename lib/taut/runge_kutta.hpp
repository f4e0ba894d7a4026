/// \file
/// Explicit Runge-Kutta methods of any tableau on the index-1 system, with post-stabilisation
/// (docs/methods/runge_kutta.md, section 1). At each stage
///
///     [M G^T; G 0] [u'; lambda] = [f; -gamma - 2 alpha (G u + g_t) - beta g],  q' = V u     (RK.1)
///     q_i = q_n + h sum_j a_ij q'_j,  u_i = u_n + h sum_j a_ij u'_j,  t_i = t_n + c_i h     (RK.2)
///     q~ = q_n + h sum_i b_i q'_i,  u~ = u_n + h sum_i b_i u'_i                             (RK.3)
///
/// then post_stabilization.hpp. alpha = beta = 0 unless a Baumgarte term is asked for. Order of the
/// tableau. The matrices kept at the new state are those of the first stage of the next step.
/// Not good for: stiff forces (explicit: h omega at most 2.8 with four stages, and with one or two
/// stages undamped oscillations grow), dependent rows of G. Interrupt: safe.
///
/// Source: Ascher, Chin, Petzold, Reich, "Stabilization of constrained mechanical systems with DAEs
/// and invariant manifolds", Mech. Struct. Mach. 23 (1995).
#pragma once

#include <utility>

#include "taut/point.hpp"
#include "taut/policies.hpp"
#include "taut/post_stabilization.hpp"
#include "taut/tableau.hpp"

namespace taut {

namespace detail {

// The rates of z = (q, u) at the stages of one step.
template <class Model, int stages>
struct StageRates {
  using S = typename Model::Scalar;
  Vector<S, Model::nq> q[stages];
  Vector<S, nu<Model>()> u[stages];
};

// Rows of a tableau.
template <class Tableau, int i>
struct StageRow {
  static constexpr double at(int j) { return Tableau::a[i][j]; }
};
template <class Tableau>
struct SolutionRow {
  static constexpr double at(int j) { return Tableau::b[j]; }
};

// sum += weight_j rate; the first weight that is not zero starts the sum, zeros leave no trace.
template <class Row, int j, class S, int n>
void add_term(const Vector<S, n>& rate, Vector<S, n>& sum) {
  constexpr double weight = Row::at(j);
  constexpr bool first = [] {
    for (int i = 0; i < j; ++i)
      if (Row::at(i) != 0) return false;
    return true;
  }();
  if constexpr (weight != 0) {
    for (int i = 0; i < n; ++i) {
      if constexpr (first)
        sum[i] = S(weight) * rate[i];
      else
        sum[i] += S(weight) * rate[i];
    }
  }
}
template <class Row, class S, int n, std::size_t... j>
Vector<S, n> add_terms(S h, const Vector<S, n>* rates, std::index_sequence<j...>) {
  Vector<S, n> sum;
  (add_term<Row, static_cast<int>(j)>(rates[j], sum), ...);
  for (int i = 0; i < n; ++i) sum[i] *= h;
  return sum;
}

// h sum_j weight_j rate_j over the first `count` rates.
template <class Row, int count, class S, int n>
Vector<S, n> weighted_sum(S h, const Vector<S, n>* rates) {
  return add_terms<Row>(h, rates, std::make_index_sequence<static_cast<std::size_t>(count)>{});
}

}  // namespace detail

/// Equation (RK.1) at a point whose matrices are factorised: writes q' (nq) and u' (nu), returns
/// lambda (nl). Inputs w act in f, the `held` ones in M and g.
template <class Model, class Stabilization>
Vector<typename Model::Scalar, detail::nl<Model>()> index1_rates(
    const Setting<Model>& setting, const Stabilization& stabilization, typename Model::Scalar h,
    const SaddlePoint<Model>& matrices, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w, const Input<Model>& held,
    Vector<typename Model::Scalar, Model::nq>& q_rate,
    Vector<typename Model::Scalar, detail::nu<Model>()>& u_rate) {
  using S = typename Model::Scalar;
  constexpr int nl = detail::nl<Model>();
  const Model& model = setting.model;
  Vector<S, nl> c = constraint_acceleration(model, q, u, tick, held);
  for (int i = 0; i < nl; ++i) c[i] = -c[i];
  add_baumgarte(stabilization, h, false, matrices.constraint(), u, c);
  q_rate = coordinate_rate(model, q, u);
  u_rate = model.force(q, u, tick.template as<S>(w));
  return matrices.solve(u_rate, c);
}

/// The same where the matrices are still to be made. Out of line: one copy serves all stages.
template <class Model, class Stabilization>
[[gnu::noinline]] Status stage_rates(const Setting<Model>& setting,
                                     const Stabilization& stabilization, typename Model::Scalar h,
                                     const Vector<typename Model::Scalar, Model::nq>& q,
                                     const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                                     const TickSignals<Model>& tick, const Input<Model>& w,
                                     const Input<Model>& held, SaddlePoint<Model>& matrices,
                                     Vector<typename Model::Scalar, Model::nq>& q_rate,
                                     Vector<typename Model::Scalar, detail::nu<Model>()>& u_rate) {
  const Status status =
      matrices.factorise(setting.model, q, tick, held, setting.limits.pivot_share);
  index1_rates(setting, stabilization, h, matrices, q, u, tick, w, held, q_rate, u_rate);
  return detail::cause(status, q, matrices.constraint().g);
}

/// The first stage, with the matrices of slot `now`; its multipliers go to next.state.
template <class Model, class Stabilization, class SlotType, int stages>
void first_stage(const Setting<Model>& setting, const Stabilization& stabilization,
                 typename Model::Scalar h, const Input<Model>& w, const SlotType& now,
                 SlotType& next, detail::StageRates<Model, stages>& rates) {
  detail::store_multipliers(index1_rates(setting, stabilization, h, now.point.matrices,
                                         detail::load(now.state.q), detail::load(now.state.u),
                                         now.point.tick, w, now.state.w, rates.q[0], rates.u[0]),
                            next.state);
}

/// Stages i, i + 1, ... of a tableau, equations (RK.2) and (RK.1). `evaluate_between(c, tick)`
/// evaluates the signals at t_n + c h for c between 0 and 1; at the ends they are those of the
/// slots. `between` and next.point.matrices are scratch. Stops at the first failure.
template <class Tableau, int i, class Model, class Stabilization, class SlotType, class Between>
Status later_stages(const Setting<Model>& setting, const Stabilization& stabilization,
                    typename Model::Scalar h, const Input<Model>& w, const SlotType& now,
                    SlotType& next, const Between& evaluate_between, TickSignals<Model>& between,
                    detail::StageRates<Model, Tableau::stages>& rates) {
  using S = typename Model::Scalar;
  if constexpr (i < Tableau::stages) {
    using Row = detail::StageRow<Tableau, i>;
    constexpr double c = Tableau::c[i];
    if constexpr (c > 0 && c < 1 && c != Tableau::c[i - 1]) evaluate_between(S(c), between);
    const TickSignals<Model>& tick = c == 0 ? now.point.tick : c == 1 ? next.point.tick : between;
    const Vector<S, Model::nq> q =
        detail::predicted_position<Model>(now.state, detail::weighted_sum<Row, i>(h, rates.q));
    const Vector<S, detail::nu<Model>()> u =
        detail::predicted_velocity<Model>(now.state, detail::weighted_sum<Row, i>(h, rates.u));
    const Status status = stage_rates(setting, stabilization, h, q, u, tick, w, now.state.w,
                                      next.point.matrices, rates.q[i], rates.u[i]);
    if (status != Status::ok) return status;
    return later_stages<Tableau, i + 1>(setting, stabilization, h, w, now, next, evaluate_between,
                                        between, rates);
  } else {
    return Status::ok;
  }
}

/// A method of the stepper. `Stabilization` is NoStabilization, or Baumgarte of policies.hpp: the
/// paper's Baum(alpha_1, alpha_2) is Baumgarte{alpha_1 / 2, alpha_2}. With the dead-beat values of
/// DeadBeatBaumgarte a residual is not gone after one step but multiplied by the stability function
/// at -1.
template <class Tableau = ClassicalRungeKutta4, class PostStabilization = SBothTwice<>,
          class Stabilization = NoStabilization>
struct ExplicitRungeKutta {
  static_assert(check_tableau<Tableau>());

  template <class Model>
  using Memory = NoMemory;

  PostStabilization post_stabilization = {};
  Stabilization stabilization = {};

  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int stages = Tableau::stages;
    using Row = detail::SolutionRow<Tableau>;
    const S h = setting.step.h;
    begin_tick(setting, w, now, next);

    // q'_i, u'_i; lambda_n of the first stage                                      (RK.1), (RK.2)
    detail::StageRates<Model, stages> rates;
    first_stage(setting, stabilization, h, w, now, next, rates);
    const auto evaluate_between = [&](S fraction, TickSignals<Model>& tick) {
      tick.evaluate_after(setting.model, now.state.time, setting.step, fraction);
    };
    TickSignals<Model> between;
    const Status status = later_stages<Tableau, 1>(setting, stabilization, h, w, now, next,
                                                   evaluate_between, between, rates);
    if (status != Status::ok) {
      next.state.q = now.state.q;
      return status;
    }

    // q~, u~ (RK.3), z_{n+1} (PS.1), and the matrices there
    const Vector<S, Model::nq> q_increment = detail::weighted_sum<Row, stages>(h, rates.q);
    const Vector<S, detail::nu<Model>()> u_increment =
        detail::weighted_sum<Row, stages>(h, rates.u);
    return finish_step(setting, now, q_increment, u_increment, post_stabilization, true, next);
  }
};

}  // namespace taut
