// A mass matrix of plain numbers, and a method that differentiates it.
// expect: taut: TotalDerivative and FullJacobian differentiate a mass matrix that varies: offer it
// as 'template <class N> ... mass_matrix(const Vector<N,nq>& q, const Signals<Model,N>& s) const'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::diagonal;

#ifdef BROKEN
  taut::Vector<float, 2> mass_matrix(const taut::Vector<float, 2>& q,
                                     const taut::Signals<Bead, float>&) const {
    return {1.0F + q[0] * q[0], 1.0F};
  }
#else
  template <class N>
  taut::Vector<N, 2> mass_matrix(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return {1.0F + q[0] * q[0], N(1.0F)};
  }
#endif

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

taut::Status start(taut::Stepper<Bead, taut::LinearImplicitEuler<taut::TotalDerivative>>& bead) {
  return bead.step();
}
