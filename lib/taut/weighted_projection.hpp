/// \file
/// The corrections of the consistent start, in a diagonal metric (docs/method.md, section 6):
///
///     P G^T (G P G^T)^-1 b                                                         (6.1), (6.2)
///
/// for dense constraint Jacobians and for those in blocks; a weight of zero holds its velocity.
/// Interrupt: not safe, for start-up.
#pragma once

#include "taut/state.hpp"

namespace taut::detail {

// sum g_i^2 scale_i, with scale_i = 1 / S_ii a residual without units of g.
template <class S, int rows>
S scaled_square(const Vector<S, rows>& g, const Vector<S, rows>& scale) {
  S sum = S(0);
  for (int i = 0; i < rows; ++i) sum += g[i] * g[i] * scale[i];
  return sum;
}

// G P G^T and its correction, P diagonal, for the first `rows` constraints.
template <class Model, int rows, bool blocks = in_blocks<Model>()>
class WeightedProjection {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>();

  template <class Shift>
  [[nodiscard]] bool factorise(const ConstraintLinearisation<Model>& constraint,
                               const Vector<S, nu>& weight, S tolerance, Shift shift) {
    for (int j = 0; j < nu; ++j)
      for (int i = 0; i < rows; ++i) W_(j, i) = weight[j] * constraint.J(i, j);
    Matrix<S, rows, rows> schur;
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k <= i; ++k) schur(i, k) = row_times_column<nu>(constraint.J, i, W_, k);
      row_scale_[i] = S(1) / schur(i, i);
    }
    return schur_.factorise(schur, tolerance, shift);
  }

  // P G^T (G P G^T)^-1 b
  Vector<S, nu> correction(Vector<S, rows> b) const {
    schur_.solve_in_place(b);
    if constexpr (rows == 0)
      return Vector<S, nu>::Zero();
    else
      return taut::product(W_, b);
  }

  S merit(const Vector<S, rows>& g) const { return scaled_square(g, row_scale_); }

 private:
  Matrix<S, nu, rows> W_;
  Vector<S, rows> row_scale_;
  Ldlt<S, rows> schur_;
};

// The same of a Jacobian in blocks, which has no other rows than those of g.
template <class Model, int rows>
class WeightedProjection<Model, rows, true> {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>();

  template <class Shift>
  [[nodiscard]] bool factorise(const ConstraintLinearisation<Model>& constraint,
                               const Vector<S, nu>& weight, S tolerance, Shift shift) {
    J_ = constraint.J;
    weight_ = weight;
    const bool sound = schur_.factorise(J_, &weight[0], tolerance, shift);
    for (int i = 0; i < rows; ++i) row_scale_[i] = S(1) / schur_.diagonal(i);
    return sound;
  }
  Vector<S, nu> correction(Vector<S, rows> b) const {
    schur_.solve_in_place(b);
    Vector<S, nu> y = transposed_product<nu>(J_, b);
    for (int j = 0; j < nu; ++j) y[j] *= weight_[j];
    return y;
  }
  S merit(const Vector<S, rows>& g) const { return scaled_square(g, row_scale_); }

 private:
  ConstraintJacobian<Model> J_;
  Vector<S, nu> weight_;
  Vector<S, rows> row_scale_;
  BlockSchur<S, typename Model::Structure> schur_;
};

}  // namespace taut::detail
