// A diagonal where a dense matrix is announced.
// expect: taut: mass_matrix does not fit mass_form: () where constant, (q, s) where not; a
// Vector<Scalar,nu> where diagonal, a Matrix<Scalar,nu,nu> where dense.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
#ifdef BROKEN
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_dense;
#else
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
#endif

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
