/// \file
/// Springs with dampers: between two points, along a joint coordinate, and of all axes (bushing).
/// All are conservative with their dampers away, F = -dV/dq to rounding, and leave neither force
/// nor moment over. Stiff ones (h omega past 2) are for a method with ForceJacobian; stiff dampers
/// (h c / m past 2) for one with DampingJacobian. Interrupt: safe.
#pragma once

#include <limits>

#include "taut/mechanism/coordinates.hpp"

namespace taut {

/// Between a point of a and a point of b, D = P_b - P_a, L = |D|, e = D / L:
///
///     F = (k (L - L0) + c L') e on a,  -F on b;   L' = e . D';   V = k/2 (L - L0)^2          (F.6)
///
/// A positive F pulls. Not for points that meet, where e is none: there a Bushing. Source:
/// Nikravesh, Computer-Aided Analysis of Mechanical Systems, section 9.3.
template <class S, int n>
struct SpringDamper {
  using Array = std::array<S, static_cast<std::size_t>(n)>;
  int a, b;
  Array on_a_m, on_b_m;  ///< in body axes, from the centres of mass; on the ground in the world
  S length_m;            ///< L0, free
  S stiffness_n_per_m;
  S damping_n_s_per_m = S(0);

  template <class Acting>
  void apply(Acting& bodies) const {
    using N = typename Acting::Number;
    using Point = typename Acting::Point;
    const auto A = bodies.end(a), B = bodies.end(b);
    const Point la = A.lever(on_a_m), lb = B.lever(on_b_m);
    const Point D = bodies.separation(A, la, B, lb);
    const Point rate = detail::difference(B.velocity(lb), A.velocity(la));
    const N L = sqrt(dot(D, D));
    const N inverse = S(1) / L;
    // F / L
    const N share = inverse * (stiffness_n_per_m * (L - length_m) +
                               damping_n_s_per_m * (inverse * dot(D, rate)));
    const Point F = detail::scaled(share, D);
    A.add_force(F, la);
    B.add_force(detail::opposite(F), lb);
  }
  template <class Acting>
  auto potential_energy(Acting& bodies) const {
    using N = typename Acting::Number;
    const auto A = bodies.end(a), B = bodies.end(b);
    const typename Acting::Point D = bodies.separation(A, A.lever(on_a_m), B, B.lever(on_b_m));
    const N stretch = sqrt(dot(D, D)) - length_m;
    return N((S(0.5) * stiffness_n_per_m) * (stretch * stretch));
  }
};

/// Along a coordinate x of coordinates.hpp, here an angle:
///
///     Q = -k (x - x0) - c x';   V = k/2 (x - x0)^2                                           (F.7)
///
/// The angle is taken to the nearest turn from x0: at half a turn Q jumps. Along a Slide the units
/// are m, N/m and N s/m.
template <class S, class Coordinate = Turn>
struct TorsionSpring {
  Coordinate along;
  S rest_rad;  ///< x0
  S stiffness_nm_per_rad;
  S damping_nm_s_per_rad = S(0);

  template <class Acting>
  void apply(Acting& bodies) const {
    using N = typename Acting::Number;
    const auto x = along.at(bodies);
    x.add_force(bodies,
                N(-(stiffness_nm_per_rad * x.offset(rest_rad) + damping_nm_s_per_rad * x.rate())));
  }
  template <class Acting>
  auto potential_energy(Acting& bodies) const {
    using N = typename Acting::Number;
    const N offset = along.at(bodies).offset(rest_rad);
    return N((S(0.5) * stiffness_nm_per_rad) * (offset * offset));
  }
};

/// Holds frame b to frame a with a spring and a damper along and about each axis c_i of a's frame,
/// D = P_b - P_a:
///
///     x_i = c_i . D,        F = -sum (k_i x_i + c_i x_i') c_i on b, -F on a, both at P_b     (F.8)
///     plane:   theta the angle from a to b to the nearest turn, M = -k theta - c theta'
///     space:   Q = [c_i . b_j] turns a's frame into b's; its unit quaternion (e0, e), e0 > 0
///              theta = 2 e,   theta' = e0 w + w x e,   w_i = c_i . (W_b - W_a)
///              t = K theta + C theta',   M = -(e0 t + e x t) in a's frame, on b; -M on a     (F.9)
///     V = 1/2 (x . K x + theta . K theta)
///
/// theta is the rotation vector but for its cube / 24; the moment vanishes at half a turn from
/// rest, where (F.9) ends. At rest the frames coincide.
template <class S, int n>
struct Bushing {
  using Geometry = std::conditional_t<n == 2, PlanarGeometry<S>, SpatialGeometry<S>>;
  static constexpr std::size_t turnings = n == 2 ? 1 : 3;
  using Along = std::array<S, static_cast<std::size_t>(n)>;
  using About = std::array<S, turnings>;
  int a, b;
  Geometry frames;
  Along stiffness_n_per_m;
  About stiffness_nm_per_rad;
  Along damping_n_s_per_m{};
  About damping_nm_s_per_rad{};

  template <class Acting>
  void apply(Acting& bodies) const {
    using N = typename Acting::Number;
    using Point = typename Acting::Point;
    const detail::PointInFrame<Acting> point(bodies, a, b, frames);
    const auto c = bodies.place(a).axes(frames.on_a);
    // (F.8)
    const auto along = [&](std::size_t i) {
      return detail::scaled(N(-(stiffness_n_per_m[i] * dot(c[i], point.D) +
                                damping_n_s_per_m[i] * dot(c[i], point.rate))),
                            c[i]);
    };
    Point F = along(0);
    for (std::size_t i = 1; i < stiffness_n_per_m.size(); ++i) F = detail::sum(F, along(i));
    point.add_force(F);
    // (F.9)
    if constexpr (n == 2) {
      const detail::TurnAt<Acting> turn(bodies, a, b, frames);
      turn.add_force(bodies, N(-(stiffness_nm_per_rad[0] * turn.offset(S(0)) +
                                 damping_nm_s_per_rad[0] * turn.rate())));
    } else {
      const Tilt<Acting> tilt(bodies, *this, c);
      const Vector<N, 3> w = tilt.rate(bodies, *this, c);
      const Vector<N, 3> rate = detail::sum(detail::scaled(tilt.e0, w), cross(w, tilt.e));
      Vector<N, 3> t;
      for (int i = 0; i < 3; ++i)
        t[i] = stiffness_nm_per_rad[std::size_t(i)] * (tilt.e[i] + tilt.e[i]) +
               damping_nm_s_per_rad[std::size_t(i)] * rate[i];
      const Vector<N, 3> m = detail::sum(detail::scaled(tilt.e0, t), cross(tilt.e, t));
      const Vector<N, 3> M =
          detail::sum(detail::scaled(m[0], c[0]),
                      detail::sum(detail::scaled(m[1], c[1]), detail::scaled(m[2], c[2])));
      bodies.add_moment(b, detail::opposite(M));
      bodies.add_moment(a, M);
    }
  }
  template <class Acting>
  auto potential_energy(Acting& bodies) const {
    using N = typename Acting::Number;
    const detail::PointInFrame<Acting> point(bodies, a, b, frames);
    const auto c = bodies.place(a).axes(frames.on_a);
    N V(S(0));
    for (std::size_t i = 0; i < stiffness_n_per_m.size(); ++i) {
      const N x = dot(c[i], point.D);
      V = V + (S(0.5) * stiffness_n_per_m[i]) * (x * x);
    }
    if constexpr (n == 2) {
      const N angle = detail::TurnAt<Acting>(bodies, a, b, frames).offset(S(0));
      V = V + (S(0.5) * stiffness_nm_per_rad[0]) * (angle * angle);
    } else {
      const Tilt<Acting> tilt(bodies, *this, c);
      for (int i = 0; i < 3; ++i)
        V = V + (S(2) * stiffness_nm_per_rad[std::size_t(i)]) * (tilt.e[i] * tilt.e[i]);
    }
    return V;
  }

 private:
  // (e0, e) of Q: e0 = sqrt(1 + trace Q) / 2, e = axial part of Q / (2 e0)
  template <class Acting>
  struct Tilt {
    using N = typename Acting::Number;
    N e0;
    Vector<N, 3> e;

    Tilt(const Acting& bodies, const Bushing& of, const std::array<Vector<N, 3>, 3>& c) {
      const std::array<Vector<N, 3>, 3> other = bodies.place(of.b).axes(of.frames.on_b);
      const N trace = dot(c[0], other[0]) + dot(c[1], other[1]) + dot(c[2], other[2]);
      // at half a turn rounding takes it to zero and below
      const N square = S(1) + trace;
      const S least = std::numeric_limits<S>::epsilon();
      e0 = S(0.5) * sqrt(base_value(square) > least ? square : N(least));
      const N share = S(0.25) / e0;
      e = {share * (dot(c[2], other[1]) - dot(c[1], other[2])),
           share * (dot(c[0], other[2]) - dot(c[2], other[0])),
           share * (dot(c[1], other[0]) - dot(c[0], other[1]))};
    }
    // w
    static Vector<N, 3> rate(const Acting& bodies, const Bushing& of,
                             const std::array<Vector<N, 3>, 3>& c) {
      const Vector<N, 3> W = detail::difference(bodies.place(of.b).W, bodies.place(of.a).W);
      return {dot(c[0], W), dot(c[1], W), dot(c[2], W)};
    }
  };
};

}  // namespace taut
