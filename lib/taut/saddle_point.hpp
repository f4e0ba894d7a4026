/// \file
/// The saddle-point system of one point, factorised by its Schur complement (docs/method.md,
/// section 4):
///
///     [ M  G^T ] [ a      ]   [ r ]        W = M^-1 G^T,  S = G W = L D L^T                  (4.1)
///     [ G   0  ] [ lambda ] = [ c ]        S lambda = G M^-1 r - c,  a = M^-1 r - W lambda   (4.2)
///
/// S is symmetric positive definite exactly where M is and the rows of G are independent; the pivot
/// shares of its factorisation are the scale-free measure of that (ldlt.hpp). Not for redundant
/// constraints, unless regularised: with a RowShift Sigma the lower right block is -Sigma and
/// S + Sigma is factorised in place of S. Rows of nonholonomic constraints stand below those of G,
/// as if they were more of its rows.
///
/// A model that states `redundant` has S + mu diag(S) factorised, in the same number of operations,
/// mu = sqrt(epsilon) or what it states (docs/method.md, section 4): rows that depend on each other
/// share their force, in the metric of diag(S), and a row that comes to depend on others and leaves
/// again does so smoothly. Independent rows keep their closure to mu of each correction, in any
/// units. Rows that no velocity moves, or by rounding alone, are there and do nothing (ldlt.hpp).
/// Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"
#include "taut/mass.hpp"
#include "taut/status.hpp"

namespace taut {

/// A^-1 G^T (nu x nl), column by column, from a factorised A and [G, g_t; A, -b].
template <class Left, class Jacobian, class S, int nl, int nu>
TAUT_INLINE inline void image(const Left& left, const Jacobian& J, Matrix<S, nu, nl>& W) {
  for (int i = 0; i < nl; ++i) {
    Vector<S, nu> column;
    for (int j = 0; j < nu; ++j) column[j] = J(i, j);
    left.solve_in_place(column);
    for (int j = 0; j < nu; ++j) W(j, i) = column[j];
  }
}

/// r -= W lambda
template <class S, int nu, int nl>
void subtract_image(const Matrix<S, nu, nl>& W, const Vector<S, nl>& lambda, Vector<S, nu>& r) {
  for (int j = 0; j < nu; ++j)
    for (int i = 0; i < nl; ++i) r[j] -= W(j, i) * lambda[i];
}

namespace detail {
// What is added to a matrix of constraints before it is factorised.
template <class Model>
constexpr auto constraint_shift() {
  using S = typename Model::Scalar;
  if constexpr (redundant<Model>())
    return RelativeShift<S>{regularisation<Model>()};
  else
    return NoShift{};
}
template <class Model>
using ConstraintShift = decltype(constraint_shift<Model>());
}  // namespace detail

/// The matrices of one point; of a model in blocks those of block_saddle_point.hpp.
template <class Model, bool blocks = detail::in_blocks<Model>()>
class SaddlePoint {
 public:
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  static constexpr int nq = Traits::nq, nu = Traits::nu, nl = Traits::nl;

  SaddlePoint() {
    constraint_.g.setZero();
    constraint_.J.setZero();
    W_.setZero();
  }

  /// Factorises a constant mass matrix. Once, before the first factorise().
  Status factorise_constant_mass(const Model& model, S tolerance) {
    if constexpr (Traits::constant_mass)
      if (!mass_.factorise(model.mass_matrix(), tolerance)) return Status::singular_mass_matrix;
    return Status::ok;
  }

  /// Equation (4.1) at q and the tick's signals; S + Sigma where a shift is given.
  template <class Shift = detail::ConstraintShift<Model>>
  TAUT_INLINE Status factorise(const Model& model, const Vector<S, nq>& q,
                               const TickSignals<Model>& tick, const Input<Model>& w, S tolerance,
                               Shift shift = detail::constraint_shift<Model>()) {
    if constexpr (!Traits::constant_mass)
      if (!mass_.factorise(model.mass_matrix(q, tick.template as<S>(w)), tolerance))
        return Status::singular_mass_matrix;
    linearise_constraint(model, q, tick, w, constraint_);
    image(mass_, constraint_.J, W_);
    // S = G W, lower triangle
    Matrix<S, nl, nl> schur;
    for (int i = 0; i < nl; ++i)
      for (int k = 0; k <= i; ++k) schur(i, k) = row_times_column<nu>(constraint_.J, i, W_, k);
    return schur_.factorise(schur, tolerance, shift) ? Status::ok
                                                     : Status::rank_deficient_constraints;
  }

  /// Equation (4.2). Overwrites r (nu) with a; returns lambda (nl).
  Vector<S, nl> solve(Vector<S, nu>& r, const Vector<S, nl>& c) const {
    mass_.solve_in_place(r);
    // by hand: through row_times() the smallest step takes two instructions more
    Vector<S, nl> lambda;
    for (int i = 0; i < nl; ++i) {
      S sum = constraint_.J(i, 0) * r[0];
      for (int j = 1; j < nu; ++j) sum += constraint_.J(i, j) * r[j];
      lambda[i] = sum - c[i];
    }
    schur_.solve_in_place(lambda);
    subtract_image(W_, lambda, r);
    return lambda;
  }

  /// The same with c = -(G v + g_t; A v - b): the velocities v + a meet the constraints.
  Vector<S, nl> solve_velocity(Vector<S, nu>& r, const Vector<S, nu>& v) const {
    return solve(r, -constraint_.rate(v));
  }

  /// (4.2) with r = 0 and c replaced by -b: W S^-1 b, the smallest step in the metric of M that
  /// removes a residual b. Returned with its sign, to be subtracted.
  Vector<S, nu> correction(Vector<S, nl> b) const {
    schur_.solve_in_place(b);
    return product(W_, b);
  }

  /// Puts a g from beside the point in the place of its own, for the reader.
  void replace_residual(const Vector<S, Model::nc>& g) { constraint_.g = g; }

  /// g and [G, g_t; A, -b] at the point.
  const ConstraintLinearisation<Model>& constraint() const { return constraint_; }
  /// W = M^-1 G^T (nu x nl).
  const Matrix<S, nu, nl>& W() const { return W_; }
  /// Overwrites r (nu) with M^-1 r.
  void solve_mass_in_place(Vector<S, nu>& r) const { mass_.solve_in_place(r); }
  /// Overwrites b (nl) with S^-1 b.
  void solve_schur_in_place(Vector<S, nl>& b) const { schur_.solve_in_place(b); }
  S smallest_pivot_share() const { return schur_.smallest_share(); }
  int weakest_row() const { return schur_.weakest_row(); }
  /// Of rows of the constraints, those of g first (ldlt.hpp).
  WeakestCombination<S> weakest_combination() const { return schur_.weakest_combination(); }

 private:
  MassFactor<Model> mass_;
  ConstraintLinearisation<Model> constraint_;
  Matrix<S, nu, nl> W_;
  Ldlt<S, nl> schur_;
};

}  // namespace taut
