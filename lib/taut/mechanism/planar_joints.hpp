/// \file
/// The joints of the plane. Each is made of these rows:
///
///     d                        the points coincide                                          (J.2)
///     c_a . d                  c_a a unit vector of a: (J c_a).d w_a more in its rate       (J.3)
///     angle_a, angle_b         sums with constant factors                                   (J.4)
///     (|d|^2 - L^2) / (2 L)    the points keep the distance L: near it, |d| - L            (J.11)
///
/// g is in m or rad. The force of a joint on b is -G_b^T lambda, as in (1.2): for (J.2) +lambda
/// acts on b and -lambda on a, in world axes. Source: as planar_frames.hpp. Interrupt: safe.
#pragma once

#include "taut/mechanism/joint_rows.hpp"
#include "taut/mechanism/planar_frames.hpp"
#include "taut/mechanism/turns.hpp"

namespace taut::detail {

// Parts that joints are made of (joint_rows.hpp).
struct PlanarPoint {  // (J.2)
  static constexpr int rows = 2;
  static constexpr Entry entry(int side, int r, int c) {
    if (c == 2) return Entry::general;
    if (c != r) return Entry::zero;
    return side == 0 ? Entry::one : Entry::minus_one;
  }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    const Pair<N> d = joint.d();
    put(Index<0>{}, d.x);
    put(Index<1>{}, d.y);
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    put_point<Relative>(Index<0>{}, 1, joint.la, set);
    put_point<Relative>(Index<1>{}, -1, joint.lb, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto y = joint.centripetal(ua, ub);
    put(Index<0>{}, y.x);
    put(Index<1>{}, y.y);
  }

 private:
  template <class Relative, int side, class N, class Set>
  static void put_point(Index<side>, int sign, const Pair<N>& lever, Set& set) {
    using B = BaseScalar<N>;
    set(Index<side>{}, Index<0>{}, Index<0>{}, N(B(sign)));
    set(Index<side>{}, Index<0>{}, Index<1>{}, N(B(0)));
    set(Index<side>{}, Index<0>{}, Index<2>{}, B(-sign) * lever.y);
    set(Index<side>{}, Index<1>{}, Index<0>{}, N(B(0)));
    set(Index<side>{}, Index<1>{}, Index<1>{}, N(B(sign)));
    set(Index<side>{}, Index<1>{}, Index<2>{}, B(sign) * lever.x);
  }
};

// (c . d)' with c fixed to a
template <class Relative, class N, class Set>
void put_line(const Relative& joint, const Pair<N>& c, Set&& set) {
  const Pair<N> turned = quarter_turn(c), d = joint.d();
  // c . d' + w_a (J c) . d,  c . J l = -(J c) . l
  set(Index<0>{}, Index<0>{}, Index<0>{}, c.x);
  set(Index<0>{}, Index<0>{}, Index<1>{}, c.y);
  set(Index<0>{}, Index<0>{}, Index<2>{}, dot(turned, d) - dot(turned, joint.la));
  set(Index<1>{}, Index<0>{}, Index<0>{}, -c.x);
  set(Index<1>{}, Index<0>{}, Index<1>{}, -c.y);
  set(Index<1>{}, Index<0>{}, Index<2>{}, dot(turned, joint.lb));
}
template <class Relative, class S, class Motion>
S line_acceleration(const Relative& joint, const Pair<S>& c, const Motion& ua, const Motion& ub) {
  // c.d'' + 2 w_a (J c).d' - w_a^2 c.d
  return dot(c, joint.centripetal(ua, ub)) +
         S(2) * ua.w * dot(quarter_turn(c), joint.rate(ua, ub)) - ua.w * ua.w * dot(c, joint.d());
}

struct PlanarLine {  // (J.3) with the normal of a's line
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    put(Index<0>{}, dot(joint.normal(), joint.d()));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    put_line(joint, joint.normal(), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, line_acceleration(joint, joint.normal(), ua, ub));
  }
};

// (J.4): a row that knows angles alone, with constant factors of them
template <class N, class Set>
void put_angles(BaseScalar<N> of_a, BaseScalar<N> of_b, Set&& set) {
  using B = BaseScalar<N>;
  for_each(Index<2>{}, [&](auto c) {
    set(Index<0>{}, Index<0>{}, c, N(B(0)));
    set(Index<1>{}, Index<0>{}, c, N(B(0)));
  });
  set(Index<0>{}, Index<0>{}, Index<2>{}, N(of_a));
  set(Index<1>{}, Index<0>{}, Index<2>{}, N(of_b));
}
struct PlanarAngle {  // the frames are parallel, or b's turned on by the drive
  static constexpr int rows = 1;
  static constexpr Entry entry(int side, int, int c) {
    if (c != 2) return Entry::zero;
    return side == 0 ? Entry::minus_one : Entry::one;
  }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, nearest_turn(joint.turned() - drive));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative&, const Joint&, Set&& set) {
    put_angles<typename Relative::Number>(-1, 1, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative&, const Joint&, const Motion& ua, const Motion&,
                           Put&& put) {
    put(Index<0>{}, decltype(ua.w)(0));
  }
};

// (|d|^2 - L^2) / (2 L)
struct PlanarDistance {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const Pair<N> d = joint.d();
    const B L = joint.at.value;
    put(Index<0>{}, (dot(d, d) - L * L) * (B(0.5) / L));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    // d . d' / L
    const auto d = joint.d();
    const auto inverse = 1 / joint.at.value;
    const decltype(d) c{inverse * d.x, inverse * d.y}, turned = quarter_turn(c);
    set(Index<0>{}, Index<0>{}, Index<0>{}, c.x);
    set(Index<0>{}, Index<0>{}, Index<1>{}, c.y);
    set(Index<0>{}, Index<0>{}, Index<2>{}, -dot(turned, joint.la));
    set(Index<1>{}, Index<0>{}, Index<0>{}, -c.x);
    set(Index<1>{}, Index<0>{}, Index<1>{}, -c.y);
    set(Index<1>{}, Index<0>{}, Index<2>{}, dot(turned, joint.lb));
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    const auto v = joint.rate(ua, ub);
    // (J.11)
    put(Index<0>{}, (dot(v, v) + dot(joint.d(), joint.centripetal(ua, ub))) / joint.at.value);
  }
};

// angle_a + (teeth_b / teeth_a) angle_b - offset / teeth_a, to the nearest tooth of a
struct PlanarGear {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int c) { return c == 2 ? Entry::general : Entry::zero; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint& spec, const N&, Put&& put) {
    using B = BaseScalar<N>;
    const N turned = B(spec.teeth_a) * joint.a.angle + B(spec.teeth_b) * joint.b.angle;
    put(Index<0>{}, nearest_turn(turned - joint.at.value) * (B(1) / B(spec.teeth_a)));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative&, const Joint& spec, Set&& set) {
    using N = typename Relative::Number;
    using B = BaseScalar<N>;
    put_angles<N>(B(1), B(spec.teeth_b) / B(spec.teeth_a), set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative&, const Joint&, const Motion& ua, const Motion&,
                           Put&& put) {
    put(Index<0>{}, decltype(ua.w)(0));
  }
};

// c . d - radius (turned): what the pinion's point travels back along the rack it rolls
struct PlanarRack {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N&, Put&& put) {
    const BaseScalar<N> radius = joint.at.value;
    const N travel = dot(joint.axis(), joint.d()) * (BaseScalar<N>(1) / radius);
    put(Index<0>{}, radius * nearest_turn(travel - joint.turned()));
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    const auto radius = joint.at.value;
    put_line(joint, joint.axis(), [&](auto side, auto r, auto c, const auto& value) {
      if constexpr (c == 2 && side == 0)
        set(side, r, c, value + radius);
      else if constexpr (c == 2)
        set(side, r, c, value - radius);
      else
        set(side, r, c, value);
    });
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, line_acceleration(joint, joint.axis(), ua, ub));
  }
};

// -c . d - drive: how far b's point has moved along a's line
struct PlanarSlide {
  static constexpr int rows = 1;
  static constexpr Entry entry(int, int, int) { return Entry::general; }
  template <class Relative, class N, class Put>
  static void residual(const Relative& joint, const Joint&, const N& drive, Put&& put) {
    put(Index<0>{}, -dot(joint.axis(), joint.d()) - drive);
  }
  template <class Relative, class Set>
  static void jacobian(const Relative& joint, const Joint&, Set&& set) {
    const Pair<typename Relative::Number> c = joint.axis();
    put_line(joint, decltype(c){-c.x, -c.y}, set);
  }
  template <class Relative, class Motion, class Put>
  static void acceleration(const Relative& joint, const Joint&, const Motion& ua, const Motion& ub,
                           Put&& put) {
    put(Index<0>{}, -line_acceleration(joint, joint.axis(), ua, ub));
  }
};

// A kind of joint as its parts; none: not in the plane.
template <JointKind kind>
struct PlanarJoint : JointOf<> {};
template <>
struct PlanarJoint<JointKind::revolute> : JointOf<PlanarPoint> {};
template <>
struct PlanarJoint<JointKind::fixed> : JointOf<PlanarPoint, PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::prismatic> : JointOf<PlanarLine, PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::point_on_line> : JointOf<PlanarLine> {};
template <>
struct PlanarJoint<JointKind::distance> : JointOf<PlanarDistance> {};
template <>
struct PlanarJoint<JointKind::gear> : JointOf<PlanarGear> {};
template <>
struct PlanarJoint<JointKind::rack> : JointOf<PlanarRack> {};
template <>
struct PlanarJoint<JointKind::driven_angle> : JointOf<PlanarAngle> {};
template <>
struct PlanarJoint<JointKind::driven_slide> : JointOf<PlanarSlide> {};

}  // namespace taut::detail
