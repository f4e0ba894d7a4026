/// \file
/// Two rigid bodies in space, a ball hitch between them and eight stiff spring-dampers to the
/// ground: the masses, hitch and suspension of models::Trailer, at rest, with free lengths that
/// differ between left and right, so that both bodies heave, pitch and roll. And the main of its
/// programs, as program.hpp has it for hinges: `program hitch STEPS EVERY`; a line holds the time,
/// the largest opening of the hitch and x y z of both centres of mass. An engine is a class with
/// step() and point(body, s), where the point s of a body is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace taut::bench {

using Triple = std::array<double, 3>;

inline constexpr double step_s = 1e-3, gravity_m_s2 = -9.81;

struct HitchBody {
  double mass_kg;
  Triple inertia_kg_m2, start_m,
      hitch_m;  ///< the hitch in body axes, which start along the world's
};
inline constexpr std::array<HitchBody, 2> hitch_bodies{
    {{8000, {6500, 26000, 27000}, {0, 0, 1.1}, {-3.6, 0, -0.4}},
     {10000, {9000, 40000, 42000}, {-8.8, 0, 1.3}, {5.2, 0, -0.6}}}};

/// Between a point of a body and the point of the ground a metre below its start.
struct Suspension {
  int body;
  Triple on_body_m, on_ground_m;
  double length_m, stiffness_n_per_m, damping_n_s_per_m;
};
inline std::array<Suspension, 8> suspensions() {
  struct Axle {
    int body;
    double x, half_track, stiffness, damping, load;
  };
  constexpr std::array<Axle, 4> axles{{{0, 1.9, 1, 2.2e5, 9e3, 20926.3},
                                       {0, -2.3, 0.95, 2.5e5, 1e4, 20130.4},
                                       {1, 0.45, 1, 3e5, 1.2e4, 23616.7},
                                       {1, -0.85, 1, 3e5, 1.2e4, 23616.7}}};
  std::array<Suspension, 8> out{};
  for (std::size_t i = 0; i < 8; ++i) {
    const Axle& axle = axles[i / 2];
    const HitchBody& body = hitch_bodies[static_cast<std::size_t>(axle.body)];
    const double side = i % 2 == 0 ? 1 : -1;
    const Triple at{axle.x, side * axle.half_track, -body.start_m[2]};
    out[i] = {axle.body,
              at,
              {body.start_m[0] + at[0], at[1], -1},
              1 + axle.load / axle.stiffness + 0.05 * side,
              axle.stiffness,
              axle.damping};
  }
  return out;
}

/// The force on the body of a suspension whose end is at P and moves with v.
inline Triple suspension_force(const Suspension& spring, const Triple& P, const Triple& v) {
  const Triple D{spring.on_ground_m[0] - P[0], spring.on_ground_m[1] - P[1],
                 spring.on_ground_m[2] - P[2]};
  const double L = std::sqrt(D[0] * D[0] + D[1] * D[1] + D[2] * D[2]);
  const double rate = -(D[0] * v[0] + D[1] * v[1] + D[2] * v[2]) / L;
  const double share =
      (spring.stiffness_n_per_m * (L - spring.length_m) + spring.damping_n_s_per_m * rate) / L;
  return {share * D[0], share * D[1], share * D[2]};
}

template <class Engine>
int main_of_hitch(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: %s hitch STEPS EVERY\n", arguments[0]);
    return 2;
  }
  const int steps = std::atoi(arguments[2]), every = std::atoi(arguments[3]);
  Engine engine;
  double largest = 0;
  for (int n = 1; n <= steps; ++n) {
    engine.step();
    if (every == 0) continue;
    const Triple a = engine.point(0, hitch_bodies[0].hitch_m);
    const Triple b = engine.point(1, hitch_bodies[1].hitch_m);
    largest = std::max(largest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    if (n % every != 0) continue;
    std::printf("%.9g %.3e", n * step_s, largest);
    for (int body = 0; body < 2; ++body) {
      const Triple r = engine.point(body, {0, 0, 0});
      std::printf(" %.15g %.15g %.15g", r[0], r[1], r[2]);
    }
    std::printf("\n");
  }
  return 0;
}

}  // namespace taut::bench
