/// \file
/// The matrix of the linear-implicit methods and its saddle-point system (docs/methods/euler.md):
///
///     A = M - h F_u - h^2 F_q V,   F = f - G^T lambda with lambda held                       (7.1)
///     [ A  G^T ] [ a      ]   [ r ]        Z = A^-1 G^T,  T = H Z,
///     [ H   0  ] [ lambda ] = [ c ]        T lambda = H A^-1 r - c,  a = A^-1 r - Z lambda   (7.2)
///
/// A is not symmetric, and H, the constraint Jacobian of the second row, need not be G: both take
/// partial pivoting. Where A is M and H is G, saddle_point.hpp is half the work. A model may offer
///     Matrix<S,nu,nu> velocity_jacobian(q, u, s)    f_u
///     Matrix<S,nu,nu> position_jacobian(q, u, s)    f_q V
/// in closed form. Interrupt: safe.
#pragma once

#include "taut/lu.hpp"
#include "taut/state.hpp"

namespace taut {

namespace detail {
template <class M, class Q, class U, class S>
using VelocityJacobianCall = decltype(std::declval<const M&>().velocity_jacobian(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using PositionJacobianCall = decltype(std::declval<const M&>().position_jacobian(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));

// The derivatives of f (nu x nu) in the directions that x and v are seeded with, at held time.
template <class Model, class S, int nu>
[[gnu::always_inline]] inline Matrix<S, nu, nu> force_derivatives(
    const Model& model, const Vector<Dual<S, nu>, Model::nq>& x, const Vector<Dual<S, nu>, nu>& v,
    const TickSignals<Model>& tick, const Input<Model>& w) {
  const Vector<Dual<S, nu>, nu> f = model.force(x, v, tick.template as<Dual<S, nu>>(w, false));
  Matrix<S, nu, nu> jacobian;
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nu; ++j) jacobian(i, j) = f[i].derivative[j];
  return jacobian;
}
}  // namespace detail

/// f_u (nu x nu).
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()>
velocity_jacobian(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                  const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                  const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  if constexpr (detail::detected<detail::VelocityJacobianCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, S>>) {
    return model.velocity_jacobian(q, u, tick.template as<S>(w));
  } else {
    using N = Dual<S, nu>;
    Vector<N, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = N(q[i]);
    Vector<N, nu> v;
    for (int i = 0; i < nu; ++i) {
      v[i] = N(u[i]);
      v[i].derivative[i] = S(1);
    }
    return detail::force_derivatives(model, x, v, tick, w);
  }
}

/// f_q V (nu x nu).
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()>
position_jacobian(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                  const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                  const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  if constexpr (detail::detected<detail::PositionJacobianCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, S>>) {
    return model.position_jacobian(q, u, tick.template as<S>(w));
  } else {
    using N = Dual<S, nu>;
    Vector<N, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = N(q[i]);
    for (int j = 0; j < nu; ++j) {
      const Vector<S, nq> column = kinematics_column(model, q, j);
      for (int i = 0; i < nq; ++i) x[i].derivative[j] = column[i];
    }
    Vector<N, nu> v;
    for (int i = 0; i < nu; ++i) v[i] = N(u[i]);
    return detail::force_derivatives(model, x, v, tick, w);
  }
}

/// (G^T lambda)_q V (nu x nu), lambda held: the geometric stiffness of the constraint force.
template <class Model>
Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()> geometric_stiffness(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nl<Model>()>& lambda,
    const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>(), nd = ModelTraits<Model>::nd;
  Matrix<S, nu, nu> stiffness;
  for (int k = 0; k < nu; ++k) {
    const Matrix<S, nl, nd> rate =
        jacobian_rate(model, q, kinematics_column(model, q, k), tick, w, false);
    for (int j = 0; j < nu; ++j) {
      S sum = rate(0, j) * lambda[0];
      for (int i = 1; i < nl; ++i) sum += rate(i, j) * lambda[i];
      stiffness(j, k) = sum;
    }
  }
  return stiffness;
}

/// M (nu x nu) in full.
template <class Model>
Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()> full_mass_matrix(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Signals<Model, typename Model::Scalar>& s) {
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  const typename Traits::MassValue m = mass_value(model, q, s);
  if constexpr (Traits::diagonal_mass) {
    Matrix<S, Traits::nu, Traits::nu> full = Matrix<S, Traits::nu, Traits::nu>::Zero();
    for (int i = 0; i < Traits::nu; ++i) full(i, i) = m[i];
    return full;
  } else {
    return m;
  }
}

/// A of (7.1) at a slot, factorised. f_q V enters where `position`, and with it the geometric
/// stiffness of the held constraint force where `constraint_force`.
template <class Model>
class LeftMatrix {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>();

  template <class SlotType>
  Status factorise(const Setting<Model>& setting, const Input<Model>& w, const SlotType& now,
                   bool position, bool constraint_force) {
    const Model& model = setting.model;
    const S h = setting.step.h;
    const Vector<S, Model::nq> q = detail::load(now.state.q);
    const Vector<S, nu> u = detail::load(now.state.u);
    const TickSignals<Model>& tick = now.point.tick;
    Matrix<S, nu, nu> A = full_mass_matrix(model, q, tick.template as<S>(now.state.w));
    A -= h * velocity_jacobian(model, q, u, tick, w);
    if (position) {
      A -= (h * h) * position_jacobian(model, q, u, tick, w);
      if (constraint_force)
        A += (h * h) *
             geometric_stiffness(model, q, detail::load(now.state.lambda), tick, now.state.w);
    }
    return lu_.factorise(A, setting.limits.pivot_share) ? Status::ok : Status::singular_mass_matrix;
  }

  /// Overwrites r (nu) with A^-1 r.
  void solve_in_place(Vector<S, nu>& r) const { lu_.solve_in_place(r); }

 private:
  Lu<S, nu> lu_;
};

/// Equation (7.2) from Z = A^-1 G^T: the part that does not know A.
template <class Model>
class GeneralSchur {
 public:
  using S = typename Model::Scalar;
  static constexpr int nu = detail::nu<Model>(), nl = detail::nl<Model>(),
                       nd = ModelTraits<Model>::nd;

  /// T = H Z with H the first nu columns of `second` (nl x nd).
  Status factorise(const Matrix<S, nu, nl>& Z, const Matrix<S, nl, nd>& second, S tolerance) {
    Z_ = Z;
    second_ = second;
    Matrix<S, nl, nl> T;
    for (int i = 0; i < nl; ++i)
      for (int k = 0; k < nl; ++k) {
        S sum = second(i, 0) * Z(0, k);
        for (int j = 1; j < nu; ++j) sum += second(i, j) * Z(j, k);
        T(i, k) = sum;
      }
    return schur_.factorise(T, tolerance) ? Status::ok : Status::rank_deficient_constraints;
  }

  /// Takes z = A^-1 r (nu), overwrites it with a; returns lambda (nl).
  Vector<S, nl> solve(Vector<S, nu>& z, const Vector<S, nl>& c) const {
    Vector<S, nl> lambda;
    for (int i = 0; i < nl; ++i) {
      S sum = second_(i, 0) * z[0];
      for (int j = 1; j < nu; ++j) sum += second_(i, j) * z[j];
      lambda[i] = sum - c[i];
    }
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
