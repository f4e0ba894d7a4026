/// \file
/// Generalised-alpha on the index-3 form with exactly one Newton step a tick
/// (docs/methods/generalized_alpha.md). From rho, the share of the highest frequency that a step
/// leaves:
///
///     alpha_m = (2 rho - 1)/(rho + 1),  alpha_f = rho/(rho + 1),
///     gamma = 1/2 + alpha_f - alpha_m,  beta = (gamma + 1/2)^2 / 4                          (GA.1)
///     (1 - alpha_m) a_{n+1} + alpha_m a_n = (1 - alpha_f) u'_{n+1} + alpha_f u'_n           (GA.2)
///     v = u_n + h ((1/2 - beta) a_n + beta a_{n+1}),  q_{n+1} = q_n + h V(q_n + h/2 V v) v  (GA.3)
///     u_{n+1} = u_n + h ((1 - gamma) a_n + gamma a_{n+1})                                   (GA.4)
///
/// predicted with u'_{n+1} = u'_n, lambda_{n+1} = lambda_n, then one step y of u'_{n+1}, with
/// everything at the predicted point and c = (1 - alpha_f)/(1 - alpha_m),
///
///     A = M - h gamma c F_u - h^2 beta c (F - M u')_q V,   F = f - G^T lambda
///     [A G^T; G 0] [y; mu] = [f - M u' - G^T lambda; -g / (h^2 beta c)]                     (GA.5)
///
/// One factorisation and one solve with NoJacobian, two more factorisations with pivoting with
/// ForceJacobian (F = f) or FullJacobian. Order 2; |g| mostly at rounding in double. With a
/// Jacobian stable and accurate for springs of any stiffness, which it damps by 1 - rho.
///
/// The multiplier has g / (h^2 beta) in it: in float at 1 kHz it is noise of m epsilon / h^2, and
/// closure is that of float. G u + g_t is of order h^2 and not zero, in float g / h. Readers see g
/// at the state and G at the predicted point. Not for nonholonomic constraints, nor in float for
/// coordinates of hundreds of metres.
///
/// Source: Chung and Hulbert, J. Appl. Mech. 60 (1993); Arnold and Bruels, Multibody Syst. Dyn. 18
/// (2007). Interrupt: safe.
#pragma once

#include "taut/left_matrix.hpp"
#include "taut/point.hpp"
#include "taut/projection.hpp"

namespace taut {

template <class Jacobian = NoJacobian>
struct GeneralizedAlpha {
  /// u'_n and the averaged acceleration a_n.
  template <class Model>
  struct Memory {
    static_assert(detail::na<Model>() == 0,
                  "taut: GeneralizedAlpha is for holonomic constraints alone.");
    using Velocities =
        std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nu<Model>())>;
    Velocities acceleration, averaged;

    bool finite_memory() const { return detail::all_finite(acceleration, averaged); }
  };

  float rho = 0.8F;  ///< from 0 to below 1, where nothing damps g; smaller damps springs more

  /// u'_0 and lambda_0 of the index-1 system, a_0 = u'_0.
  template <class Model, class SlotType>
  void start(const Setting<Model>& setting, SlotType& slot) const {
    const auto a = solve_index1(setting, slot);
    for (int j = 0; j < detail::nu<Model>(); ++j)
      slot.state.acceleration[static_cast<std::size_t>(j)] =
          slot.state.averaged[static_cast<std::size_t>(j)] = a[j];
  }

  /// One step. Status::singular_mass_matrix also where A is singular.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;
    const Model& model = setting.model;
    const S h = setting.step.h, half_h = h / S(2);
    const Coefficients<S> k(S(rho), h);
    const Vector<S, nq> q = detail::load(now.state.q);
    Vector<S, nu> acceleration = detail::load(now.state.acceleration);
    const Vector<S, nu> averaged = detail::load(now.state.averaged);
    Vector<S, nc> lambda = detail::load(now.state.lambda);
    begin_tick(setting, w, now, next);
    const TickSignals<Model>& tick = next.point.tick;

    // the predicted point                                                    (GA.2), (GA.3), (GA.4)
    Vector<S, nu> next_averaged = k.held * acceleration + k.kept * averaged;
    Vector<S, nu> u_increment = k.u_old * averaged + k.u_new * next_averaged;
    Vector<S, nu> middle = k.q_old * averaged + k.q_new * next_averaged;
    const auto position_increment = [&] {
      const Vector<S, nu> v = detail::predicted_velocity<Model>(now.state, middle);
      return Vector<S, nq>(h * midpoint_rate(model, q, v, half_h));
    };
    const Vector<S, nq> moved = position_increment();
    LeftPoint<Model> at{detail::predicted_position<Model>(now.state, moved),
                        detail::predicted_velocity<Model>(now.state, u_increment),
                        lambda,
                        tick,
                        w,
                        w};
    SaddlePoint<Model>& matrices = next.point.matrices;
    Status status = matrices.factorise(model, at.q, tick, w, setting.limits.pivot_share);
    if constexpr (detail::in_split_numbers<Model, std::decay_t<decltype(now.state)>>)
      matrices.replace_residual(detail::predicted_residual(model, now.state, moved, tick, w));
    const ConstraintLinearisation<Model>& constraint = matrices.constraint();

    // y, mu                                                                                (GA.5)
    const Signals<Model, S> signals = tick.template as<S>(w);
    Vector<S, nu> y = model.force(at.q, at.u, signals);
    y -= mass_times(model, at.q, signals, acceleration);
    subtract_transposed_product(constraint.J, lambda, y);
    const Vector<S, nc> c = -k.closing * constraint.g;
    Vector<S, nc> mu;
    if constexpr (Jacobian::velocity) {
      LeftMatrix<Model> left;
      Matrix<S, nu, nu> A = full_mass_matrix(model, at.q, signals);
      subtract_force_jacobians(model, at, k.velocity, k.position, Jacobian::position,
                               Jacobian::constraint_force, A);
      if constexpr (Jacobian::constraint_force && !ModelTraits<Model>::constant_mass)
        A += k.position * inertial_stiffness(model, at.q, acceleration, tick, w);
      status = first_failure(status, left.factorise(A, setting.limits.pivot_share));
      GeneralSchur<Model> schur;
      status =
          first_failure(status, schur.factorise(left, constraint.J, setting.limits.pivot_share));
      if (status != Status::ok) return refuse_step(status, y, c, now, next);
      left.solve_in_place(y);
      mu = schur.solve(y, c);
    } else {
      if (status != Status::ok) return refuse_step(status, y, c, now, next);
      mu = matrices.solve(y, c);
    }

    // the new state, and g there
    acceleration += y;
    next_averaged += k.c * y;
    u_increment += (k.c * k.u_new) * y;
    middle += (k.c * k.q_new) * y;
    for (std::size_t j = 0; j < static_cast<std::size_t>(nu); ++j) {
      next.state.acceleration[j] = acceleration[static_cast<int>(j)];
      next.state.averaged[j] = next_averaged[static_cast<int>(j)];
    }
    detail::store_multipliers(Vector<S, nc>(lambda + mu), next.state);
    detail::store_velocity<Model>(now.state, u_increment, next.state);
    detail::store_position<Model>(now.state, position_increment(), next.state);
    matrices.replace_residual(detail::predicted_residual(
        model, next.state, Vector<S, nq>(Vector<S, nq>::Zero()), tick, w));
    return status;
  }

 private:
  // (GA.1), multiplied out.
  template <class S>
  struct Coefficients {
    S held, kept, c;       // a_{n+1} = held u'_n + kept a_n + c y
    S u_old, u_new;        // u_{n+1} - u_n, of a_n and a_{n+1}
    S q_old, q_new;        // v - u_n, of the same
    S velocity, position;  // of F_u and (F - M u')_q V in A
    S closing;             // 1 / (h^2 beta c)

    Coefficients(S rho, S h) {
      const S inverse = S(1) / (rho + S(1));
      const S alpha_m = (S(2) * rho - S(1)) * inverse, alpha_f = rho * inverse;
      const S gamma = S(0.5) + alpha_f - alpha_m, beta = (gamma + S(0.5)) * (gamma + S(0.5)) / S(4);
      held = S(1) / (S(1) - alpha_m);
      kept = -alpha_m * held;
      c = (S(1) - alpha_f) * held;
      u_old = h * (S(1) - gamma);
      u_new = h * gamma;
      q_old = h * (S(0.5) - beta);
      q_new = h * beta;
      velocity = h * gamma * c;
      position = h * h * beta * c;
      closing = S(1) / position;
    }
  };
};

}  // namespace taut
