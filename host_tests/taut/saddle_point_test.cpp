/// \file
/// The saddle-point system against Eigen's full-pivoting LU of the whole matrix, and its verdicts.
#include "taut/saddle_point.hpp"

#include <memory>
#include <random>

#include "models/car_axle.hpp"
#include "models/four_bar.hpp"
#include "models/two_link_arm.hpp"
#include "support/dense.hpp"
#include "support/matrix_probe.hpp"
#include "support/random.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
constexpr S tolerance = S(64) * std::numeric_limits<S>::epsilon();

template <class S>
class SaddlePointTest : public ::testing::Test {};
TYPED_TEST_SUITE(SaddlePointTest, testing::Scalars, testing::ScalarNames);

// Solves [M G^T; G 0] [a; lambda] = [r; c] at q both ways. `condition` bounds the growth of a
// rounding.
template <class Model, class Q>
void expect_solution_of_eigen(const Model& model, const Q& q_array, double condition) {
  using S = typename Model::Scalar;
  constexpr int nu = detail::nu<Model>(), nc = Model::nc;
  Vector<S, Model::nq> q;
  for (int i = 0; i < Model::nq; ++i) q[i] = q_array[static_cast<std::size_t>(i)];
  TickSignals<Model> tick;
  tick.evaluate(model, {1, 234}, StepSize<S>::hz(1000));
  // on the heap, where GCC does not warn of what an early return leaves unwritten
  const auto on_heap = std::make_unique<SaddlePoint<Model>>();
  SaddlePoint<Model>& matrices = *on_heap;
  ASSERT_EQ(matrices.factorise_constant_mass(model, tolerance<S>), Status::ok);
  ASSERT_EQ(matrices.factorise(model, q, tick, {}, tolerance<S>), Status::ok);

  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(nu + nc, nu + nc);
  typename ModelTraits<Model>::MassValue M;
  if constexpr (ModelTraits<Model>::constant_mass)
    M = model.mass_matrix();
  else
    M = model.mass_matrix(q, tick.template as<S>({}));
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nu; ++j)
      if constexpr (ModelTraits<Model>::diagonal_mass)
        K(i, j) = i == j ? static_cast<double>(M[i]) : 0.0;
      else
        K(i, j) = static_cast<double>(M(i, j));
  for (int i = 0; i < nc; ++i)
    for (int j = 0; j < nu; ++j)
      K(nu + i, j) = K(j, nu + i) = static_cast<double>(matrices.constraint().J(i, j));

  std::mt19937 random(6);
  for (int trial = 0; trial < 10; ++trial) {
    const Matrix<S, nu, 1> r = testing::random_matrix<S, nu, 1>(random);
    const Matrix<S, nc, 1> c = testing::random_matrix<S, nc, 1>(random);
    Vector<S, nu> a;
    Vector<S, nc> rate;
    Eigen::VectorXd right(nu + nc);
    for (int i = 0; i < nu; ++i) a[i] = r(i, 0), right[i] = static_cast<double>(r(i, 0));
    for (int i = 0; i < nc; ++i) rate[i] = c(i, 0), right[nu + i] = static_cast<double>(c(i, 0));
    const Vector<S, nc> lambda = matrices.solve(a, rate);
    const Eigen::VectorXd x = testing::solve_in_double(K, right);
    const double scale = x.lpNorm<Eigen::Infinity>();
    for (int i = 0; i < nu; ++i) EXPECT_TRUE(near(a[i], x[i], roundings<S>(condition, scale))) << i;
    for (int i = 0; i < nc; ++i)
      EXPECT_TRUE(near(lambda[i], x[nu + i], roundings<S>(condition, scale))) << i;

    // the correction solves the same system with right-hand side [0; c]
    const Vector<S, nu> step = matrices.correction(rate);
    for (int i = 0; i < nu; ++i) right[i] = 0;
    const Eigen::VectorXd y = testing::solve_in_double(K, right);
    for (int i = 0; i < nu; ++i)
      EXPECT_TRUE(near(step[i], y[i], roundings<S>(condition, y.lpNorm<Eigen::Infinity>())));
  }
}

// Growth of a rounding: condition of M times that of G M^-1 G^T, the latter the reciprocal of a
// pivot share of 0.3 to 0.5.
TYPED_TEST(SaddlePointTest, SolvesLikeEigenOnTheWholeMatrix) {
  using S = TypeParam;
  expect_solution_of_eigen(models::CarAxle<S>{}, models::CarAxleStart<S>{}.q, 64);
  expect_solution_of_eigen(models::FourBar<S>{}, models::FourBarStart<S>{}.q, 256);
  expect_solution_of_eigen(models::DrivenArm<S>{}, models::TwoLinkArmStart<S>{}.q, 64);
}

TYPED_TEST(SaddlePointTest, RefusesWhatEigenCallsASuccessAsMassMatrix) {
  using S = TypeParam;
  const auto verdict = [](const auto& model) {
    using Model = std::decay_t<decltype(model)>;
    TickSignals<Model> tick;
    tick.evaluate(model, {}, StepSize<S>::hz(1000));
    SaddlePoint<Model> matrices;
    const Status status = matrices.factorise_constant_mass(model, tolerance<S>);
    if (status != Status::ok) return status;
    return matrices.factorise(model, Vector<S, 6>::Zero(), tick, {}, tolerance<S>);
  };
  for (const testing::BadMatrix<S>& bad : testing::bad_matrices<S>())
    for (const int at : {0, 2, 4}) {
      const Matrix<S, 6, 6> M = testing::embed<6>(bad, at);
      EXPECT_EQ(verdict(testing::constant_dense_probe<S>(M)), Status::singular_mass_matrix)
          << bad.name << " at " << at;
      EXPECT_EQ(verdict(testing::dense_probe<S>(M)), Status::singular_mass_matrix)
          << bad.name << " at " << at;
    }
  EXPECT_EQ(verdict(testing::dense_probe<S>(Matrix<S, 6, 6>::Identity())), Status::ok);
}

// What G M^-1 G^T can be made: rows that vanish, repeat, are NaN, infinite or too small to square.
TYPED_TEST(SaddlePointTest, RefusesConstraintsThatDependOnEachOther) {
  using S = TypeParam;
  const auto verdict = [](S a, S b, S c, S d, int at) {
    testing::ConstraintProbe<S> model;
    model.J = Matrix<S, 3, 6>::Zero();
    model.J(0, 0) = model.J(1, 1) = model.J(2, 2) = S(1);
    const int other = (at + 1) % 3;
    model.J.row(at).setZero();
    model.J.row(other).setZero();
    model.J(at, 4) = a, model.J(at, 5) = b, model.J(other, 4) = c, model.J(other, 5) = d;
    using Model = testing::ConstraintProbe<S>;
    TickSignals<Model> tick;
    tick.evaluate(model, {}, StepSize<S>::hz(1000));
    SaddlePoint<Model> matrices;
    EXPECT_EQ(matrices.factorise_constant_mass(model, tolerance<S>), Status::ok);
    return matrices.factorise(model, Vector<S, 6>::Zero(), tick, {}, tolerance<S>);
  };
  const S tiny = static_cast<S>(testing::either<S>(1e-155, 1e-20));  // its square is subnormal
  for (const int at : {0, 1, 2}) {
    EXPECT_EQ(verdict(S(1), S(0), S(0), S(1), at), Status::ok);
    EXPECT_EQ(verdict(S(1), S(0), S(1), S(1), at), Status::ok);
    const Status refused = Status::rank_deficient_constraints;
    EXPECT_EQ(verdict(S(0), S(0), S(0), S(1), at), refused) << "zero row";
    EXPECT_EQ(verdict(S(0), S(0), S(0), S(0), at), refused) << "two zero rows";
    EXPECT_EQ(verdict(S(1), S(1), S(1), S(1), at), refused) << "equal rows";
    EXPECT_EQ(verdict(S(1), S(2), S(-3), S(-6), at), refused) << "multiples";
    EXPECT_EQ(verdict(testing::not_a_number<S>, S(0), S(0), S(1), at), refused) << "NaN";
    EXPECT_EQ(verdict(S(1), S(0), S(0), testing::not_a_number<S>, at), refused) << "NaN";
    EXPECT_EQ(verdict(testing::infinite<S>, S(0), S(0), S(1), at), refused) << "infinite";
    EXPECT_EQ(verdict(S(1), S(0), S(0), testing::infinite<S>, at), refused) << "infinite";
    EXPECT_EQ(verdict(tiny, S(0), S(0), S(1), at), refused) << "too small to square";
    EXPECT_EQ(verdict(S(1), S(0), S(0), tiny, at), refused) << "too small to square";
  }
}

// A row in millimetres or in kilometres is the same constraint.
TYPED_TEST(SaddlePointTest, VerdictDoesNotDependOnTheUnitOfARow) {
  using S = TypeParam;
  for (const double unit : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    testing::ConstraintProbe<S> model;
    model.J = Matrix<S, 3, 6>::Zero();
    model.J(0, 0) = S(1), model.J(1, 0) = static_cast<S>(unit),
               model.J(1, 1) = static_cast<S>(0.1 * unit), model.J(2, 2) = S(1);
    using Model = testing::ConstraintProbe<S>;
    TickSignals<Model> tick;
    tick.evaluate(model, {}, StepSize<S>::hz(1000));
    SaddlePoint<Model> matrices;
    EXPECT_EQ(matrices.factorise_constant_mass(model, tolerance<S>), Status::ok);
    EXPECT_EQ(matrices.factorise(model, Vector<S, 6>::Zero(), tick, {}, tolerance<S>), Status::ok);
    // sin^2 of the angle between (1, 0) and (1, 0.1): 0.01 / 1.01
    EXPECT_TRUE(near(matrices.smallest_pivot_share(), 0.01 / 1.01, roundings<S>(2))) << unit;
    model.J(1, 1) = S(0);
    EXPECT_EQ(matrices.factorise(model, Vector<S, 6>::Zero(), tick, {}, tolerance<S>),
              Status::rank_deficient_constraints)
        << unit;
  }
}

}  // namespace
}  // namespace taut
