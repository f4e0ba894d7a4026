/// \file
/// The hitch of hitch.hpp by taut: RATTLE-1 or, with TAUT_BENCH_FINE, with one correction at a 64th
/// of the step, as the reference.
#include "bench/hitch.hpp"
#include "taut/mechanism/forces.hpp"
#include "taut/mechanism/mechanism.hpp"
#include "taut/taut.hpp"

namespace taut::bench {
namespace {

#ifdef TAUT_BENCH_FINE
using Method = Rattle<1>;
constexpr int fine = 64;
#else
using Method = Rattle<0>;
constexpr int fine = 1;
#endif

struct HitchList {
  using Scalar = double;
  static constexpr std::array joints{spherical(0, 1, "hitch")};

  std::array<SpatialBody<double>, 2> bodies{of(hitch_bodies[0]), of(hitch_bodies[1])};
  std::array<SpatialGeometry<double>, 1> geometry{{{at(hitch_bodies[0]), at(hitch_bodies[1]), 0}}};
  Gravity<double, 3> gravity{{0, 0, gravity_m_s2}};
  std::array<SpringDamper<double, 3>, 8> springs = all_springs();

  template <class Acting, class Signals>
  void apply_forces(Acting& acting, const Signals&) const {
    gravity.apply(acting);
    for (const SpringDamper<double, 3>& spring : springs) spring.apply(acting);
  }

 private:
  static SpatialBody<double> of(const HitchBody& body) {
    return {body.mass_kg, body.inertia_kg_m2[0], body.inertia_kg_m2[1], body.inertia_kg_m2[2]};
  }
  static SpatialFrame<double> at(const HitchBody& body) {
    return {body.hitch_m[0], body.hitch_m[1], body.hitch_m[2]};
  }
  static std::array<SpringDamper<double, 3>, 8> all_springs() {
    std::array<SpringDamper<double, 3>, 8> out{};
    for (std::size_t i = 0; i < 8; ++i) {
      const Suspension of = suspensions()[i];
      out[i] = {of.body,
                ground,
                of.on_body_m,
                of.on_ground_m,
                of.length_m,
                of.stiffness_n_per_m,
                of.damping_n_s_per_m};
    }
    return out;
  }
};

class Engine {
 public:
  using Model = Mechanism<HitchList>;

  Engine() : stepper_(Model{}, StepSize<double>::hz(1000 * fine)) {
    std::array<double, Model::nq> q{};
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 3; ++i) q[7 * b + i] = hitch_bodies[b].start_m[i];
      q[7 * b + 3] = 1;
    }
    check(stepper_.reset(q, std::array<double, Model::nu>{}));
  }
  void step() {
    for (int i = 0; i < fine; ++i) check(stepper_.step());
  }
  Triple point(int body, const Triple& s) const {
    const auto q = detail::load(stepper_.state().q);
    const auto pose = Model::pose(q, body);
    const Vector<double, 3> lever = pose.to_world(detail::vector(s));
    return {pose.r[0] + lever[0], pose.r[1] + lever[1], pose.r[2] + lever[2]};
  }

 private:
  static void check(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "taut: %s\n", describe(status));
    std::exit(1);
  }

  Stepper<Model, Method> stepper_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of_hitch<taut::bench::Engine>(count, arguments);
}
