/// \file
/// Models of six free coordinates whose mass matrix or constraint Jacobian is any matrix a test
/// likes. No force.
#pragma once

#include "taut/model.hpp"

namespace taut::testing {

/// g = q_1 alone; M is given. `form` is constant_dense or dense.
template <class S, MassForm form>
struct MassProbe {
  using Scalar = S;
  static constexpr int nq = 6, nc = 1;
  static constexpr MassForm mass_form = form;

  Matrix<S, 6, 6> M = Matrix<S, 6, 6>::Identity();

  Matrix<S, 6, 6> mass_matrix() const { return M; }
  Matrix<S, 6, 6> mass_matrix(const Vector<S, 6>&, const Signals<MassProbe, S>&) const { return M; }
  template <class N>
  Vector<N, 6> force(const Vector<N, 6>&, const Vector<N, 6>&, const Signals<MassProbe, N>&) const {
    Vector<N, 6> f;
    for (int i = 0; i < 6; ++i) f[i] = N(0);
    return f;
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 6>& q, const Signals<MassProbe, N>&) const {
    return Vector<N, 1>(q[0]);
  }
};

template <class S>
MassProbe<S, MassForm::constant_dense> constant_dense_probe(const Matrix<S, 6, 6>& M) {
  return {M};
}
template <class S>
MassProbe<S, MassForm::dense> dense_probe(const Matrix<S, 6, 6>& M) {
  return {M};
}

/// g = J q, M = I.
template <class S>
struct ConstraintProbe {
  using Scalar = S;
  static constexpr int nq = 6, nc = 3;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  Matrix<S, 3, 6> J = Matrix<S, 3, 6>::Identity();

  Vector<S, 6> mass_matrix() const { return Vector<S, 6>::Ones(); }
  template <class N>
  Vector<N, 6> force(const Vector<N, 6>&, const Vector<N, 6>&,
                     const Signals<ConstraintProbe, N>&) const {
    Vector<N, 6> f;
    for (int i = 0; i < 6; ++i) f[i] = N(0);
    return f;
  }
  template <class N>
  Vector<N, 3> constraint(const Vector<N, 6>& q, const Signals<ConstraintProbe, N>&) const {
    Vector<N, 3> g;
    for (int i = 0; i < 3; ++i) {
      g[i] = J(i, 0) * q[0];
      for (int j = 1; j < 6; ++j) g[i] += J(i, j) * q[j];
    }
    return g;
  }
};

}  // namespace taut::testing
