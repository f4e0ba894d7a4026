/// \file
/// Attitude, its rate, and the equations of motion of a rigid body.
#include "taut/rigid_body.hpp"

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;

template <class S>
class RigidBodyTest : public ::testing::Test {};
TYPED_TEST_SUITE(RigidBodyTest, testing::Scalars, testing::ScalarNames);

template <class S>
Vector<S, 6> somewhere() {
  Vector<S, 6> q;
  q << S(1), S(2), S(3), S(0.7), S(-0.4), S(1.1);
  return q;
}

TYPED_TEST(RigidBodyTest, AttitudeIsARotationAndItsInverse) {
  using S = TypeParam;
  const Attitude<S> attitude(somewhere<S>(), 0);
  const Matrix<S, 3, 3> product = attitude.R.lazyProduct(attitude.R.transpose());
  EXPECT_LT((product - Matrix<S, 3, 3>::Identity()).cwiseAbs().maxCoeff(), S(roundings<S>(4)));
  const Vector<S, 3> s{S(1), S(-2), S(3)};
  EXPECT_TRUE(all_near(attitude.to_body(attitude.to_world(s)), s, roundings<S>(8, 3)));
}

// x forward, y left, z up: a quarter turn of yaw takes x to y, a positive pitch lowers the nose, a
// positive roll lifts the left side.
TYPED_TEST(RigidBodyTest, AnglesTurnAboutTheirAxes) {
  using S = TypeParam;
  const S quarter = S(1.5707963267948966192);
  const double rounding = roundings<S>(1);
  Vector<S, 6> q = Vector<S, 6>::Zero();
  q[3] = quarter;
  EXPECT_TRUE(all_near(Attitude<S>(q, 0).to_world({S(1), S(0), S(0)}),
                       Vector<S, 3>{S(0), S(1), S(0)}, rounding));
  q[3] = S(0), q[4] = quarter;
  EXPECT_TRUE(all_near(Attitude<S>(q, 0).to_world({S(1), S(0), S(0)}),
                       Vector<S, 3>{S(0), S(0), S(-1)}, rounding));
  q[4] = S(0), q[5] = quarter;
  EXPECT_TRUE(all_near(Attitude<S>(q, 0).to_world({S(0), S(1), S(0)}),
                       Vector<S, 3>{S(0), S(0), S(1)}, rounding));
}

// R' = R [w]x, with R' from the rates of the angles by dual numbers.
TYPED_TEST(RigidBodyTest, AttitudeRateTurnsTheBodyWithItsAngularVelocity) {
  using S = TypeParam;
  const Vector<S, 6> q = somewhere<S>();
  const Vector<S, 3> w{S(0.3), S(-1.2), S(0.8)}, s{S(1), S(-2), S(3)};
  const Attitude<S> attitude(q, 0);
  const Vector<S, 3> rate = attitude_rate(attitude.pitch, attitude.roll, w);
  Vector<Dual<S, 1>, 6> moving;
  for (int i = 0; i < 6; ++i) {
    moving[i] = Dual<S, 1>(q[i]);
    if (i >= 3) moving[i].derivative[0] = rate[i - 3];
  }
  const auto turned = Attitude<Dual<S, 1>>(moving, 0).to_world(constant_triple<Dual<S, 1>>(s));
  const Vector<S, 3> expected = attitude.to_world(cross(w, s));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(near(turned[i].derivative[0], expected[i], roundings<S>(16, 5)));
}

// A free body in the air: its angular momentum in world axes does not change, d/dt (R J w) =
// R (J w' + w x J w) = 0.
TYPED_TEST(RigidBodyTest, FreeBodyKeepsItsAngularMomentumAndFalls) {
  using S = TypeParam;
  Vector<S, 6> u;
  u << S(0), S(0), S(0), S(0.3), S(-1.2), S(0.8);
  const Vector<S, 3> J{S(2), S(5), S(6)};
  const BodyMotion<S> motion(somewhere<S>(), u, 0);
  Vector<S, 6> f;
  put_equations_of_motion(S(98.1), J, motion, Load<S>{}, 0, f);
  const Vector<S, 3> Jw{J[0] * u[3], J[1] * u[4], J[2] * u[5]};
  const Vector<S, 3> gyroscopic = cross(motion.w, Jw);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(near(f[3 + i] + gyroscopic[i], 0, roundings<S>(4, 6)));
  EXPECT_EQ(f[0], 0);
  EXPECT_EQ(f[1], 0);
  EXPECT_EQ(f[2], S(-98.1));
}

// A force F at r + R s has the moment s x R^T F in body axes.
TYPED_TEST(RigidBodyTest, ForceOffTheCentreTurnsTheBody) {
  using S = TypeParam;
  const Vector<S, 6> rest = Vector<S, 6>::Zero();
  const BodyMotion<S> motion(somewhere<S>(), rest, 0);
  const Vector<S, 3> s{S(1), S(-2), S(3)}, F{S(4), S(5), S(-6)};
  Load<S> load;
  load.add(F, motion.attitude.to_world(s));
  Vector<S, 6> f;
  put_equations_of_motion(S(0), Vector<S, 3>(S(1), S(2), S(3)), motion, load, 0, f);
  const Vector<S, 3> moment = cross(s, motion.attitude.to_body(F));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(near(f[i], F[i], 0));
    EXPECT_TRUE(near(f[3 + i], moment[i], roundings<S>(8, 30)));
  }
}

}  // namespace
}  // namespace taut
