/// \file
/// RATTLE with one Newton step: second order at the price of first (docs/methods/rattle.md). With
/// the matrices at (q_n, t_n) in hand:
///
///     q^ = q_n + h V(q_n + h/2 V u_n) u_n                                              (RATTLE.1)
///     [M G^T; G 0] [d; p] = [h/2 f(q_n, u_n); -g(q^, t_{n+1}) / h],   v = u_n + d      (RATTLE.2)
///     q_{n+1} = q_n + h V(q_n + h/2 V v) v                                             (RATTLE.3)
///     [M G^T; G 0] [d'; p'] = [0; -g(q_{n+1}, t_{n+1}) / h]:
///                                          d <- d + d', p <- p + p', (RATTLE.3)        (RATTLE.4)
///     [M G^T; G 0] [e; r] = [h/2 f(q_{n+1}, v + d); -(G v + g_t)]                      (RATTLE.5)
///     u_{n+1} = v + e,     matrices at (q_{n+1}, t_{n+1}): kept for the next step
///     lambda = (p + r) / h                                                             (RATTLE.6)
///
/// (RATTLE.4) as often as `corrections` says, with the factors of q_n; in a model that states
/// `redundant` with p' scaled to |W p'| <= |W p|/2 in the metric of M, (RATTLE.7): beside a
/// position in which rows depend the correction would be larger than what it corrects. Where f
/// depends on the multipliers all three have G^T - f_lambda above, (CP.6): r takes p' back, and its
/// friction with it. One factorisation and 2 + corrections solves a step, no second derivative of
/// g. Order 2; |g| of order h^3 and with one correction of order h^4; G u + g_t = 0 to rounding. V
/// is taken at the midpoint.
///
/// lambda is the mean of the step and belongs to t_n + h/2. What is left of g, and its rounding,
/// enters p and r with opposite signs, each divided by h: either alone is of order 1, and in float
/// at 1 kHz noise; their sum is of order 2 and quiet.
///
/// Nonholonomic rows enter (RATTLE.2) by their acceleration, -h/2 (a_q V u + a_t), and (RATTLE.5)
/// as they are. With DampingJacobian (RATTLE.5) has M - h/2 f_u in place of M: the trapezoidal rule
/// for forces linear in u, stable for any damper, at the price of a Jacobian and two factorisations
/// with pivoting.
///
/// Not good for: springs past h omega = 2, whiplash and singular positions. Source: H. C. Andersen,
/// J. Comput. Phys. 52 (1983); Hairer, Lubich, Wanner, Geometric Numerical Integration, section
/// VII.1.4; here with a fixed number of Newton steps. Interrupt: safe.
#pragma once

#include "taut/multiplier_force.hpp"
#include "taut/point.hpp"
#include "taut/projection.hpp"

namespace taut {

template <int corrections = 1, class Jacobian = NoJacobian, class Multipliers = NewtonMultipliers>
struct Rattle {
  static_assert(corrections >= 0, "taut: the number of corrections is not negative.");
  static_assert(!Jacobian::position, "taut: Rattle takes NoJacobian or DampingJacobian.");

  static constexpr bool follows_contact = true;

  /// Where f depends on the multipliers: 2 r/h, those of t_{n+1} to first order, from which the
  /// next step starts.
  template <class Model>
  struct EndMultipliers {
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nl<Model>())> end_lambda;

    bool finite_memory() const { return detail::all_finite(end_lambda); }
  };
  template <class Model>
  using Memory =
      std::conditional_t<detail::multiplier_force<Model>(), EndMultipliers<Model>, NoMemory>;

  /// One step. Status::singular_mass_matrix also where M - h/2 f_u is singular.
  template <class Model, class SlotType>
  [[gnu::flatten]] Status advance(const Setting<Model>& __restrict setting, const Input<Model>& w,
                                  const SlotType& now, SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;
    constexpr int nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h, half_h = h / S(2), frequency = S(1) / h;
    const Vector<S, nq> q = detail::load(now.state.q);
    const Vector<S, nu> u = detail::load(now.state.u);
    const SaddlePoint<Model>& matrices = now.point.matrices;
    begin_tick(setting, w, now, next);

    // -g(q^, t_{n+1}) / h                                                              (RATTLE.1)
    Status contact = Status::ok;
    const auto scaled_residual = [&](const Vector<S, nq>& increment) {
      if constexpr (detail::ns<Model>() > 0)
        contact = first_failure(contact, follow_position(setting, now, increment, next));
      return detail::scaled(-frequency, position_rows<Model>(detail::predicted_residual(
                                            model, now.state, increment, next.point.tick, w)));
    };
    Vector<S, nl> c = scaled_residual(detail::scaled(h, midpoint_rate(model, q, u, half_h)));
    if constexpr (detail::na<Model>() > 0) {
      const Vector<S, detail::na<Model>()> gamma =
          nonholonomic_acceleration(model, q, u, now.point.tick, now.state.w);
      for (int i = nc; i < nl; ++i) c[i] = -half_h * gamma[i - nc];
    }

    // d, p, v                                                                          (RATTLE.2)
    Status status = Status::ok;
    ReactionOf<Model, Multipliers> reaction;
    Vector<S, nu> d = detail::scaled(half_h, force(model, now.point.tick, q, u, w, reaction));
    KickMatrix<Model> kick;
    Vector<S, nl> impulse = solve_kick(setting, matrices, reaction, c, d, status, kick);
    Vector<S, nu> v = detail::predicted_velocity<Model>(now.state, d);
    Vector<S, nq> increment = detail::scaled(h, midpoint_rate(model, q, v, half_h));  // (RATTLE.3)
    for (int k = 0; k < (nc > 0 ? corrections : 0); ++k) {
      // (RATTLE.4)
      Vector<S, nl> p = scaled_residual(increment);
      if constexpr (by_multipliers<Model>) {
        Vector<S, nu> change = Vector<S, nu>::Zero();
        p = kick.solve(change, p);
        if constexpr (detail::redundant<Model>()) {
          const S share = bounded_share(matrices, impulse, p);
          p *= share, change *= share;
        }
        d += change;
      } else {
        p = -p;
        matrices.solve_schur_in_place(p);
        if constexpr (detail::redundant<Model>()) p *= bounded_share(matrices, impulse, p);
        subtract_image(matrices.W(), p, d);
      }
      impulse += p;
      v = detail::predicted_velocity<Model>(now.state, d);
      increment = detail::scaled(h, midpoint_rate(model, q, v, half_h));
    }
    detail::store_position<Model>(now.state, increment, next.state);

    // e, r, lambda                                                           (RATTLE.5), (RATTLE.6)
    const Status factorised = factorise_point(setting, next);
    if constexpr (detail::has_contact<Model>)
      status = first_failure(first_failure(contact, status), factorised);
    else
      status = factorised;
    if (status != Status::ok) return refuse_step(status, d, c, now, next);
    keep_in_memory(next.point.matrices);
    const Vector<S, nq> q_next = detail::load(next.state.q);
    const Vector<S, nu> u_predicted =
        detail::predicted_velocity<Model>(now.state, detail::scaled(S(2), d));
    if constexpr (detail::multiplier_force<Model>())
      next.point.tick.lambda = detail::scaled(S(2) * frequency, impulse);
    Vector<S, nu> e =
        detail::scaled(half_h, force(model, next.point.tick, q_next, u_predicted, w, reaction));
    if constexpr (Jacobian::velocity || detail::multiplier_force<Model>()) {
      const Vector<S, nl> closing = -next.point.matrices.constraint().rate(v);
      Vector<S, nl> r;
      if constexpr (Jacobian::velocity)
        status = solve_implicit(setting, next, q_next, u_predicted, d, reaction, closing, e, r);
      else
        r = solve_kick(setting, next.point.matrices, reaction, closing, e, status, kick);
      if (status != Status::ok) return refuse_step(status, e, closing, now, next);
      store_end_multipliers(r, frequency, next.state);
      impulse += r;
    } else {
      impulse = detail::total(impulse, next.point.matrices.solve_velocity(e, v));
    }
    detail::store_velocity_after<Model>(now.state, d, v, e, next.state);
    detail::store_multipliers(detail::scaled(frequency, impulse), next.state);
    return Status::ok;
  }

 private:
  template <class Model>
  static constexpr bool by_multipliers = detail::newton_on_multipliers<Model, Multipliers>;

  template <class S, int nl, class StateType>
  static void store_end_multipliers(const Vector<S, nl>& r, S frequency, StateType& state) {
    if constexpr (detail::detected<detail::EndMultipliersOf, StateType>)
      for (int i = 0; i < nl; ++i)
        state.end_lambda[static_cast<std::size_t>(i)] = S(2) * frequency * r[i];
  }

  // T of (RATTLE.2), for (RATTLE.4).
  struct NoMatrix {};
  template <class Model>
  using KickMatrix = std::conditional_t<by_multipliers<Model>, GeneralSchur<Model>, NoMatrix>;

  // f, or f - f_lambda lambda about the multipliers of the tick and its f_lambda.
  template <class Model>
  TAUT_INLINE static Vector<typename Model::Scalar, detail::nu<Model>()> force(
      const Model& model, const TickSignals<Model>& tick,
      const Vector<typename Model::Scalar, Model::nq>& q,
      const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const Input<Model>& w,
      ReactionOf<Model, Multipliers>& reaction) {
    using S = typename Model::Scalar;
    if constexpr (by_multipliers<Model>) {
      const ForceAndRate<Model, true> f = force_and_rate<true>(model, q, u, tick, w, false);
      Vector<S, detail::nu<Model>()> reduced_force = f.force;
      reaction = reaction_of(f, tick.lambda, reduced_force);
      return reduced_force;
    } else {
      (void)reaction;
      return model.force(q, u, tick.template as<S>(w));
    }
  }

  // (RATTLE.2) and (RATTLE.5), where there is a reaction with G^T - f_lambda, (CP.6): overwrites d,
  // returns p = h/2 lambda.
  template <class Model>
  TAUT_INLINE static auto solve_kick(const Setting<Model>& setting,
                                     const SaddlePoint<Model>& matrices,
                                     const ReactionOf<Model, Multipliers>& reaction,
                                     const Vector<typename Model::Scalar, detail::nl<Model>()>& c,
                                     Vector<typename Model::Scalar, detail::nu<Model>()>& d,
                                     Status& status, KickMatrix<Model>& kick) {
    if constexpr (by_multipliers<Model>) {
      Vector<typename Model::Scalar, detail::nl<Model>()> p;
      status = first_failure(status, solve_reduced(setting, matrices, matrices.W(), reaction,
                                                   matrices.constraint().J, c, d, p, kick));
      return p;
    } else {
      (void)setting, (void)reaction, (void)status, (void)kick;
      return matrices.solve(d, c);
    }
  }

  // How much of a correction is taken, (RATTLE.7), with |W p|^2 = (G^T p)^T M^-1 G^T p in the
  // metric of M.
  template <class Model>
  static typename Model::Scalar bounded_share(
      const SaddlePoint<Model>& matrices,
      const Vector<typename Model::Scalar, detail::nl<Model>()>& before,
      const Vector<typename Model::Scalar, detail::nl<Model>()>& p) {
    using S = typename Model::Scalar;
    using U = Vector<S, detail::nu<Model>()>;
    const auto squared = [&](const Vector<S, detail::nl<Model>()>& impulse) {
      const U force = transposed_product<detail::nu<Model>()>(matrices.constraint().J, impulse);
      U change = force;
      matrices.solve_mass_in_place(change);
      S sum = S(0);
      for (int j = 0; j < detail::nu<Model>(); ++j) sum += force[j] * change[j];
      return sum;
    };
    // no branch; NaN stays
    const S allowed = S(0.25) * squared(before), asked = squared(p);
    const S larger = max(max(asked, allowed), std::numeric_limits<S>::min());
    return sqrt(allowed / larger);
  }

  // (RATTLE.5) with M - h/2 f_u: f is taken at u~ = v + d, so that the right-hand side is
  // h/2 (f - f_u d).
  template <class Model, class SlotType>
  static Status solve_implicit(const Setting<Model>& setting, const SlotType& next,
                               const Vector<typename Model::Scalar, Model::nq>& q,
                               const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                               const Vector<typename Model::Scalar, detail::nu<Model>()>& d,
                               const ReactionOf<Model, Multipliers>& reaction,
                               const Vector<typename Model::Scalar, detail::nl<Model>()>& c,
                               Vector<typename Model::Scalar, detail::nu<Model>()>& e,
                               Vector<typename Model::Scalar, detail::nl<Model>()>& r) {
    using S = typename Model::Scalar;
    constexpr int nu = detail::nu<Model>();
    const Input<Model>& w = next.state.w;
    const TickSignals<Model>& tick = next.point.tick;
    const Matrix<S, nu, nu> damping =
        (setting.step.h / S(2)) * velocity_jacobian(setting.model, q, u, tick, w);
    for (int i = 0; i < nu; ++i)
      for (int j = 0; j < nu; ++j) e[i] -= damping(i, j) * d[j];
    LeftMatrix<Model> left;
    Status status =
        left.factorise(full_mass_matrix(setting.model, q, tick.template as<S>(w)) - damping,
                       setting.limits.pivot_share);
    const detail::ConstraintJacobian<Model>& J = next.point.matrices.constraint().J;
    Matrix<S, nu, detail::nl<Model>()> Z;
    image(left, reduced(J, reaction), Z);
    GeneralSchur<Model> schur;
    status = first_failure(status, schur.factorise(Z, J, setting.limits.pivot_share));
    if (status != Status::ok) return status;
    left.solve_in_place(e);
    r = schur.solve(e, c);
    return status;
  }
};

}  // namespace taut
