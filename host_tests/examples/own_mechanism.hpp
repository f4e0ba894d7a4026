/// \file
/// The mechanism of a user, as docs/build_a_mechanism.md shows it: an engine's slider crank with a
/// torsion spring and a motor on its crank. Its parameters are our own. Interrupt: safe.
#pragma once

// [list]
#include "taut/mechanism/mechanism.hpp"

namespace mine {

using namespace taut;

template <class S>
struct EngineList {
  using Scalar = S;
  static constexpr int nw = 1;
  static constexpr S residual_limit = S(1e-3);
  static constexpr int crank = 0, rod = 1, piston = 2;
  static constexpr std::array joints{
      revolute(ground, crank, "main bearing"), revolute(crank, rod, "crank pin"),
      revolute(rod, piston, "piston pin"), prismatic(ground, piston, "cylinder")};

  // kg, kg m^2
  std::array<PlanarBody<S>, 3> bodies{{{S(1), S(0.001)}, {S(0.6), S(0.002)}, {S(0.5), S(0.0004)}}};
  std::array<PlanarGeometry<S>, 4> geometry{{{{S(0), S(0)}, {S(-0.05), S(0)}},
                                             {{S(0.05), S(0)}, {S(-0.15), S(0)}},
                                             {{S(0.15), S(0)}, {S(0), S(0)}},
                                             {{S(0), S(0)}, {S(0), S(0)}}}};
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};
  TorsionSpring<S> spring{{0}, S(0), S(5)};  // along the turn of joint 0: rest, N m/rad
  JointMotor<S> motor{{0}, S(20)};           // limit in N m

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig& s) const {
    gravity.apply(acting);
    spring.apply(acting);
    motor.apply(acting, s.w[0]);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting) + spring.potential_energy(acting);
  }
};

template <class S>
using Engine = Mechanism<EngineList<S>>;

}  // namespace mine
// [list]
