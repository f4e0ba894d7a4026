/// \file
/// The consistent start: from rough coordinates and velocities onto the constraints, or a refusal
/// that changes nothing.
#include "taut/consistent_start.hpp"

#include <cmath>
#include <random>

#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/mass_form_pendulum.hpp"
#include "support/matrix_probe.hpp"
#include "support/random.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::all_near;
using testing::near;
using testing::roundings;

// make_consistent(), compiled once for each model.
template <class Model>
[[gnu::noinline]] Status consistent(
    const Model& model, std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& q,
    std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nu<Model>())>& u,
    const StartOptions<Model>& options, StartReport<Model>& report) {
  return make_consistent(model, q, u, options, report);
}

template <class S>
class ConsistentStartTest : public ::testing::Test {
 public:
  // `count` starts disturbed by up to `size` become consistent; |g| and |G u + g_t| then are
  // roundings of terms of size `scale`, and a stepper accepts them.
  template <class Model, class Start>
  static void expect_consistent(const Model& model, const Start& start, double size, double scale,
                                const StartOptions<Model>& options = {}) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> disturbance(-size, size);
    for (int trial = 0; trial < 50; ++trial) {
      auto q = start.q;
      auto u = start.u;
      for (S& x : q) x += static_cast<S>(disturbance(random));
      for (S& x : u) x += static_cast<S>(disturbance(random));
      const auto rough_q = q;
      const auto rough_u = u;
      StartReport<Model> report;
      ASSERT_EQ(consistent(model, q, u, options, report), Status::ok) << trial;
      EXPECT_TRUE(near(report.position_residual, 0, roundings<S>(8, scale)));
      EXPECT_TRUE(near(report.velocity_residual, 0, roundings<S>(8, scale)));
      EXPECT_LE(report.iterations, 15);
      EXPECT_TRUE(
          near(report.largest_move, testing::largest_difference(q, rough_q), roundings<S>(1)));
      EXPECT_TRUE(near(report.largest_velocity_change, testing::largest_difference(u, rough_u),
                       roundings<S>(1)));
      const auto moved = static_cast<std::size_t>(report.moved_coordinate);
      EXPECT_EQ(std::fabs(q[moved] - rough_q[moved]), report.largest_move);
      const auto changed = static_cast<std::size_t>(report.changed_velocity);
      EXPECT_EQ(std::fabs(u[changed] - rough_u[changed]), report.largest_velocity_change);
      Stepper<Model> stepper(model, StepSize<S>::hz(1000));
      ASSERT_EQ(testing::reset(stepper, q, u, options.w, options.time), Status::ok);
      EXPECT_TRUE(near(stepper.position_residual(), report.position_residual, roundings<S>(2)));
    }
  }

  // On any refusal q and u keep their bits.
  template <class Model, class Q, class U>
  static void expect_refused(const Model& model, const Q& q_rough, const U& u_rough,
                             const StartOptions<Model>& options, Status expected,
                             StartReport<Model>* out = nullptr) {
    Q q = q_rough;
    U u = u_rough;
    StartReport<Model> report;
    EXPECT_EQ(consistent(model, q, u, options, report), expected);
    EXPECT_EQ(std::memcmp(&q, &q_rough, sizeof q), 0) << describe(expected);
    EXPECT_EQ(std::memcmp(&u, &u_rough, sizeof u), 0) << describe(expected);
    if (out) *out = report;
  }
};
TYPED_TEST_SUITE(ConsistentStartTest, testing::Scalars, testing::ScalarNames);

// ---- what it reaches ---------------------------------------------------------------------------

TYPED_TEST(ConsistentStartTest, RoughStartsOfEveryModelBecomeConsistent) {
  using S = TypeParam;
  this->expect_consistent(models::Pendulum<S>{}, models::PendulumStart<S>{}, 0.3, 2);
  this->expect_consistent(models::CarAxle<S>{}, models::CarAxleStart<S>{}, 0.1, 2);
  this->expect_consistent(models::CircularTrack<S>{}, models::CircularTrackStart<S>{}, 0.3, 2);
  this->expect_consistent(models::FourBar<S>{}, models::FourBarStart<S>{}, 0.1, 6);
  this->expect_consistent(models::DrivenArm<S>{}, models::TwoLinkArmStart<S>{}, 0.1, 3);
  this->expect_consistent(models::ArmOnParabola<S>{}, models::TwoLinkArmStart<S>{}, 0.1, 3);
}

// A parameter that is no number makes g none, whatever its row.
TYPED_TEST(ConsistentStartTest, ConstraintsThatAreNoNumbersAreRefused) {
  using S = TypeParam;
  models::CarAxle<S> model;
  model.length = testing::not_a_number<S>;
  models::CarAxleStart<S> start;
  StartReport<models::CarAxle<S>> report;
  EXPECT_EQ(make_consistent(model, start.q, start.u, {}, report), Status::non_finite_state);
}

TYPED_TEST(ConsistentStartTest, TicksOfAStepThatIsNotStatedAreRefused) {
  using S = TypeParam;
  models::CarAxleStart<S> start;
  StartReport<models::CarAxle<S>> report;
  StartOptions<models::CarAxle<S>> late;
  late.time = {0, 500};
  EXPECT_EQ(make_consistent(models::CarAxle<S>{}, start.q, start.u, late, report),
            Status::invalid_time);
}

// The left end of the chassis starts at x = 0: a residual of its row is never a rounding of it.
TYPED_TEST(ConsistentStartTest, ACoordinateThatEndsAtZeroConverges) {
  using S = TypeParam;
  // two that ended in not_converged once
  const std::array<double, 4> rough =
      testing::either<S>(std::array<double, 4>{-0.03133897999392582, 0.46006781606660779,
                                               1.0007910290464002, 0.52465116467450068},
                         std::array<double, 4>{-0.096817925572395325, 0.50555294752120972,
                                               1.0737602710723877, 0.46616783738136292});
  std::array<S, 4> q, u{};
  for (std::size_t i = 0; i < 4; ++i) q[i] = static_cast<S>(rough[i]);
  StartReport<models::CarAxle<S>> report;
  EXPECT_EQ(consistent(models::CarAxle<S>{}, q, u, {}, report), Status::ok);
  EXPECT_TRUE(near(q[0], 0, roundings<S>(1)));
}

// Regularised, Newton's method comes near the origin, where all sizes end, by a factor a step.
template <class S>
struct TangentRows {
  using Scalar = S;
  static constexpr int nq = 2, nc = 2;
  static constexpr bool redundant = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&,
                     const Signals<TangentRows, N>&) const {
    return {N(S(0)), N(S(0))};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 2>& q, const Signals<TangentRows, N>&) const {
    return {sin(q[0]) - q[1], q[0]};
  }
};
TYPED_TEST(ConsistentStartTest, AMechanismThatEndsAtTheOriginConverges) {
  using S = TypeParam;
  std::array<S, 2> q{S(0.1), S(0.2)}, u{};
  StartReport<TangentRows<S>> report;
  EXPECT_EQ(consistent(TangentRows<S>{}, q, u, {}, report), Status::ok);
  EXPECT_TRUE(near(report.position_residual, 0, roundings<S>(1)));
}

// A free body about its centre.
template <class S>
struct Top {
  using Scalar = S;
  static constexpr int nq = 4, nu = 3, nc = 0;
  static constexpr std::array<int, 1> quaternion_coordinates{0};
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 3> mass_matrix() const { return {S(1), S(2), S(3)}; }
  template <class N>
  Vector<N, 4> kinematics(const Vector<N, 4>& e, const Vector<N, 3>& w) const {
    return S(0.5) * Vector<N, 4>{-e[1] * w[0] - e[2] * w[1] - e[3] * w[2],
                                 e[0] * w[0] - e[3] * w[1] + e[2] * w[2],
                                 e[3] * w[0] + e[0] * w[1] - e[1] * w[2],
                                 -e[2] * w[0] + e[1] * w[1] + e[0] * w[2]};
  }
  template <class N>
  Vector<N, 3> force(const Vector<N, 4>&, const Vector<N, 3>&, const Signals<Top, N>&) const {
    return {N(S(0)), N(S(0)), N(S(0))};
  }
};
TYPED_TEST(ConsistentStartTest, QuaternionsOfAnyLengthButZeroComeToUnitLength) {
  using S = TypeParam;
  StartReport<Top<S>> report;
  const S most = std::numeric_limits<S>::max(), least = std::numeric_limits<S>::min();
  for (const S size : {S(1), S(1e20), S(1e-22), most, least}) {
    std::array<S, 4> q{S(0.6) * size, S(0), S(-0.8) * size, S(0)};
    std::array<S, 3> u{};
    ASSERT_EQ(consistent(Top<S>{}, q, u, {}, report), Status::ok) << size;
    EXPECT_TRUE(all_near(q, std::array<double, 4>{0.6, 0, -0.8, 0}, roundings<S>(2))) << size;
  }
  this->expect_refused(Top<S>{}, std::array<S, 4>{}, std::array<S, 3>{}, {},
                       Status::non_finite_state);
}

TYPED_TEST(ConsistentStartTest, TimeAndInputsOfTheStartCount) {
  using S = TypeParam;
  StartOptions<models::CarAxle<S>> options;
  options.time = {3, 456};
  options.step = StepSize<S>::hz(1000);
  this->expect_consistent(models::CarAxle<S>{}, models::CarAxleStart<S>{}, 0.02, 2, options);
}

TYPED_TEST(ConsistentStartTest, AConsistentStartIsLeftAlone) {
  using S = TypeParam;
  const models::PendulumStart<S> start;
  auto q = start.q, u = start.u;
  StartReport<models::Pendulum<S>> report;
  EXPECT_EQ(consistent(models::Pendulum<S>{}, q, u, {}, report), Status::ok);
  EXPECT_TRUE(testing::same_bits(q, start.q));
  EXPECT_TRUE(testing::same_bits(u, start.u));
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.largest_move, S(0));
}

// The smallest step in the metric of M: onto a circle that is the radial one.
TYPED_TEST(ConsistentStartTest, APendulumIsMovedAlongItsRod) {
  using S = TypeParam;
  std::array<S, 2> q{S(0.66), S(-0.88)}, u{S(1), S(1)};  // 1.1 (0.6, -0.8)
  StartReport<models::Pendulum<S>> report;
  ASSERT_EQ(consistent(models::Pendulum<S>{}, q, u, {}, report), Status::ok);
  EXPECT_TRUE(all_near(q, std::array<double, 2>{0.6, -0.8}, roundings<S>(4)));
  // (1, 1) less its part along (0.6, -0.8), which is -0.2
  EXPECT_TRUE(all_near(u, std::array<double, 2>{1.12, 0.84}, roundings<S>(4)));
  EXPECT_EQ(report.moved_coordinate, 1);
  EXPECT_TRUE(near(report.largest_move, 0.08, roundings<S>(4)));
}

// A crank of the four-bar held at its angle: the other two rods give way. Angles from the loop
// equations, in the reference's own words: th3 = atan2 + acos.
TYPED_TEST(ConsistentStartTest, HeldCoordinatesKeepTheirBits) {
  using S = TypeParam;
  const models::FourBar<S> model;
  const models::FourBarStart<S> start;
  auto q = start.q, u = start.u;
  const S crank = S(1.2);
  q[2] = crank;
  u[2] = S(3);
  StartOptions<models::FourBar<S>> options;
  options.hold_position[2] = options.hold_velocity[2] = true;
  StartReport<models::FourBar<S>> report;
  ASSERT_EQ(consistent(model, q, u, options, report), Status::ok);
  EXPECT_EQ(q[2], crank);
  EXPECT_EQ(u[2], S(3));
  const double x = 2.5 - std::cos(1.2), y = -std::sin(1.2), r = std::hypot(x, y);
  const double coupler = std::atan2(y, x) + std::acos((6.25 + r * r - 4) / (5 * r));
  EXPECT_TRUE(near(q[5], coupler, roundings<S>(16)));
  EXPECT_TRUE(near(q[0], 0.5 * std::cos(1.2), roundings<S>(4)));
  // crank tip velocity
  EXPECT_TRUE(near(u[0], -1.5 * std::sin(1.2), roundings<S>(8, 2)));
}

TYPED_TEST(ConsistentStartTest, PositionAndVelocityAreHeldApart) {
  using S = TypeParam;
  StartOptions<models::Pendulum<S>> options;
  options.hold_position[0] = true;
  options.hold_velocity[1] = true;
  std::array<S, 2> q{S(0.6), S(-0.9)}, u{S(1), S(1)};
  StartReport<models::Pendulum<S>> report;
  ASSERT_EQ(consistent(models::Pendulum<S>{}, q, u, options, report), Status::ok);
  EXPECT_EQ(q[0], S(0.6));
  EXPECT_TRUE(near(q[1], -0.8, roundings<S>(4)));
  EXPECT_EQ(u[1], S(1));
  EXPECT_TRUE(near(u[0], 0.8 / 0.6, roundings<S>(4, 1.4)));
}

// Nearly flat: the crank points at the far pivot, so that the first steps overshoot and are halved.
TYPED_TEST(ConsistentStartTest, ConvergesFromANearlyFlatStart) {
  using S = TypeParam;
  const models::FourBar<S> model;
  std::array<S, 9> q{S(0.5), S(0.02), S(0.05), S(2), S(0.3), S(0.1), S(3), S(0.5), S(1.2)}, u{};
  StartReport<models::FourBar<S>> report;
  EXPECT_EQ(consistent(model, q, u, {}, report), Status::ok);
  EXPECT_LE(report.iterations, 30);
  EXPECT_TRUE(near(report.position_residual, 0, roundings<S>(48)));
}

// Far away: the first Newton step from the hub of the circle flies a hundred radii off.
TYPED_TEST(ConsistentStartTest, DampingBringsBackAStepThatOvershoots) {
  using S = TypeParam;
  std::array<S, 2> q{S(0.005), S(0)}, u{};
  StartReport<models::Pendulum<S>> report;
  ASSERT_EQ(consistent(models::Pendulum<S>{}, q, u, {}, report), Status::ok);
  EXPECT_TRUE(near(q[0], 1, roundings<S>(2)));
  std::array<S, 2> far{S(1e4), S(0)};
  ASSERT_EQ(consistent(models::Pendulum<S>{}, far, u, {}, report), Status::ok);
  EXPECT_TRUE(near(far[0], 1, roundings<S>(2)));
}

TYPED_TEST(ConsistentStartTest, WorksWithOtherVelocitiesThanTheDerivativesOfCoordinates) {
  using S = TypeParam;
  std::array<S, 4> q{S(0.45), S(0.1), S(0.8), S(0.6)};
  std::array<S, 3> u{S(0.1), S(0.2), S(2)};
  StartReport<testing::RodByDirection<S>> report;
  ASSERT_EQ(consistent(testing::RodByDirection<S>{}, q, u, {}, report), Status::ok);
  const double r = std::hypot(static_cast<double>(q[2]), static_cast<double>(q[3]));
  EXPECT_TRUE(near(q[0], 0.5 * static_cast<double>(q[2]) / r, roundings<S>(8)));
  EXPECT_TRUE(near(q[1], 0.5 * static_cast<double>(q[3]) / r, roundings<S>(8)));
}

// ---- units -------------------------------------------------------------------------------------

// The four-bar in millimetres and tonnes ends at the same angles.
TYPED_TEST(ConsistentStartTest, MillimetresAndTonnesMakeNoDifference) {
  using S = TypeParam;
  models::FourBar<S> other;
  for (std::size_t i = 0; i < 3; ++i) other.length_m[i] *= S(1000), other.mass_kg[i] *= S(1500);
  other.ground_m *= S(1000), other.gravity_m_s2 *= S(1000);
  std::mt19937 random(8);
  std::uniform_real_distribution<double> disturbance(-0.1, 0.1);
  for (int trial = 0; trial < 20; ++trial) {
    auto q = models::FourBarStart<S>{}.q, u = models::FourBarStart<S>{}.u;
    for (S& x : q) x += static_cast<S>(disturbance(random));
    for (S& x : u) x += static_cast<S>(disturbance(random));
    auto q_other = q, u_other = u;
    for (const std::size_t i : {0U, 1U, 3U, 4U, 6U, 7U})
      q_other[i] *= S(1000), u_other[i] *= S(1000);
    StartReport<models::FourBar<S>> report, report_other;
    ASSERT_EQ(consistent(models::FourBar<S>{}, q, u, {}, report), Status::ok);
    ASSERT_EQ(consistent(other, q_other, u_other, {}, report_other), Status::ok);
    EXPECT_NEAR(report.iterations, report_other.iterations, 1);
    for (const std::size_t i : {2U, 5U, 8U}) {
      EXPECT_TRUE(near(q_other[i], q[i], roundings<S>(64))) << trial;
      EXPECT_TRUE(near(u_other[i], u[i], roundings<S>(64))) << trial;
    }
  }
}

// ---- what it refuses ---------------------------------------------------------------------------

TYPED_TEST(ConsistentStartTest, AMovePastTheLimitIsRefusedAndReported) {
  using S = TypeParam;
  StartOptions<models::Pendulum<S>> options;
  options.largest_move = S(0.05);
  StartReport<models::Pendulum<S>> report;
  const std::array<S, 2> q{S(0), S(-1.1)}, u{S(1), S(1)};
  this->expect_refused(models::Pendulum<S>{}, q, u, options, Status::move_too_large, &report);
  EXPECT_TRUE(near(report.largest_move, 0.1, roundings<S>(4)));
  EXPECT_EQ(report.moved_coordinate, 1);
  options.largest_move = S(0.2);
  auto q_moved = q, u_moved = u;
  EXPECT_EQ(consistent(models::Pendulum<S>{}, q_moved, u_moved, options, report), Status::ok);
}

// The four-bar closes in two branches for one crank angle. The crossed one is reached from a start
// that is nearer to it; to get there from the open one takes a large move, which a limit refuses.
TYPED_TEST(ConsistentStartTest, TheOtherBranchIsReachedOnlyByALargeMove) {
  using S = TypeParam;
  const models::FourBar<S> model;
  const models::FourBarStart<S> open;
  std::mt19937 random(9);
  std::uniform_real_distribution<double> anywhere(-3.2, 3.2);
  int crossed = 0;
  for (int trial = 0; trial < 300; ++trial) {
    auto q = open.q, u = open.u;
    StartOptions<models::FourBar<S>> options;
    options.hold_position[2] = true;
    // coupler and rocker turned anywhere, their centres as they were
    q[5] += static_cast<S>(0.4 * anywhere(random));
    q[8] += static_cast<S>(0.4 * anywhere(random));
    StartReport<models::FourBar<S>> report;
    if (consistent(model, q, u, options, report) != Status::ok) continue;
    // the tip of the coupler above or below the line from crank tip to rocker pivot
    const S x = S(2.5) - std::cos(q[2]), y = -std::sin(q[2]);
    const bool is_open = x * std::sin(q[5]) - y * std::cos(q[5]) > S(0);
    const double moved = testing::largest_difference(q, open.q);
    if (is_open) {
      EXPECT_LT(std::remainder(moved, 6.283185307179586), 1e-3);
    } else {
      ++crossed;
      EXPECT_GT(report.largest_move, S(0.5)) << trial;
    }
  }
  EXPECT_GT(crossed, 10);

  // at the start of the open branch, but for a tenth: stays there under a limit of a half
  auto q = open.q, u = open.u;
  q[5] += S(0.1);
  StartOptions<models::FourBar<S>> options;
  options.hold_position[2] = true;
  options.largest_move = S(0.5);
  StartReport<models::FourBar<S>> report;
  EXPECT_EQ(consistent(model, q, u, options, report), Status::ok);
  EXPECT_TRUE(near(q[5], open.q[5], roundings<S>(16)));
}

// A rocker too short to reach: no assembly exists for this crank angle.
TYPED_TEST(ConsistentStartTest, ConstraintsThatCannotBeMetAreNotConverged) {
  using S = TypeParam;
  models::FourBar<S> model;
  model.length_m = {S(1), S(0.5), S(0.5)};
  const models::FourBarStart<S> start;
  StartReport<models::FourBar<S>> report;
  this->expect_refused(model, start.q, start.u, {}, Status::not_converged, &report);
  EXPECT_GT(report.position_residual, S(0.1));
}

// Two bars over a gap that they do not span, and a truck that is joined to neither.
template <class S>
struct OpenBarsAndTruck {
  using Scalar = S;
  static constexpr int nq = 5, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 5> mass_matrix() const { return {S(1e4), S(0.1), S(0.1), S(0.1), S(0.1)}; }
  template <class N>
  Vector<N, 5> force(const Vector<N, 5>&, const Vector<N, 5>&,
                     const Signals<OpenBarsAndTruck, N>&) const {
    return {N(S(0)), N(S(0)), N(S(0)), N(S(0)), N(S(0))};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 5>& q, const Signals<OpenBarsAndTruck, N>&) const {
    const N other = q[1] - S(2.1);
    return {q[1] * q[1] + q[2] * q[2] - S(1), other * other + q[2] * q[2] - S(1)};
  }
};
TYPED_TEST(ConsistentStartTest, ALoopThatCannotCloseIsRefusedHoweverFarAHeavyBodyStands) {
  using S = TypeParam;
  for (const S truck : {S(0), S(100), S(1e6)})
    this->expect_refused(OpenBarsAndTruck<S>{}, std::array<S, 5>{truck, S(1), S(0.3)},
                         std::array<S, 5>{}, {}, Status::not_converged);
}

TYPED_TEST(ConsistentStartTest, HoldingEverythingIsRankDeficient) {
  using S = TypeParam;
  StartOptions<models::FourBar<S>> options;
  options.hold_position.fill(true);
  const models::FourBarStart<S> start;
  auto q = start.q;
  q[2] += S(0.1);
  this->expect_refused(models::FourBar<S>{}, q, start.u, options,
                       Status::rank_deficient_constraints);
  // two held where one is free
  options.hold_position.fill(false);
  options.hold_position[2] = options.hold_position[5] = true;
  this->expect_refused(models::FourBar<S>{}, q, start.u, options,
                       Status::rank_deficient_constraints);
  options.hold_position.fill(false);
  options.hold_velocity.fill(true);
  this->expect_refused(models::FourBar<S>{}, start.q, start.u, options,
                       Status::rank_deficient_constraints);
}

TYPED_TEST(ConsistentStartTest, RedundantConstraintsAreRankDeficient) {
  using S = TypeParam;
  testing::ConstraintProbe<S> model;
  model.J.row(1) = model.J.row(0);
  this->expect_refused(model, std::array<S, 6>{S(1), S(1)}, std::array<S, 6>{}, {},
                       Status::rank_deficient_constraints);
}

// At the hub of a circle no direction leads to it.
TYPED_TEST(ConsistentStartTest, AStartWhereTheJacobianVanishesIsRankDeficient) {
  using S = TypeParam;
  this->expect_refused(models::Pendulum<S>{}, std::array<S, 2>{}, std::array<S, 2>{}, {},
                       Status::rank_deficient_constraints);
}

TYPED_TEST(ConsistentStartTest, NonFiniteStartsAndInputsAreRefused) {
  using S = TypeParam;
  const models::FourBarStart<S> start;
  for (const S bad : {testing::not_a_number<S>, testing::infinite<S>, -testing::infinite<S>}) {
    for (std::size_t i = 0; i < 9; ++i) {
      auto q = start.q, u = start.u;
      q[i] = u[i] = bad;
      this->expect_refused(models::FourBar<S>{}, q, start.u, {}, Status::non_finite_state);
      this->expect_refused(models::FourBar<S>{}, start.q, u, {}, Status::non_finite_state);
    }
    StartOptions<models::FourBar<S>> options;
    options.w = {bad};
    this->expect_refused(models::FourBar<S>{}, start.q, start.u, options, Status::non_finite_input);
  }
}

// g = 100 q_1: a rough velocity whose rate of g is past the largest number.
template <class S>
struct SteepRail {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>&, const Signals<SteepRail, N>&) const {
    return {N(S(0)), N(S(0))};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<SteepRail, N>&) const {
    return Vector<N, 1>(S(100) * q[0]);
  }
};

TYPED_TEST(ConsistentStartTest, AResultThatIsNotFiniteLeavesTheStartUnchanged) {
  using S = TypeParam;
  const S huge = static_cast<S>(testing::either<S>(1e307, 1e37));
  this->expect_refused(SteepRail<S>{}, std::array<S, 2>{S(0.1), S(1)}, std::array<S, 2>{huge, S(1)},
                       {}, Status::non_finite_state);
}

TYPED_TEST(ConsistentStartTest, AStepSizeThatIsNoneIsRefused) {
  using S = TypeParam;
  StartOptions<models::Pendulum<S>> options;
  options.step = StepSize<S>::hz(0);
  this->expect_refused(models::Pendulum<S>{}, std::array<S, 2>{S(1), S(0)}, std::array<S, 2>{},
                       options, Status::invalid_step_size);
}

TYPED_TEST(ConsistentStartTest, AMassMatrixWithoutAPositiveDiagonalIsRefused) {
  using S = TypeParam;
  using Model = testing::MassFormPendulum<S, MassForm::constant_diagonal>;
  for (const S bad : {S(0), S(-1), testing::not_a_number<S>, testing::infinite<S>})
    this->expect_refused(Model{{S(1), bad}}, std::array<S, 2>{S(1), S(0.1)}, std::array<S, 2>{}, {},
                         Status::singular_mass_matrix);
}

}  // namespace
}  // namespace taut
