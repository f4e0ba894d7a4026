/// \file
/// Friction and motors along a joint coordinate x of coordinates.hpp: Turn or Slide. Torques are in
/// N m, angles in rad and rates in rad/s; along a Slide they are in N, m and m/s. They act on b,
/// and their opposite on a.
///
///     friction           Q = -(c x' + F_c tanh(x' / v_s))                                   (F.10)
///     motor              Q = lim(demand)                                                    (F.11)
///     velocity servo     Q = lim(K (x'_demand - x'))                                        (F.12)
///     position servo     Q = lim(K (x_demand - x) + D (x'_demand - x'))                     (F.13)
///
/// with lim the soft_limit of smooth.hpp. A demand is a plain number (an input) or one of the type
/// of the evaluation (an excitation, whose rate enters the derivatives then). Friction with its
/// slope F_c / v_s at rest, and the gains, are dampers and springs like others: stiff ones are for
/// methods with DampingJacobian or ForceJacobian. Smooth friction does not hold: at rest it creeps
/// with v_s times the share of F_c that loads it. The friction does not know the joint's load.
/// Source: Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30 (1994), section 3. Interrupt:
/// safe.
#pragma once

#include "taut/hyperbolic.hpp"
#include "taut/mechanism/coordinates.hpp"
#include "taut/mechanism/smooth.hpp"

namespace taut {

/// (F.10). It takes the power Q x' <= 0.
template <class S, class Coordinate = Turn>
struct JointFriction {
  Coordinate along;
  S viscous_nm_s_per_rad;            ///< c
  S coulomb_nm = S(0);               ///< F_c
  S transition_rad_per_s = S(0.01);  ///< v_s, where 76 % of F_c are reached

  template <class Acting>
  void apply(Acting& bodies) const {
    using N = typename Acting::Number;
    const auto x = along.at(bodies);
    const N rate = x.rate();
    x.add_force(bodies, N(-(viscous_nm_s_per_rad * rate +
                            coulomb_nm * tanh(rate * (S(1) / transition_rad_per_s)))));
  }
};

/// (F.11).
template <class S, class Coordinate = Turn>
struct JointMotor {
  Coordinate along;
  S limit_nm;

  template <class Acting, class Demand>
  void apply(Acting& bodies, const Demand& torque_nm) const {
    using N = typename Acting::Number;
    along.at(bodies).add_force(bodies, soft_limit(N(torque_nm), limit_nm));
  }
};

/// (F.12).
template <class S, class Coordinate = Turn>
struct VelocityServo {
  Coordinate along;
  S gain_nm_s_per_rad;  ///< K
  S limit_nm;

  template <class Acting, class Demand>
  void apply(Acting& bodies, const Demand& rate_rad_per_s) const {
    using N = typename Acting::Number;
    const auto x = along.at(bodies);
    x.add_force(bodies, soft_limit(N(gain_nm_s_per_rad * (rate_rad_per_s - x.rate())), limit_nm));
  }
};

/// (F.13). Goes to an angle by the nearest way.
template <class S, class Coordinate = Turn>
struct PositionServo {
  Coordinate along;
  S gain_nm_per_rad;       ///< K
  S damping_nm_s_per_rad;  ///< D
  S limit_nm;

  template <class Acting, class Demand, class Rate = S>
  void apply(Acting& bodies, const Demand& angle_rad, const Rate& rate_rad_per_s = S(0)) const {
    using N = typename Acting::Number;
    const auto x = along.at(bodies);
    const N spring = gain_nm_per_rad * x.offset(angle_rad);
    const N damper = damping_nm_s_per_rad * (rate_rad_per_s - x.rate());
    x.add_force(bodies, soft_limit(N(damper - spring), limit_nm));
  }
};

}  // namespace taut
