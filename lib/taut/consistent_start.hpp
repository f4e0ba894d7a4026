/// \file
/// From a rough start onto the constraints: g(q) = 0 by damped Gauss-Newton, then G u + g_t = 0 and
/// A u = b together.
///
///     P = diag(M)^-1 at the rough q, zero where a coordinate is held
///     q <- q - s V P G^T (G P G^T)^-1 g,  s in {1, 1/2, ..., 2^-10}                          (6.1)
///     u <- u - P G^T (G P G^T)^-1 (G u + g_t)                                                (6.2)
///
/// docs/method.md, section 6. Each step is the smallest in the metric of diag(M), so metres and
/// radians, or millimetres and tonnes, do not mix up. Bounded: 30 steps of at most 11 trials.
/// Newton's method ends on the branch it is drawn to; the report says how far that was, and
/// `largest_move` and `largest_algebraic_move` refuse a start that went further. Interrupt: not
/// safe, for start-up.
#pragma once

#include "taut/state.hpp"
#include "taut/weighted_projection.hpp"

namespace taut {

/// What a caller may ask of the consistent start.
template <class Model>
struct StartOptions {
  using S = typename Model::Scalar;
  static constexpr std::size_t nu = static_cast<std::size_t>(detail::nu<Model>());
  static constexpr S none = std::numeric_limits<S>::infinity();  ///< no limit
  std::array<bool, nu> hold_position{};   ///< directions of motion in which q stays
  std::array<bool, nu> hold_velocity{};   ///< velocities that stay
  S largest_move = none;                  ///< on |q_i - rough q_i|, each in its unit
  S largest_algebraic_move = none;        ///< on |s_i - rough s_i|
  Input<Model> w{};                       ///< inputs at the start
  TickCount time{};                       ///< tick of the start
  StepSize<S> step = StepSize<S>::hz(1);  ///< needed where `time` is not zero
};

/// What the consistent start did, also where it refused.
template <class Model>
struct StartReport {
  using S = typename Model::Scalar;
  S largest_move = 0;             ///< largest |q_i - rough q_i|
  int moved_coordinate = 0;       ///< the i of it
  S largest_algebraic_move = 0;   ///< largest |s_i - rough s_i|
  S largest_velocity_change = 0;  ///< largest |u_i - rough u_i|
  int changed_velocity = 0;       ///< the i of it
  S position_residual = 0;        ///< |g| reached
  S velocity_residual = 0;        ///< |(G u + g_t, A u - b)| reached
  int iterations = 0;             ///< Gauss-Newton steps on position
};

namespace detail {

// Quaternions of any length but zero to unit length.
template <class Model>
void normalise_quaternions(Vector<typename Model::Scalar, Model::nq>& q) {
  using S = typename Model::Scalar;
  for (const int first : quaternion_coordinates<Model>()) {
    // by the largest entry first: its square might be past the range of S
    S largest = S(0), square = S(0);
    for (int i = first; i < first + 4; ++i) largest = max(largest, abs(q[i]));
    for (int i = first; i < first + 4; ++i) {
      q[i] /= largest;
      square += q[i] * q[i];
    }
    const S inverse = S(1) / sqrt(square);
    for (int i = first; i < first + 4; ++i) q[i] *= inverse;
  }
}

// diag(M) at q
template <class Model>
Vector<typename Model::Scalar, nu<Model>()> mass_diagonal(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Signals<Model, typename Model::Scalar>& s) {
  if constexpr (ModelTraits<Model>::diagonal_mass)
    return mass_value(model, q, s);
  else
    return mass_value(model, q, s).diagonal();
}

// The residual g in units of what rounding the coordinates may do to it:
// the largest |g_i| / (epsilon sum_j |G_ij| size(i, j)).
template <class Model, class Size>
typename Model::Scalar residual_in_roundings(const ConstraintLinearisation<Model>& constraint,
                                             const Size& size) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nc = Model::nc;
  S largest = S(0);
  for (int i = 0; i < nc; ++i) {
    S bound = S(0);
    for (int j = 0; j < nu; ++j) bound += abs(constraint.J(i, j)) * size(i, j);
    const S share = constraint.g[i] == S(0)
                        ? S(0)
                        : abs(constraint.g[i]) / (std::numeric_limits<S>::epsilon() * bound);
    if (!(share <= largest)) largest = share;
  }
  return largest;
}

// The same by the sizes of the coordinates, |V|^T |q|.
template <class Model>
typename Model::Scalar residual_in_roundings(const Model& model,
                                             const Vector<typename Model::Scalar, Model::nq>& q,
                                             const ConstraintLinearisation<Model>& constraint) {
  const Vector<typename Model::Scalar, nu<Model>()> size = extent(model, q);
  return residual_in_roundings(constraint, [&](int, int j) { return size[j]; });
}

// Whether g, which no step makes smaller, is a rounding of the sizes around: for each row the
// largest, at q or at the rough start, in it or in a row that shares a coordinate with it. A
// coordinate that ends at zero, alone in its row, has no size of its own. Not inlined: its stack is
// free for the steps.
template <class Model>
[[gnu::noinline]] bool is_rounding(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& rough,
    const TickSignals<Model>& tick, const ConstraintLinearisation<Model>& constraint) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nc = Model::nc;
  Vector<S, Model::nq> start = load(rough);
  normalise_quaternions<Model>(start);
  const Vector<S, nu> size_at_start = extent(model, start);
  Vector<S, nu> size = extent(model, q);
  for (int j = 0; j < nu; ++j) size[j] = max(size[j], size_at_start[j]);
  Vector<S, nc> around = Vector<S, nc>::Zero();
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < nc; ++i)
      for (int j = 0; j < nu; ++j)
        if (constraint.J(i, j) != S(0)) around[i] = max(around[i], size[j]);
    for (int i = 0; i < nc; ++i)
      for (int j = 0; j < nu; ++j)
        if (constraint.J(i, j) != S(0)) size[j] = max(size[j], around[i]);
  }
  if constexpr (ns<Model>() > 0)
    for (int i = 0; i < nc; ++i)
      for (int k = 0; k < ns<Model>(); ++k) around[i] = max(around[i], abs(tick.algebraic[k]));
  return residual_in_roundings(constraint, [&](int i, int) { return around[i]; }) <= S(64);
}

// make_consistent() with `shift` in the factorisations; tells the last q it came to, where asked.
template <class Model, class Shift>
Status settle(const Model& model,
              std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& q,
              std::array<typename Model::Scalar, static_cast<std::size_t>(nu<Model>())>& u,
              std::array<typename Model::Scalar, static_cast<std::size_t>(ns<Model>())>& s,
              const StartOptions<Model>& options, StartReport<Model>& report, Shift shift,
              Vector<typename Model::Scalar, Model::nq>* reached = nullptr) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  constexpr int nq = Traits::nq, nu = Traits::nu, nl = Traits::nl;
  constexpr int max_iterations = 30, max_halvings = 10;
  constexpr S tolerance = S(64) * std::numeric_limits<S>::epsilon();

  report = {};
  if (!options.step.valid()) return Status::invalid_step_size;
  if (options.time.ticks >= options.step.period_ticks) return Status::invalid_time;
  if (!all_finite(options.w)) return Status::non_finite_input;
  if (!all_finite(q, u, s)) return Status::non_finite_state;
  TickSignals<Model> tick;
  tick.evaluate(model, options.time, options.step);
  if constexpr (ns<Model>() > 0) tick.algebraic = load(s);
  const Signals<Model, S> signals = tick.template as<S>(options.w);

  Vector<S, nq> x = load(q);
  normalise_quaternions<Model>(x);
  Vector<S, nu> v = load(u);
  const Vector<S, nu> mass = mass_diagonal(model, x, signals);
  Vector<S, nu> position_weight, velocity_weight;
  for (int j = 0; j < nu; ++j) {
    if (!(mass[j] > S(0) && S(1) / mass[j] <= std::numeric_limits<S>::max() &&
          mass[j] <= std::numeric_limits<S>::max()))
      return Status::singular_mass_matrix;
    const auto k = static_cast<std::size_t>(j);
    position_weight[j] = options.hold_position[k] ? S(0) : S(1) / mass[j];
    velocity_weight[j] = options.hold_velocity[k] ? S(0) : S(1) / mass[j];
  }

  // (6.1) until g is a rounding of the coordinates, or no step makes it smaller
  ConstraintLinearisation<Model> constraint;
  for (;;) {
    if constexpr (ns<Model>() > 0) {
      const Status status = converge_algebraic(model, x, tick, options.w, tolerance);
      if (status != Status::ok) return status;
    }
    linearise_constraint(model, x, tick, options.w, constraint);
    if (!all_finite(constraint)) return Status::non_finite_state;
    report.position_residual = norm(constraint.g);
    if (reached != nullptr) *reached = x;
    if (residual_in_roundings(model, x, constraint) <= S(4)) break;
    WeightedProjection<Model, Model::nc> projection;  // here: its stack is free for (6.2)
    if (!projection.factorise(constraint, position_weight, tolerance, shift))
      return Status::rank_deficient_constraints;
    const Vector<S, nq> move = coordinate_rate(model, x, projection.correction(constraint.g));
    const S merit = projection.merit(constraint.g);
    const int trials = report.iterations < max_iterations ? max_halvings + 1 : 0;
    bool smaller = false;
    S scale = S(1);
    for (int trial = 0; trial < trials && !smaller; ++trial, scale /= S(2)) {
      Vector<S, nq> there;
      for (int i = 0; i < nq; ++i) there[i] = x[i] - scale * move[i];
      normalise_quaternions<Model>(there);
      if constexpr (ns<Model>() == 0) {
        smaller = projection.merit(constraint_value(model, there, signals)) < merit;
      } else {
        TickSignals<Model> tick_there = tick;
        smaller =
            converge_algebraic(model, there, tick_there, options.w, tolerance) == Status::ok &&
            projection.merit(constraint_value(model, there, tick_there.template as<S>(options.w))) <
                merit;
      }
      if (smaller) x = there;
    }
    if (!smaller) {
      if (is_rounding(model, x, q, tick, constraint)) break;
      return Status::not_converged;
    }
    ++report.iterations;
  }

  // (6.2) once, and once more for the rounding of the first
  WeightedProjection<Model, nl> velocity_projection;
  if (!velocity_projection.factorise(constraint, velocity_weight, tolerance, shift))
    return Status::rank_deficient_constraints;
  for (int pass = 0; pass < 2; ++pass) {
    const Vector<S, nu> change = velocity_projection.correction(constraint.rate(v));
    for (int j = 0; j < nu; ++j) v[j] -= change[j];
  }
  report.velocity_residual = norm(constraint.rate(v));

  for (int i = 0; i < nq; ++i) {
    const S move = abs(x[i] - q[static_cast<std::size_t>(i)]);
    if (move > report.largest_move) report.largest_move = move, report.moved_coordinate = i;
  }
  for (int j = 0; j < nu; ++j) {
    const S change = abs(v[j] - u[static_cast<std::size_t>(j)]);
    if (change > report.largest_velocity_change)
      report.largest_velocity_change = change, report.changed_velocity = j;
  }
  if constexpr (ns<Model>() > 0)
    for (int i = 0; i < ns<Model>(); ++i)
      report.largest_algebraic_move = max(report.largest_algebraic_move,
                                          abs(tick.algebraic[i] - s[static_cast<std::size_t>(i)]));
  if (!all_finite(x) || !all_finite(v)) return Status::non_finite_state;
  if (!(report.largest_move <= options.largest_move &&
        report.largest_algebraic_move <= options.largest_algebraic_move))
    return Status::move_too_large;
  for (int i = 0; i < nq; ++i) q[static_cast<std::size_t>(i)] = x[i];
  for (int j = 0; j < nu; ++j) u[static_cast<std::size_t>(j)] = v[j];
  if constexpr (ns<Model>() > 0)
    for (int i = 0; i < ns<Model>(); ++i) s[static_cast<std::size_t>(i)] = tick.algebraic[i];
  return Status::ok;
}

}  // namespace detail

/// Makes q (nq) and u (nu) consistent at the time and inputs of `options`. On any status but ok
/// they are unchanged and `report` tells what would have been: move_too_large, not_converged (the
/// constraints cannot be met from here), rank_deficient_constraints (redundant, or too much held),
/// singular_mass_matrix, non_finite_state, non_finite_input, invalid_step_size, invalid_time.
template <class Model>
Status make_consistent(
    const Model& model, std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& q,
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nu<Model>())>& u,
    const StartOptions<Model>& options, StartReport<Model>& report) {
  static_assert(check_model<Model>());
  static_assert(detail::ns<Model>() == 0,
                "taut: a model with algebraic coordinates has them made consistent too: "
                "make_consistent(model, q, u, s, options, report).");
  std::array<typename Model::Scalar, 0> none{};
  return detail::settle(model, q, u, none, options, report, detail::constraint_shift<Model>());
}

/// The same with algebraic coordinates s (ns), from near those that belong to q. Further:
/// singular_contact.
template <class Model>
Status make_consistent(
    const Model& model, std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& q,
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nu<Model>())>& u,
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::ns<Model>())>& s,
    const StartOptions<Model>& options, StartReport<Model>& report) {
  static_assert(check_model<Model>());
  return detail::settle(model, q, u, s, options, report, detail::constraint_shift<Model>());
}

}  // namespace taut
