// Four coordinates from the second on are one too many.
// expect: taut: quaternion_coordinates is a std::array<int, k> of indices, each of the first of
// four coordinates.
#include "taut/stepper.hpp"

struct Top {
  using Scalar = float;
  static constexpr int nq = 4, nu = 3, nc = 0;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;
#ifdef BROKEN
  static constexpr std::array<int, 1> quaternion_coordinates{1};
#else
  static constexpr std::array<int, 1> quaternion_coordinates{0};
#endif

  taut::Vector<float, 3> mass_matrix() const { return {1.0F, 2.0F, 3.0F}; }

  template <class N>
  taut::Vector<N, 4> kinematics(const taut::Vector<N, 4>& q, const taut::Vector<N, 3>& u) const {
    const N half(0.5F);
    return {half * (-q[1] * u[0] - q[2] * u[1] - q[3] * u[2]),
            half * (q[0] * u[0] - q[3] * u[1] + q[2] * u[2]),
            half * (q[3] * u[0] + q[0] * u[1] - q[1] * u[2]),
            half * (-q[2] * u[0] + q[1] * u[1] + q[0] * u[2])};
  }

  template <class N>
  taut::Vector<N, 3> force(const taut::Vector<N, 4>&, const taut::Vector<N, 3>&,
                           const taut::Signals<Top, N>&) const {
    return {N(0.0F), N(0.0F), N(0.0F)};
  }
};

taut::Status start(taut::Stepper<Top>& top) { return top.step(); }
