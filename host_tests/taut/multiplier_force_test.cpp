/// \file
/// A force that depends on the multipliers: where it is a share of the constraint force itself, the
/// motion is that of the plain model and the multipliers are larger.
#include "taut/multiplier_force.hpp"

#include "support/run.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using testing::either;
using testing::largest_difference;
using testing::near;

template <class S>
class MultiplierForceTest : public ::testing::Test {};
TYPED_TEST_SUITE(MultiplierForceTest, testing::Scalars, testing::ScalarNames);

// A double pendulum with dampers whose force carries a share of its constraint force: f + share G^T
// lambda, and curved where `curved`.
template <class S, bool carries>
struct SharingPendulum {
  using Scalar = S;
  static constexpr int nq = 4, nc = 2;
  static constexpr bool multiplier_force = carries;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr S share() { return S(0.25); }

  Vector<S, 4> mass_matrix() const { return {S(1), S(1), S(0.5), S(0.5)}; }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 4>& q, const Signals<SharingPendulum, N>&) const {
    const N dx = q[2] - q[0], dy = q[3] - q[1];
    return {q[0] * q[0] + q[1] * q[1] - S(1), dx * dx + dy * dy - S(1)};
  }
  template <class N>
  Vector<N, 4> force(const Vector<N, 4>& q, const Vector<N, 4>& u,
                     const Signals<SharingPendulum, N>& s) const {
    Vector<N, 4> f = {S(-0.2) * u[0], S(-9.81) - S(0.2) * u[1], S(-0.1) * u[2],
                      S(-4.905) - S(0.1) * u[3]};
    if constexpr (carries) {
      const N dx = q[2] - q[0], dy = q[3] - q[1];
      const Vector<N, 2> l = S(2) * share() * s.lambda;
      f += Vector<N, 4>{q[0] * l[0] - dx * l[1], q[1] * l[0] - dy * l[1], dx * l[1], dy * l[1]};
    }
    return f;
  }
};

template <class Method, class S>
void expect_same_motion(double tolerance, double force_tolerance) {
  const std::array<S, 4> q{S(0.6), S(-0.8), S(1.4), S(-1.4)}, u{};
  Stepper<SharingPendulum<S, true>, Method> carrying({}, StepSize<S>::hz(500));
  Stepper<SharingPendulum<S, false>, Method> plain({}, StepSize<S>::hz(500));
  ASSERT_EQ(carrying.reset(q, u), Status::ok);
  ASSERT_EQ(plain.reset(q, u), Status::ok);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(carrying.step(), Status::ok) << i;
    ASSERT_EQ(plain.step(), Status::ok) << i;
  }
  EXPECT_LT(largest_difference(carrying.state().q, plain.state().q), tolerance);
  EXPECT_LT(largest_difference(carrying.state().u, plain.state().u), 10 * tolerance);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(
        near(S(0.75) * carrying.state().lambda[i], plain.state().lambda[i], force_tolerance));
  EXPECT_GT(largest_difference(plain.state().q, q), 0.1);
}

TYPED_TEST(MultiplierForceTest, NewtonsStepIsExactForALinearForce) {
  using S = TypeParam;
  const double t = either<S>(1e-12, 1e-5), l = either<S>(1e-10, 2e-3);
  using P = OneStepProjection;
  expect_same_motion<LinearImplicitEuler<>, S>(t, l);
  expect_same_motion<LinearImplicitEuler<NoDerivative>, S>(t, l);
  expect_same_motion<LinearImplicitEuler<FullDerivative, P, Index2>, S>(t, l);
  expect_same_motion<LinearImplicitEuler<FullDerivative, DeadBeatBaumgarte>, S>(t, l);
  expect_same_motion<Rattle<0>, S>(t, l);
  expect_same_motion<Rattle<1>, S>(t, l);
}

// J1 knows no position, J2 takes F_q V with the multipliers held: of both models the same.
TYPED_TEST(MultiplierForceTest, JacobiansOnTheLeftStandBesideIt) {
  using S = TypeParam;
  const double t = either<S>(1e-12, 1e-5), l = either<S>(1e-10, 2e-3);
  using P = OneStepProjection;
  expect_same_motion<LinearImplicitEuler<FullDerivative, P, Index1, J1>, S>(t, l);
  expect_same_motion<LinearImplicitEuler<FullDerivative, P, Index1, J2>, S>(t, l);
  expect_same_motion<LinearImplicitEuler<FullDerivative, P, Index1, JExact>, S>(t, l);
  expect_same_motion<Rattle<0, DampingJacobian>, S>(t, l);
}

TYPED_TEST(MultiplierForceTest, StartConvergesToTheMultipliers) {
  using S = TypeParam;
  const std::array<S, 4> q{S(0.6), S(-0.8), S(1.4), S(-1.4)}, u{};
  Stepper<SharingPendulum<S, true>> carrying({}, StepSize<S>::hz(500));
  Stepper<SharingPendulum<S, false>> plain({}, StepSize<S>::hz(500));
  ASSERT_EQ(carrying.reset(q, u), Status::ok);
  ASSERT_EQ(plain.reset(q, u), Status::ok);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(near(S(0.75) * carrying.state().lambda[i], plain.state().lambda[i],
                     either<S>(1e-13, 1e-5)));
}

// M a = f + share G^T lambda_{n-1} - G^T lambda_n: the motion is the plain one, and the multipliers
// carry the share of those of the step before.
template <class Multipliers, class S>
std::array<S, 2> multipliers_after_zero() {
  using Method = LinearImplicitEuler<NoDerivative, OneStepProjection, Index1, J3, Multipliers>;
  Stepper<SharingPendulum<S, true>, Method> stepper({}, StepSize<S>::hz(500));
  EXPECT_EQ(stepper.reset({S(0.6), S(-0.8), S(1.4), S(-1.4)}, {}), Status::ok);
  auto state = stepper.state();
  state.lambda = {};
  EXPECT_EQ(stepper.restore(state), Status::ok);
  EXPECT_EQ(stepper.step(), Status::ok);
  return stepper.state().lambda;
}
TYPED_TEST(MultiplierForceTest, LaggedMultipliersAreAStepBehindAndNewtonsAreNot) {
  using S = TypeParam;
  const auto lagged = multipliers_after_zero<LaggedMultipliers, S>();
  const auto newton = multipliers_after_zero<NewtonMultipliers, S>();
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(near(lagged[i], S(0.75) * newton[i], testing::roundings<S>(32)));
  EXPECT_GT(newton[0], S(1));
}

// ---- no solution -------------------------------------------------------------------------------

// f = G^T lambda takes the constraint force away: G M^-1 (G^T - f_lambda) = 0.
template <class S>
struct Weightless {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr bool multiplier_force = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<Weightless, N>&) const {
    return Vector<N, 1>(q[1]);
  }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<Weightless, N>& s) const {
    return {N(S(0)), s.lambda[0] - S(1)};
  }
};
TYPED_TEST(MultiplierForceTest, AForceThatCancelsTheConstraintForceIsRefused) {
  using S = TypeParam;
  Stepper<Weightless<S>> stepper({}, StepSize<S>::hz(100));
  EXPECT_EQ(stepper.reset({}, {}), Status::rank_deficient_constraints);
}

}  // namespace
}  // namespace taut
