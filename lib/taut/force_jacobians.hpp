/// \file
/// The Jacobians that stand on the left of an implicit method, derived by dual numbers (the force
/// unless the model offers them), algebraic coordinates following the position:
///
///     f_u,  f_q V               forces
///     (G^T lambda)_q V,  (M a)_q V,  M' a          of what is held: multipliers, accelerations
///
/// A model may offer, in closed form,
///     Matrix<S,nu,nu> velocity_jacobian(q, u, s)    f_u
///     Matrix<S,nu,nu> position_jacobian(q, u, s)    f_q V
/// They make up A of docs/methods/euler.md, (7.1). Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"
#include "taut/mass.hpp"

namespace taut {

namespace detail {
template <class M, class Q, class U, class S>
using VelocityJacobianCall = decltype(std::declval<const M&>().velocity_jacobian(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using PositionJacobianCall = decltype(std::declval<const M&>().position_jacobian(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));

// Members of these names, found where they are no templates.
template <class M>
using VelocityJacobianMember = decltype(&M::velocity_jacobian);
template <class M>
using PositionJacobianMember = decltype(&M::position_jacobian);

// A closed form fits where it is called as a Matrix<S,nu,nu>, or where there is none.
template <class Model, template <class...> class Member, template <class...> class Call>
constexpr bool jacobian_fits() {
  using S = typename Model::Scalar;
  constexpr int n = nu<Model>();
  using Q = Vector<S, Model::nq>;
  using U = Vector<S, n>;
  if constexpr (detected<Member, Model> || detected<Call, Model, Q, U, Signals<Model, S>>)
    return yields<Matrix<S, n, n>, Call, Model, Q, U, Signals<Model, S>>;
  else
    return true;
}

// A method needs f_u or f_q V: the model offers it, or a force to differentiate.
template <class Model, template <class...> class Call>
constexpr bool jacobian_is_there() {
  using S = typename Model::Scalar;
  using N = Dual<S, nu<Model>()>;
  return detected<Call, Model, Vector<S, Model::nq>, Vector<S, nu<Model>()>, Signals<Model, S>> ||
         offers_force<Model, N>();
}

// The derivatives of f (nu x nu) in the directions that x and v are seeded with, at held time.
template <class Model, class S, int nu>
TAUT_INLINE inline Matrix<S, nu, nu> force_derivatives(const Model& model,
                                                       const Vector<Dual<S, nu>, Model::nq>& x,
                                                       const Vector<Dual<S, nu>, nu>& v,
                                                       const Signals<Model, Dual<S, nu>>& signals) {
  const Vector<Dual<S, nu>, nu> f = model.force(x, v, signals);
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
  static_assert(
      detail::jacobian_fits<Model, detail::VelocityJacobianMember, detail::VelocityJacobianCall>(),
      "taut: velocity_jacobian of a model is 'Matrix<Scalar,nu,nu> velocity_jacobian(const "
      "Vector<Scalar,nq>& q, const Vector<Scalar,nu>& u, const Signals<Model,Scalar>& s) "
      "const'.");
  static_assert(detail::jacobian_is_there<Model, detail::VelocityJacobianCall>(),
                "taut: the method differentiates the force: a model offers it as a template on any "
                "number type, or velocity_jacobian in closed form.");
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
    return detail::force_derivatives(model, x, v, tick.template as<N>(w, false));
  }
}

/// f_q V (nu x nu), inputs `w` in f; s follows q by the `held` ones, which it belongs to.
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()>
position_jacobian(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                  const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
                  const TickSignals<Model>& tick, const Input<Model>& w, const Input<Model>& held) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  static_assert(
      detail::jacobian_fits<Model, detail::PositionJacobianMember, detail::PositionJacobianCall>(),
      "taut: position_jacobian of a model is 'Matrix<Scalar,nu,nu> position_jacobian(const "
      "Vector<Scalar,nq>& q, const Vector<Scalar,nu>& u, const Signals<Model,Scalar>& s) "
      "const'.");
  static_assert(detail::jacobian_is_there<Model, detail::PositionJacobianCall>(),
                "taut: the method differentiates the force: a model offers it as a template on any "
                "number type, or position_jacobian in closed form.");
  if constexpr (detail::detected<detail::PositionJacobianCall, Model, Vector<S, nq>, Vector<S, nu>,
                                 Signals<Model, S>>) {
    return model.position_jacobian(q, u, tick.template as<S>(w));
  } else {
    using N = Dual<S, nu>;
    Vector<N, nq> x;
    along_velocities(model, q, x);
    Vector<N, nu> v;
    for (int i = 0; i < nu; ++i) v[i] = N(u[i]);
    if constexpr (ModelTraits<Model>::ns == 0) {
      (void)held;
      return detail::force_derivatives(model, x, v, tick.template as<N>(w, false));
    } else {
      Signals<Model, N> signals =
          detail::signals_along_velocities<N, false>(model, q, tick, held, false);
      if constexpr (ModelTraits<Model>::nw > 0)
        for (int i = 0; i < ModelTraits<Model>::nw; ++i)
          signals.w[i] = w[static_cast<std::size_t>(i)];
      return detail::force_derivatives(model, x, v, signals);
    }
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
  const auto along = detail::column_ticks(model, q, tick, w);
  for (int k = 0; k < nu; ++k) {
    const Matrix<S, nl, nd> rate =
        jacobian_rate(model, q, kinematics_column(model, q, k), along(k), w, false);
    const Vector<S, nu> column = transposed_product<nu>(rate, lambda);
    for (int j = 0; j < nu; ++j) stiffness(j, k) = column[j];
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

namespace detail {
// M a over dual numbers of q, a held, where M varies.
template <class Model, class N, class S, int nu>
TAUT_INLINE inline Vector<N, nu> inertia_force(const Model& model, const Vector<N, Model::nq>& q,
                                               const Vector<S, nu>& a, const Signals<Model, N>& s) {
  using Mass =
      std::conditional_t<ModelTraits<Model>::diagonal_mass, Vector<N, nu>, Matrix<N, nu, nu>>;
  static_assert(
      yields<Mass, VaryingMassCall, Model, Vector<N, Model::nq>, Signals<Model, N>>,
      "taut: TotalDerivative and FullJacobian differentiate a mass matrix that varies: offer it as "
      "'template <class N> ... mass_matrix(const Vector<N,nq>& q, const Signals<Model,N>& s) "
      "const'.");
  Vector<N, nu> held;
  for (int j = 0; j < nu; ++j) held[j] = N(a[j]);
  return mass_product(model.mass_matrix(q, s), held);
}
}  // namespace detail

/// (M a)_q V (nu x nu), a held; where M varies.
template <class Model>
[[gnu::flatten]] Matrix<typename Model::Scalar, detail::nu<Model>(), detail::nu<Model>()>
inertial_stiffness(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                   const Vector<typename Model::Scalar, detail::nu<Model>()>& a,
                   const TickSignals<Model>& tick, const Input<Model>& w) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>();
  using N = Dual<S, nu>;
  Vector<N, Model::nq> x;
  along_velocities(model, q, x);
  const Vector<N, nu> y = detail::inertia_force(model, x, a, tick.template as<N>(w, false));
  Matrix<S, nu, nu> stiffness;
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nu; ++j) stiffness(i, j) = y[i].derivative[j];
  return stiffness;
}

/// M' a (nu) along q' = V u and time, a held; where M varies.
template <class Model>
[[gnu::flatten]] Vector<typename Model::Scalar, detail::nu<Model>()> inertia_force_rate(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& a, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, nu = detail::nu<Model>();
  using D = Dual<S, 1>;
  const Vector<S, nq> rate = coordinate_rate(model, q, u);
  Vector<D, nq> x;
  for (int i = 0; i < nq; ++i) x[i] = detail::lift<D>(q[i], rate[i], S(0));
  const Vector<D, nu> y = detail::inertia_force(model, x, a, tick.template as<D>(w));
  Vector<S, nu> out;
  for (int i = 0; i < nu; ++i) out[i] = y[i].derivative[0];
  return out;
}

}  // namespace taut
