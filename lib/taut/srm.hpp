/// \file
/// Sequential regularisation of mechanisms (docs/methods/srm.md, section 3). With W = M^-1 G^T,
/// iterate s = 1, 2, ... solves the ordinary differential equation
///
///     q_s' = V (u_s - (1/eps) W E g)                                                  (SR.7)
///     M u_s' = f - G^T lambda_s                                                       (SR.8)
///     lambda_s = lambda_{s-1} + (1/eps) E (G u_s + g_t)                               (SR.9)
///
/// E = I, (G W)^T or (G W)^-1; through a singular point of G (SingularWeight) the iterates carry
/// z = W lambda, which is smooth there, and u_s' = M^-1 f - z_s with
///
///     z_s = W (G W)^-1 (G z_{s-1} + (1/eps) (G u_s + g_t))                            (SR.10)
///
/// all at (q_s, u_s, t), by Heun's rule with `substeps` steps a tick.
///
/// EachTick (the default) iterates over one tick: every iterate starts at (q_n, u_n), and lambda_0
/// is the multiplier that the last iterate had at t_n. Second order; |G u + g_t| and |g|
/// of order h^2, for a run of any length. Cost: 2 iterations substeps evaluations and
/// factorisations a tick, where the default step has one. WholeRun iterates over the whole run, as
/// the paper: sub-step k of iterate s needs lambda_{s-1} at its two ends alone, so that all
/// iterates go along together, each from its own end of the last tick, and are those of a run that
/// finishes the interval for s - 1 before it begins s. iterations - 1 evaluations more.
///
/// Explicit: stable for sub-steps up to 2 eps / rho(E G W) and stiff forces up to h omega of about
/// 2. Not good for: closure to rounding, cost, and with WholeRun long runs (srm_weight.hpp) and the
/// multipliers in the first few eps, which start from 0 whatever they are. Holonomic
/// constraints alone: a model with nonholonomic ones does not compile.
///
/// Source: Ascher, Lin, "Sequential regularization methods for nonlinear higher-index DAEs", SIAM
/// J. Sci. Comput. 18 (1997): (SR.7)-(SR.9) is (4.14)-(4.16) = (5.3)-(5.4), (SR.10) the singular
/// form (5.5)-(5.6). This assignment is ours: the formulas are the ones that reproduce the
/// published digits of Table 6.4 and the reference iterates of examples 6.4 and 6.5. EachTick is
/// ours. Interrupt: safe.
#pragma once

#include "taut/point.hpp"
#include "taut/srm_weight.hpp"

namespace taut {

namespace detail {
template <class Model, bool rate>
struct CarriedMultipliers {
  /// lambda (nc), or W lambda (nu) with SingularWeight, of the last iterate at t_n
  std::array<typename Model::Scalar, static_cast<std::size_t>(rate ? nu<Model>() : Model::nc)>
      carried;

  bool finite_memory() const { return all_finite(carried); }
};
template <class Model, int count>
struct EarlierIterates {
  /// iterates 1 to iterations - 1, each a state of its own
  std::array<State<Model, DefaultSummation<typename Model::Scalar>>,
             static_cast<std::size_t>(count)>
      earlier;

  bool finite_memory() const {
    bool finite = true;
    for (const auto& state : earlier)
      finite = finite && all_finite(state.q, state.u, state.lambda, state.q_low, state.u_low);
    return finite;
  }
};
}  // namespace detail

template <class Weight = InverseWeight, int iterations = 2, int substeps = 1,
          class Window = EachTick>
struct SequentialRegularization {
  static_assert(iterations > 0 && substeps > 0,
                "taut: SequentialRegularization takes at least one iteration and one sub-step.");

  template <class Model>
  using Memory =
      std::conditional_t<Window::whole_run, detail::EarlierIterates<Model, iterations - 1>,
                         detail::CarriedMultipliers<Model, Weight::carries_rate>>;

  /// eps / (h / substeps). With (G W)^-1, 1 takes a residual down fastest and 0.5 is the bound of
  /// stability; with the other weights eps has units, and the bound is rho(E G W) / 2.
  float epsilon_steps = 1;

  template <class Model, class SlotType>
  Status evaluate(const Setting<Model>& setting, SlotType& slot) const {
    static_assert(detail::na<Model>() == 0,
                  "taut: SequentialRegularization is for holonomic constraints alone.");
    return tolerated(evaluate_point(setting, slot));
  }

  /// EachTick: the multipliers of the index-1 system, or 0 where E is not an inverse and they need
  /// not exist. WholeRun: all iterates at the start, where the residual is 0 and so is lambda_s.
  template <class Model, class SlotType>
  void start(const Setting<Model>& setting, SlotType& slot) const {
    slot.state.lambda = {};
    if constexpr (Window::whole_run) {
      for (auto& iterate : slot.state.earlier) {
        iterate = {};
        iterate.q = slot.state.q;
        iterate.u = slot.state.u;
        iterate.w = slot.state.w;
        iterate.time = slot.state.time;
      }
    } else {
      if constexpr (Weight::inverse) solve_index1(setting, slot);
      const C<Model> lambda = detail::load(slot.state.lambda);
      if constexpr (Weight::carries_rate)
        store(acceleration_of(slot.point.matrices, lambda), slot.state);
      else
        store(lambda, slot.state);
    }
  }

  /// One tick.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    // what the iterate before carries at the grid points of the tick
    Grid<Model> grid;
    Carried<Model> first = Carried<Model>::Zero();
    if constexpr (!Window::whole_run) first = detail::load(now.state.carried);
    for (Carried<Model>& y : grid.at) y = first;

    Status status = Status::ok;
    for (int s = 0; s + 1 < iterations; ++s) {
      if constexpr (Window::whole_run) {
        // iterate s + 1 from its own point at t_n, with the inputs that were held until then
        const auto k = static_cast<std::size_t>(s);
        const auto& from = now.state.earlier[k];
        Point<Model> point = now.point;
        status = first_failure(status, factorise(setting, detail::load(from.q), from.w, point));
        status = first_failure(
            status, advance_iterate(setting, w, from, point, grid, next.state.earlier[k], point));
        status = first_failure(status, end_iterate(setting, w, next.state.earlier[k], point, grid));
      } else {
        status = first_failure(status, advance_iterate(setting, w, now.state, now.point, grid,
                                                       next.state, next.point));
        status = first_failure(status, end_iterate(setting, w, next.state, next.point, grid));
      }
    }
    status = first_failure(
        status, advance_iterate(setting, w, now.state, now.point, grid, next.state, next.point));
    status = first_failure(status, end_iterate(setting, w, next.state, next.point, grid));
    if constexpr (!Window::whole_run) store(grid.at[substeps], next.state);
    // what a failed factorisation left is not to be judged: its status is the cause
    if (status != Status::ok) next.state = now.state;
    return status;
  }

 private:
  template <class Model>
  using Q = Vector<typename Model::Scalar, Model::nq>;
  template <class Model>
  using U = Vector<typename Model::Scalar, detail::nu<Model>()>;
  template <class Model>
  using C = Vector<typename Model::Scalar, Model::nc>;

  // lambda_s (nc), or z_s (nu).
  template <class Model>
  using Carried = std::conditional_t<Weight::carries_rate, U<Model>, C<Model>>;
  template <class Model>
  struct Grid {
    Carried<Model> at[substeps + 1];
  };
  template <class Model>
  struct Multipliers {
    C<Model> lambda;
    U<Model> acceleration;  // W lambda
    Carried<Model> carried;
  };
  template <class Model>
  struct Slopes {
    Q<Model> q;
    U<Model> u;
    Multipliers<Model> multipliers;
  };

  template <class S, int n, class StateType>
  static void store(const Vector<S, n>& carried, StateType& state) {
    for (int i = 0; i < n; ++i) state.carried[static_cast<std::size_t>(i)] = carried[i];
  }

  // Where E is not an inverse, dependent rows of G do no harm.
  static Status tolerated(Status status) {
    return !Weight::inverse && status == Status::rank_deficient_constraints ? Status::ok : status;
  }

  template <class Model>
  static Status factorise(const Setting<Model>& setting, const Q<Model>& q, const Input<Model>& w,
                          Point<Model>& point) {
    using S = typename Model::Scalar;
    const Status status =
        point.matrices.factorise(setting.model, q, point.tick, w, setting.limits.pivot_share);
    // what is not finite goes before its consequences
    S sum = S(0);
    for (int i = 0; i < Model::nq; ++i) sum += q[i];
    if (status == Status::rank_deficient_constraints)
      for (int i = 0; i < Model::nc; ++i) sum += point.matrices.constraint().g[i];
    return is_finite(sum) ? tolerated(status) : Status::non_finite_state;
  }

  template <class Model>
  typename Model::Scalar epsilon(const Setting<Model>& setting) const {
    using S = typename Model::Scalar;
    return S(epsilon_steps) * (setting.step.h / S(substeps));
  }

  // W b (nu): the acceleration by multipliers b.
  template <class Model>
  static U<Model> acceleration_of(const SaddlePoint<Model>& matrices, const C<Model>& b) {
    return product(matrices.W(), b);
  }

  // G z (nc): the share of an acceleration z that the constraints see.
  template <class Model>
  static C<Model> rows_times(const SaddlePoint<Model>& matrices, const U<Model>& z) {
    C<Model> y;
    for (int i = 0; i < Model::nc; ++i) y[i] = row_times(matrices.constraint().J, i, z);
    return y;
  }

  // E b (nc). G W is symmetric.
  template <class Model>
  static C<Model> weighted(const SaddlePoint<Model>& matrices, C<Model> b) {
    if constexpr (Weight::inverse)
      matrices.solve_schur_in_place(b);
    else if constexpr (Weight::transposed)
      b = rows_times(matrices, acceleration_of(matrices, b));
    return b;
  }

  // (SR.9), (SR.10): lambda_s and what is carried, from what s - 1 carries at the same time.
  template <class Model>
  Multipliers<Model> carried(const Setting<Model>& setting, const SaddlePoint<Model>& matrices,
                             const U<Model>& u, const Carried<Model>& previous) const {
    using S = typename Model::Scalar;
    const S inverse_epsilon = S(1) / epsilon(setting);
    Multipliers<Model> y;
    y.lambda = matrices.constraint().rate(u);
    for (int i = 0; i < Model::nc; ++i) y.lambda[i] *= inverse_epsilon;
    if constexpr (Weight::carries_rate) {
      y.lambda += rows_times(matrices, previous);
      y.lambda = weighted(matrices, y.lambda);
      y.acceleration = acceleration_of(matrices, y.lambda);
      y.carried = y.acceleration;
    } else {
      y.lambda = previous + weighted(matrices, y.lambda);
      y.acceleration = acceleration_of(matrices, y.lambda);
      y.carried = y.lambda;
    }
    return y;
  }

  // (SR.7), (SR.8) at a point.
  template <class Model>
  Slopes<Model> slopes(const Setting<Model>& setting, const Point<Model>& point, const Q<Model>& q,
                       const U<Model>& u, const Input<Model>& w,
                       const Carried<Model>& previous) const {
    using S = typename Model::Scalar;
    const SaddlePoint<Model>& matrices = point.matrices;
    Slopes<Model> y;
    y.multipliers = carried(setting, matrices, u, previous);
    y.u = setting.model.force(q, u, point.tick.template as<S>(w));
    matrices.solve_mass_in_place(y.u);
    y.u -= y.multipliers.acceleration;
    const U<Model> back = acceleration_of(matrices, weighted(matrices, matrices.constraint().g));
    const S inverse_epsilon = S(1) / epsilon(setting);
    U<Model> moving;
    for (int j = 0; j < detail::nu<Model>(); ++j) moving[j] = u[j] - inverse_epsilon * back[j];
    y.q = coordinate_rate(setting.model, q, moving);
    return y;
  }

  // One tick of one iterate, from `first`, its point at t_n. Overwrites what iterate s - 1 carries
  // at the grid points by what s carries there, but for the last; `point` is for the points on the
  // way and may be `first`.
  template <class Model, class From, class To>
  Status advance_iterate(const Setting<Model>& setting, const Input<Model>& w, const From& from,
                         const Point<Model>& first, Grid<Model>& grid, To& to,
                         Point<Model>& point) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>();
    const S h = setting.step.h / S(substeps), half = S(0.5) * h;
    to.time = from.time.next(setting.step);
    to.w = w;
    Q<Model> q_increment = Q<Model>::Zero();
    U<Model> u_increment = U<Model>::Zero();
    Status status = Status::ok;
    for (int k = 0; k < substeps; ++k) {
      // at (q_k, u_k, t_k)
      if (k > 0)
        status = first_failure(
            status,
            factorise(setting, detail::predicted_position<Model>(from, q_increment), w, point));
      const Slopes<Model> one = slopes(
          setting, k > 0 ? point : first, detail::predicted_position<Model>(from, q_increment),
          detail::predicted_velocity<Model>(from, u_increment), w, grid.at[k]);
      grid.at[k] = one.multipliers.carried;
      if (k == 0) detail::store_multipliers(one.multipliers.lambda, to);
      // at (q_k + h q', u_k + h u', t_{k+1}), with what s - 1 carries there
      Q<Model> q_stage = q_increment;
      for (int i = 0; i < nq; ++i) q_stage[i] += h * one.q[i];
      U<Model> u_stage = u_increment;
      for (int j = 0; j < nu; ++j) u_stage[j] += h * one.u[j];
      const Q<Model> q = detail::predicted_position<Model>(from, q_stage);
      const U<Model> u = detail::predicted_velocity<Model>(from, u_stage);
      if (k + 1 < substeps)
        point.tick.evaluate_after(setting.model, from.time, setting.step, S(k + 1) / S(substeps));
      else
        point.tick.evaluate(setting.model, to.time, setting.step);
      status = first_failure(status, factorise(setting, q, w, point));
      const Slopes<Model> two = slopes(setting, point, q, u, w, grid.at[k + 1]);
      for (int i = 0; i < nq; ++i) q_increment[i] += half * (one.q[i] + two.q[i]);
      for (int j = 0; j < nu; ++j) u_increment[j] += half * (one.u[j] + two.u[j]);
    }
    detail::store_position<Model>(from, q_increment, to);
    detail::store_velocity<Model>(from, u_increment, to);
    return status;
  }

  // The point at the end of an iterate's tick, and what it carries there.
  template <class Model, class StateType>
  Status end_iterate(const Setting<Model>& setting, const Input<Model>& w, const StateType& state,
                     Point<Model>& point, Grid<Model>& grid) const {
    const Status status = factorise(setting, detail::load(state.q), w, point);
    grid.at[substeps] =
        carried(setting, point.matrices, detail::load(state.u), grid.at[substeps]).carried;
    return status;
  }
};

}  // namespace taut
