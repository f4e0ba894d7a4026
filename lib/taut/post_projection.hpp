/// \file
/// The factor K of a post-stabilisation, in one of two metrics (docs/methods/runge_kutta.md,
/// section 2):
///
///     K = M^-1 G^T (G M^-1 G^T)^-1   MassMetric, paper (5.5)                                (PS.2)
///     K = G^T (G G^T)^-1             EuclideanMetric, paper (5.6)                           (PS.3)
///
/// Source: Ascher, Chin, Petzold, Reich, "Stabilization of constrained mechanical systems with DAEs
/// and invariant manifolds", Mech. Struct. Mach. 23 (1995). Interrupt: safe.
#pragma once

#include "taut/state.hpp"

namespace taut {

/// K of paper (5.5), the smallest change in the metric of M; needs M at the predicted point.
struct MassMetric {};
/// K of paper (5.6), the smallest change of the numbers q and u; needs G alone.
struct EuclideanMetric {};

namespace detail {

// The verdict on matrices at q: one that failed on what is not finite says so. Where M is singular
// g has not been evaluated.
template <class S, int nq, int nc>
Status cause(Status status, const Vector<S, nq>& q, const Vector<S, nc>& g) {
  if (status == Status::ok) return status;
  const bool finite =
      all_finite(q) && (status != Status::rank_deficient_constraints || all_finite(g));
  return finite ? status : Status::non_finite_state;
}

template <class Model, class Metric>
class PostProjection;

// K of (PS.3).
template <class Model>
class PostProjection<Model, EuclideanMetric> {
 public:
  using S = typename Model::Scalar;
  static constexpr int nq = Model::nq, nu = detail::nu<Model>(), nl = detail::nl<Model>();

  // At q. `scratch` is not needed.
  Status factorise(const Setting<Model>& setting, const Vector<S, nq>& q,
                   const TickSignals<Model>& tick, const Input<Model>& w, SaddlePoint<Model>&) {
    linearise_constraint(setting.model, q, tick, w, constraint_);
    return factorise_product(setting);
  }
  // At the point of matrices that are factorised already.
  Status adopt(const Setting<Model>& setting, const SaddlePoint<Model>& matrices) {
    constraint_ = matrices.constraint();
    return factorise_product(setting);
  }

  const ConstraintLinearisation<Model>& constraint() const { return constraint_; }

  // J^T (G G^T)^-1 b, J = G or another
  Vector<S, nu> correction(const ConstraintJacobian<Model>& J, Vector<S, nl> b) const {
    product_.solve_in_place(b);
    return transposed_product<nu>(J, b);
  }

 private:
  Status factorise_product(const Setting<Model>& setting) {
    Matrix<S, nl, nl> product;
    for (int i = 0; i < nl; ++i)
      for (int k = 0; k <= i; ++k)
        product(i, k) = row_times_row<nu>(constraint_.J, i, constraint_.J, k);
    return product_.factorise(product, setting.limits.pivot_share, constraint_shift<Model>())
               ? Status::ok
               : Status::rank_deficient_constraints;
  }

  ConstraintLinearisation<Model> constraint_;
  Ldlt<S, nl> product_;
};

// K of (PS.2), in the saddle-point matrices of the caller.
template <class Model>
class PostProjection<Model, MassMetric> {
 public:
  using S = typename Model::Scalar;
  static constexpr int nq = Model::nq, nu = detail::nu<Model>(), nl = detail::nl<Model>();

  Status factorise(const Setting<Model>& setting, const Vector<S, nq>& q,
                   const TickSignals<Model>& tick, const Input<Model>& w,
                   SaddlePoint<Model>& scratch) {
    matrices_ = &scratch;
    return scratch.factorise(setting.model, q, tick, w, setting.limits.pivot_share);
  }
  Status adopt(const Setting<Model>&, const SaddlePoint<Model>& matrices) {
    matrices_ = &matrices;
    return Status::ok;
  }

  const ConstraintLinearisation<Model>& constraint() const { return matrices_->constraint(); }

  // M^-1 J^T S^-1 b
  Vector<S, nu> correction(const ConstraintJacobian<Model>& J, Vector<S, nl> b) const {
    matrices_->solve_schur_in_place(b);
    Vector<S, nu> step = transposed_product<nu>(J, b);
    matrices_->solve_mass_in_place(step);
    return step;
  }

 private:
  const SaddlePoint<Model>* matrices_ = nullptr;
};

}  // namespace detail

}  // namespace taut
