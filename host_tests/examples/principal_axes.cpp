/// \file
/// A body from the inertia tensor of a drawing, on an oblique hinge: the program of
/// docs/build_a_mechanism.md, checked against the compound pendulum.

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
#include "taut/stepper.hpp"

namespace {

// [arm]
struct ArmList {
  using Scalar = double;
  static constexpr std::array joints{taut::revolute(taut::ground, 0, "shoulder")};
  std::array<taut::SpatialBody<double>, 1> bodies;
  std::array<taut::SpatialGeometry<double>, 1> geometry;
  taut::Gravity<double, 3> gravity{{0, 0, -9.81}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
};
// [arm]

std::array<double, 3> triple(const Eigen::Vector3d& x) { return {x[0], x[1], x[2]}; }

bool arm_swings() {
  // [axes]
  // of the drawing, whose axes are those of the world at the start
  const Eigen::Vector3d centre{0.3, 0.1, 0}, shoulder{0, 0, 0}, axis{0, 0.6, 0.8};
  Eigen::Matrix3d tensor;       // about the centre of mass, kg m^2
  tensor << 0.04, -0.02, 0.00,  //
      -0.02, 0.11, 0.01,        //
      0.00, 0.01, 0.13;

  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(tensor);
  const Eigen::Vector3d J = principal.eigenvalues();
  Eigen::Matrix3d R = principal.eigenvectors();   // body axes in those of the drawing
  if (R.determinant() < 0) R.col(2) = -R.col(2);  // right-handed
  const Eigen::Quaterniond e(R);

  // the drawing is the world here: points and axes on the ground stay, those on the body turn
  const taut::SpatialFrame<double> on_ground(triple(shoulder), triple(axis));
  const taut::SpatialFrame<double> on_arm(triple(R.transpose() * (shoulder - centre)),
                                          triple(R.transpose() * axis));
  using Model = taut::Mechanism<ArmList>;
  const Model model{{{{{4.0, J[0], J[1], J[2]}}}, {{{on_ground, on_arm, 0.0}}}}};
  const std::array<double, 7> q{centre[0], centre[1], centre[2], e.w(), e.x(), e.y(), e.z()};
  // [axes]

  // closed form: (z . J z + m |z x d|^2) phi'' = z . (d x m g)
  taut::Stepper<Model, taut::Rattle<1>> stepper(model, taut::StepSize<double>::hz(1000));
  if (stepper.reset(q, {}) != taut::Status::ok) return false;
  const auto at = taut::mechanism_state(stepper);
  taut::Accelerations<Model> now;
  if (taut::accelerate(at, now) != taut::Status::ok) return false;
  const Eigen::Vector3d weight{0, 0, -4.0 * 9.81}, d = centre - shoulder;
  const double about = axis.dot(tensor * axis) + 4.0 * axis.cross(d).squaredNorm();
  const double expected = axis.dot(d.cross(weight)) / about;
  const double found = axis.dot(R * Eigen::Vector3d(now.u_rate[3], now.u_rate[4], now.u_rate[5]));
  std::printf("arm: %.6f rad/s^2, closed form %.6f\n", found, expected);
  return std::fabs(found - expected) < 1e-12;
}

}  // namespace

int main() { return arm_swings() ? 0 : 1; }
