/// \file
/// Forces that depend on the multipliers, f(q, u, s, lambda): creep and tyre forces, friction
/// (docs/methods/contact.md). One Newton step on lambda, from the multipliers lambda* at hand,
/// brings f_lambda into the matrix:
///
///     [ M  G^T - f_lambda ] [ a      ]   [ f* - f_lambda lambda* ]
///     [ H  0              ] [ lambda ] = [ c                     ]                          (CP.6)
///     Z = M^-1 (G^T - f_lambda),  T = H Z                                                   (CP.7)
///
/// T is small, not symmetric and takes partial pivoting; M keeps its factors, and the projections
/// keep S = G M^-1 G^T. Lagged, f* is all there is of it, and the matrix stays symmetric.
/// Interrupt: safe, but for converge_multipliers().
#pragma once

#include "taut/force_derivatives.hpp"
#include "taut/left_matrix.hpp"
#include "taut/point.hpp"

namespace taut {

/// How the multipliers get into a force that depends on them.
struct NewtonMultipliers {  ///< (CP.6): as good as convergence; keeps the order 2 of Rattle
  static constexpr bool newton = true;
};
struct LaggedMultipliers {  ///< those of the step before: symmetric; Rattle falls to order 1
  static constexpr bool newton = false;
};

namespace detail {

template <class Model, class Multipliers>
inline constexpr bool newton_on_multipliers = multiplier_force<Model>() && Multipliers::newton;

// G^T - f_lambda as a Jacobian, row by row.
template <class Jacobian, class S, int nu, int nl>
struct ReducedJacobian {
  const Jacobian& J;
  const Matrix<S, nu, nl>& f_lambda;
  S operator()(int i, int j) const { return J(i, j) - f_lambda(j, i); }
};
template <class Jacobian, class S, int nu, int nl>
ReducedJacobian(const Jacobian&, const Matrix<S, nu, nl>&) -> ReducedJacobian<Jacobian, S, nu, nl>;

}  // namespace detail

/// f_lambda, where it enters the matrix.
template <class Model>
struct Reaction {
  Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nl<Model>()> f_lambda;
};
struct NoReaction {};
template <class Model, class Multipliers>
using ReactionOf = std::conditional_t<detail::newton_on_multipliers<Model, Multipliers>,
                                      Reaction<Model>, NoReaction>;

/// Takes f* and f_lambda of `from`, overwrites f* with f* - f_lambda lambda*: (CP.6).
template <class Model>
Reaction<Model> reaction_of(const ForceAndRate<Model, true>& from,
                            const Vector<typename Model::Scalar, detail::nl<Model>()>& lambda,
                            Vector<typename Model::Scalar, detail::nu<Model>()>& f) {
  for (int j = 0; j < detail::nu<Model>(); ++j)
    for (int i = 0; i < detail::nl<Model>(); ++i) f[j] -= from.by_multipliers(j, i) * lambda[i];
  return {from.by_multipliers};
}
/// The rows of G^T - f_lambda, transposed as those of G.
template <class Jacobian>
const Jacobian& reduced(const Jacobian& J, const NoReaction&) {
  return J;
}
template <class Jacobian, class Model>
auto reduced(const Jacobian& J, const Reaction<Model>& reaction) {
  return detail::ReducedJacobian{J, reaction.f_lambda};
}

/// (CP.6) by (CP.7) with Z = W - M^-1 f_lambda, W being M^-1 G^T of any point or a mean of two.
/// Overwrites r (nu) with a; leaves T in `schur`. Status::rank_deficient_constraints.
template <class Model, class Image, class Jacobian>
Status solve_reduced(const Setting<Model>& setting, const SaddlePoint<Model>& matrices,
                     const Image& W, const Reaction<Model>& reaction, const Jacobian& H,
                     const Vector<typename Model::Scalar, detail::nl<Model>()>& c,
                     Vector<typename Model::Scalar, detail::nu<Model>()>& r,
                     Vector<typename Model::Scalar, detail::nl<Model>()>& lambda,
                     GeneralSchur<Model>& schur) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>();
  Matrix<S, nu, nl> Z;
  for (int i = 0; i < nl; ++i) {
    Vector<S, nu> column;
    for (int j = 0; j < nu; ++j) column[j] = reaction.f_lambda(j, i);
    matrices.solve_mass_in_place(column);
    for (int j = 0; j < nu; ++j) Z(j, i) = W(j, i) - column[j];
  }
  const Status status = schur.factorise(Z, H, setting.limits.pivot_share);
  matrices.solve_mass_in_place(r);
  lambda = schur.solve(r, c);
  return status;
}
/// The same where T is wanted once.
template <class Model, class Image, class Jacobian>
Status solve_reduced(const Setting<Model>& setting, const SaddlePoint<Model>& matrices,
                     const Image& W, const Reaction<Model>& reaction, const Jacobian& H,
                     const Vector<typename Model::Scalar, detail::nl<Model>()>& c,
                     Vector<typename Model::Scalar, detail::nu<Model>()>& r,
                     Vector<typename Model::Scalar, detail::nl<Model>()>& lambda) {
  GeneralSchur<Model> schur;
  return solve_reduced(setting, matrices, W, reaction, H, c, r, lambda, schur);
}

/// The index-1 system at a slot's state with lambda in f converged, for start-up: (CP.6) at most 50
/// times. Writes the multipliers into the state. Status::not_converged,
/// rank_deficient_constraints.
template <class Model, class SlotType>
Status converge_multipliers(const Setting<Model>& setting, SlotType& slot) {
  using S = typename Model::Scalar;
  constexpr int nl = detail::nl<Model>();
  const Model& model = setting.model;
  const Vector<S, Model::nq> q = detail::load(slot.state.q);
  const Vector<S, detail::nu<Model>()> u = detail::load(slot.state.u);
  auto tick = along_motion(model, q, u, slot.point.tick, slot.state.w);
  const SaddlePoint<Model>& matrices = slot.point.matrices;
  const Vector<S, nl> gamma = constraint_acceleration(model, q, u, tick, slot.state.w);
  constexpr S tolerance = S(64) * std::numeric_limits<S>::epsilon();
  for (int k = 0; k < 50; ++k) {
    const ForceAndRate<Model, true> f =
        force_and_rate<true>(model, q, u, tick, slot.state.w, false);
    Vector<S, detail::nu<Model>()> r = f.force;
    const Reaction<Model> reaction = reaction_of(f, tick.lambda, r);
    Vector<S, nl> lambda;
    const Status status = solve_reduced(setting, matrices, matrices.W(), reaction,
                                        matrices.constraint().J, Vector<S, nl>(-gamma), r, lambda);
    if (status != Status::ok) return status;
    const S change = detail::norm(Vector<S, nl>(lambda - tick.lambda));
    tick.lambda = lambda;
    if (change <= tolerance * detail::norm(lambda)) {
      detail::store_multipliers(lambda, slot.state);
      if constexpr (detail::detected<detail::EndMultipliersOf, std::decay_t<decltype(slot.state)>>)
        slot.state.end_lambda = slot.state.lambda;
      return Status::ok;
    }
  }
  return Status::not_converged;
}

}  // namespace taut
