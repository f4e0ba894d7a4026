/// \file
/// Rows of joints in space that know an angle:
///
///     phi                      angle of b's x axis about a's z axis, from a's x axis        (J.10)
///
/// g is in rad, of a rack in m. Source: as spatial_frames.hpp. Interrupt: safe.
#pragma once

#include "taut/mechanism/spatial_rows.hpp"
#include "taut/mechanism/turns.hpp"

namespace taut::detail {

// (J.10): phi = atan2(y_a . x_b, x_a . x_b);  with S, C: phi' = (C S' - S C') / (S^2 + C^2)
template <class Relative>
struct SpatialTurn {
  using N = typename Relative::Number;
  using Triple = Vector<N, 3>;
  AxisProduct<AxisY, AxisX, Relative> sine;
  AxisProduct<AxisX, AxisX, Relative> cosine;
  N S, C, inverse;

  explicit SpatialTurn(const Relative& joint)
      : sine(joint),
        cosine(joint),
        S(sine.value()),
        C(cosine.value()),
        inverse(BaseScalar<N>(1) / (S * S + C * C)) {}

  N angle() const { return atan2(S, C); }
  Triple angular_a() const { return weighted(sine.angular_a(), cosine.angular_a()); }
  Triple angular_b() const { return weighted(sine.angular_b(), cosine.angular_b()); }
  // (C S'' - S C'' - 2 phi' (S S' + C C')) / (S^2 + C^2)
  template <class Motion>
  N acceleration(const Motion& ua, const Motion& ub) const {
    const N s = sine.rate(ua, ub), c = cosine.rate(ua, ub);
    const N rate = inverse * (C * s - S * c);
    return inverse * (C * sine.acceleration(ua, ub) - S * cosine.acceleration(ua, ub) -
                      2 * rate * (S * s + C * c));
  }

 private:
  Triple weighted(const Triple& s, const Triple& c) const {
    return {inverse * (C * s[0] - S * c[0]), inverse * (C * s[1] - S * c[1]),
            inverse * (C * s[2] - S * c[2])};
  }
};

struct SpatialAngle {  // phi - drive
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c < 3 ? Entry::zero : Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, nearest_turn(SpatialTurn<Relative>(joint).angle() - drive));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    using N = typename Relative::Number;
    const SpatialTurn<Relative> turn(joint);
    put_row<0, N>(zero_triple<N>(), turn.angular_a(), zero_triple<N>(), turn.angular_b(), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, SpatialTurn<Relative>(joint).acceleration(ua, ub));
  }
};

// x_a . d - radius phi
struct SpatialRack {
  using Travel = SpatialPlane<AxisX>;
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const B radius = joint.at.value;
    Travel::residual(joint, spec, N(B(0)), [&](auto r, const N& travel) {
      put(r,
          radius * nearest_turn(travel * (B(1) / radius) - SpatialTurn<Relative>(joint).angle()));
    });
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    const SpatialTurn<Relative> turn(joint);
    const Vector<N, 3> of_a = turn.angular_a(), of_b = turn.angular_b();
    Travel::jacobian(joint, spec, [&](auto side, auto r, auto c, const N& value) {
      if constexpr (c < 3)
        set(side, r, c, value);
      else
        set(side, r, c, value - joint.at.value * (side == 0 ? of_a : of_b)[c - 3]);
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint& spec, const Motion& ua,
                           const Motion& ub, Put&& put) {
    Travel::acceleration(joint, spec, ua, ub, [&](auto r, const auto& value) {
      put(r, value - joint.at.value * SpatialTurn<Relative>(joint).acceleration(ua, ub));
    });
  }
};

// phi_a + (teeth_b / teeth_a) phi_b - offset / teeth_a, to the nearest tooth of a; phi is the angle
// of a wheel's frame about its z axis against the same frame at rest in the world
struct SpatialGear {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c < 3 ? Entry::zero : Entry::general; }

  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    N turned = N(-joint.at.value);
    each_wheel(joint, spec, [&](auto, int teeth, const auto& wheel) {
      turned = turned + B(teeth) * SpatialTurn<std::decay_t<decltype(wheel)>>(wheel).angle();
    });
    put(Index<0>{}, nearest_turn(turned) * (B(1) / B(spec.teeth_a)));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    each_wheel(joint, spec, [&](auto side, int teeth, const auto& wheel) {
      const Vector<N, 3> w = SpatialTurn<std::decay_t<decltype(wheel)>>(wheel).angular_b();
      const B ratio = B(teeth) / B(spec.teeth_a);
      for_each(Index<3>{}, [&](auto c) {
        set(side, Index<0>{}, c, N(B(0)));
        set(side, Index<0>{}, plus(Index<3>{}, c), ratio * w[c]);
      });
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint& spec, const Motion& ua,
                           const Motion& ub, Put&& put) {
    using N = typename Relative::Number;
    N y = N(0);
    const Motion rest{zero_triple<N>(), zero_triple<N>()};
    each_wheel(joint, spec, [&](auto side, int teeth, const auto& wheel) {
      const SpatialTurn<std::decay_t<decltype(wheel)>> turn(wheel);
      y += N(teeth) / N(spec.teeth_a) * turn.acceleration(rest, side == 0 ? ua : ub);
    });
    put(Index<0>{}, y);
  }

 private:
  // f(side, teeth, the wheel against the ground)
  template <class Relative, class F>
  static void each_wheel(const Relative& joint, const Joint& spec, F&& f) {
    using N = typename Relative::Number;
    using S = BaseScalar<N>;
    const SpatialGround<N> still;
    const SpatialGeometry<S> of_a{joint.at.on_a, joint.at.on_a, S(0)};
    const SpatialGeometry<S> of_b{joint.at.on_b, joint.at.on_b, S(0)};
    using A = std::decay_t<decltype(joint.a)>;
    using B = std::decay_t<decltype(joint.b)>;
    f(Index<0>{}, spec.teeth_a, SpatialRelative<N, S, SpatialGround<N>, A>(still, joint.a, of_a));
    f(Index<1>{}, spec.teeth_b, SpatialRelative<N, S, SpatialGround<N>, B>(still, joint.b, of_b));
  }
};

}  // namespace taut::detail
