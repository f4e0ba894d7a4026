// An excitation of plain numbers has no rate.
// expect: taut: a model with nr > 0 offers 'template <class N> Vector<N,nr> excitation(const
// Time<N>& t) const'.
#include "taut/stepper.hpp"

struct Bead {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
  static constexpr int nr = 1;
  static constexpr bool rheonomic = true;

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

#ifdef BROKEN
  taut::Vector<float, 1> excitation(const taut::Time<float>& t) const {
    return taut::Vector<float, 1>(t.seconds());
  }
#else
  template <class N>
  taut::Vector<N, 1> excitation(const taut::Time<N>& t) const {
    return taut::Vector<N, 1>(t.seconds());
  }
#endif
};

taut::Status start(taut::Stepper<Bead>& bead) { return bead.step(); }
