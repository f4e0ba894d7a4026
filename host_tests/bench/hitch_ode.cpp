/// \file
/// The hitch of hitch.hpp by the Open Dynamics Engine: a ball joint, dWorldStep, ERP 0.8, and the
/// suspensions as forces, since it has no springs between points.
#include <ode/ode.h>

#include "bench/hitch.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  Engine() {
    dInitODE();
    world_ = dWorldCreate();
    dWorldSetGravity(world_, 0, 0, gravity_m_s2);
    dWorldSetERP(world_, 0.8);
    for (std::size_t b = 0; b < 2; ++b) {
      const HitchBody& body = hitch_bodies[b];
      dMass mass;
      dMassSetParameters(&mass, body.mass_kg, 0, 0, 0, body.inertia_kg_m2[0], body.inertia_kg_m2[1],
                         body.inertia_kg_m2[2], 0, 0, 0);
      bodies_[b] = dBodyCreate(world_);
      dBodySetMass(bodies_[b], &mass);
      dBodySetPosition(bodies_[b], body.start_m[0], body.start_m[1], body.start_m[2]);
    }
    const dJointID ball = dJointCreateBall(world_, nullptr);
    const Triple at = point(0, hitch_bodies[0].hitch_m);
    dJointAttach(ball, bodies_[0], bodies_[1]);
    dJointSetBallAnchor(ball, at[0], at[1], at[2]);
  }

  void step() {
    for (const Suspension& spring : suspensions_) {
      const dBodyID body = bodies_[static_cast<std::size_t>(spring.body)];
      const Triple& s = spring.on_body_m;
      dVector3 P, v;
      dBodyGetRelPointPos(body, s[0], s[1], s[2], P);
      dBodyGetRelPointVel(body, s[0], s[1], s[2], v);
      const Triple F = suspension_force(spring, {P[0], P[1], P[2]}, {v[0], v[1], v[2]});
      dBodyAddForceAtPos(body, F[0], F[1], F[2], P[0], P[1], P[2]);
    }
    dWorldStep(world_, step_s);
  }
  Triple point(int body, const Triple& s) const {
    dVector3 P;
    dBodyGetRelPointPos(bodies_[static_cast<std::size_t>(body)], s[0], s[1], s[2], P);
    return {P[0], P[1], P[2]};
  }

 private:
  std::array<Suspension, 8> suspensions_ = suspensions();
  dWorldID world_;
  std::array<dBodyID, 2> bodies_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of_hitch<taut::bench::Engine>(count, arguments);
}
