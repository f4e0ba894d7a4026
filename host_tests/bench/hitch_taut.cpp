/// \file
/// The hitch of hitch.hpp by taut.
#include "bench/hitch.hpp"
#include "bench/steps_of_taut.hpp"
#include "taut/mechanism/forces.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut::bench {
namespace {

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

using Model = Mechanism<HitchList>;

class Engine : public StepsOfTaut<Model> {
 public:
  Engine() : StepsOfTaut(Model{}, start()) {}
  Triple point(int body, const Triple& s) const {
    const auto pose = Model::pose(detail::load(q()), body);
    const Vector<double, 3> lever = pose.to_world(detail::vector(s));
    return {pose.r[0] + lever[0], pose.r[1] + lever[1], pose.r[2] + lever[2]};
  }

 private:
  static std::array<double, Model::nq> start() {
    std::array<double, Model::nq> q{};
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t i = 0; i < 3; ++i) q[7 * b + i] = hitch_bodies[b].start_m[i];
      q[7 * b + 3] = 1;
    }
    return q;
  }
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of_hitch<taut::bench::Engine>(count, arguments);
}
