/// \file
/// Bullet in double precision: free bodies and hinges, sequential impulses in its ten iterations,
/// four fifths of an opening taken back in each step, nothing that collides, sleeps or damps.
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "bench/program.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  explicit Engine(const Layout& layout) : step_s_(layout.step_s) {
    world_.setGravity(btVector3(0, layout.gravity_m_s2, 0));
    world_.getSolverInfo().m_erp = 0.8;
    for (const Body& body : layout.bodies) {
      const btVector3 inertia(body.inertia_kg_m2 / 2, body.inertia_kg_m2 / 2, body.inertia_kg_m2);
      btRigidBody::btRigidBodyConstructionInfo info(body.mass_kg, nullptr, &shape_, inertia);
      info.m_startWorldTransform.setIdentity();
      info.m_startWorldTransform.setOrigin(btVector3(body.x, body.y, 0));
      info.m_startWorldTransform.setRotation(btQuaternion(btVector3(0, 0, 1), body.angle));
      bodies_.push_back(std::make_unique<btRigidBody>(info));
      bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_.back().get(), 0, 0);
    }
    const btVector3 axis(0, 0, 1);
    for (const Hinge& hinge : layout.hinges) {
      const btVector3 on_a(hinge.ax, hinge.ay, 0), on_b(hinge.bx, hinge.by, 0);
      btRigidBody& b = *bodies_[static_cast<std::size_t>(hinge.b)];
      hinges_.push_back(hinge.a < 0 ? std::make_unique<btHingeConstraint>(b, on_b, axis)
                                    : std::make_unique<btHingeConstraint>(
                                          *bodies_[static_cast<std::size_t>(hinge.a)], b, on_a,
                                          on_b, axis, axis));
      world_.addConstraint(hinges_.back().get(), true);
    }
  }
  ~Engine() {
    for (const auto& hinge : hinges_) world_.removeConstraint(hinge.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() { world_.stepSimulation(step_s_, 0); }
  Pose pose(int body) const {
    const btTransform& at = bodies_[static_cast<std::size_t>(body)]->getWorldTransform();
    return {at.getOrigin().x(), at.getOrigin().y(),
            std::atan2(at.getBasis()[1][0], at.getBasis()[0][0])};
  }

 private:
  double step_s_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  btEmptyShape shape_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btHingeConstraint>> hinges_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of<taut::bench::Engine>(count, arguments);
}
