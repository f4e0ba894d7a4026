// A body that is in the list, and has no mass.
// expect: 'taut::PlanarBody<float>'
#include "taut/mechanism/mechanism.hpp"
#include "taut/stepper.hpp"

struct Rods {
  using Scalar = float;
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "pivot"),
                                     taut::revolute(0, 1, "pin")};
#ifdef BROKEN
  std::array<taut::PlanarBody<float>, 2> bodies{taut::PlanarBody<float>{1.0F, 0.1F}};
#else
  std::array<taut::PlanarBody<float>, 2> bodies{taut::PlanarBody<float>{1.0F, 0.1F}, {1.0F, 0.1F}};
#endif
  std::array<taut::PlanarGeometry<float>, 2> geometry{};

  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}
};

taut::Status start(taut::Stepper<taut::Mechanism<Rods>>& rods) { return rods.step(); }
