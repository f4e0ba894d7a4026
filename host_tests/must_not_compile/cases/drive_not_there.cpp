// A joint driven by the second of one excitation.
// expect: taut: a drive is one of the mechanism's nr excitations or nw inputs.
#include "taut/mechanism/mechanism.hpp"
#include "taut/stepper.hpp"

struct Crank {
  using Scalar = float;
#ifdef BROKEN
  static constexpr int drive = 1;
#else
  static constexpr int drive = 0;
#endif
  static constexpr int nr = 1;
  static constexpr bool rheonomic = true;
  static constexpr std::array joints{
      taut::revolute(taut::ground, 0, "pivot"),
      taut::driven_angle(taut::ground, 0, taut::by_excitation(drive), "motor")};
  std::array<taut::PlanarBody<float>, 1> bodies{taut::PlanarBody<float>{1.0F, 0.1F}};
  std::array<taut::PlanarGeometry<float>, 2> geometry{};

  template <class N>
  taut::Vector<N, 1> excitation(const taut::Time<N>& t) const {
    return taut::Vector<N, 1>(t.seconds());
  }
  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}
};

taut::Status start(taut::Stepper<taut::Mechanism<Crank>>& crank) { return crank.step(); }
