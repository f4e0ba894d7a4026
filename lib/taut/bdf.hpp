/// \file
/// Backward differentiation formulas of order 1 to 5 with fixed step on the index-1 form, and
/// coordinate projection after each step (docs/methods/bdf.md).
///
///     d_0 = y_{n+1} - y_n,  d_i = y_{n+1-i} - y_{n-i},  y = (q, u)
///     d_0 = sum_{i=1}^{k-1} c_i d_i + b h y'(t_{n+1}, y_{n+1})               (BDF.1)
///
/// solved by a fixed number of Newton steps, then the point (q, u) with g = 0 and g' = 0 nearest to
/// the result in the Euclidean norm, by a fixed number of Gauss-Newton steps. The history holds the
/// differences d_i of projected values, which taking full turns off an angle does not change.
///
/// g' has the nonholonomic constraints A u - b below it, G has A.
///
/// Start-up: the order is one more than the number of differences known, up to k; after a reset it
/// climbs from 1, and the error that start leaves is of order 2; give_history() avoids it. Every
/// step has the same operations, those of the start too. Good for: stiff springs and dampers (order
/// 1 and 2), smooth motion (order 3 to 5). Not good for: jumps of force, which the history smears;
/// undamped stiffness with order 3 and above (A(alpha)-stable, alpha = 86, 73, 51 degrees);
/// conservative motion with order 1 and 2 (dissipative); oscillations carried by the constraint
/// force past h omega = 3; redundant constraints.
///
/// Source: E. Eich, "Convergence results for a coordinate projection method applied to mechanical
/// systems with algebraic constraints", SIAM J. Numer. Anal. 30 (1993). Coefficients: Hairer,
/// Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., section III.1.
#pragma once

#include "taut/coordinate_projection.hpp"
#include "taut/left_matrix.hpp"
#include "taut/point.hpp"

namespace taut {

namespace detail {

// One order of (BDF.1), and the polynomial through the known values that starts Newton's method.
template <class S>
struct BdfFormula {
  S b;             // of h y'
  S past[4];       // c_i
  S predictor[4];  // d_0 = sum of these times d_i
};
template <class S>
inline constexpr BdfFormula<S> bdf_formula[5] = {
    {S(1), {}, {}},
    {S(2) / S(3), {S(1) / S(3)}, {S(1)}},
    {S(6) / S(11), {S(7) / S(11), S(-2) / S(11)}, {S(2), S(-1)}},
    {S(12) / S(25), {S(23) / S(25), S(-13) / S(25), S(3) / S(25)}, {S(3), S(-3), S(1)}},
    {S(60) / S(137),
     {S(163) / S(137), S(-137) / S(137), S(63) / S(137), S(-12) / S(137)},
     {S(4), S(-6), S(4), S(-1)}},
};

}  // namespace detail

template <int order = 2, int newton_steps = 2, int projection_steps = 1>
struct Bdf {
  static_assert(order >= 1 && order <= 5, "taut: BDF has orders 1 to 5; from 7 on it is unstable.");
  static_assert(newton_steps >= 1, "taut: BDF needs a Newton step.");
  static_assert(projection_steps >= 0, "taut: projection_steps is not negative.");

  /// Differences of the last values of q and u, newest first, and how many of them are known.
  template <class Model>
  struct Memory {
    using S = typename Model::Scalar;
    static constexpr std::size_t differences = order - 1;
    std::array<std::array<S, std::size_t(Model::nq)>, differences> q_steps;
    std::array<std::array<S, std::size_t(detail::nu<Model>())>, differences> u_steps;
    std::conditional_t<sizeof(S) == 8, std::uint64_t, std::uint32_t> known;  // no padding

    bool finite_memory() const {
      bool finite = true;
      for (std::size_t i = 0; i < differences; ++i)
        finite = finite && detail::all_finite(q_steps[i]) && detail::all_finite(u_steps[i]);
      return finite;
    }
  };

  /// Writes past values into a state, q[i] and u[i] at t_{n-1-i}: Stepper::restore() then goes on
  /// with the full order. They should lie on the constraints. Angles may have full turns more or
  /// less. Interrupt: not safe, for start-up.
  template <class Model, class Summation, class PastQ, class PastU>
  static void give_history(State<Model, Summation, Memory<Model>>& state, const PastQ& q,
                           const PastU& u) {
    using S = typename Model::Scalar;
    for (std::size_t i = 0; i < state.q_steps.size(); ++i) {
      for (std::size_t j = 0; j < state.q.size(); ++j)
        state.q_steps[i][j] = (i == 0 ? state.q[j] : q[i - 1][j]) - q[i][j];
      for (const int angle : detail::angle_coordinates<Model>()) {
        S& step = state.q_steps[i][static_cast<std::size_t>(angle)];
        step = detail::wrap(Sum<S>{step, S(0)}).hi;
      }
      for (std::size_t j = 0; j < state.u.size(); ++j)
        state.u_steps[i][j] = (i == 0 ? state.u[j] : u[i - 1][j]) - u[i][j];
    }
    state.known = order - 1;
  }

  /// One step. The multipliers it leaves belong to t_{n+1}. Status::singular_mass_matrix also where
  /// the matrix A of (BDF.6) is singular, rank_deficient_constraints also for the matrices of
  /// (BDF.7) and (BDF.8).
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nl = detail::nl<Model>();
    const Model& model = setting.model;
    const auto known = now.state.known < order - 1 ? now.state.known : order - 1;
    const detail::BdfFormula<S>& formula = detail::bdf_formula<S>[known];
    const S bh = formula.b * setting.step.h;
    begin_tick(setting, w, now, next);

    // sum c_i d_i, and d_0 of the polynomial through the known values                      (BDF.2)
    Vector<S, nq> q_past = Vector<S, nq>::Zero(), q_step = Vector<S, nq>::Zero();
    Vector<S, nu> u_past = Vector<S, nu>::Zero(), u_step = Vector<S, nu>::Zero();
    for (std::size_t i = 0; i < now.state.q_steps.size(); ++i) {
      const Vector<S, nq> q_difference = detail::load(now.state.q_steps[i]);
      const Vector<S, nu> u_difference = detail::load(now.state.u_steps[i]);
      q_past += formula.past[i] * q_difference;
      q_step += formula.predictor[i] * q_difference;
      u_past += formula.past[i] * u_difference;
      u_step += formula.predictor[i] * u_difference;
    }

    // q = q_n + q_past + b h V u,  u = u_n + u_past + b h a
    Vector<S, nu> a = (S(1) / bh) * (u_step - u_past);
    Vector<S, nl> lambda = detail::load(now.state.lambda);
    Vector<S, nq> q = detail::predicted_position<Model>(now.state, q_step);
    Vector<S, nu> u = detail::predicted_velocity<Model>(now.state, u_step);
    const auto move = [&] {
      q_step = q_past + bh * coordinate_rate(model, q, u);
      q = detail::predicted_position<Model>(now.state, q_step);
    };
    move();
    Status status = Status::ok;
    for (int k = 0; k < newton_steps; ++k) {
      status = first_failure(status, newton_step(setting, next, bh, q, u, a, lambda));
      u_step = u_past + bh * a;
      u = detail::predicted_velocity<Model>(now.state, u_step);
      move();
    }
    detail::store_multipliers(lambda, next.state);

    // onto g = 0, g' = 0                                                                   (BDF.8)
    Vector<S, nu> q_correction = Vector<S, nu>::Zero(), u_correction = Vector<S, nu>::Zero();
    Vector<S, nq> back = Vector<S, nq>::Zero();
    const Vector<S, nq> q_free = q;
    for (int k = 0; k < projection_steps; ++k) {
      status = first_failure(
          status, coordinate_projection_step(setting, next, q, u, q_correction, u_correction));
      back = coordinate_rate(model, q_free, q_correction);
      q = detail::predicted_position<Model>(now.state, Vector<S, nq>(q_step - back));
      u = detail::predicted_velocity<Model>(now.state, Vector<S, nu>(u_step - u_correction));
    }
    detail::store_position<Model>(now.state, q_step, next.state, back);
    detail::store_velocity<Model>(now.state, u_step, next.state, u_correction);
    remember(now.state, Vector<S, nq>(q_step - back), Vector<S, nu>(u_step - u_correction),
             next.state);

    // what the readers of the stepper ask for
    status = first_failure(status, factorise_point(setting, next));
    // a refused step leaves finite values, so that the verdict is its cause
    if (status != Status::ok) next.state = now.state;
    return status;
  }

 private:
  // One Newton step on [M a + G^T lambda; G a] = [f; -gamma] at q, u, in which a moves u by b h a
  // and q by (b h)^2 V a. The derivatives of M a and of G a + gamma by q are left out: they are
  // O(h^2) beside M and G.
  template <class Model, class SlotType>
  static Status newton_step(const Setting<Model>& setting, const SlotType& next,
                            typename Model::Scalar bh,
                            const Vector<typename Model::Scalar, Model::nq>& q,
                            const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                            Vector<typename Model::Scalar, detail::nu<Model>()>& a,
                            Vector<typename Model::Scalar, detail::nl<Model>()>& lambda) {
    using S = typename Model::Scalar;
    constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>();
    const Model& model = setting.model;
    const TickSignals<Model>& tick = next.point.tick;
    const Input<Model>& w = next.state.w;
    const Signals<Model, S> signals = tick.template as<S>(w);

    // A = M - b h f_u - (b h)^2 (f - G^T lambda)_q V                                       (BDF.6)
    Matrix<S, nu, nu> A = full_mass_matrix(model, q, signals);
    Vector<S, nu> r = model.force(q, u, signals);
    for (int j = 0; j < nu; ++j)
      for (int k = 0; k < nu; ++k) r[j] -= A(j, k) * a[k];
    const LeftPoint<Model> at{q, u, lambda, tick, w, w};
    subtract_force_jacobians(model, at, bh, bh * bh, true, true, A);
    const bool finite_force = detail::all_finite(A) && detail::all_finite(r);
    Lu<S, nu> left;
    const bool sound = left.factorise(A, setting.limits.pivot_share);
    Status status = !finite_force ? Status::non_finite_state
                    : sound       ? Status::ok
                                  : Status::singular_mass_matrix;

    // [A G^T; H 0] [da; lambda] = [f - M a; -gamma - G a],  H = G + b h gamma_u            (BDF.7)
    VelocityConstraint<Model> constraint;
    linearise_velocity_constraint(model, q, u, tick, w, constraint);
    if (!detail::all_finite(constraint.J) || !detail::all_finite(constraint.gamma))
      status = first_failure(status, Status::non_finite_state);
    Matrix<S, nl, ModelTraits<Model>::nd> H = constraint.J;
    Vector<S, nl> c;
    for (int i = 0; i < nl; ++i) {
      c[i] = -constraint.gamma[i];
      for (int j = 0; j < nu; ++j) {
        c[i] -= constraint.J(i, j) * a[j];
        H(i, j) += bh * constraint.gamma_u(i, j);
      }
    }
    left.solve_in_place(r);
    Matrix<S, nu, nl> Z;
    image(left, constraint.J, Z);
    GeneralSchur<Model> schur;
    status = first_failure(status, schur.factorise(Z, H, setting.limits.pivot_share));
    lambda = schur.solve(r, c);
    a += r;
    return status;
  }

  // The history of `to`: the newest difference before those of `from`.
  template <class StateType, class S, int nq, int nu>
  static void remember(const StateType& from, const Vector<S, nq>& q_step,
                       const Vector<S, nu>& u_step, StateType& to) {
    for (std::size_t i = to.q_steps.size(); i-- > 1;) {
      to.q_steps[i] = from.q_steps[i - 1];
      to.u_steps[i] = from.u_steps[i - 1];
    }
    if constexpr (order > 1) {
      for (int j = 0; j < nq; ++j) to.q_steps[0][static_cast<std::size_t>(j)] = q_step[j];
      for (int j = 0; j < nu; ++j) to.u_steps[0][static_cast<std::size_t>(j)] = u_step[j];
    }
    to.known = from.known < order - 1 ? from.known + 1 : order - 1;
  }
};

}  // namespace taut
