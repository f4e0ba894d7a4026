// A closed form of f_u as a vector, which would be its diagonal.
// expect: taut: velocity_jacobian of a model is 'Matrix<Scalar,nu,nu> velocity_jacobian(const
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
  taut::Vector<float, 2>
#else
  taut::Matrix<float, 2, 2>
#endif
  velocity_jacobian(const taut::Vector<float, 2>&, const taut::Vector<float, 2>&,
                    const taut::Signals<Bead, float>&) const {
#ifdef BROKEN
    return {-1.0F, -1.0F};
#else
    return -taut::Matrix<float, 2, 2>::Identity();
#endif
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
};

taut::Status start(taut::Stepper<Bead, taut::Shake<taut::ForceJacobian>>& bead) {
  return bead.step();
}
