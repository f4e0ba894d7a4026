/// \file
/// The wheelset with the row of theta as published: its constraint force without cos(phi). The
/// reference was computed with that row.
#pragma once

#include <type_traits>

#include "models/wheelset.hpp"
#include "support/signals_of.hpp"

namespace taut::testing {

template <class S>
struct PublishedWheelset : models::Wheelset<S> {
  using Exact = models::Wheelset<S>;

  Matrix<S, 6, 6> mass_matrix(const Vector<S, 5>& q, const Signals<PublishedWheelset, S>& s) const {
    return Exact::mass_matrix(q, signals_of<Exact>(s));
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 5>& q, const Signals<PublishedWheelset, N>& s) const {
    return Exact::constraint(q, signals_of<Exact>(s));
  }
  template <class N>
  Vector<N, 4> algebraic_equations(const Vector<N, 5>& q,
                                   const Signals<PublishedWheelset, N>& s) const {
    return Exact::algebraic_equations(q, signals_of<Exact>(s));
  }
  Status contact_status(const Vector<S, 5>& q, const Vector<S, 6>& u,
                        const Signals<PublishedWheelset, S>& s) const {
    return Exact::contact_status(q, u, signals_of<Exact>(s));
  }

  // cos(phi) (f_4 - G_4 lambda) in place of cos(phi) f_4 - G_4 lambda, with G_4 by dual
  // numbers along the angle.
  template <class N>
  Vector<N, 6> force(const Vector<N, 5>& q, const Vector<N, 6>& u,
                     const Signals<PublishedWheelset, N>& s) const {
    Vector<N, 6> f = Exact::force(q, u, signals_of<Exact>(s));
    using D = Dual<N, 1>;
    Vector<D, 5> turned;
    for (int i = 0; i < 5; ++i) turned[i] = D(q[i]);
    turned[3].derivative[0] = N(S(1));
    Signals<Exact, D> held;
    for (int i = 0; i < 4; ++i) held.algebraic[i] = D(s.algebraic[i]);
    for (int i = 0; i < 2; ++i) held.lambda[i] = D(s.lambda[i]);
    const Vector<D, 2> g = Exact::constraint(turned, held);
    const S lost = S(1) - cos(plain(q[4]));
    for (int k = 0; k < 2; ++k) f[3] += lost * (g[k].derivative[0] * s.lambda[k]);
    return f;
  }

 private:
  template <class N>
  static S plain(const N& x) {
    if constexpr (std::is_same_v<N, S>)
      return x;
    else
      return plain(x.value);
  }
};

}  // namespace taut::testing
