// A method that moves no algebraic coordinates is given a model that has such.
// expect: taut: this method moves no algebraic coordinates and knows no force that depends on the
// multipliers: take LinearImplicitEuler or Rattle.
#include "taut/rattle.hpp"
#include "taut/shake.hpp"
#include "taut/stepper.hpp"

struct Follower {
  using Scalar = float;
  static constexpr int nq = 2, nc = 1, ns = 1;
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
  taut::Vector<N, 1> algebraic_equations(const taut::Vector<N, 2>& q,
                                         const taut::Signals<Follower, N>& s) const {
    return taut::Vector<N, 1>(s.algebraic[0] - q[0] * q[0]);
  }
};

#ifdef BROKEN
using Method = taut::Shake<>;
#else
using Method = taut::Rattle<>;
#endif

taut::Status start(taut::Stepper<Follower, Method>& follower) { return follower.step(); }
