/// \file
/// The index-2 examples of Ascher and Lin and their solutions.
#include "models/ascher_lin.hpp"

#include "support/scalars.hpp"
#include "taut/index2_model.hpp"

namespace taut {
namespace {

using models::AscherLin61;
using models::AscherLin62;
using models::AscherLin63;
using testing::near;

template <class S>
class AscherLinTest : public ::testing::Test {};
TYPED_TEST_SUITE(AscherLinTest, testing::Scalars, testing::ScalarNames);

template <class Model>
Time<typename Model::Scalar> at(double t_s) {
  using S = typename Model::Scalar;
  const double whole = std::floor(t_s);
  return {static_cast<std::uint32_t>(whole), static_cast<S>(t_s - whole)};
}

template <class Model>
Vector<typename Model::Scalar, 2> solution(const Model& model, double t_s) {
  const auto x = model.solution(static_cast<typename Model::Scalar>(t_s));
  return {x[0], x[1]};
}

// g(x, t) = 0, x' = f - B y with x' by the rule of the caller, and G x' + g_t = 0.
template <class Model, class Rate>
void expect_solution(Rate rate) {
  using S = typename Model::Scalar;
  const Model model;
  for (const double t : {0.0, 0.125, 0.375, 0.75, 1.0}) {
    const Vector<S, 2> x = solution(model, t);
    const double rounding = testing::roundings<S>(16, 4);
    const Index2Constraint<Model> constraint(model, x, at<Model>(t));
    EXPECT_TRUE(near(constraint.g[0], 0, rounding)) << t;
    const Matrix<S, 2, 1> B = model.multiplier_matrix(x, at<Model>(t));
    const Vector<S, 2> f = model.field(x, at<Model>(t));
    const S y = model.multiplier(static_cast<S>(t));
    const std::array<double, 2> expected = rate(t);
    double tangent = static_cast<double>(constraint.g_t[0]);
    for (int i = 0; i < 2; ++i) {
      const double slope = expected[static_cast<std::size_t>(i)];
      EXPECT_TRUE(near(f[i] - B(i, 0) * y, slope, rounding)) << t;
      tangent += double(constraint.G(0, i)) * slope;
    }
    EXPECT_TRUE(near(tangent, 0, rounding)) << t;
  }
}

TYPED_TEST(AscherLinTest, SolutionsSolveTheEquations) {
  using S = TypeParam;
  expect_solution<AscherLin61<S>>([](double t) {
    return std::array<double, 2>{-std::exp(-t), std::cos(t)};
  });
  expect_solution<AscherLin62<S>>([](double t) { return std::array<double, 2>{1, 2 * t}; });
  expect_solution<AscherLin63<S>>([](double t) { return std::array<double, 2>{-2, std::cos(t)}; });
}

// G B, from one side of the singular point to the other.
template <class Model>
double product(double t_s) {
  const Model model;
  const auto x = solution(model, t_s);
  const Index2Constraint<Model> constraint(model, x, at<Model>(t_s));
  const auto B = model.multiplier_matrix(x, at<Model>(t_s));
  return constraint.G(0, 0) * B(0, 0) + constraint.G(0, 1) * B(1, 0);
}

TEST(AscherLin, IsSingularWhereStated) {
  for (const double t : {0.0, 0.5, 1.0}) EXPECT_GT(product<AscherLin61<double>>(t), 0.5) << t;
  EXPECT_EQ(product<AscherLin62<double>>(0.5), 0);
  EXPECT_TRUE(near(product<AscherLin63<double>>(0.5), 0, 1e-15));
  for (const double t : {0.4, 0.6}) {
    EXPECT_GT(product<AscherLin62<double>>(t), 0.01) << t;
    EXPECT_GT(product<AscherLin63<double>>(t), 0.01) << t;
  }
}

TEST(AscherLin, DerivedConstraintJacobianIsThatOfTheEquations) {
  const Vector<double, 2> x{0.75, 0.25};
  const Time<double> t{0, 0.375};
  const Index2Constraint<AscherLin62<double>> second({}, x, t);
  EXPECT_EQ(second.G(0, 0), x[0]);
  EXPECT_EQ(second.G(0, 1), x[1]);
  EXPECT_TRUE(near(second.g_t[0], -((0.375 - 0.5) + (0.375 * 0.375 - 0.25) * 0.75), 1e-15));
  const Index2Constraint<AscherLin63<double>> third({}, x, t);
  EXPECT_TRUE(near(third.G(0, 1), x[0], 1e-15));
  EXPECT_TRUE(near(third.G(0, 0), 2 * x[0] + x[1] - 0.25 - std::sin(0.375), 1e-15));
  EXPECT_TRUE(near(third.g_t[0], x[0] * (2 - std::cos(0.375)), 1e-15));
}

}  // namespace
}  // namespace taut
