/// \file
/// Post-stabilisation: the algebra of each F, and the drifts of the paper's Tables 6.1 and 6.2.
#include "taut/post_stabilization.hpp"

#include <algorithm>
#include <cmath>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "models/two_link_arm.hpp"
#include "support/belted_blade.hpp"
#include "support/kinematic_pendulums.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/runge_kutta.hpp"

namespace taut {
namespace {

using testing::near;
using testing::run;

template <class S>
class PostStabilizationTest : public ::testing::Test {};
TYPED_TEST_SUITE(PostStabilizationTest, testing::Scalars, testing::ScalarNames);

// ---- h and H -----------------------------------------------------------------------------------

// Two slots at coordinates q and velocities u that satisfy nothing.
template <class Model>
struct Predicted {
  using S = typename Model::Scalar;
  using SlotType = Slot<Model, State<Model, PlainSummation>>;
  Setting<Model> setting{Model{}, StepSize<S>::hz(1000), Limits<S>::template of<Model>()};
  SlotType now{}, next{};
  Vector<S, Model::nq> q;
  Vector<S, detail::nu<Model>()> u;

  Predicted(const Vector<S, Model::nq>& at, const Vector<S, detail::nu<Model>()>& rates)
      : q(at), u(rates) {
    const Status status =
        next.point.matrices.factorise_constant_mass(setting.model, setting.limits.pivot_share);
    EXPECT_EQ(status, Status::ok);
    next.point.tick.evaluate(setting.model, {2, 345}, setting.step);
    for (int i = 0; i < Model::nq; ++i) now.state.q[static_cast<std::size_t>(i)] = q[i];
    for (int i = 0; i < u.size(); ++i) now.state.u[static_cast<std::size_t>(i)] = u[i];
  }
  const TickSignals<Model>& tick() const { return next.point.tick; }

  template <class Policy>
  PostCorrection<Model> correction(const Policy& policy) {
    PostCorrection<Model> out;
    EXPECT_EQ(post_stabilize(setting, now, Vector<S, Model::nq>::Zero().eval(),
                             Vector<S, detail::nu<Model>()>::Zero().eval(), policy, next, out),
              Status::ok);
    return out;
  }
};

template <class S>
Predicted<models::CarAxle<S>> car_axle() {
  return {{S(0.1), S(0.45), S(1.05), S(0.6)}, {S(-0.5), S(0.75), S(0.25), S(-1)}};
}
template <class S>
Predicted<models::FourBar<S>> four_bar() {
  const models::FourBarStart<S> start;
  Vector<S, 9> q = detail::load(start.q), u;
  for (int i = 0; i < 9; ++i) {
    q[i] += S(0.01) * S(i % 4 - 1);
    u[i] = S(i % 5) - S(1.75);
  }
  return {q, u};
}
template <class S>
Predicted<testing::RodByDirection<S>> rod() {
  return {{S(0.4), S(0.35), S(0.8), S(0.55)}, {S(1), S(-0.5), S(2)}};
}

template <class S>
Predicted<testing::BeltedBlade<S>> belted_blade() {
  return {{S(0.1), S(-0.4), S(0.95), S(0.1)}, {S(1), S(2), S(-0.5), S(0.25)}};
}

template <class P>
void expect_residuals(P at) {
  using S = typename P::S;
  const auto h = constraint_residuals(at.setting.model, at.q, at.u, at.tick(), {});
  auto linear = at.next.point.matrices.constraint();
  linearise_constraint(at.setting.model, at.q, at.tick(), {}, linear);
  EXPECT_TRUE(testing::all_near(h.g, linear.g, testing::roundings<S>(4)));
  EXPECT_TRUE(testing::all_near(h.rate, linear.rate(at.u), testing::roundings<S>(32)));
}
TYPED_TEST(PostStabilizationTest, ResidualsAreThoseOfTheLinearisation) {
  using S = TypeParam;
  expect_residuals(car_axle<S>());
  expect_residuals(four_bar<S>());
  expect_residuals(rod<S>());
  expect_residuals(belted_blade<S>());
}

// ---- F -----------------------------------------------------------------------------------------

// H F h = h: the corrections (p, e) of a model with V = I satisfy G p = g and L p + G e = g', or
// G e = g' where they are not coupled.
template <class Policy, class P>
void expect_inverse(P at) {
  using S = typename P::S;
  const auto correction = at.correction(Policy{});
  auto linear = at.next.point.matrices.constraint();
  linearise_constraint(at.setting.model, at.q, at.tick(), {}, linear);
  VelocityConstraint<typename std::decay_t<decltype(at.setting.model)>> second;
  linearise_velocity_constraint(at.setting.model, at.q, at.u, at.tick(), {}, second);
  const auto& L = second.L;
  const auto rate = linear.rate(at.u);
  for (int i = 0; i < L.rows(); ++i) {
    S position = S(0), velocity = S(0);
    for (int j = 0; j < L.cols(); ++j) {
      position += linear.J(i, j) * correction.q[j];
      velocity += linear.J(i, j) * correction.u[j];
      if (Policy::coupled) velocity += L(i, j) * correction.q[j];
    }
    // A p = 0 in the rows of nonholonomic constraints, which D = H^T does not ask for
    const bool holonomic = i < linear.g.size();
    if (Policy::position && (holonomic || !Policy::orthogonal)) {
      EXPECT_TRUE(near(position, holonomic ? linear.g[i] : S(0), testing::roundings<S>(200)));
    }
    if (Policy::velocity) {
      EXPECT_TRUE(near(velocity, rate[i], testing::roundings<S>(2000)));
    }
  }
}
TYPED_TEST(PostStabilizationTest, RemovesTheLinearPartOfTheResiduals) {
  using S = TypeParam;
  expect_inverse<SBoth<>>(car_axle<S>());
  expect_inverse<SBoth<>>(four_bar<S>());
  expect_inverse<SBoth<MassMetric>>(car_axle<S>());
  expect_inverse<SBoth<MassMetric>>(four_bar<S>());
  expect_inverse<SPosition<>>(four_bar<S>());
  expect_inverse<SFull>(car_axle<S>());
  expect_inverse<SFull>(four_bar<S>());
  expect_inverse<SFullByBlocks<>>(car_axle<S>());
  expect_inverse<SFullByBlocks<>>(four_bar<S>());
  expect_inverse<SFullByBlocks<MassMetric>>(four_bar<S>());
  expect_inverse<SBoth<>>(belted_blade<S>());
  expect_inverse<SFull>(belted_blade<S>());
  expect_inverse<SFullByBlocks<MassMetric>>(belted_blade<S>());
}

template <class C>
double size(const C& correction) {
  double sum = 0;
  for (int i = 0; i < correction.q.size(); ++i) sum += correction.q[i] * correction.q[i];
  for (int i = 0; i < correction.u.size(); ++i) sum += correction.u[i] * correction.u[i];
  return std::sqrt(sum);
}

// D = H^T is the smallest correction that removes both residuals; blocks remove them too.
TEST(PostStabilization, TransposedHIsTheSmallestCorrection) {
  auto at = four_bar<double>();
  const double smallest = size(at.correction(SFull{}));
  EXPECT_LT(smallest, size(at.correction(SFullByBlocks<>{})));
  EXPECT_LT(smallest, size(at.correction(SFullByBlocks<MassMetric>{})));
}

// K of (PS.3) is the smallest correction of the position, K of (PS.2) the smallest in the metric of
// M. Masses of the four-bar differ by 30 times.
TEST(PostStabilization, EachMetricIsTheSmallestInItsOwnMeasure) {
  auto at = four_bar<double>();
  const auto euclidean = at.correction(SPosition<>{}),
             by_mass = at.correction(SPosition<MassMetric>{});
  const Vector<double, 9> m = at.setting.model.mass_matrix();
  const auto weighted = [&](const auto& c) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += m[i] * c.q[i] * c.q[i];
    return sum;
  };
  EXPECT_LT(size(euclidean), 0.999 * size(by_mass));
  EXPECT_LT(weighted(by_mass), 0.999 * weighted(euclidean));
}

// Rows that repeat each other are reported, whatever F.
template <class S>
struct TwicePendulum {
  using Scalar = S;
  static constexpr int nq = 3, nc = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 3> mass_matrix() const { return {S(1), S(1), S(1)}; }
  template <class N>
  Vector<N, 3> force(const Vector<N, 3>&, const Vector<N, 3>&,
                     const Signals<TwicePendulum, N>&) const {
    return {N(0), N(-1), N(0)};
  }
  template <class N>
  Vector<N, 2> constraint(const Vector<N, 3>& q, const Signals<TwicePendulum, N>&) const {
    const N g = q[0] * q[0] + q[1] * q[1] - S(1);
    return {g, S(3) * g};
  }
};
template <class Policy, class S>
Status status_of_repeated_rows() {
  Predicted<TwicePendulum<S>> at({S(0.75), S(0.5), S(0)}, {S(1), S(0), S(0)});
  PostCorrection<TwicePendulum<S>> out;
  return post_stabilize(at.setting, at.now, Vector<S, 3>(Vector<S, 3>::Zero()),
                        Vector<S, 3>(Vector<S, 3>::Zero()), Policy{}, at.next, out);
}
TYPED_TEST(PostStabilizationTest, DependentRowsAreReported) {
  using S = TypeParam;
  EXPECT_EQ((status_of_repeated_rows<SBothTwice<>, S>()), Status::rank_deficient_constraints);
  EXPECT_EQ((status_of_repeated_rows<SBoth<MassMetric>, S>()), Status::rank_deficient_constraints);
  EXPECT_EQ((status_of_repeated_rows<SFull, S>()), Status::rank_deficient_constraints);
}

// ---- the paper's tables ------------------------------------------------------------------------

// Largest |g'| and |g| after the steps of a run; `finished` where no step was refused.
struct Drift {
  double velocity = 0, position = 0;
  bool finished = true;
};

template <class Model, class Method>
Drift drift(std::uint32_t hz, int end_s, const Method& method = Method{}) {
  const models::TwoLinkArmStart<double> start;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Stepper<Model, Method> stepper(Model{}, StepSize<double>::hz(hz), {infinity, 1e-14}, method);
  Drift out;
  EXPECT_EQ(stepper.reset(start.q, start.u), Status::ok);
  for (int i = 0; i < end_s * static_cast<int>(hz) && out.finished; ++i) {
    out.finished = stepper.step() == Status::ok;
    out.velocity = std::max(out.velocity, stepper.velocity_residual());
    out.position = std::max(out.position, stepper.position_residual());
  }
  return out;
}

// Two digits: half a unit of the second, as printed, and a tenth of it for the first's rounding.
::testing::AssertionResult two_digits(double value, double printed) {
  const double unit = std::pow(10.0, std::floor(std::log10(printed)) - 1);
  return near(value, printed, 0.6 * unit);
}
void expect_drift(const Drift& ours, double velocity, double position) {
  EXPECT_TRUE(ours.finished);
  EXPECT_TRUE(two_digits(ours.velocity, velocity));
  EXPECT_TRUE(two_digits(ours.position, position));
}
template <class Post>
using HeunWith = ExplicitRungeKutta<Heun, Post>;
ExplicitRungeKutta<Heun, NoPostStabilization, Baumgarte<double>> baumgarte(double alpha_1,
                                                                           double alpha_2) {
  ExplicitRungeKutta<Heun, NoPostStabilization, Baumgarte<double>> method;
  method.stabilization = {alpha_1 / 2, alpha_2};
  return method;
}

using CaseI = models::ArmOnParabola<double>;
using CaseII = models::DrivenArm<double>;

TEST(PostStabilizationTables, Table61AtAHundredHertz) {
  expect_drift(drift<CaseI>(100, 40, baumgarte(0, 0)), .33e-2, .17e-2);
  expect_drift(drift<CaseI>(100, 40, baumgarte(12, 70)), .72e-2, .14e-2);
  expect_drift(drift<CaseI, HeunWith<SFull>>(100, 40), .12e-7, .61e-9);
  expect_drift(drift<CaseI, HeunWith<SBoth<>>>(100, 40), .16e-3, .39e-9);
  expect_drift(drift<CaseI, HeunWith<SBothTwiceOfTables<>>>(100, 40), .67e-8, .15e-13);
  const Drift velocity = drift<CaseI, HeunWith<SVelocity<>>>(100, 40);
  EXPECT_TRUE(two_digits(velocity.position, .84e-3));
  EXPECT_LT(velocity.velocity, 1e-14);  // paper: .36e-14, rounding
  EXPECT_FALSE((drift<CaseI, HeunWith<SPosition<>>>(100, 40).finished));
  // the formula as printed, by the reference
  expect_drift(drift<CaseI, HeunWith<SBothTwice<>>>(100, 40), 4.00e-9, 8.55e-15);
}

// Rows of S-full, S-both^2 are rounding: their bound is a few units of the paper's.
TEST(PostStabilizationTables, Table61AtAThousandHertz) {
  expect_drift(drift<CaseI>(1000, 40, baumgarte(0, 0)), .32e-4, .17e-4);
  expect_drift(drift<CaseI>(1000, 40, baumgarte(12, 70)), .70e-4, .14e-4);
  EXPECT_TRUE(two_digits(drift<CaseI, HeunWith<SBoth<>>>(1000, 40).velocity, .16e-6));
  const Drift full = drift<CaseI, HeunWith<SFull>>(1000, 40);
  EXPECT_LT(full.velocity, 5e-14);
  EXPECT_LT(full.position, 1e-14);
  const Drift both = drift<CaseI, HeunWith<SBothTwiceOfTables<>>>(1000, 40);
  EXPECT_LT(both.velocity, 5e-14);
  EXPECT_LT(both.position, 1e-14);
  EXPECT_TRUE(two_digits(drift<CaseI, HeunWith<SVelocity<>>>(1000, 40).position, .81e-5));
  expect_drift(drift<CaseI, HeunWith<SPosition<>>>(1000, 40), .48e-2, .76e-11);
}

TEST(PostStabilizationTables, Table62) {
  EXPECT_FALSE(drift<CaseII>(100, 10, baumgarte(0, 0)).finished);
  expect_drift(drift<CaseII>(100, 10, baumgarte(12, 70)), .51, .25e-1);
  expect_drift(drift<CaseII, HeunWith<SFull>>(100, 10), .72e-5, .63e-6);
  expect_drift(drift<CaseII, HeunWith<SBoth<>>>(100, 10), .31e-1, .68e-5);
  expect_drift(drift<CaseII, HeunWith<SBothTwiceOfTables<>>>(100, 10), .20e-3, .68e-6);
  expect_drift(drift<CaseII, HeunWith<SBothTwice<>>>(100, 10), 3.89e-4, 3.99e-7);
  EXPECT_TRUE(two_digits(drift<CaseII, HeunWith<SVelocity<>>>(100, 10).position, .78e-2));
  expect_drift(drift<CaseII, HeunWith<SPosition<>>>(100, 10), .73, .28e-2);
  expect_drift(drift<CaseII>(1000, 10, baumgarte(0, 0)), .66e-4, .56e-4);
  expect_drift(drift<CaseII>(1000, 10, baumgarte(12, 70)), .60e-3, .38e-4);
  expect_drift(drift<CaseII, HeunWith<SFull>>(1000, 10), .39e-10, .53e-11);
  expect_drift(drift<CaseII, HeunWith<SBoth<>>>(1000, 10), .41e-4, .46e-11);
  EXPECT_TRUE(two_digits(drift<CaseII, HeunWith<SBothTwiceOfTables<>>>(1000, 10).velocity, .20e-9));
  EXPECT_TRUE(two_digits(drift<CaseII, HeunWith<SVelocity<>>>(1000, 10).position, .58e-4));
  expect_drift(drift<CaseII, HeunWith<SPosition<>>>(1000, 10), .44e-2, .88e-10);
}

// ---- order of the drift ------------------------------------------------------------------------

// Case II over 10 s: one pass leaves |g'| of order h^3, |g| of order h^6 for Heun; without, h^2.
TEST(PostStabilization, OrderOfTheDrift) {
  const auto slope = [](double coarse, double fine) { return std::log2(coarse / fine); };
  const Drift none_1 = drift<CaseII, HeunWith<NoPostStabilization>>(1000, 10);
  const Drift none_2 = drift<CaseII, HeunWith<NoPostStabilization>>(2000, 10);
  EXPECT_TRUE(near(slope(none_1.position, none_2.position), 2, 0.2));
  const Drift both_1 = drift<CaseII, HeunWith<SBoth<>>>(500, 10);
  const Drift both_2 = drift<CaseII, HeunWith<SBoth<>>>(1000, 10);
  EXPECT_TRUE(near(slope(both_1.velocity, both_2.velocity), 3, 0.2));
  EXPECT_TRUE(near(slope(both_1.position, both_2.position), 6, 0.5));
}

}  // namespace
}  // namespace taut
