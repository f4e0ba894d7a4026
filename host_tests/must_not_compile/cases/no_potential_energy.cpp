// The energy of a list of bodies and joints that does not state one.
// expect: taut: a list of bodies and joints with an energy offers 'template <class Acting> auto
// potential_energy(Acting& bodies) const'.
#include "taut/mechanism/outputs.hpp"

struct Bead {
  using Scalar = float;
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "hinge")};
  std::array<taut::PlanarBody<float>, 1> bodies{taut::PlanarBody<float>{1.0F, 1.0F}};
  std::array<taut::PlanarGeometry<float>, 1> geometry{};
  taut::Gravity<float, 2> gravity{{0.0F, -9.81F}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
#ifndef BROKEN
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }
#endif
};

float energy(const taut::MechanismState<taut::Mechanism<Bead>>& at) {
  return taut::potential_energy(at);
}
