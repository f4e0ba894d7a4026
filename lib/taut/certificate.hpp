/// \file
/// The step-size certificate: how far one projection step leaves the loop open, for ever.
///
/// Equation numbers are those of docs/methods/euler.md. With P = W S^-1 at q_n (so that G P = I)
/// the step of (5.3), (5.4) leaves, to second order and for constant V,
///
///     y_n = g_n + C0 h^2 bounds |g(q~)|,
///         C0 >= |g(q~) - g_n| / h^2                                                         (9.1)
///     g_{n+1} <= C1 h y_n + C2 y_n^2,
///         C1 >= |(G(q~) - G_n) P| / h,  C2 >= |g_qq(P., P.)| / 2                            (9.2)
///
/// Along the motion y -> C0 h^2 + C1 h y + C2 y^2 has a fixed point, and starting below it the
/// residual stays below the bound g_lim for arbitrarily long runs, where
///
///     C1 h < 1,   (1 - C1 h)^2 >= 4 C0 C2 h^2                                               (9.3)
///     y* = 2 C0 h^2 / (1 - C1 h + sqrt((1 - C1 h)^2 - 4 C0 C2 h^2)),
///     g_lim = y* - C0 h^2                                                                   (9.4)
///     h_max = 1 / (C1 + 2 sqrt(C0 C2))                                                      (9.5)
///
/// so that g_lim is C0 C1 h^3 + O(h^4). The constants are estimated along a trajectory: a
/// certificate holds for motions like the one it has seen, for the projection with matrices at q_n,
/// and for models with constant V. Source: Burgermeister, Arnold, Esterl, ZAMM 86 (2006), section
/// 3.4; the constants are defined here as above, by Frobenius norms. Interrupt: include() is for
/// the desk or for start-up; the monitor is the comparison of |g| with Limits::residual = bound()
/// that every step makes anyway.
#pragma once

#include "taut/point.hpp"

namespace taut {

template <class Model>
class ClosureCertificate {
  static_assert(
      !detail::has_contact<Model>,
      "taut: ClosureCertificate is for models without algebraic coordinates and without a "
      "force that depends on the multipliers.");

 public:
  using S = typename Model::Scalar;
  static constexpr int nq = Model::nq, nu = detail::nu<Model>(), nc = Model::nc;

  explicit ClosureCertificate(const Setting<Model>& setting) : setting_(setting) {}

  /// Takes in one state of a trajectory: everything is evaluated anew from q, u and time.
  /// Status::singular_mass_matrix, rank_deficient_constraints: not taken in.
  template <class StateType>
  Status include(const StateType& state) {
    const Model& model = setting_.model;
    const S h = setting_.step.h;
    Slot<Model, StateType> slot;
    slot.state = state;
    Status status = slot.point.matrices.factorise_constant_mass(model, setting_.limits.pivot_share);
    if (status == Status::ok) status = evaluate_point(setting_, slot);
    if (status != Status::ok) return status;
    const SaddlePoint<Model>& matrices = slot.point.matrices;
    const Vector<S, nq> q = detail::load(state.q);
    const Vector<S, nu> u = detail::load(state.u);

    // q~ and the constraints there
    Vector<S, nq> predicted = q + h * coordinate_rate(model, q, u);
    TickSignals<Model> tick;
    tick.evaluate(model, state.time.next(setting_.step), setting_.step);
    ConstraintLinearisation<Model> there;
    linearise_constraint(model, predicted, tick, state.w, there);

    // columns of P
    Matrix<S, nu, nc> P;
    for (int k = 0; k < nc; ++k) {
      Vector<S, detail::nl<Model>()> unit = Vector<S, detail::nl<Model>()>::Zero();
      unit[k] = S(1);
      const Vector<S, nu> column = matrices.correction(unit);
      for (int j = 0; j < nu; ++j) P(j, k) = column[j];
    }

    const Vector<S, nc> growth = there.g - matrices.constraint().g;
    constant_0_ = max(constant_0_, detail::norm(growth) / (h * h));

    S turned = S(0);
    for (int i = 0; i < nc; ++i)
      for (int k = 0; k < nc; ++k) {
        S sum = S(0);
        for (int j = 0; j < nu; ++j)
          sum += (there.J(i, j) - matrices.constraint().J(i, j)) * P(j, k);
        turned += sum * sum;
      }
    constant_1_ = max(constant_1_, sqrt(turned) / h);

    S curved = S(0);
    for (int l = 0; l < nc; ++l) {
      Vector<S, nu> direction;
      for (int j = 0; j < nu; ++j) direction[j] = P(j, l);
      const auto rate = jacobian_rate(
          model, predicted, coordinate_rate(model, predicted, direction), tick, state.w, false);
      for (int i = 0; i < nc; ++i)
        for (int k = 0; k < nc; ++k) {
          S sum = S(0);
          for (int j = 0; j < nu; ++j) sum += rate(i, j) * P(j, k);
          curved += sum * sum;
        }
    }
    constant_2_ = max(constant_2_, sqrt(curved) / S(2));
    return Status::ok;
  }

  /// C0 in g/s^2, C1 in 1/s, C2 in 1/g: the largest seen.
  S constant_0() const { return constant_0_; }
  S constant_1() const { return constant_1_; }
  S constant_2() const { return constant_2_; }

  /// Conditions (9.3) for the step size of the setting.
  bool holds() const { return setting_.step.h <= largest_step(); }

  /// h_max of (9.5) in s; infinity where nothing moves.
  S largest_step() const { return S(1) / (constant_1_ + S(2) * sqrt(constant_0_ * constant_2_)); }

  /// g_lim of (9.4), in the units of g; NaN where the conditions do not hold.
  S bound() const {
    const S h = setting_.step.h, growth = constant_0_ * h * h, rest = S(1) - constant_1_ * h;
    if (!holds()) return std::numeric_limits<S>::quiet_NaN();
    const S root = sqrt(max(S(0), rest * rest - S(4) * growth * constant_2_));
    const S y = S(2) * growth / (rest + root);
    // g_lim = C1 h y + C2 y^2: the same number as y - C0 h^2, without its cancellation
    return constant_1_ * h * y + constant_2_ * y * y;
  }

 private:
  Setting<Model> setting_;
  S constant_0_ = S(0), constant_1_ = S(0), constant_2_ = S(0);
};

}  // namespace taut
