// A force of floats and of one derivative alone, and a method that needs all of f_u.
// expect: taut: the method differentiates the force: a model offers it as a template on any number
// type, or velocity_jacobian in closed form.
#include "taut/shake.hpp"
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

#ifdef BROKEN
  template <class N, class = std::enable_if_t<std::is_same_v<N, float> ||
                                              std::is_same_v<N, taut::Dual<float, 1>>>>
#else
  template <class N>
#endif
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>& u,
                           const taut::Signals<Bead, N>&) const {
    return {-u[0], -u[1]};
  }

  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
};

taut::Status start(taut::Stepper<Bead, taut::Shake<taut::ForceJacobian>>& bead) {
  return bead.step();
}
