/// \file
/// The mechanisms of the benchmark as plain data, read off the lists that taut steps: what every
/// engine builds its own from. In the plane, z out of it. SI units.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "models/four_bar.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"

namespace taut::bench {

struct Body {
  double mass_kg, inertia_kg_m2;  ///< about z, at the centre of mass
  double x, y, angle;             ///< at the start, at rest
};

/// A hinge at (ax, ay) of body a and (bx, by) of body b; the ground is ground.
struct Hinge {
  int a, b;
  double ax, ay, bx, by;
};

struct Pose {
  double x, y, angle;
};

struct Layout {
  double step_s = 1e-3;
  double gravity_m_s2 = -9.81;  ///< along y
  std::vector<Body> bodies;
  std::vector<Hinge> hinges;
};

/// Where the point (x, y) of a body is.
inline Pose point(const Pose& body, double x, double y) {
  const double c = std::cos(body.angle), s = std::sin(body.angle);
  return {body.x + c * x - s * y, body.y + s * x + c * y, body.angle};
}

/// The layout of a list of planar bodies and revolute joints that starts at q.
template <class List, class Q>
Layout layout(const List& list, const Q& q) {
  Layout out;
  for (std::size_t i = 0; i < list.bodies.size(); ++i)
    out.bodies.push_back({list.bodies[i].mass_kg, list.bodies[i].inertia_kg_m2, q[3 * i],
                          q[3 * i + 1], q[3 * i + 2]});
  for (std::size_t i = 0; i < List::joints.size(); ++i) {
    const auto& at = list.geometry[i];
    out.hinges.push_back(
        {List::joints[i].a, List::joints[i].b, at.on_a.x, at.on_a.y, at.on_b.x, at.on_b.y});
  }
  return out;
}

/// Calls f(list, q) with the list of that name and its start; false where there is none.
template <class F>
bool with_mechanism(const std::string& name, F&& f) {
  using models::FourBarList;
  using models::LadderList;
  if (name == "four_bar")
    f(FourBarList<double>{}, models::FourBarStart<double>{}.q);
  else if (name == "ladder_5")
    f(LadderList<double, 5>{}, LadderList<double, 5>::start());
  else if (name == "ladder_10")
    f(LadderList<double, 10>{}, LadderList<double, 10>::start());
  else if (name == "ladder_20")
    f(LadderList<double, 20>{}, LadderList<double, 20>::start());
  else
    return false;
  return true;
}

}  // namespace taut::bench
