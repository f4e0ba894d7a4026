/// \file
/// Models that state `redundant`: rows that always depend on each other. Against the same mechanism
/// with independent rows, and against its minimal coordinate. By every method, and where rows come
/// to depend on each other: redundant_long_test.cpp.
#include "support/redundant.hpp"

#include <algorithm>
#include <cmath>

#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "support/braced_parallelogram.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/bdf.hpp"
#include "taut/consistent_start.hpp"
#include "taut/rattle.hpp"
#include "taut/rigid_body.hpp"
#include "taut/runge_kutta.hpp"

namespace taut {
namespace {

using testing::BracedParallelogram;
using testing::BracedParallelogramStart;
using testing::either;
using testing::near;
using testing::parallelogram;
using testing::run;
using testing::started;

template <class S>
class RedundantTest : public ::testing::Test {};
TYPED_TEST_SUITE(RedundantTest, testing::Scalars, testing::ScalarNames);

template <class S>
using Braced = BracedParallelogram<S, 12, true>;
template <class S>
using Reduced = BracedParallelogram<S, 11>;

constexpr auto tick = [](auto scalar) { return StepSize<decltype(scalar)>::hz(1000); };

// ---- the same motion as the reduced mechanism --------------------------------------------------

// The crank's angle after 1 s in the minimal coordinate: -2.08569704522717.
TYPED_TEST(RedundantTest, FollowsTheMinimalCoordinate) {
  using S = TypeParam;
  const BracedParallelogramStart<S> start;
  auto stepper = started<Rattle<>>(Braced<S>{}, tick(S(0)), start.q, start.u);
  ASSERT_TRUE(run(stepper, 1000));
  EXPECT_TRUE(near(stepper.state().q[2], -2.08569704522717, either<S>(2e-6, 3e-5)));
  EXPECT_LT(double(stepper.position_residual()), either<S>(1e-9, 2e-6));
}

// Three rows that are sums of others, on the four-bar: 11 rows for 9 velocities.
template <class S>
struct ThreeRowsMore : models::FourBar<S> {
  using FourBar = models::FourBar<S>;
  static constexpr int nc = 11;
  static constexpr bool redundant = true;

  template <class N>
  Vector<N, 9> force(const Vector<N, 9>& q, const Vector<N, 9>& u,
                     const Signals<ThreeRowsMore, N>& s) const {
    Signals<FourBar, N> inputs;
    inputs.w = s.w;
    return FourBar::force(q, u, inputs);
  }
  template <class N>
  Vector<N, 11> constraint(const Vector<N, 9>& q, const Signals<ThreeRowsMore, N>&) const {
    const Vector<N, 8> independent = FourBar::constraint(q, Signals<FourBar, N>{});
    Vector<N, 11> g;
    for (int i = 0; i < 8; ++i) g[i] = independent[i];
    g[8] = g[0] + g[2];
    g[9] = g[1] - g[7];
    g[10] = g[4] + g[5] + g[6];
    return g;
  }
};
TEST(Redundant, LoopsMayBeClosedByMoreRowsThanVelocities) {
  const models::FourBarStart<double> start;
  auto more = started<Rattle<>>(ThreeRowsMore<double>{}, tick(0.0), start.q, start.u);
  auto plain = started<Rattle<>>(models::FourBar<double>{}, tick(0.0), start.q, start.u);
  ASSERT_TRUE(run(more, 1000));
  ASSERT_TRUE(run(plain, 1000));
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_TRUE(near(more.state().q[i], plain.state().q[i], 1e-6)) << i;
}

// The last joint of the four-bar closed by rows of space: the gap along the world's axes, 3 rows of
// which the plane makes one too many, and 5 with the axes of both rods parallel, which they are
// whatever they do. In a plane along the world's axes rows too many are zeros, off them sums of
// others and the rounding of zeros.
template <class S, int closing>
struct ClosedInSpace : models::FourBar<S> {
  using FourBar = models::FourBar<S>;
  static constexpr int nc = 6 + closing;
  static constexpr bool redundant = true;
  Matrix<S, 3, 3> axes = Matrix<S, 3, 3>::Identity();  // columns: along, up, across, in the world

  template <class N>
  Vector<N, 9> force(const Vector<N, 9>& q, const Vector<N, 9>& u,
                     const Signals<ClosedInSpace, N>& s) const {
    Signals<FourBar, N> inputs;
    inputs.w = s.w;
    return FourBar::force(q, u, inputs);
  }
  template <class N>
  Vector<N, nc> constraint(const Vector<N, 9>& q, const Signals<ClosedInSpace, N>&) const {
    const Vector<N, 8> planar = FourBar::constraint(q, Signals<FourBar, N>{});
    Vector<N, nc> g;
    for (int i = 0; i < 6; ++i) g[i] = planar[i];
    for (int i = 0; i < 3; ++i) g[6 + i] = axes(i, 0) * planar[6] + axes(i, 1) * planar[7];
    if constexpr (closing == 5) {
      // the axis across, and both axes of the rocker
      const SinCos<N> rocker = sincos(q[8]);
      g[9] = g[10] = N(S(0));
      for (int i = 0; i < 3; ++i) {
        g[9] += axes(i, 2) * (axes(i, 0) * rocker.cos + axes(i, 1) * rocker.sin);
        g[10] += axes(i, 2) * (axes(i, 1) * rocker.cos - axes(i, 0) * rocker.sin);
      }
    }
    return g;
  }
};

// 0.4 s: a difference of the rows shows in the first steps.
constexpr int planar_steps = 400;

template <class S, int closing, class Method = Rattle<>>
void expect_the_planar_motion(const Matrix<double, 3, 3>& axes, const std::array<S, 9>& planar) {
  const models::FourBarStart<S> start;
  ClosedInSpace<S, closing> model;
  model.axes = axes.cast<S>();
  auto stepper = started<Method>(model, tick(S(0)), start.q, start.u);
  ASSERT_TRUE(run(stepper, planar_steps));
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_TRUE(near(stepper.state().q[i], planar[i], either<S>(1e-6, 2e-6)))
        << closing << " " << i;
  EXPECT_TRUE(stepper.degenerate());
  EXPECT_EQ(stepper.weakest_row(), closing == 5 ? 10 : 8);
}
TYPED_TEST(RedundantTest, PlanarLoopsMayBeClosedByRowsOfSpace) {
  using S = TypeParam;
  const models::FourBarStart<S> start;
  auto planar = started<Rattle<>>(models::FourBar<S>{}, tick(S(0)), start.q, start.u);
  ASSERT_TRUE(run(planar, planar_steps));
  for (const double turn : {0.0, 1e-9, 1e-4, 0.6457718232379019}) {
    Vector<double, 6> attitude = Vector<double, 6>::Zero();
    attitude[3] = turn, attitude[4] = -2 * turn, attitude[5] = turn;
    const Matrix<double, 3, 3> axes = Attitude<double>(attitude, 0).R;
    expect_the_planar_motion<S, 3>(axes, planar.state().q);
    expect_the_planar_motion<S, 5>(axes, planar.state().q);
  }
}

// Where the matrices are not symmetric, in post-stabilisation and in coordinate projection too.
template <class Method>
void expect_the_planar_motion_by() {
  const models::FourBarStart<double> start;
  auto planar = started<Method>(models::FourBar<double>{}, tick(0.0), start.q, start.u);
  ASSERT_TRUE(run(planar, planar_steps));
  Matrix<double, 3, 3> axes = Matrix<double, 3, 3>::Identity();
  expect_the_planar_motion<double, 5, Method>(axes, planar.state().q);
  axes << 0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6;
  expect_the_planar_motion<double, 5, Method>(axes, planar.state().q);
}
TEST(Redundant, PlanarLoopsMayBeClosedByRowsOfSpaceInOtherMethods) {
  expect_the_planar_motion_by<
      LinearImplicitEuler<ForceAndTimeDerivative, OneStepProjection, Index2Mean>>();
  expect_the_planar_motion_by<ExplicitRungeKutta<Heun, SBothTwice<>>>();
  expect_the_planar_motion_by<Bdf<2>>();
}

// Two rods in parallel between the same points, the second's row in other units and, where `bent`,
// another function of the length.
template <class S, bool bent>
struct TwoRods : models::Pendulum<S> {
  static constexpr int nc = 2;
  static constexpr bool redundant = true;
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<TwoRods, N>&) const {
    return models::Pendulum<S>::force(q, u, Signals<models::Pendulum<S>, N>{});
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 2>& q, const Signals<TwoRods, N>&) const {
    const N square = q[0] * q[0] + q[1] * q[1];
    if constexpr (bent)
      return {square - S(1), S(256) * (sqrt(square) - S(1))};
    else
      return {square - S(1), S(128) * (square - S(1))};
  }
};
TYPED_TEST(RedundantTest, ParallelRodsMoveAsOne) {
  using S = TypeParam;
  const models::PendulumStart<S> start;
  auto same = started<Rattle<>>(TwoRods<S, false>{}, tick(S(0)), start.q, start.u);
  auto bent = started<Rattle<>>(TwoRods<S, true>{}, tick(S(0)), start.q, start.u);
  auto one = started<Rattle<>>(models::Pendulum<S>{}, tick(S(0)), start.q, start.u);
  ASSERT_TRUE(run(same, 700));
  ASSERT_TRUE(run(bent, 700));
  ASSERT_TRUE(run(one, 700));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(near(same.state().q[i], one.state().q[i], either<S>(1e-7, 1e-5)));
    EXPECT_TRUE(near(bent.state().q[i], one.state().q[i], either<S>(1e-6, 1e-5)));
  }
  EXPECT_TRUE(same.degenerate());
  EXPECT_FALSE(one.degenerate());
  // half of the tension each, whatever the unit; where the rows are other functions what they
  // disagree by at q^ is a tension of one against the other, and the sum alone is the rod's
  const double tension = 2 * double(one.state().lambda[0]), allowed = either<S>(1e-4, 2e-2);
  EXPECT_TRUE(near(2 * double(same.state().lambda[0]), tension / 2, allowed));
  EXPECT_TRUE(near(256 * double(same.state().lambda[1]), tension / 2, allowed));
  EXPECT_TRUE(near(2 * double(bent.state().lambda[0]) + 256 * double(bent.state().lambda[1]),
                   tension, allowed));
}

// A dead point, crank and coupler in one line, is no dependence of rows: driven through many of
// them nothing is regularised away, and stating `redundant` changes nothing.
TYPED_TEST(RedundantTest, DeadPointsAreNotDegenerate) {
  using S = TypeParam;
  using Stated = testing::Redundant<models::FourBar<S>>;
  const models::FourBarStart<S> start;
  auto stated = started<Rattle<>>(Stated{}, tick(S(0)), start.q, start.u);
  auto plain = started<Rattle<>>(models::FourBar<S>{}, tick(S(0)), start.q, start.u);
  int dead_points = 0;
  double share = 1, apart = 0, before = 0;
  for (int n = 0; n < 3000; ++n) {
    ASSERT_TRUE(run(stated, 1, {S(40)}));
    ASSERT_TRUE(run(plain, 1, {S(40)}));
    EXPECT_FALSE(stated.degenerate());
    share = std::min(share, double(plain.smallest_pivot_share()));
    for (std::size_t i = 0; i < 9; ++i)
      apart = std::max(
          apart, std::fabs(std::remainder(double(stated.state().q[i]) - double(plain.state().q[i]),
                                          6.283185307179586)));
    const double across = std::sin(double(plain.state().q[2]) - double(plain.state().q[5]));
    if (across * before < 0) ++dead_points;
    before = across;
  }
  EXPECT_GE(dead_points, 6);
  EXPECT_GT(share, 0.1);
  EXPECT_LT(apart, either<S>(1e-6, 1e-2)) << dead_points;
}

// Off the world's axes no row is aligned with anything: the same motion, turned.
TYPED_TEST(RedundantTest, DoesNotDependOnTheDirectionOfTheWorld) {
  using S = TypeParam;
  const double turn = 0.6457718232379019;  // 37 degrees
  Braced<S> turned;
  turned.turn_cos = static_cast<S>(std::cos(turn));
  turned.turn_sin = static_cast<S>(std::sin(turn));
  const BracedParallelogramStart<S> aligned_start, start(-1.0471975511965977462, 0, turn);
  auto aligned = started<Rattle<>>(Braced<S>{}, tick(S(0)), aligned_start.q, aligned_start.u);
  auto stepper = started<Rattle<>>(turned, tick(S(0)), start.q, start.u);
  ASSERT_TRUE(run(aligned, 1000));
  ASSERT_TRUE(run(stepper, 1000));
  const double x = double(aligned.state().q[3]), y = double(aligned.state().q[4]);
  const double tolerance = either<S>(1e-8, 3e-5);
  EXPECT_TRUE(near(stepper.state().q[3], std::cos(turn) * x - std::sin(turn) * y, tolerance));
  EXPECT_TRUE(near(stepper.state().q[4], std::sin(turn) * x + std::cos(turn) * y, tolerance));
}

TEST(Redundant, DoesNotDependOnTheUnitOfARow) {
  Braced<double> in_millimetres;
  in_millimetres.row_scale = 1000;
  const BracedParallelogramStart<double> start;
  auto stepper = started<Rattle<>>(in_millimetres, tick(0.0), start.q, start.u);
  auto metres = started<Rattle<>>(Braced<double>{}, tick(0.0), start.q, start.u);
  ASSERT_TRUE(run(stepper, 1000));
  ASSERT_TRUE(run(metres, 1000));
  EXPECT_TRUE(near(stepper.state().q[2], metres.state().q[2], 1e-8));
  EXPECT_TRUE(near(stepper.smallest_pivot_share(), metres.smallest_pivot_share(),
                   1e-6 * metres.smallest_pivot_share()));
}

// A rough start is brought onto the constraints in spite of the row too many.
TYPED_TEST(RedundantTest, RoughStartsAreAssembled) {
  using S = TypeParam;
  BracedParallelogramStart<S> start;
  for (std::size_t i = 0; i < 12; ++i) start.q[i] += S(0.01) * S(i % 3) - S(0.008);
  StartReport<Braced<S>> report;
  ASSERT_EQ(make_consistent(Braced<S>{}, start.q, start.u, {}, report), Status::ok);
  EXPECT_LT(double(report.position_residual), either<S>(1e-14, 2e-6));
  EXPECT_LT(double(report.largest_move), 0.05);
}

// ---- verdicts ----------------------------------------------------------------------------------

TYPED_TEST(RedundantTest, TheStepperSaysThatRowsDependAndWhich) {
  using S = TypeParam;
  const BracedParallelogramStart<S> start;
  auto stepper = started<Rattle<>>(Braced<S>{}, tick(S(0)), start.q, start.u);
  EXPECT_TRUE(stepper.degenerate());
  EXPECT_GE(stepper.weakest_row(), 8);  // the fifth bar's, behind those of the four-bar
  auto reduced = started<Rattle<>>(Reduced<S>{}, tick(S(0)), start.q, start.u);
  EXPECT_FALSE(reduced.degenerate());
  EXPECT_EQ(reduced.deficient_row(), -1);
}

// A row that repeats another, in millimetres: the later of the two, wherever they stand.
template <class S, bool in_front>
struct OneRowTwice : models::FourBar<S> {
  using FourBar = models::FourBar<S>;
  static constexpr int nc = 9;
  int repeated = 0;
  template <class N>
  Vector<N, 9> force(const Vector<N, 9>& q, const Vector<N, 9>& u,
                     const Signals<OneRowTwice, N>& s) const {
    Signals<FourBar, N> inputs;
    inputs.w = s.w;
    return FourBar::force(q, u, inputs);
  }
  template <class N>
  Vector<N, 9> constraint(const Vector<N, 9>& q, const Signals<OneRowTwice, N>&) const {
    const Vector<N, 8> g = FourBar::constraint(q, Signals<FourBar, N>{});
    Vector<N, 9> rows;
    for (int i = 0; i < 8; ++i) rows[i + (in_front ? 1 : 0)] = g[i];
    rows[in_front ? 0 : 8] = S(1000) * g[repeated];
    return rows;
  }
};
template <class S, bool in_front>
void expect_the_later_row() {
  const models::FourBarStart<S> start;
  for (int repeated = 0; repeated < 8; ++repeated) {
    OneRowTwice<S, in_front> model;
    model.repeated = repeated;
    const int later = in_front ? repeated + 1 : 8;
    Stepper<OneRowTwice<S, in_front>, Rattle<>> refused(model, tick(S(0)));
    EXPECT_EQ(refused.reset(start.q, start.u), Status::rank_deficient_constraints);
    EXPECT_EQ(refused.deficient_row(), later);
    testing::Redundant<OneRowTwice<S, in_front>> stated(model);
    auto stepper = started<Rattle<>>(stated, tick(S(0)), start.q, start.u);
    EXPECT_TRUE(stepper.degenerate());
    EXPECT_EQ(stepper.weakest_row(), later);
  }
}
TYPED_TEST(RedundantTest, ARepeatedRowIsNamed) {
  expect_the_later_row<TypeParam, false>();
  expect_the_later_row<TypeParam, true>();
}

// In the flat position of the parallelogram: the first of its rows that the others before it give.
TYPED_TEST(RedundantTest, TheRowOfAChangePointIsNamed) {
  using S = TypeParam;
  const BracedParallelogramStart<S> all(0, 1);
  std::array<S, 9> q, u;
  for (std::size_t i = 0; i < 9; ++i) q[i] = all.q[i], u[i] = all.u[i];
  Stepper<models::FourBar<S>, Rattle<>> refused(parallelogram<S>(), tick(S(0)));
  EXPECT_EQ(refused.reset(q, u), Status::rank_deficient_constraints);
  EXPECT_EQ(refused.deficient_row(), 6);  // rows along x alone depend, and this is the last
  const testing::Redundant<models::FourBar<S>> model(parallelogram<S>());
  auto stepper = started<Rattle<>>(model, tick(S(0)), q, u);
  EXPECT_TRUE(stepper.degenerate());
  EXPECT_EQ(stepper.weakest_row(), 6);
  ASSERT_TRUE(run(stepper, 300));
  EXPECT_FALSE(stepper.degenerate());
}

// The same rows in a model that does not say so: refused, with the row at fault.
TYPED_TEST(RedundantTest, UnstatedRedundancyIsRefusedWithItsRow) {
  using S = TypeParam;
  const BracedParallelogramStart<S> start;
  Stepper<BracedParallelogram<S>, Rattle<>> stepper(BracedParallelogram<S>{}, tick(S(0)));
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::rank_deficient_constraints);
  EXPECT_EQ(stepper.deficient_row(), 11);
}

}  // namespace
}  // namespace taut
