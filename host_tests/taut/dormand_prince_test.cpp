/// \file
/// Dormand-Prince with error control: accuracy, bounds and failures.
#include "taut/dormand_prince.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "models/andrews.hpp"
#include "models/car_axle.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/allocation_guard.hpp"
#include "support/reference.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using models::CarAxle;
using models::CarAxleStart;
using models::Pendulum;
using models::PendulumStart;
using testing::either;
using testing::near;

// ---- accuracy ----------------------------------------------------------------------------------

template <class S>
class DormandPrinceTest : public ::testing::Test {};
TYPED_TEST_SUITE(DormandPrinceTest, testing::Scalars, testing::ScalarNames);

template <class S>
double car_axle_error(double tolerance, long& accepted) {
  DormandPrinceOptions options;
  options.relative_tolerance = options.absolute_tolerance = tolerance;
  DormandPrince<CarAxle<S>> method(CarAxle<S>{}, options);
  const CarAxleStart<S> start;
  EXPECT_EQ(method.reset(start.q, start.u), Status::ok);
  EXPECT_EQ(method.run_to(3), IntegrationStatus::ok);
  accepted = method.counts().accepted;
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i)
    largest =
        std::max(largest, std::fabs(static_cast<double>(method.state().q[i]) -
                                    testing::exact("caraxis", 3, "q" + std::to_string(i + 1))));
  return largest;
}

TYPED_TEST(DormandPrinceTest, MeetsItsTolerance) {
  using S = TypeParam;
  long accepted = 0;
  EXPECT_LT(car_axle_error<S>(either<S>(1e-6, 1e-5), accepted), either<S>(1e-4, 1e-3));
}

// Order 5: a hundredth of the tolerance costs 100^(1/5) = 2.5 times the steps.
TEST(DormandPrince, ErrorFollowsTheTolerance) {
  long coarse = 0, fine = 0;
  const double coarse_error = car_axle_error<double>(1e-8, coarse);
  const double fine_error = car_axle_error<double>(1e-10, fine);
  EXPECT_LT(fine_error, 1e-8);
  EXPECT_LT(fine_error, 0.05 * coarse_error);
  EXPECT_TRUE(near(static_cast<double>(fine) / static_cast<double>(coarse), 2.5, 0.3));
}

// A run in many pieces keeps its step from piece to piece: little more work than in one.
TEST(DormandPrince, OutputPointsDoNotDisturbTheSteps) {
  const auto steps = [](int pieces) {
    DormandPrince<Pendulum<double>> method(Pendulum<double>{}, {1e-8, 1e-8});
    const PendulumStart<double> start;
    EXPECT_EQ(method.reset(start.q, start.u), Status::ok);
    for (int i = 1; i <= pieces; ++i) {
      EXPECT_EQ(method.run_to(10.0 * i / pieces), IntegrationStatus::ok);
      EXPECT_EQ(method.time_s(), 10.0 * i / pieces);
    }
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_TRUE(near(method.state().q[i],
                       testing::exact("pendulum", 10, "q" + std::to_string(i + 1)), 1e-5));
    return method.counts().accepted;
  };
  const long whole = steps(1);
  EXPECT_LT(steps(50), whole + 2 * 50);
}

TEST(DormandPrince, StartsAtAnyTime) {
  const models::DrivenArm<double> model;
  const models::TwoLinkArmStart<double> start;
  DormandPrince<models::DrivenArm<double>> early(model), late(model);
  ASSERT_EQ(early.reset(start.q, start.u), Status::ok);
  ASSERT_EQ(early.run_to(0.5), IntegrationStatus::ok);
  ASSERT_EQ(late.reset(early.state().q, early.state().u, {}, 0.5), Status::ok);
  ASSERT_EQ(early.run_to(1), IntegrationStatus::ok);
  ASSERT_EQ(late.run_to(1), IntegrationStatus::ok);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(near(late.state().q[i], early.state().q[i], 1e-4));
}

// ---- bounds and failures -----------------------------------------------------------------------

// A pendulum whose second constraint, z = 0, is NaN below y = -edge.
struct PendulumOverAnEdge {
  using Scalar = double;
  static constexpr int nq = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr double edge = 0.5;
  Vector<double, 3> mass_matrix() const { return {1, 1, 1}; }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<PendulumOverAnEdge, N>&) const {
    return {N(0), N(-9.81), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<PendulumOverAnEdge, N>&) const {
    return {q[0] * q[0] + q[1] * q[1] - 1.0, sqrt(q[1] + edge) * q[2]};
  }
};

template <class Method>
void expect_unchanged(Method& method, double end_s, IntegrationStatus expected) {
  const Method before = method;
  EXPECT_EQ(method.run_to(end_s), expected);
  EXPECT_EQ(method.time_s(), before.time_s());
  EXPECT_TRUE(testing::same_bits(method.state().q, before.state().q));
  EXPECT_TRUE(testing::same_bits(method.state().u, before.state().u));
  EXPECT_EQ(method.counts().accepted, before.counts().accepted);
}

TEST(DormandPrince, AMotionThatEndsIsGivenUpWithTheStateUnchanged) {
  DormandPrinceOptions options;
  options.max_rejections = 20;
  DormandPrince<PendulumOverAnEdge> method(PendulumOverAnEdge{}, options);
  ASSERT_EQ(method.reset({1, 0, 0}, {0, 0, 0}), Status::ok);
  ASSERT_EQ(method.run_to(0.1), IntegrationStatus::ok);
  const DormandPrince<PendulumOverAnEdge> before = method;
  const IntegrationStatus status = method.run_to(10);
  EXPECT_TRUE(status == IntegrationStatus::too_many_rejections ||
              status == IntegrationStatus::step_too_small)
      << describe(status);
  EXPECT_EQ(method.last_failure(), Status::non_finite_state);
  EXPECT_GT(method.failed_at_s(), 0.1);
  EXPECT_LT(method.failed_at_s(), 0.5);  // it falls by half its length in about 0.35 s
  EXPECT_EQ(method.time_s(), before.time_s());
  EXPECT_TRUE(testing::same_bits(method.state().q, before.state().q));
  EXPECT_EQ(method.run_to(0.2), IntegrationStatus::ok);
}

TEST(DormandPrince, StepsAreBounded) {
  DormandPrinceOptions options;
  options.max_steps = 10;
  DormandPrince<Pendulum<double>> method(Pendulum<double>{}, options);
  ASSERT_EQ(method.reset({1, 0}, {0, 0}), Status::ok);
  expect_unchanged(method, 100, IntegrationStatus::too_many_steps);
  EXPECT_GT(method.failed_at_s(), 0);
  EXPECT_LT(method.failed_at_s(), 100);
  EXPECT_EQ(method.run_to(1e-3), IntegrationStatus::ok);
}

// A pendulum that counts how often its force is asked for.
struct CountedPendulum {
  using Scalar = double;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static inline int evaluations = 0;
  Vector<double, 2> mass_matrix() const { return {1, 1}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<CountedPendulum, N>&) const {
    ++evaluations;
    return {N(0.0), N(-1.0)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<CountedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - 1.0);
  }
};

// A tolerance below rounding: no try is accepted.
TEST(DormandPrince, AStepHasAsManyTriesAsItsOptionsSay) {
  DormandPrinceOptions options;
  options.relative_tolerance = 0;
  options.absolute_tolerance = 1e-30;
  options.first_step_s = 1e-3;
  options.max_rejections = 3;
  DormandPrince<CountedPendulum> method(CountedPendulum{}, options);
  ASSERT_EQ(method.reset({0.6, -0.8}, {0.8, 0.6}), Status::ok);
  const int before = CountedPendulum::evaluations;
  EXPECT_EQ(method.run_to(1), IntegrationStatus::too_many_rejections);
  // the first stage for the run and for its step, the other six a try
  EXPECT_EQ(CountedPendulum::evaluations - before, 2 + 3 * 6);
}

// A tolerance below rounding.
TEST(DormandPrince, RejectionsAreBounded) {
  DormandPrinceOptions options;
  options.relative_tolerance = 0;
  options.absolute_tolerance = 1e-30;
  options.first_step_s = 1e-3;
  options.max_rejections = 3;
  DormandPrince<Pendulum<double>> method(Pendulum<double>{}, options);
  ASSERT_EQ(method.reset({0.6, -0.8}, {0.8, 0.6}), Status::ok);
  expect_unchanged(method, 1, IntegrationStatus::too_many_rejections);
  EXPECT_EQ(method.last_failure(), Status::ok);
}

TYPED_TEST(DormandPrinceTest, BadCallsAreRefused) {
  using S = TypeParam;
  const std::array<S, 2> q{S(1), S(0)}, u{S(0), S(0)};
  DormandPrince<Pendulum<S>> method(Pendulum<S>{});
  EXPECT_EQ(method.run_to(1), IntegrationStatus::not_started);
  EXPECT_EQ(method.reset({testing::not_a_number<S>, S(0)}, u), Status::non_finite_state);
  EXPECT_EQ(method.reset({S(0), S(0)}, u), Status::rank_deficient_constraints);
  EXPECT_EQ(method.reset(q, u, {}, -1), Status::invalid_step_size);
  EXPECT_EQ(method.reset(q, u, {}, std::nan("")), Status::invalid_step_size);
  EXPECT_EQ(method.run_to(1), IntegrationStatus::not_started);
  ASSERT_EQ(method.reset(q, u), Status::ok);
  expect_unchanged(method, -1, IntegrationStatus::invalid_options);
  expect_unchanged(method, std::nan(""), IntegrationStatus::invalid_options);
  EXPECT_EQ(method.run_to(0), IntegrationStatus::ok);

  for (const auto& spoil : {+[](DormandPrinceOptions& o) { o.absolute_tolerance = 0; },
                            +[](DormandPrinceOptions& o) { o.relative_tolerance = std::nan(""); },
                            +[](DormandPrinceOptions& o) { o.beta = 0.2; },
                            +[](DormandPrinceOptions& o) { o.largest_step_s = 0; },
                            +[](DormandPrinceOptions& o) { o.max_steps = 0; },
                            +[](DormandPrinceOptions& o) { o.max_rejections = 0; }}) {
    DormandPrinceOptions options;
    spoil(options);
    DormandPrince<Pendulum<S>> bad(Pendulum<S>{}, options);
    ASSERT_EQ(bad.reset(q, u), Status::ok);
    expect_unchanged(bad, 1, IntegrationStatus::invalid_options);
  }
}

TEST(DormandPrince, LargestStepIsKept) {
  DormandPrinceOptions options;
  options.largest_step_s = 2e-3;
  DormandPrince<Pendulum<double>> method(Pendulum<double>{}, options);
  ASSERT_EQ(method.reset({1, 0}, {0, 0}), Status::ok);
  double last = 0, largest = 0;
  ASSERT_EQ(method.run_to(1, {},
                          [&](const auto&, double t) {
                            largest = std::max(largest, t - last);
                            last = t;
                          }),
            IntegrationStatus::ok);
  EXPECT_LE(largest, 2.02e-3);
  EXPECT_GT(largest, 1.9e-3);
}

TEST(DormandPrince, DoesNotTouchTheHeap) {
  const models::AndrewsStart<double> start;
  DormandPrince<models::Andrews<double>> method(models::Andrews<double>{});
  EXPECT_EQ(testing::allocations_in([&] {
              if (method.reset(start.q, start.u) == Status::ok) (void)method.run_to(0.01);
            }),
            0);
  EXPECT_EQ(method.time_s(), 0.01);
}

TEST(DormandPrince, EveryStatusHasWords) {
  for (int i = 0; i <= static_cast<int>(IntegrationStatus::step_too_small); ++i)
    EXPECT_STRNE(describe(static_cast<IntegrationStatus>(i)), "unknown status");
}

}  // namespace
}  // namespace taut
