// A gear of which one wheel has no teeth.
// expect: taut: both wheels of a gear have teeth.
#include "taut/mechanism/mechanism.hpp"
#include "taut/stepper.hpp"

struct Wheels {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int teeth = 0;
#else
  static constexpr int teeth = 20;
#endif
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "axle"),
                                     taut::revolute(taut::ground, 1, "other axle"),
                                     taut::gear(0, 1, teeth, 30, "gear")};
  std::array<taut::PlanarBody<float>, 2> bodies{taut::PlanarBody<float>{1.0F, 0.1F}, {1.0F, 0.1F}};
  std::array<taut::PlanarGeometry<float>, 3> geometry{};

  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}
};

taut::Status start(taut::Stepper<taut::Mechanism<Wheels>>& wheels) { return wheels.step(); }
