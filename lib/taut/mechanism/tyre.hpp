/// \file
/// A tyre as forces of its load and slip, and the road under it. What makes a wheel of a body of
/// them is wheel.hpp.
///
/// A force that never pulls, and a friction force that saturates at mu F_z in the direction of the
/// slip s:
///
///     F_z = sp(F_linear, lift_off)                                 sp: soft_positive of smooth.hpp
///     v_a = sqrt(v_l^2 + slow^2)
///     s_x = F_request / (mu F_z) v_l / v_a,  s_y = -(c_a / mu) v_t / v_a
///     s = sqrt(s_x^2 + s_y^2 + 1e-12),  (F_l, F_t) = mu F_z tanh(s)/s (s_x, s_y)
///
/// with (v_l, v_t) the speed of the contact point along and across the wheel. Linear in a small
/// slip angle with the slope c_a F_z. At rest nothing holds across, and a request drives only by
/// v_l / v_a: not for standing. Source: Pacejka, Tyre and Vehicle Dynamics, 2nd ed., section 1.2,
/// for the saturating slip characteristic; the smoothing is our own. Interrupt: safe.
#pragma once

#include "taut/hyperbolic.hpp"
#include "taut/mechanism/smooth.hpp"

namespace taut {

/// Height of the road at a point and its derivatives by X and Y.
template <class N>
struct RoadPoint {
  N height_m, slope_x, slope_y;
};

/// z = 0 everywhere.
struct LevelRoad {
  template <class N>
  RoadPoint<N> at(const N&, const N&) const {
    using S = BaseScalar<N>;
    return {N(S(0)), N(S(0)), N(S(0))};
  }
};

/// F_z, and (F_l, F_t) for the load and motion of the contact point. No relaxation length.
template <class S>
struct Tyre {
  S friction = S(0.85);        ///< mu
  S lateral_stiffness = S(7);  ///< c_a, in F_z per rad
  S lift_off_n = S(200);       ///< width of the smooth lift-off
  S slow_m_s = S(1);           ///< speed below which slip fades out

  /// Vertical force of a tyre whose linear spring and damper would give `linear_n`.
  template <class N>
  N vertical(const N& linear_n) const {
    return soft_positive(linear_n, lift_off_n);
  }

  /// (F_l, F_t) along and across the wheel under the load F_z, with `request_n` of drive less
  /// braking less rolling resistance, at the speed (v_l, v_t) of the contact point.
  template <class N>
  Vector<N, 2> horizontal(const N& load_n, const N& request_n, const N& v_l, const N& v_t) const {
    const N inverse_speed = S(1) / sqrt(v_l * v_l + slow_m_s * slow_m_s);
    // far above the road the load is 0: no force, and no 0 / 0
    const N inverse_limit = S(1) / (friction * load_n + S(1e-12));
    // mu F_z (s_x, s_y)
    const N along = request_n * (v_l * inverse_speed);
    const N across = -(lateral_stiffness * load_n * (v_t * inverse_speed));
    const N sx = along * inverse_limit, sy = across * inverse_limit;
    const N slip = sqrt(sx * sx + sy * sy + S(1e-12));  // tanh(s)/s is 1 there
    const N share = tanh(slip) / slip;
    return {share * along, share * across};
  }
};

}  // namespace taut
