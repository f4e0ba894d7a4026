/// \file
/// Models without any constraint: every method is then one for ordinary differential equations.
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/taut.hpp"

namespace taut {
namespace {

// Two oscillators of 1 kg and 2 kg on 1 N/m and 3 N/m.
template <class S>
struct Oscillators {
  using Scalar = S;
  static constexpr int nq = 2, nc = 0;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(2)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>&,
                     const Signals<Oscillators, N>&) const {
    return {-q[0], S(-3) * q[1]};
  }
};

template <class S>
class UnconstrainedTest : public ::testing::Test {
 public:
  // After 1 s at 1 kHz, from one at rest: cos(t) and cos(sqrt(3/2) t).
  template <class Method>
  static void expect_cosines(double tolerance) {
    auto stepper =
        testing::started<Method>(Oscillators<S>{}, StepSize<S>::hz(1000),
                                 std::array<S, 2>{S(1), S(1)}, std::array<S, 2>{S(0), S(0)});
    ASSERT_TRUE(testing::run(stepper, 1000));
    const double allowed = tolerance + testing::roundings<S>(8);
    EXPECT_TRUE(testing::near(stepper.state().q[0], std::cos(1.0), allowed));
    EXPECT_TRUE(testing::near(stepper.state().q[1], std::cos(std::sqrt(1.5)), allowed));
    EXPECT_EQ(stepper.position_residual(), S(0));
    EXPECT_EQ(stepper.velocity_residual(), S(0));
    EXPECT_EQ(stepper.smallest_pivot_share(), S(1));
  }
};
TYPED_TEST_SUITE(UnconstrainedTest, testing::Scalars, testing::ScalarNames);

// h q / 2 and h^2 q / 24 are the sizes of the errors of first and second order.
TYPED_TEST(UnconstrainedTest, EveryMethodStepsAnOrdinaryDifferentialEquation) {
  using S = TypeParam;
  const double first = 6e-4, second = 2e-7;
  this->template expect_cosines<LinearImplicitEuler<>>(first);
  this->template expect_cosines<LinearImplicitEuler<FullDerivative, OneStepProjection, Index2, J2>>(
      first);
  this->template expect_cosines<VehicleEuler<>>(first);
  this->template expect_cosines<Spook<S>>(first);
  this->template expect_cosines<Rattle<1>>(second);
  this->template expect_cosines<Rattle<0, DampingJacobian>>(second);
  this->template expect_cosines<Shake<ForceJacobian>>(second);
  this->template expect_cosines<GeneralizedAlpha<FullJacobian>>(second);
  this->template expect_cosines<Guarded<S>>(second);
  this->template expect_cosines<Bdf<2>>(second);
  this->template expect_cosines<ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>>(1e-13);
}

}  // namespace
}  // namespace taut
