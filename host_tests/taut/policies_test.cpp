/// \file
/// Every combination of policies that the reference has steps of: derivative, stabilisation,
/// formulation and partition of the Euler family.

#include "taut/policies.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/pendulum.hpp"
#include "support/step_reference.hpp"
#include "taut/stepper.hpp"
#include "taut/vehicle_euler.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;
using models::CircularTrack;
using models::CircularTrackStart;
using models::Pendulum;
using models::PendulumStart;

// The largest force of each problem, for the rounding of multipliers: springs of unit stiffness,
// the radial force, the weight.
template <class Method>
void expect_reference_on_all(const std::string& method) {
  testing::expect_reference_steps<Method>(CarAxle<double>{}, CarAxleStart<double>{}, "caraxis",
                                          method, 0.5);
  testing::expect_reference_steps<Method>(CircularTrack<double>{}, CircularTrackStart<double>{},
                                          "track", method, 10);
  testing::expect_reference_steps<Method>(Pendulum<double>{}, PendulumStart<double>{}, "pendulum",
                                          method, 13.75);
}

template <class Stabilization, class Formulation = Index1, class Partition = J3>
using ForceOnly = LinearImplicitEuler<ForceDerivative, Stabilization, Formulation, Partition>;
template <class Formulation>
using Explicit = LinearImplicitEuler<NoDerivative, OneStepProjection, Formulation>;

TEST(PoliciesReference, ProjectionAtThePredictedPoint) {
  expect_reference_on_all<ForceOnly<ProjectionAtPredicted>>("LIE-J3-I1-P(pred)");
  expect_reference_on_all<ForceOnly<ProjectionAtPredicted, Index2>>("LIE-J3-I2-P(pred)");
}

TEST(PoliciesReference, MultipliersOfTheVelocityConstraint) {
  expect_reference_on_all<ForceOnly<OneStepProjection, Index2>>("LIE-J3-I2-P(qn)");
}

TEST(PoliciesReference, LiteralMultipliers) {
  expect_reference_on_all<ForceOnly<OneStepProjection, Index1Literal>>("LIE-J3-I1lit-P(qn)");
}

TEST(PoliciesReference, DeadBeatBaumgarte) {
  expect_reference_on_all<ForceOnly<DeadBeatBaumgarte>>("LIE-J3-I1-Baum(1/h)");
}

TEST(PoliciesReference, ExplicitEuler) {
  expect_reference_on_all<Explicit<Index1>>("EE-I1-proj1");
  expect_reference_on_all<Explicit<Index2>>("EE-I2-proj1");
}

TEST(PoliciesReference, Partitions) {
  expect_reference_on_all<ForceOnly<OneStepProjection, Index1, J1>>("LIE-J1-I1-proj1");
  expect_reference_on_all<ForceOnly<OneStepProjection, Index1, J2>>("LIE-J2-I1-proj1");
  expect_reference_on_all<ForceOnly<OneStepProjection, Index1, JExact>>("LIE-JEX-I1-proj1");
}

TEST(PoliciesReference, PartitionsOfIndex2) {
  expect_reference_on_all<ForceOnly<OneStepProjection, Index2, J1>>("LIE-J1-I2-proj1");
  expect_reference_on_all<ForceOnly<OneStepProjection, Index2, J2>>("LIE-J2-I2-proj1");
  expect_reference_on_all<ForceOnly<OneStepProjection, Index2, JExact>>("LIE-JEX-I2-proj1");
}

// Largest |g| of the car axle over [0, 3] s.
template <class Method>
double closure(std::uint32_t hz, Method method = Method{}) {
  Stepper<CarAxle<double>, Method> stepper(CarAxle<double>{}, StepSize<double>::hz(hz),
                                           Limits<double>{1e3, 1e-14}, method);
  const CarAxleStart<double> start;
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  double largest = 0;
  testing::run(stepper, static_cast<int>(3 * hz), {},
               [&](const auto& s) { largest = std::max(largest, s.position_residual()); });
  return largest;
}

template <class Method>
double closure_order() {
  return std::log10(closure<Method>(1000) / closure<Method>(10000));
}

// tables.md, "Figures 5, 6 car axle"
TEST(Policies, ClosureHasTheOrderOfItsStabilisation) {
  EXPECT_NEAR((closure_order<ForceOnly<OneStepProjection>>()), 3.0, 0.1);
  EXPECT_NEAR((closure_order<ForceOnly<DeadBeatBaumgarte>>()), 2.0, 0.1);
  EXPECT_NEAR((closure_order<ForceOnly<DeadBeatBaumgarte, Index2>>()), 2.0, 0.1);
  EXPECT_NEAR((closure_order<ForceOnly<NoStabilization, Index2>>()), 1.0, 0.1);
  EXPECT_NEAR(closure<ForceOnly<DeadBeatBaumgarte>>(1000) / 8.86e-6, 1.0, 0.01);
  EXPECT_NEAR((closure<ForceOnly<DeadBeatBaumgarte, Index2>>(1000)) / 4.43e-6, 1.0, 0.01);
  EXPECT_NEAR((closure<ForceOnly<NoStabilization, Index2>>(1000)) / 3.33e-3, 1.0, 0.01);
  EXPECT_NEAR(closure<ForceOnly<ProjectionAtPredicted>>(1000) / 4.90e-12, 1.0, 0.01);
}

TEST(Policies, IteratedProjectionClosesToRounding) {
  EXPECT_LT(closure<ForceOnly<IteratedProjection<3>>>(1000), 1e-15);
}

// The velocity is then exact and the position drifts as in index 2.
TEST(Policies, VelocityProjectionLeavesAPositionDriftOfOrderOne) {
  EXPECT_NEAR((closure_order<ForceOnly<VelocityProjection>>()), 1.0, 0.1);
  EXPECT_NEAR(closure<ForceOnly<VelocityProjection>>(1000) / 3.33e-3, 1.0, 0.01);
}

// Given parameters do what the dead-beat ones do where they are equal.
TEST(Policies, GivenBaumgarteParametersEqualTheDeadBeatOnes) {
  using Given = ForceOnly<Baumgarte<double>>;
  EXPECT_EQ(closure<Given>(1000, Given{{1e3, 1e6}}), closure<ForceOnly<DeadBeatBaumgarte>>(1000));
}

// A mass beside a straight rail, g = q_2: no curvature, so that nothing but the error map is left.
struct Rail {
  using Scalar = double;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<double, 2> mass_matrix() const { return {1, 1}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&, const Signals<Rail, N>&) const {
    return {N(0.0), N(0.0)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<Rail, N>&) const {
    return Vector<N, 1>(q[1]);
  }
};

// |g| after `steps` steps of 1 ms from a distance of 1.
template <class Method>
double distance_after(int steps, const Method& method) {
  Stepper<Rail, Method> stepper(Rail{}, StepSize<double>::hz(1000), Limits<double>{1e9, 1e-14},
                                method);
  EXPECT_EQ(stepper.reset({0, 1}, {0, 0}), Status::ok);
  testing::run(stepper, steps);
  return stepper.position_residual();
}

template <class Formulation, class Partition>
using DeadBeat = LinearImplicitEuler<FullDerivative, DeadBeatBaumgarte, Formulation, Partition>;
TEST(Policies, DeadBeatBaumgarteClosesInTwoSteps) {
  EXPECT_LT(distance_after(2, (DeadBeat<Index1, J3>{})), 1e-15);
  EXPECT_LT(distance_after(2, (DeadBeat<Index1, JExact>{})), 1e-15);
  EXPECT_LT(distance_after(2, (DeadBeat<Index2, J3>{})), 1e-15);
  EXPECT_LT(distance_after(2, (DeadBeat<Index2, JExact>{})), 1e-15);
  EXPECT_LT(distance_after(2, VehicleEuler<>{}), 1e-15);
}

// With alpha = `alpha_h` / h and beta = 1/h^2.
template <class Method>
double distance_left(double alpha_h) {
  Method method;
  method.stabilization = {alpha_h * 1e3, 1e6};
  return distance_after(400, method);
}

// 1 + trace + determinant of the error map is 5 - 4 h alpha, and 3 - 4 h alpha where q advances
// with the new velocity.
TEST(Policies, BaumgarteIsStableUpToTheBoundOfItsOrdering) {
  using OldVelocity = LinearImplicitEuler<FullDerivative, Baumgarte<double>>;
  EXPECT_LT(distance_left<OldVelocity>(1.24), 1e-3);
  EXPECT_GT(distance_left<OldVelocity>(1.26), 1e3);
  using NewPosition = LinearImplicitEuler<FullDerivative, Baumgarte<double>, Index1, JExact>;
  EXPECT_LT(distance_left<NewPosition>(0.74), 1e-3);
  EXPECT_GT(distance_left<NewPosition>(0.76), 1e3);
  using NewVelocity = VehicleEuler<Baumgarte<double>>;
  EXPECT_LT(distance_left<NewVelocity>(0.74), 1e-3);
  EXPECT_GT(distance_left<NewVelocity>(0.76), 1e3);
}

}  // namespace
}  // namespace taut
