// An excitation in a model that does not depend on time.
// expect: taut: a model with excitations states 'static constexpr bool rheonomic = true'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
#ifdef BROKEN
  static constexpr int nr = 1;
#else
  static constexpr int nr = 1;
  static constexpr bool rheonomic = true;
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

  template <class N>
  taut::Vector<N, 1> excitation(const taut::Time<N>& t) const {
    return taut::Vector<N, 1>(t.seconds());
  }
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
