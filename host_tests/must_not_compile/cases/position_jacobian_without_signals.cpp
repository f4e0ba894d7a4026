// A closed form of f_q that is not called as it should be, and would be passed over.
// expect: taut: position_jacobian of a model is 'Matrix<Scalar,nu,nu> position_jacobian(const
// Vector<Scalar,nq>& q, const Vector<Scalar,nu>& u, const Signals<Model,Scalar>& s) const'.
#include "taut/shake.hpp"
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u,
                           const taut::Signals<Bead, N>&) const {
    return {-u[0], -u[1]};
  }
#ifdef BROKEN
  taut::Matrix<float, 2, 2> position_jacobian(const taut::Vector<float, 2>&,
                                              const taut::Vector<float, 2>&) const {
#else
  taut::Matrix<float, 2, 2> position_jacobian(const taut::Vector<float, 2>&,
                                              const taut::Vector<float, 2>&,
                                              const taut::Signals<Bead, float>&) const {
#endif
      return taut::Matrix<float, 2, 2>::Zero();
}

template <class N>
taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
  return taut::Vector<N, 1>(q[0] + q[1]);
}
}
;

taut::Status start(taut::Stepper<Bead, taut::Shake<taut::ForceJacobian>>& bead) {
  return bead.step();
}
