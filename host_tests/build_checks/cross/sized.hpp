/// \file
/// Models of every size and kind that the contract knows, for what depends on size: which symbols
/// are linked, how deep the stack gets. They move nowhere sensible.
#pragma once

#include "exercise.hpp"

namespace build_checks {

/// `driven`: time, an excitation and an input. `velocities` below `coordinates`: own kinematics.
template <int coordinates, int constraints, taut::MassForm form, bool driven = false,
          int velocities = coordinates>
struct Sized {
  using Scalar = float;
  static constexpr int nq = coordinates, nu = velocities, nc = constraints;
  static constexpr int nw = driven ? 1 : 0, nr = driven ? 1 : 0;
  static constexpr bool rheonomic = driven;
  static constexpr taut::MassForm mass_form = form;

  float stiffness = 1.0F;

  // () where constant, (q, s) where it varies
  template <class... Point>
  auto mass_matrix(const Point&... point) const {
    static_assert(
        sizeof...(point) ==
        (form == taut::MassForm::constant_diagonal || form == taut::MassForm::constant_dense ? 0
                                                                                             : 2));
    float heavier = 1.0F;
    if constexpr (sizeof...(point) == 2) heavier += first(point...);
    if constexpr (form == taut::MassForm::diagonal || form == taut::MassForm::constant_diagonal) {
      taut::Vector<float, nu> diagonal;
      for (int i = 0; i < nu; ++i) diagonal[i] = heavier;
      return diagonal;
    } else {
      taut::Matrix<float, nu, nu> dense;
      for (int i = 0; i < nu; ++i)
        for (int j = 0; j < nu; ++j) dense(i, j) = i == j ? heavier : 0.125F;
      return dense;
    }
  }

  template <class N>
  taut::Vector<N, nr> excitation(const taut::Time<N>& t) const {
    taut::Vector<N, nr> r;
    for (int i = 0; i < nr; ++i) r[i] = taut::sin(t.seconds());
    return r;
  }

  template <class N>
  taut::Vector<N, nu> force(const taut::Vector<N, nq>& q, const taut::Vector<N, nu>& u,
                            const taut::Signals<Sized, N>& s) const {
    taut::Vector<N, nu> f;
    for (int i = 0; i < nu; ++i) {
      f[i] = -stiffness * q[i] - u[i] * u[i];
      if constexpr (driven) f[i] += s.w[0] + s.r[0];
    }
    return f;
  }

  template <class N>
  taut::Vector<N, nc> constraint(const taut::Vector<N, nq>& q,
                                 const taut::Signals<Sized, N>& s) const {
    taut::Vector<N, nc> g;
    for (int i = 0; i < nc; ++i) {
      g[i] = q[i] * q[i] + q[(i + 1) % nq] * taut::cos(q[(i + 2) % nq]) - 1.0F;
      if constexpr (driven) g[i] -= s.r[0];
    }
    return g;
  }

  template <class N, int n = nu, class = std::enable_if_t<n != nq>>
  taut::Vector<N, nq> kinematics(const taut::Vector<N, nq>& q, const taut::Vector<N, n>& u) const {
    taut::Vector<N, nq> rate;
    for (int i = 0; i < nq; ++i) rate[i] = u[i % n] + q[(i + 1) % nq] * u[(i + 1) % n];
    return rate;
  }

 private:
  template <class Signals>
  static float first(const taut::Vector<float, nq>& q, const Signals&) {
    return q[0] * q[0];
  }
};

}  // namespace build_checks
