/// \file
/// A free T-handle that turns over again and again: a rigid body spun about its intermediate axis,
/// without joints, weight or other forces. Invariants: kinetic energy and angular momentum in the
/// world.
///
/// Two steel cylinders (7850 kg/m^3) of 10 mm diameter, bar 80 mm along z, stem 60 mm along y from
/// its middle; principal moments about the centre of mass. Source: the parameters are our own; the
/// motion: Euler's equations, Goldstein, Poole, Safko, Classical Mechanics, 3rd ed., section 5.6.
/// Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S>
struct THandleList {
  using Scalar = S;
  static constexpr std::array<Joint, 0> joints{};
  static constexpr S bar_m = S(0.08), stem_m = S(0.06);
  static constexpr S centre_m = S(0.01286);  ///< of mass, up the stem

  std::array<SpatialBody<S>, 1> bodies{
      SpatialBody<S>{S(0.086315), S(5.6967e-5), S(2.7076e-5), S(3.0970e-5)}};
  std::array<SpatialGeometry<S>, 0> geometry{};

  template <class Acting, class Sig>
  void apply_forces(Acting&, const Sig&) const {}
};

template <class S>
using THandle = Mechanism<THandleList<S>>;

/// Ten turns a second about z, and a little beside it.
template <class S>
struct THandleStart {
  std::array<S, 7> q{S(0), S(0), S(0), S(1), S(0), S(0), S(0)};
  std::array<S, 6> u{S(0), S(0), S(0), S(0.1), S(0.1), S(62.8)};
};

}  // namespace taut::models
