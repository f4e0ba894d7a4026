/// \file
/// Joint coordinates that friction, springs and motors act along. Each is made into
///
///     offset(x0)           x - x0 in rad or m, angles to the nearest turn
///     rate()               x' in rad/s or m/s
///     add_force(bodies, Q) the generalised force Q in N m or N, whose power is Q x'
///
/// Turn: the angle from a's frame to b's; in space that of (J.10), of b's x axis about a's z axis
/// from a's x axis:
///
///     S = y_a . x_b,  C = x_a . x_b,  phi = atan2(S, C)
///     phi' = k . (W_b - W_a),  k = x_b x (C y_a - S x_a) / (S^2 + C^2)                       (F.4)
///     +Q k on b, -Q k on a;    k = z_a where the z axes are parallel
///
/// Slide: how far b's point has moved along a's line c (x axis in the plane, z axis in space),
/// D = P_b - P_a:
///
///     x = c . D,  x' = c . (P_b' - r_a' - W_a x (P_b - r_a))                                 (F.5)
///     +Q c on b, -Q c on a, both at P_b
///
/// Both leave no force and no moment over. Signs are those of the driven joints of joint.hpp.
/// Interrupt: safe.
#pragma once

#include "taut/mechanism/bodies.hpp"

namespace taut {

namespace detail {

template <class Acting, class Space = typename Acting::Space>
class TurnAt;

template <class Acting>
class TurnAt<Acting, Planar> {
 public:
  using N = typename Acting::Number;
  template <class Geometry>
  TurnAt(const Acting& bodies, int a, int b, const Geometry& at)
      : a_(a),
        b_(b),
        angle_((bodies.place(b).pose.angle + at.on_b.angle) -
               (bodies.place(a).pose.angle + at.on_a.angle)),
        rate_(bodies.place(b).motion.w - bodies.place(a).motion.w) {}
  template <class T>
  N offset(const T& from) const {
    return nearest_turn(N(angle_ - from));
  }
  N rate() const { return rate_; }
  void add_force(Acting& bodies, const N& torque) const {
    bodies.add_moment(b_, torque);
    bodies.add_moment(a_, N(-torque));
  }

 private:
  int a_, b_;
  N angle_, rate_;
};

template <class Acting>
class TurnAt<Acting, Spatial> {
 public:
  using N = typename Acting::Number;
  template <class Geometry>
  TurnAt(const Acting& bodies, int a, int b, const Geometry& at) : a_(a), b_(b) {
    using B = BaseScalar<N>;
    const auto &A = bodies.place(a), &other = bodies.place(b);
    const Vector<N, 3> xa = A.lever(at.on_a.x), ya = A.lever(at.on_a.y);
    const Vector<N, 3> xb = other.lever(at.on_b.x);
    sine_ = dot(ya, xb);
    cosine_ = dot(xa, xb);
    const N inverse = B(1) / (sine_ * sine_ + cosine_ * cosine_);
    // (F.4)
    k_ = scaled(inverse, cross(xb, difference(scaled(cosine_, ya), scaled(sine_, xa))));
    rate_ = dot(k_, difference(other.W, A.W));
  }
  template <class T>
  N offset(const T& from) const {
    return nearest_turn(N(atan2(sine_, cosine_) - from));
  }
  N rate() const { return rate_; }
  void add_force(Acting& bodies, const N& torque) const {
    const Vector<N, 3> M = scaled(torque, k_);
    bodies.add_moment(b_, M);
    bodies.add_moment(a_, opposite(M));
  }

 private:
  int a_, b_;
  N sine_, cosine_, rate_;
  Vector<N, 3> k_;
};

// b's point as a's frame sees it.
template <class Acting>
struct PointInFrame {
  using Point = typename Acting::Point;
  typename Acting::End a, b;
  Point lever_b;  ///< P_b - r_b
  Point reach;    ///< P_b - r_a
  Point D;        ///< P_b - P_a
  Point rate;     ///< of P_b, seen from a

  template <class Geometry>
  PointInFrame(const Acting& bodies, int of_a, int of_b, const Geometry& at)
      : a(bodies.end(of_a)), b(bodies.end(of_b)), lever_b(b.lever(at.on_b)) {
    const Point lever_a = a.lever(at.on_a);
    D = bodies.separation(a, lever_a, b, lever_b);
    reach = sum(lever_a, D);
    rate = difference(b.velocity(lever_b), a.velocity(reach));
  }
  // F on b, -F on a, both at P_b
  void add_force(const Point& F) const {
    b.add_force(F, lever_b);
    a.add_force(opposite(F), reach);
  }
};

// (F.5)
template <class Acting>
class SlideAt {
 public:
  using N = typename Acting::Number;
  template <class Geometry>
  SlideAt(const Acting& bodies, int a, int b, const Geometry& at)
      : point_(bodies, a, b, at), c_(bodies.place(a).line(at.on_a)) {}
  template <class T>
  N offset(const T& from) const {
    return dot(c_, point_.D) - from;
  }
  N rate() const { return dot(c_, point_.rate); }
  void add_force(Acting&, const N& force) const { point_.add_force(scaled(force, c_)); }

 private:
  PointInFrame<Acting> point_;
  typename Acting::Point c_;
};

}  // namespace detail

/// The angle of a joint of the mechanism, by its number in the list of joints.
struct Turn {
  int joint;
  template <class Acting>
  detail::TurnAt<Acting> at(const Acting& bodies) const {
    return {bodies, bodies.joint(joint).a, bodies.joint(joint).b, bodies.geometry(joint)};
  }
};
/// The travel of a joint of the mechanism.
struct Slide {
  int joint;
  template <class Acting>
  detail::SlideAt<Acting> at(const Acting& bodies) const {
    return {bodies, bodies.joint(joint).a, bodies.joint(joint).b, bodies.geometry(joint)};
  }
};
/// The angle between frames of two bodies, `ground` allowed, joint or no joint.
template <class Geometry>
struct TurnBetween {
  int a, b;
  Geometry frames{};
  template <class Acting>
  detail::TurnAt<Acting> at(const Acting& bodies) const {
    return {bodies, a, b, frames};
  }
};
/// The travel between frames of two bodies.
template <class Geometry>
struct SlideBetween {
  int a, b;
  Geometry frames{};
  template <class Acting>
  detail::SlideAt<Acting> at(const Acting& bodies) const {
    return {bodies, a, b, frames};
  }
};

}  // namespace taut
