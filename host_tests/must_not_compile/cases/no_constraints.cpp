// A free body is no business of this library.
// expect: taut: nq, nu and nc + na are positive, none of nc, na, nw and nr is negative.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int nq = 2, nc = 0;
#else
  static constexpr int nq = 2, nc = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }

  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Bead, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }

#ifdef BROKEN
  template <class N>
  taut::Vector<N, 0> constraint(const taut::Vector<N, 2>&, const taut::Signals<Bead, N>&) const {
    return {};
  }
#else
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q, const taut::Signals<Bead, N>&) const {
    return taut::Vector<N, 1>(q[0] + q[1]);
  }
#endif
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
