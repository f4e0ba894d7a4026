/// \file
/// The matrix of the linear-implicit methods and its saddle-point system (docs/methods/euler.md):
///
///     A = M - h F_u - h^2 F_q V,   F = f - G^T lambda - M a with lambda, a held              (7.1)
///     [ A  G^T ] [ a      ]   [ r ]        Z = A^-1 G^T,  T = H Z,
///     [ H   0  ] [ lambda ] = [ c ]        T lambda = H A^-1 r - c,  a = A^-1 r - Z lambda   (7.2)
///
/// A is not symmetric, and H, the constraint Jacobian of the second row, need not be G: both take
/// partial pivoting. Where A is M and H is G, saddle_point.hpp is half the work. F_u and F_q V:
/// force_jacobians.hpp. Interrupt: safe.
#pragma once

#include "taut/force_jacobians.hpp"
#include "taut/lu.hpp"
#include "taut/state.hpp"

namespace taut {

/// Where the derivatives of a left matrix are taken: q, u, the held lambda, the signals; inputs `w`
/// act in f, the `held` ones in M, g and c.
template <class Model>
struct LeftPoint {
  using S = typename Model::Scalar;
  Vector<S, Model::nq> q;
  Vector<S, detail::nu<Model>()> u;
  Vector<S, detail::nl<Model>()> lambda;
  const TickSignals<Model>& tick;
  const Input<Model>& w;
  const Input<Model>& held;
};

/// A <- A - a F_u - b F_q V. F_q V enters where `position`, and with it the geometric stiffness of
/// the held constraint force where `constraint_force`.
template <class Model>
void subtract_force_jacobians(
    const Model& model, const LeftPoint<Model>& at, typename Model::Scalar a,
    typename Model::Scalar b, bool position, bool constraint_force,
    Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()>& A) {
  A -= a * velocity_jacobian(model, at.q, at.u, at.tick, at.w);
  if (!position) return;
  A -= b * position_jacobian(model, at.q, at.u, at.tick, at.w, at.held);
  if (constraint_force) A += b * geometric_stiffness(model, at.q, at.lambda, at.tick, at.held);
}

/// A = M - a F_u - b F_q V, factorised: (7.1) with a = h, b = h^2.
template <class Model>
class LeftMatrix {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>();

  /// As subtract_force_jacobians() says. Status::singular_mass_matrix where A is singular.
  Status factorise(const Setting<Model>& setting, const LeftPoint<Model>& at, S a, S b,
                   bool position, bool constraint_force) {
    const Model& model = setting.model;
    Matrix<S, nu, nu> A = full_mass_matrix(model, at.q, at.tick.template as<S>(at.held));
    subtract_force_jacobians(model, at, a, b, position, constraint_force, A);
    return factorise(A, setting.limits.pivot_share);
  }
  /// Any A (nu x nu).
  Status factorise(const Matrix<S, nu, nu>& A, S tolerance) {
    return lu_.factorise(A, tolerance) ? Status::ok : Status::singular_mass_matrix;
  }

  /// Overwrites r (nu) with A^-1 r.
  void solve_in_place(Vector<S, nu>& r) const { lu_.solve_in_place(r); }

 private:
  Lu<S, nu> lu_;
};

/// The point of a slot, for LeftMatrix.
template <class SlotType>
LeftPoint<typename SlotType::ModelType> left_point(const SlotType& now,
                                                   const Input<typename SlotType::ModelType>& w) {
  return {detail::load(now.state.q),
          detail::load(now.state.u),
          detail::load(now.state.lambda),
          now.point.tick,
          w,
          now.state.w};
}

/// Ends a step whose factorisation has failed: the state is that of `now`, and the verdict
/// Status::non_finite_state where the right-hand sides r and c are not finite, else `status`.
template <class SlotType, class S, int nu, int nl>
Status refuse_step(Status status, const Vector<S, nu>& r, const Vector<S, nl>& c,
                   const SlotType& now, SlotType& next) {
  next.state = now.state;
  return detail::all_finite(r) && detail::all_finite(c) ? status : Status::non_finite_state;
}

/// Equation (7.2) from Z = A^-1 G^T: the part that does not know A.
template <class Model>
class GeneralSchur {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>(),
                       nd = ModelTraits<Model>::nd;

  /// T = H Z with H the first nu columns of `second` (nl x nd).
  template <class Image, class Jacobian>
  Status factorise(const Image& Z, const Jacobian& second, S tolerance) {
    for (int i = 0; i < nl; ++i) {
      for (int j = 0; j < nu; ++j) Z_(j, i) = Z(j, i);
      for (int j = 0; j < nd; ++j) second_(i, j) = second(i, j);
    }
    Matrix<S, nl, nl> T;
    for (int i = 0; i < nl; ++i)
      for (int k = 0; k < nl; ++k) T(i, k) = row_times_column<nu>(second_, i, Z_, k);
    if constexpr (detail::redundant<Model>()) {
      const S largest = detail::largest_diagonal<S, nl>(T);
      const S empty = tolerance * tolerance * largest;
      for (int i = 0; i < nl; ++i)
        T(i, i) += T(i, i) <= empty ? largest : detail::regularisation<Model>() * T(i, i);
    }
    return schur_.factorise(T, tolerance) ? Status::ok : Status::rank_deficient_constraints;
  }

  /// T = G Z with Z = A^-1 G^T.
  template <class Jacobian>
  Status factorise(const LeftMatrix<Model>& left, const Jacobian& J, S tolerance) {
    Matrix<S, nu, nl> Z;
    image(left, J, Z);
    return factorise(Z, J, tolerance);
  }

  /// Takes z = A^-1 r (nu), overwrites it with a; returns lambda (nl).
  Vector<S, nl> solve(Vector<S, nu>& z, const Vector<S, nl>& c) const {
    Vector<S, nl> lambda;
    for (int i = 0; i < nl; ++i) lambda[i] = row_times(second_, i, z) - c[i];
    schur_.solve_in_place(lambda);
    subtract_image(Z_, lambda, z);
    return lambda;
  }

 private:
  Matrix<S, nu, nl> Z_;
  Matrix<S, nl, nd> second_;
  Lu<S, nl> schur_;
};

}  // namespace taut
