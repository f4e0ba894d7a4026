/// \file
/// The main of a program of the benchmark:
///
///     program MECHANISM STEPS EVERY
///
/// steps the mechanism and, where EVERY is not 0, prints each EVERY steps a line
///
///     time_s  largest opening of a hinge since the start in m  x y angle of each body
///
/// An engine is a class with Engine(layout), step() and pose(body).
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bench/mechanisms.hpp"

namespace taut::bench {

/// The largest distance between the points of a hinge.
template <class Engine>
double opening(const Engine& engine, const Layout& layout) {
  double largest = 0;
  for (const Hinge& hinge : layout.hinges) {
    const Pose still{0, 0, 0};
    const Pose a = point(hinge.a < 0 ? still : engine.pose(hinge.a), hinge.ax, hinge.ay);
    const Pose b = point(hinge.b < 0 ? still : engine.pose(hinge.b), hinge.bx, hinge.by);
    largest = std::max(largest, std::hypot(a.x - b.x, a.y - b.y));
  }
  return largest;
}

template <class Engine>
void run(Engine& engine, const Layout& layout, int steps, int every) {
  double largest = 0;
  for (int n = 1; n <= steps; ++n) {
    engine.step();
    if (every == 0) continue;
    largest = std::max(largest, opening(engine, layout));
    if (n % every != 0) continue;
    std::printf("%.9g %.3e", n * layout.step_s, largest);
    for (int b = 0; b < static_cast<int>(layout.bodies.size()); ++b) {
      const Pose pose = engine.pose(b);
      std::printf(" %.15g %.15g %.15g", pose.x, pose.y, pose.angle);
    }
    std::printf("\n");
  }
}

/// f(list, q, layout, steps, every) with what the command line says.
template <class F>
int with_arguments(int count, char** arguments, F&& f) {
  if (count == 4) {
    const int steps = std::atoi(arguments[2]), every = std::atoi(arguments[3]);
    if (with_mechanism(arguments[1], [&](const auto& list, const auto& q) {
          f(list, q, layout(list, q), steps, every);
        }))
      return 0;
  }
  std::fprintf(stderr, "usage: %s MECHANISM STEPS EVERY\n", arguments[0]);
  return 2;
}

template <class Engine>
int main_of(int count, char** arguments) {
  return with_arguments(count, arguments,
                        [](const auto&, const auto&, const Layout& layout, int steps, int every) {
                          Engine engine(layout);
                          run(engine, layout, steps, every);
                        });
}

}  // namespace taut::bench
