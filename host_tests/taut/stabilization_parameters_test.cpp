/// \file
/// The conversions are inverse to each other, keep the spring-damper they describe, and name the
/// step that the methods make.
#include "taut/stabilization_parameters.hpp"

#include <cmath>

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/vehicle_euler.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class StabilizationParametersTest : public ::testing::Test {};
TYPED_TEST_SUITE(StabilizationParametersTest, testing::Scalars, testing::ScalarNames);

template <class S>
::testing::AssertionResult same(S actual, S expected) {
  return near(actual, expected, roundings<S>(8, std::fabs(static_cast<double>(expected))));
}

TYPED_TEST(StabilizationParametersTest, EachIsTheInverseOfTheOther) {
  using S = TypeParam;
  const S h = S(1e-3), mass = S(2.5);
  for (const S epsilon : {S(1e-8), S(3e-4), S(2)})
    for (const S tau : {S(5e-4), S(2e-3), S(1)}) {
      const Relaxation<S> x{epsilon, tau};
      const auto expect_same = [&](const Relaxation<S>& y) {
        EXPECT_TRUE(same(y.epsilon, epsilon));
        EXPECT_TRUE(same(y.tau_s, tau));
      };
      expect_same(relaxation(spook(x, h), h));
      expect_same(relaxation(spring_damper(x)));
      expect_same(relaxation(error_reduction(x, h), h));
      expect_same(relaxation(spring_damper(baumgarte(spring_damper(x), mass), mass)));
      EXPECT_TRUE(same(rigid_relaxation_time(rigid_baumgarte(tau, h), h), tau));
    }
}

TYPED_TEST(StabilizationParametersTest, ARigidConstraintHasAnErrorReductionAndNoMixing) {
  using S = TypeParam;
  const ErrorReduction<S> x = error_reduction(Relaxation<S>{S(0), S(2e-3)}, S(1e-3));
  EXPECT_TRUE(same(x.erp, S(1) / S(3)));
  EXPECT_EQ(x.cfm, S(0));
  const Relaxation<S> y = relaxation(x, S(1e-3));
  EXPECT_EQ(y.epsilon, S(0));
  EXPECT_TRUE(same(y.tau_s, S(2e-3)));
  EXPECT_EQ(relaxation(ErrorReduction<S>{S(1), S(0)}, S(1e-3)).tau_s, S(0));
}

// k = 2000 N/m, d = 8 N s/m at 5 ms: h k = 10, h k + d = 18.
TYPED_TEST(StabilizationParametersTest, ASpringDamperHasItsTextbookParameters) {
  using S = TypeParam;
  const ConstraintSpring<S> x{S(1) / S(2000), S(8)};
  EXPECT_TRUE(same(relaxation(x).tau_s, S(0.004)));
  const ErrorReduction<S> engine = error_reduction(relaxation(x), S(5e-3));
  EXPECT_TRUE(same(engine.erp, S(10) / S(18)));
  EXPECT_TRUE(same(engine.cfm, S(1) / S(18)));
  const Baumgarte<S> y = baumgarte(x, S(5));
  EXPECT_TRUE(same(y.alpha_1_s, S(0.8)));
  EXPECT_TRUE(same(y.beta_1_s2, S(400)));
}

// A mass held at y = 0, free of forces: g'' has no gamma.
template <class S>
struct HeldMass {
  using Scalar = S;
  static constexpr int nq = 1, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(S(2)); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&, const Signals<HeldMass, N>&) const {
    return Vector<N, 1>(N(S(0)));
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 1>& q, const Signals<HeldMass, N>&) const {
    return q;
  }
};

// A violation under SPOOK follows the implicit Euler step of an engine with ERP, CFM, and the
// spring-damper, ever closer as h shrinks.
TYPED_TEST(StabilizationParametersTest, TheStepsOfBothTraditionsFollowOneSpringDamper) {
  using S = TypeParam;
  const ConstraintSpring<S> k_d{S(1) / S(50), S(6)};  // on 2 kg: g'' + 3 g' + 25 g = 0
  const auto at_1_s = [&](std::uint32_t hz) {
    const StepSize<S> step = StepSize<S>::hz(hz);
    Stepper<HeldMass<S>, Spook<S>> stepper(
        {}, step, {S(10), Limits<S>::template of<HeldMass<S>>().pivot_share},
        spook(relaxation(k_d), step.h));
    EXPECT_EQ(stepper.reset({S(1)}, {S(0)}), Status::ok);
    testing::run(stepper, static_cast<int>(hz));
    // v' = v - h/m lambda, v' + CFM (force) = -(ERP / h) g: force = (ERP g / h + v) / (CFM + h/m)
    const ErrorReduction<S> engine = error_reduction(relaxation(k_d), step.h);
    S g = S(1), v = S(0);
    for (std::uint32_t i = 0; i < hz; ++i) {
      v -= step.h / S(2) * (engine.erp / step.h * g + v) / (engine.cfm + step.h / S(2));
      g += step.h * v;
    }
    return std::array<S, 2>{stepper.state().q[0], g};
  };
  const double omega = std::sqrt(25 - 2.25);
  const double exact = std::exp(-1.5) * (std::cos(omega) + 1.5 / omega * std::sin(omega));
  const auto fine = at_1_s(2000), coarse = at_1_s(200);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_TRUE(near(fine[i], exact, 1e-3)) << i;
    EXPECT_TRUE(near(coarse[i], exact, 1e-2)) << i;
  }
}

// Two ways to write one step.
TYPED_TEST(StabilizationParametersTest, RigidSpookIsBaumgarteWithVelocityFirst) {
  using S = TypeParam;
  const StepSize<S> step = StepSize<S>::hz(100);
  const Limits<S> limits{S(10), Limits<S>::template of<HeldMass<S>>().pivot_share};
  for (const S tau : {S(0.005), S(0.02), S(1)}) {
    using Euler = VehicleEuler<Baumgarte<S>>;
    Stepper<HeldMass<S>, Euler> baumgarte_stepper({}, step, limits,
                                                  Euler{rigid_baumgarte(tau, step.h)});
    Stepper<HeldMass<S>, Spook<S>> spook_stepper({}, step, limits,
                                                 spook(Relaxation<S>{S(0), tau}, step.h));
    ASSERT_EQ(baumgarte_stepper.reset({S(1)}, {S(0.5)}), Status::ok);
    ASSERT_EQ(spook_stepper.reset({S(1)}, {S(0.5)}), Status::ok);
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(testing::run(baumgarte_stepper, 1));
      ASSERT_TRUE(testing::run(spook_stepper, 1));
      EXPECT_TRUE(
          near(spook_stepper.state().q[0], baumgarte_stepper.state().q[0], roundings<S>(20)));
      EXPECT_TRUE(
          near(spook_stepper.state().u[0], baumgarte_stepper.state().u[0], roundings<S>(20, 100)));
    }
  }
}

}  // namespace
}  // namespace taut
