/// \file
/// The partitioned linear-implicit Euler family (docs/method.md, section 5; docs/methods/euler.md):
/// derivative x stabilisation x formulation x partition, each a plain struct of policies.hpp.
///
/// The default is J3 of the full right-hand side, index 1, one Newton step of position projection
/// with the matrices at q_n and an exact velocity projection: one factorisation and three solves a
/// step, no Jacobian of f. First order, stiff springs up to h omega = 2 without damping,
/// dissipative; |g| stays of order h^3 for any length of run. J1, J2 and JExact bring the Jacobian
/// of f to the left and cost two more factorisations (left_matrix.hpp). Not good for: conservative
/// motion over many periods (it loses energy), h c/m > 2 with J3.
///
/// Source: Burgermeister, Arnold, Esterl, "DAE time integration for real-time applications in
/// multi-body dynamics", ZAMM 86 (2006), equations (3), (6) and (11). Interrupt: safe.
#pragma once

#include "taut/multiplier_force.hpp"
#include "taut/point.hpp"
#include "taut/projection.hpp"

namespace taut {

template <class Derivative = FullDerivative, class Stabilization = OneStepProjection,
          class Formulation = Index1, class Partition = J3, class Multipliers = NewtonMultipliers>
struct LinearImplicitEuler {
  static_assert(!(Formulation::mean_force && Derivative::constraint_force),
                "taut: Index2Mean has the change of the constraint force in its mean: take "
                "ForceAndTimeDerivative, ForceDerivative or NoDerivative.");

  static constexpr bool follows_contact = true;

  template <class Model>
  using Memory = NoMemory;

  Stabilization stabilization = {};  ///< holds the parameters of Baumgarte

  /// One step. Status::singular_mass_matrix also where A of (7.1) is singular.
  template <class Model, class SlotType>
  Status advance(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                 SlotType& next) const {
    if constexpr (Formulation::velocity_level)
      return advance_index2(setting, w, now, next);
    else
      return advance_index1(setting, w, now, next);
  }

 private:
  template <class Model>
  using Q = Vector<typename Model::Scalar, Model::nq>;
  template <class Model>
  using U = Vector<typename Model::Scalar, detail::nu<Model>()>;
  template <class Model>
  using C = Vector<typename Model::Scalar, detail::nl<Model>()>;
  template <class Model>
  using JacobianOf = detail::ConstraintJacobian<Model>;

  template <class Model>
  static constexpr bool inertia_varies = Derivative::inertia && !ModelTraits<Model>::constant_mass;

  // lambda and u' of t_n, which TotalDerivative holds; the others hold the lambda of the state.
  struct NothingHeld {};
  template <class Model>
  struct Held {
    C<Model> lambda;
    U<Model> a;
  };
  template <class Model, class SlotType>
  static auto held_at(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now) {
    if constexpr (Derivative::inertia) {
      Held<Model> held;
      held.a = solve_index1(setting, w, now, held.lambda);
      return held;
    } else {
      return NothingHeld{};
    }
  }
  template <class SlotType, class HeldType>
  static C<typename SlotType::ModelType> held_lambda(const SlotType& now, const HeldType& held) {
    if constexpr (Derivative::inertia)
      return held.lambda;
    else
      return detail::load(now.state.lambda);
  }

  // Multipliers from the acceleration constraint at t_n.
  template <class Model, class SlotType>
  Status advance_index1(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                        SlotType& next) const {
    using S = typename Model::Scalar;
    const S h = setting.step.h;
    const U<Model> u = detail::load(now.state.u);
    const SaddlePoint<Model>& matrices = now.point.matrices;
    Status status = Status::ok;

    // r = f + h (f_q V u + f_t) - h (G')^T lambda_{n-1}, c = -gamma                           (5.1)
    U<Model> r;
    C<Model> c;
    const auto held = held_at(setting, w, now);
    const auto reaction = right_hand_side<true>(setting, w, now, held, r, c);
    // c - 2 alpha (G u + g_t) - beta g                                                        (7.3)
    add_baumgarte(stabilization, h, Partition::implicit_position, matrices.constraint(), u, c);

    C<Model> lambda;
    if constexpr (Formulation::literal) {
      static_assert(!by_multipliers<Model>,
                    "taut: Index1Literal takes LaggedMultipliers where the force depends on the "
                    "multipliers.");
      // lambda of [M G^T; G 0] [.; lambda] = [f; c], then A a = r - G^T lambda                (7.5)
      U<Model> f =
          setting.model.force(detail::load(now.state.q), u, now.point.tick.template as<S>(w));
      lambda = matrices.solve(f, c);
      subtract_transposed_product(matrices.constraint().J, lambda, r);
      if constexpr (Partition::velocity_jacobian) {
        LeftMatrix<Model> left;
        status = factorise_A(setting, w, now, held, left);
        left.solve_in_place(r);
      } else {
        matrices.solve_mass_in_place(r);
      }
    } else if constexpr (Partition::velocity_jacobian) {
      // [A G^T; G 0] [a; lambda] = [r; c]                                                     (7.2)
      GeneralSchur<Model> schur;
      const JacobianOf<Model>& J = matrices.constraint().J;
      status = factorise_left(setting, w, now, held, reduced(J, reaction), J, r, schur);
      lambda = schur.solve(r, c);
    } else if constexpr (by_multipliers<Model>) {
      // the same with A = M                                                                  (CP.6)
      status = solve_reduced(setting, matrices, matrices.W(), reaction, matrices.constraint().J, c,
                             r, lambda);
    } else {
      // the same with A = M                                                                   (5.2)
      lambda = matrices.solve(r, c);
    }
    detail::store_multipliers(lambda, next.state);
    const U<Model> increment = h * r;

    // q~ = q_n + h V u_n, or with u~ = u_n + h a                                              (5.3)
    // q_{n+1} on the constraints                                                              (5.4)
    begin_tick(setting, w, now, next);
    const U<Model> moving = Partition::implicit_position ? U<Model>(u + increment) : u;
    status = first_failure(status, move_position(setting, now, moving, next));

    // M, G and their factors at (q_{n+1}, t_{n+1}): kept for the next step                    (5.5)
    status = first_failure(status, factorise_point(setting, next));

    // u_{n+1} = u~ - W S^-1 (G u~ + g_t), matrices at q_{n+1}                                 (5.6)
    project_velocity(now, increment, Stabilization::velocity, next);
    return status;
  }

  // Multipliers from the velocity constraint at t_{n+1}.
  template <class Model, class SlotType>
  Status advance_index2(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                        SlotType& next) const {
    using S = typename Model::Scalar;
    constexpr int nl = detail::nl<Model>();
    const S h = setting.step.h;
    const U<Model> u = detail::load(now.state.u);
    U<Model> r;
    C<Model> c;
    const auto held = held_at(setting, w, now);
    const auto reaction = right_hand_side<false>(setting, w, now, held, r, c);

    begin_tick(setting, w, now, next);
    Status status = move_position(setting, now, u, next);
    status = first_failure(status, factorise_point(setting, next));

    // [A G_n^T; G_{n+1} 0] [a; lambda] = [r; -(G_{n+1} u_n + g_t + alpha g_{n+1}) / h],       (7.4)
    // with the g of the position that the new velocity moves: q_n with JExact; or with the mean of
    // G_n and G_{n+1} above                                                                   (7.6)
    const ConstraintLinearisation<Model>& constraint = next.point.matrices.constraint();
    c = constraint.rate(u);
    const SaddlePoint<Model>& matrices = now.point.matrices;
    if constexpr (Stabilization::baumgarte) {
      const auto& moved = Partition::implicit_position ? matrices.constraint() : constraint;
      for (int i = 0; i < Model::nc; ++i) c[i] += stabilization.alpha(h, false) * moved.g[i];
    }
    for (int i = 0; i < nl; ++i) c[i] *= -(S(1) / h);
    C<Model> lambda;
    const auto& W = matrices.W();
    const auto& W_next = next.point.matrices.W();
    if constexpr (Partition::velocity_jacobian) {
      GeneralSchur<Model> schur;
      const JacobianOf<Model>& J = matrices.constraint().J;
      const auto& upper = carrier(J, constraint.J);
      status = first_failure(status, factorise_left(setting, w, now, held, reduced(upper, reaction),
                                                    constraint.J, r, schur));
      lambda = schur.solve(r, c);
    } else if constexpr (by_multipliers<Model>) {
      status = first_failure(status, solve_reduced(setting, matrices, carrier(W, W_next), reaction,
                                                   constraint.J, c, r, lambda));
    } else {
      GeneralSchur<Model> schur;
      status = first_failure(
          status, schur.factorise(carrier(W, W_next), constraint.J, setting.limits.pivot_share));
      matrices.solve_mass_in_place(r);
      lambda = schur.solve(r, c);
    }
    detail::store_multipliers(lambda, next.state);
    const U<Model> increment = h * r;

    // JExact: the position once more with the new velocity, and both projections
    if constexpr (Partition::implicit_position) {
      status = first_failure(status, move_position(setting, now, U<Model>(u + increment), next));
      status = first_failure(status, factorise_point(setting, next));
    }
    project_velocity(now, increment, Stabilization::velocity && Partition::implicit_position, next);
    return status;
  }

  // q~ = q_n + h V u, then onto the constraints.
  template <class Model, class SlotType>
  Status move_position(const Setting<Model>& setting, const SlotType& now, const U<Model>& u,
                       SlotType& next) const {
    const Q<Model> q = detail::load(now.state.q);
    const Q<Model> increment = setting.step.h * coordinate_rate(setting.model, q, u);
    return project_position<Stabilization>(setting, now, increment, next);
  }

  template <class Model>
  static constexpr bool by_multipliers = detail::newton_on_multipliers<Model, Multipliers>;
  // r of (5.1), or of (CP.6) with its f_lambda, and c = -gamma where the constraint is that of the
  // acceleration.
  template <bool acceleration, class Model, class SlotType, class HeldType>
  auto right_hand_side(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                       const HeldType& held, U<Model>& r, C<Model>& c) const {
    using S = typename Model::Scalar;
    constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>();
    const Model& model = setting.model;
    const S h = setting.step.h;
    const Q<Model> q = detail::load(now.state.q);
    const U<Model> u = detail::load(now.state.u);
    decltype(auto) tick = along_motion(model, q, u, now.point.tick, now.state.w);
    ReactionOf<Model, Multipliers> reaction;
    if constexpr (Derivative::force || by_multipliers<Model>) {
      const ForceAndRate<Model, by_multipliers<Model>> f =
          force_and_rate<by_multipliers<Model>>(model, q, u, tick, w, Derivative::time);
      if constexpr (Derivative::force)
        for (int i = 0; i < nu; ++i) r[i] = f.force[i] + h * f.rate[i];
      else
        r = f.force;
      if constexpr (by_multipliers<Model>) reaction = reaction_of(f, tick.lambda, r);
    } else {
      r = model.force(q, u, tick.template as<S>(w));
    }
    if constexpr (Derivative::constraint_force && !acceleration) {
      const U<Model> rate =
          constraint_force_rate(model, q, u, held_lambda(now, held), tick, now.state.w);
      for (int i = 0; i < nu; ++i) r[i] -= h * rate[i];
    } else if constexpr (Derivative::constraint_force) {
      const ConstraintRates<Model> rates =
          constraint_rates(model, q, u, held_lambda(now, held), tick, now.state.w);
      for (int i = 0; i < nu; ++i) r[i] -= h * rates.force_rate[i];
      for (int i = 0; i < nl; ++i) c[i] = -rates.gamma[i];
    } else if constexpr (acceleration) {
      const C<Model> gamma = constraint_acceleration(model, q, u, tick, now.state.w);
      for (int i = 0; i < nl; ++i) c[i] = -gamma[i];
    }
    if constexpr (inertia_varies<Model>)
      r -= h * inertia_force_rate(model, q, u, held.a, tick, now.state.w);
    return reaction;
  }

  // What carries the multipliers from t_n to t_{n+1}, G^T or M^-1 G^T: that of t_n, or the mean.
  template <class Carrier>
  struct Mean {
    const Carrier &at_n, &at_next;
    typename Carrier::Scalar operator()(int i, int j) const {
      return typename Carrier::Scalar(0.5) * (at_n(i, j) + at_next(i, j));
    }
  };
  template <class Carrier>
  static decltype(auto) carrier(const Carrier& at_n, const Carrier& at_next) {
    if constexpr (Formulation::mean_force)
      return Mean<Carrier>{at_n, at_next};
    else
      return (at_n);
  }

  // A of (7.1).
  template <class Model, class SlotType, class HeldType>
  static Status factorise_A(const Setting<Model>& setting, const Input<Model>& w,
                            const SlotType& now, const HeldType& held, LeftMatrix<Model>& left) {
    using S = typename Model::Scalar;
    constexpr int nu = detail::nu<Model>();
    const S h = setting.step.h;
    LeftPoint<Model> at = left_point(now, w);
    if constexpr (Derivative::inertia) at.lambda = held.lambda;
    Matrix<S, nu, nu> A = full_mass_matrix(setting.model, at.q, at.tick.template as<S>(at.held));
    subtract_force_jacobians(setting.model, at, h, h * h, Partition::position_jacobian,
                             Derivative::constraint_force, A);
    if constexpr (inertia_varies<Model> && Partition::position_jacobian)
      A += h * h * inertial_stiffness(setting.model, at.q, held.a, at.tick, at.held);
    return left.factorise(A, setting.limits.pivot_share);
  }

  // r <- A^-1 r, and the Schur complement of A with `first` and `second`.
  template <class Model, class SlotType, class HeldType, class First>
  Status factorise_left(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                        const HeldType& held, const First& first, const JacobianOf<Model>& second,
                        U<Model>& r, GeneralSchur<Model>& schur) const {
    LeftMatrix<Model> left;
    const Status status = factorise_A(setting, w, now, held, left);
    left.solve_in_place(r);
    Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nl<Model>()> Z;
    image(left, first, Z);
    return first_failure(status, schur.factorise(Z, second, setting.limits.pivot_share));
  }
};

}  // namespace taut
