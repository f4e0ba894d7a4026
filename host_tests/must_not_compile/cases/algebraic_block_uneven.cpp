// Three algebraic coordinates do not come in pairs.
// expect: taut: algebraic_block is positive and divides ns.
#include "taut/stepper.hpp"

struct Follower {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1, ns = 3;
#ifdef BROKEN
  static constexpr int algebraic_block = 2;
#else
  static constexpr int algebraic_block = 1;
#endif
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<float, 2> mass_matrix() const { return {1.0F, 1.0F}; }
  template <class N>
  taut::Vector<N, 2> force(const taut::Vector<N, 2>&, const taut::Vector<N, 2>&,
                           const taut::Signals<Follower, N>&) const {
    return {N(0.0F), N(-10.0F)};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 2>& q,
                                const taut::Signals<Follower, N>& s) const {
    return taut::Vector<N, 1>(q[1] - s.algebraic[0]);
  }
  template <class N>
  taut::Vector<N, 3> algebraic_equations(const taut::Vector<N, 2>& q,
                                         const taut::Signals<Follower, N>& s) const {
    return s.algebraic - taut::Vector<N, 3>{q[0], q[1], q[0]};
  }
};

taut::Status start(taut::Stepper<Follower>& follower) { return follower.step(); }
