/// \file
/// The hitch of hitch.hpp by Bullet in double precision: a point-to-point constraint, sequential
/// impulses in its ten iterations, ERP 0.8, and the suspensions as forces, since it has no springs
/// between points.
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "bench/hitch.hpp"

namespace taut::bench {
namespace {

class Engine {
 public:
  Engine() {
    world_.setGravity(btVector3(0, 0, gravity_m_s2));
    world_.getSolverInfo().m_erp = 0.8;
    for (std::size_t b = 0; b < 2; ++b) {
      const HitchBody& body = hitch_bodies[b];
      btRigidBody::btRigidBodyConstructionInfo info(body.mass_kg, nullptr, &shape_,
                                                    vector(body.inertia_kg_m2));
      info.m_startWorldTransform.setIdentity();
      info.m_startWorldTransform.setOrigin(vector(body.start_m));
      bodies_[b] = std::make_unique<btRigidBody>(info);
      bodies_[b]->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_[b].get(), 0, 0);
    }
    hitch_ = std::make_unique<btPoint2PointConstraint>(
        *bodies_[0], *bodies_[1], vector(hitch_bodies[0].hitch_m), vector(hitch_bodies[1].hitch_m));
    world_.addConstraint(hitch_.get(), true);
  }
  ~Engine() {
    world_.removeConstraint(hitch_.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step() {
    for (const Suspension& spring : suspensions_) {
      btRigidBody& body = *bodies_[static_cast<std::size_t>(spring.body)];
      const btVector3 lever = body.getWorldTransform().getBasis() * vector(spring.on_body_m);
      const btVector3 P = body.getWorldTransform().getOrigin() + lever;
      const btVector3 v = body.getVelocityInLocalPoint(lever);
      const Triple F = suspension_force(spring, {P.x(), P.y(), P.z()}, {v.x(), v.y(), v.z()});
      body.applyForce(vector(F), lever);
    }
    world_.stepSimulation(step_s, 0);
  }
  Triple point(int body, const Triple& s) const {
    const btVector3 P = bodies_[static_cast<std::size_t>(body)]->getWorldTransform() * vector(s);
    return {P.x(), P.y(), P.z()};
  }

 private:
  static btVector3 vector(const Triple& x) { return btVector3(x[0], x[1], x[2]); }

  std::array<Suspension, 8> suspensions_ = suspensions();
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  btEmptyShape shape_;
  std::array<std::unique_ptr<btRigidBody>, 2> bodies_;
  std::unique_ptr<btPoint2PointConstraint> hitch_;
};

}  // namespace
}  // namespace taut::bench

int main(int count, char** arguments) {
  return taut::bench::main_of_hitch<taut::bench::Engine>(count, arguments);
}
