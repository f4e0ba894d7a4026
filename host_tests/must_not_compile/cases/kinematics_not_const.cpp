// Of as many velocities as coordinates the map would be overlooked, and the identity taken.
// expect: taut: kinematics of a model is const.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

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

  template <class N>
#ifdef BROKEN
  taut::Vector<N, 2> kinematics(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u) {
    return {u[0], -u[1]};
  }
#else
  taut::Vector<N, 2> kinematics(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u) const {
    return {u[0], -u[1]};
  }
#endif
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
