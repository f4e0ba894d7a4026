/// \file
/// What the programs of this folder print of a mechanism as it steps, for pictures.py: rows
///
///     joint,<mechanism>,<t>,<kind>,<a>,<b>,<x y z on a>,<x y z on b>
///     spring,<mechanism>,<t>,<a>,<b>,<x y z on a>,<x y z on b>
///     corner,<mechanism>,<t>,<body>,<x y z>          a point of a body where no joint is
///     outline,<mechanism>,<t>,<body>,<x y z>...      a line on a body
///     path,<mechanism>,<name>,<x y z>                of a marked point, every few steps
///     value,<figure>,<curve>,<t>,<y>
///
/// in m of the world, z = 0 in the plane. A body is drawn by its joints, springs and corners: all
/// of it comes from the compiled list.
#pragma once

#include <cstdio>
#include <utility>
#include <vector>

#include "taut/mechanism/outputs.hpp"
#include "taut/stepper.hpp"

namespace drawing {

using Point = std::array<double, 3>;

inline Point point(const taut::PlanarFrame<double>& frame) { return {frame.x, frame.y, 0}; }
inline Point point(const taut::SpatialFrame<double>& frame) { return frame.point_m; }
inline Point point(const std::array<double, 2>& x) { return {x[0], x[1], 0}; }
inline Point point(const std::array<double, 3>& x) { return x; }

/// A point of a body, or of the ground, in the world.
template <class Model>
Point in_world(const taut::MechanismState<Model>& at, int body, const Point& of_body) {
  if (body < 0) return of_body;
  if constexpr (taut::MechanismState<Model>::Place::dimensions == 2) {
    const auto P = taut::point_position(at, body, {of_body[0], of_body[1]});
    return {P[0], P[1], 0};
  } else {
    const auto P = taut::point_position(at, body, of_body);
    return {P[0], P[1], P[2]};
  }
}

inline void print(const Point& x) { std::printf(",%.5g,%.5g,%.5g", x[0], x[1], x[2]); }

namespace detail {
template <class System>
using SpringCall = decltype(std::declval<const System&>().spring);
}  // namespace detail

/// A mechanism's picture: what a list does not say of its bodies, and the rows of a pose.
class Picture {
 public:
  explicit Picture(const char* mechanism) : name_(mechanism) {}

  /// In body axes, from the centre of mass.
  Picture& corner(int body, const Point& at) {
    corners_.push_back({body, {at}});
    return *this;
  }
  Picture& outline(int body, std::vector<Point> line) {
    outlines_.push_back({body, std::move(line)});
    return *this;
  }

  template <class Model>
  void pose(const taut::MechanismState<Model>& at, double t_s) const {
    using System = std::decay_t<decltype(Model::system)>;
    const System& system = at.model.system;
    for (std::size_t i = 0; i < system.geometry.size(); ++i) {
      const taut::Joint& joint = Model::joint(static_cast<std::ptrdiff_t>(i));
      std::printf("joint,%s,%.6g,%d,%d,%d", name_, t_s, static_cast<int>(joint.kind), joint.a,
                  joint.b);
      print(in_world(at, joint.a, point(system.geometry[i].on_a)));
      print(in_world(at, joint.b, point(system.geometry[i].on_b)));
      std::puts("");
    }
    if constexpr (taut::detail::detected<detail::SpringCall, System>) {
      std::printf("spring,%s,%.6g,%d,%d", name_, t_s, system.spring.a, system.spring.b);
      print(in_world(at, system.spring.a, point(system.spring.on_a_m)));
      print(in_world(at, system.spring.b, point(system.spring.on_b_m)));
      std::puts("");
    }
    for (const Line& each : corners_) print_line("corner", at, t_s, each);
    for (const Line& each : outlines_) print_line("outline", at, t_s, each);
  }

  template <class Model>
  void path(const taut::MechanismState<Model>& at, const char* of, int body,
            const Point& of_body) const {
    std::printf("path,%s,%s", name_, of);
    print(in_world(at, body, of_body));
    std::puts("");
  }

 private:
  struct Line {
    int body;
    std::vector<Point> points;
  };
  template <class Model>
  void print_line(const char* kind, const taut::MechanismState<Model>& at, double t_s,
                  const Line& line) const {
    std::printf("%s,%s,%.6g,%d", kind, name_, t_s, line.body);
    for (const Point& each : line.points) print(in_world(at, line.body, each));
    std::puts("");
  }

  const char* name_;
  std::vector<Line> corners_, outlines_;
};

/// Which steps are drawn, and the point that draws a path.
struct Course {
  std::uint32_t hz;
  std::vector<int> instants;  ///< steps after which the pose is drawn; 0 is the start
  int steps, path_every;
  const char* marked;
  int body;
  Point of_body{};
  int path_from = 0;
};

/// Steps `model` over the course; `inputs(stepper, n)` are those of step n, from 0. False where a
/// step is refused.
template <class Method, class Model, class Q, class U, class Inputs>
bool draw(const Picture& picture, const Model& model, const Q& q, const U& u, const Course& course,
          const Inputs& inputs,
          const taut::Limits<double>& limits = taut::Limits<double>::of<Model>()) {
  taut::Stepper<Model, Method> stepper(model, taut::StepSize<double>::hz(course.hz), limits);
  taut::Status status = stepper.reset(q, u);
  std::size_t next = 0;
  for (int n = 0; status == taut::Status::ok; ++n) {
    const auto at = taut::mechanism_state(stepper);
    if (next < course.instants.size() && n == course.instants[next]) {
      picture.pose(at, n / static_cast<double>(course.hz));
      ++next;
    }
    if (n % course.path_every == 0 && n >= course.path_from)
      picture.path(at, course.marked, course.body, course.of_body);
    if (n == course.steps) return true;
    status = stepper.step(inputs(stepper, n));
  }
  std::fprintf(stderr, "%s\n", taut::describe(status));
  return false;
}
/// Without inputs.
template <class Method, class Model, class Q, class U>
bool draw(const Picture& picture, const Model& model, const Q& q, const U& u,
          const Course& course) {
  return draw<Method>(picture, model, q, u, course,
                      [](const auto&, int) { return taut::Input<Model>{}; });
}

}  // namespace drawing
