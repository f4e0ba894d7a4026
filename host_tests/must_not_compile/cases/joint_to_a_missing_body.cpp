// A joint to a body that is not in the list.
// expect: taut: a joint is between bodies of the mechanism, or the ground.
#include "taut/mechanism/mechanism.hpp"
#include "taut/stepper.hpp"

struct Rods {
  using Scalar = float;
#ifdef BROKEN
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "pivot"),
                                     taut::revolute(0, 2, "pin")};
#else
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "pivot"),
                                     taut::revolute(0, 1, "pin")};
#endif
  std::array<taut::PlanarBody<float>, 2> bodies{taut::PlanarBody<float>{1.0F, 0.1F}, {1.0F, 0.1F}};
  std::array<taut::PlanarGeometry<float>, 2> geometry{};

  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}
};

taut::Status start(taut::Stepper<taut::Mechanism<Rods>>& rods) { return rods.step(); }
