/// \file
/// RATTLE with one Newton step where the mechanism moves smoothly, and a SPOOK step where it does
/// not: through whiplash, folding squares and singular positions (docs/methods/guarded.md). With
/// the matrices at (q_n, t_n) in hand, q^ of (RATTLE.1) and Y = 1/(1 + 4 tau/h),
///
///     |g(q^, t_{n+1})| <= limit:   k = 1/2,  c = -g(q^) / h                             (GUARD.1)
///     else:                        k = 1,    c = -(4/h) Y g_n - (1 - Y)(G u_n + g_t)    (GUARD.2)
///     [M G^T; G 0] [d; p] = [k h f(q_n, u_n); c],  v = u_n + d                          (GUARD.3)
///     q_{n+1} = q_n + h V(q_n + h/2 V v) v                                              (GUARD.4)
///     [M G^T; G 0] [e; p'] = [(1 - k) h f(q_{n+1}, v + d); -(G v + g_t)],  u_{n+1} = v + e
///
/// lambda = (p + p')/h, the mean of the step. Both branches are the same operations on other
/// numbers: one factorisation and two solves. S + mu diag(S) is factorised for every model, as for
/// those that state `redundant`: no position stops it, and SPOOK has its regularisation. The first
/// branch is Rattle<0>; the second is SPOOK with its velocity projected.
///
/// After a step of the second kind |g| is of order h^2, and it takes calm motion to come back below
/// the limit. Not good for: smooth motion alone, where Rattle<> closes better. Sources: those of
/// rattle.hpp and spook.hpp. Interrupt: safe.
#pragma once

#include "taut/point.hpp"
#include "taut/rattle.hpp"

namespace taut {

template <class Scalar>
struct Guarded {
  template <class Model>
  struct Memory {
    std::conditional_t<sizeof(typename Model::Scalar) == 8, std::uint64_t, std::uint32_t>
        guarded_steps;  ///< steps of the second kind so far
  };

  Scalar limit = Scalar(1e-2);   ///< on |g(q^)|, in the units of g
  Scalar tau_steps = Scalar(2);  ///< relaxation time of a violation in steps, in the second branch

  template <class Model, class SlotType>
  Status evaluate(const Setting<Model>& setting, SlotType& slot) const {
    return evaluate_point(setting, slot, shift<Model>());
  }

  /// One step.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;
    constexpr int nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h, half_h = h / S(2), frequency = S(1) / h;
    const Vector<S, nq> q = detail::load(now.state.q);
    const Vector<S, nu> u = detail::load(now.state.u);
    const SaddlePoint<Model>& matrices = now.point.matrices;
    begin_tick(setting, w, now, next);

    // the choice                                                             (GUARD.1), (GUARD.2)
    const Vector<S, nc> ahead = detail::predicted_residual(
        model, now.state, Vector<S, nq>(h * midpoint_rate(model, q, u, half_h)), next.point.tick,
        w);
    const bool smooth = detail::squared_norm(ahead) <= S(limit) * S(limit);
    const S first_part = smooth ? half_h : h, second_part = smooth ? half_h : S(0);
    const S from_ahead = smooth ? -frequency : S(0);
    const S Y = S(1) / (S(1) + S(4) * S(tau_steps));
    const S from_g = smooth ? S(0) : -(S(4) * frequency) * Y;
    const S from_rate = smooth ? S(0) : Y - S(1);
    const Vector<S, nl> rate = matrices.constraint().rate(u);
    Vector<S, nl> c;
    for (int i = 0; i < nc; ++i)
      c[i] = from_ahead * ahead[i] + from_g * matrices.constraint().g[i] + from_rate * rate[i];
    for (int i = nc; i < nl; ++i) c[i] = -rate[i];
    next.state.guarded_steps = now.state.guarded_steps + (smooth ? 0U : 1U);

    // d, v, q_{n+1}                                                          (GUARD.3), (GUARD.4)
    Vector<S, nu> d = first_part * model.force(q, u, now.point.tick.template as<S>(w));
    const Vector<S, nl> first = matrices.solve(d, c);
    const Vector<S, nu> v = detail::predicted_velocity<Model>(now.state, d);
    const Vector<S, nq> increment = h * midpoint_rate(model, q, v, half_h);
    detail::store_position<Model>(now.state, increment, next.state);

    // e, lambda
    const Status status = factorise_point(setting, next, shift<Model>());
    const Vector<S, nu> u_predicted =
        detail::predicted_velocity<Model>(now.state, Vector<S, nu>(S(2) * d));
    Vector<S, nu> e = second_part * model.force(detail::load(next.state.q), u_predicted,
                                                next.point.tick.template as<S>(w));
    const Vector<S, nl> second =
        next.point.matrices.solve(e, -next.point.matrices.constraint().rate(v));
    detail::store_multipliers(Vector<S, nl>(frequency * (first + second)), next.state);
    detail::store_velocity_after<Model>(now.state, d, v, e, next.state);
    return status;
  }

 private:
  // mu diag(S)
  template <class Model>
  static RelativeShift<typename Model::Scalar> shift() {
    return {detail::regularisation<Model>()};
  }
};

}  // namespace taut
