/// \file
/// A mechanism that says of its rows that they may depend on each other: the same equations, and
/// closed forms where it has them, with the matrices of constraints regularised.
#pragma once

#include "support/signals_of.hpp"

namespace taut::testing {

template <class Plain>
struct Redundant : Plain {
  static constexpr bool redundant = true;
  using S = typename Plain::Scalar;
  static constexpr int nq = Plain::nq, nu = detail::nu<Plain>(), nc = Plain::nc,
                       nl = detail::nl<Plain>();

  Redundant() = default;
  explicit Redundant(const Plain& plain) : Plain(plain) {}

  template <class N>
  Vector<N, nu> force(const Vector<N, nq>& q, const Vector<N, nu>& u,
                      const Signals<Redundant, N>& s) const {
    return Plain::force(q, u, signals_of<Plain>(s));
  }
  template <class N>
  Vector<N, nc> constraint(const Vector<N, nq>& q, const Signals<Redundant, N>& s) const {
    return Plain::constraint(q, signals_of<Plain>(s));
  }

  // where the mechanism has them
  template <class N, class P = Plain>
  auto constraint_jacobian(const Vector<S, nq>& q, const Signals<Redundant, N>& s) const
      -> decltype(std::declval<const P&>().constraint_jacobian(q, signals_of<Plain>(s))) {
    return P::constraint_jacobian(q, signals_of<Plain>(s));
  }
  template <class N, class P = Plain>
  auto constraint_acceleration(const Vector<S, nq>& q, const Vector<S, nu>& u,
                               const Signals<Redundant, N>& s) const
      -> decltype(std::declval<const P&>().constraint_acceleration(q, u, signals_of<Plain>(s))) {
    return P::constraint_acceleration(q, u, signals_of<Plain>(s));
  }
  template <class N, class P = Plain>
  auto constraint_force_rate(const Vector<S, nq>& q, const Vector<S, nu>& u,
                             const Vector<S, nl>& lambda, const Signals<Redundant, N>& s) const
      -> decltype(std::declval<const P&>().constraint_force_rate(q, u, lambda,
                                                                 signals_of<Plain>(s))) {
    return P::constraint_force_rate(q, u, lambda, signals_of<Plain>(s));
  }
  template <class N, class P = Plain>
  auto force_rate(const Vector<S, nq>& q, const Vector<S, nu>& u,
                  const Signals<Redundant, N>& s) const
      -> decltype(std::declval<const P&>().force_rate(q, u, signals_of<Plain>(s))) {
    return P::force_rate(q, u, signals_of<Plain>(s));
  }

 private:
  static_assert(ModelTraits<Plain>::constant_mass && detail::na<Plain>() == 0,
                "for mechanisms of constant mass without nonholonomic constraints");
};

}  // namespace taut::testing
