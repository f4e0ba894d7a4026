/// \file
/// The Open Dynamics Engine: free bodies and hinges, dWorldStep (its direct solver), four fifths of
/// an opening taken back in each step, and the constraint softness that is its default in double.
#include <ode/ode.h>

#include "bench/program.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  explicit Engine(const Layout& layout) : step_s_(layout.step_s) {
    dInitODE();
    world_ = dWorldCreate();
    dWorldSetGravity(world_, 0, layout.gravity_m_s2, 0);
    dWorldSetERP(world_, 0.8);
    for (const Body& body : layout.bodies) {
      dMass mass;
      dMassSetParameters(&mass, body.mass_kg, 0, 0, 0, body.inertia_kg_m2 / 2,
                         body.inertia_kg_m2 / 2, body.inertia_kg_m2, 0, 0, 0);
      dMatrix3 R;
      dRFromAxisAndAngle(R, 0, 0, 1, body.angle);
      const dBodyID id = dBodyCreate(world_);
      dBodySetMass(id, &mass);
      dBodySetPosition(id, body.x, body.y, 0);
      dBodySetRotation(id, R);
      bodies_.push_back(id);
    }
    for (const Hinge& hinge : layout.hinges) {
      const dBodyID a = hinge.a < 0 ? nullptr : bodies_[static_cast<std::size_t>(hinge.a)];
      const dBodyID b = hinge.b < 0 ? nullptr : bodies_[static_cast<std::size_t>(hinge.b)];
      const dJointID id = dJointCreateHinge(world_, nullptr);
      const Pose at =
          hinge.a < 0 ? Pose{hinge.ax, hinge.ay, 0} : point(pose(hinge.a), hinge.ax, hinge.ay);
      dJointAttach(id, a, b);
      dJointSetHingeAnchor(id, at.x, at.y, 0);
      dJointSetHingeAxis(id, 0, 0, 1);
    }
  }

  void step() { dWorldStep(world_, step_s_); }
  Pose pose(int body) const {
    const dReal* const r = dBodyGetPosition(bodies_[static_cast<std::size_t>(body)]);
    const dReal* const R = dBodyGetRotation(bodies_[static_cast<std::size_t>(body)]);
    return {r[0], r[1], std::atan2(R[4], R[0])};
  }

 private:
  double step_s_;
  dWorldID world_;
  std::vector<dBodyID> bodies_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of<taut::bench::Engine>(count, arguments);
}
