/// \file
/// L D L^T against Eigen in double, and its verdict on what Eigen lets pass.
#include "taut/ldlt.hpp"

#include <algorithm>
#include <cmath>

#include "support/dense.hpp"
#include "support/random.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;
using testing::roundings;

template <class S>
constexpr S tolerance = S(64) * std::numeric_limits<S>::epsilon();

template <class S>
class LdltTest : public ::testing::Test {
 public:
  std::mt19937 random{3};

  // Solves 50 random systems of size n both ways. Allowed: n roundings times the condition, which
  // is at most 1 + n^2.
  template <int n>
  void expect_eigen_agrees() {
    for (int trial = 0; trial < 50; ++trial) {
      const Matrix<S, n, n> A = testing::random_spd_matrix<S, n>(random);
      const Matrix<S, n, 1> b = testing::random_matrix<S, n, 1>(random);
      Vector<S, n> x;
      for (int i = 0; i < n; ++i) x[i] = b(i, 0);
      Ldlt<S, n> factor;
      ASSERT_TRUE(factor.factorise(A, tolerance<S>));
      factor.solve_in_place(x);
      const Eigen::MatrixXd A_double = A.template cast<double>();
      const Eigen::VectorXd b_double = b.template cast<double>();
      const Eigen::VectorXd expected = testing::solve_in_double(A_double, b_double);
      for (int i = 0; i < n; ++i)
        EXPECT_TRUE(near(x[i], expected[i], roundings<S>(n * (1 + n * n)))) << n << " entry " << i;
    }
  }
};
TYPED_TEST_SUITE(LdltTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(LdltTest, SolvesLikeEigenInDouble) {
  this->template expect_eigen_agrees<1>();
  this->template expect_eigen_agrees<2>();
  this->template expect_eigen_agrees<3>();
  this->template expect_eigen_agrees<4>();
  this->template expect_eigen_agrees<5>();
  this->template expect_eigen_agrees<6>();
  this->template expect_eigen_agrees<7>();
  this->template expect_eigen_agrees<8>();
}

TYPED_TEST(LdltTest, ReadsTheLowerTriangleAlone) {
  using S = TypeParam;
  Matrix<S, 2, 2> A;
  A << S(2), testing::not_a_number<S>, S(1), S(3);
  Ldlt<S, 2> factor;
  ASSERT_TRUE(factor.factorise(A, tolerance<S>));
  Vector<S, 2> x{S(3), S(4)};
  factor.solve_in_place(x);
  EXPECT_TRUE(near(x[0], 1, roundings<S>(4)));
  EXPECT_TRUE(near(x[1], 1, roundings<S>(4)));
}

TYPED_TEST(LdltTest, RefusesWhatEigenCallsASuccess) {
  using S = TypeParam;
  for (const testing::BadMatrix<S>& bad : testing::bad_matrices<S>()) {
    Ldlt<S, 2> small;
    EXPECT_FALSE(small.factorise(testing::embed<2>(bad), tolerance<S>)) << bad.name;
    Ldlt<S, 6> large;
    for (const int at : {0, 2, 4})
      EXPECT_FALSE(large.factorise(testing::embed<6>(bad, at), tolerance<S>))
          << bad.name << " of size 6 at " << at;
  }
}

TYPED_TEST(LdltTest, FailureLeavesNoTraceInTheNextFactorisation) {
  using S = TypeParam;
  const Matrix<S, 6, 6> good = testing::random_spd_matrix<S, 6>(this->random);
  for (const testing::BadMatrix<S>& bad : testing::bad_matrices<S>()) {
    Ldlt<S, 6> used, fresh;
    EXPECT_FALSE(used.factorise(testing::embed<6>(bad, 2), tolerance<S>));
    ASSERT_TRUE(used.factorise(good, tolerance<S>));
    ASSERT_TRUE(fresh.factorise(good, tolerance<S>));
    Vector<S, 6> x = Vector<S, 6>::Ones(), y = x;
    used.solve_in_place(x);
    fresh.solve_in_place(y);
    EXPECT_EQ(x, y) << bad.name;
  }
}

// Rows and columns scaled by powers of two: no rounding, so the share keeps its bits.
TYPED_TEST(LdltTest, SmallestShareDoesNotDependOnUnits) {
  using S = TypeParam;
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix<S, 4, 4> A = testing::random_spd_matrix<S, 4>(this->random);
    const S scale[] = {S(1024), S(1) / S(4096), S(1), S(65536)};
    Matrix<S, 4, 4> scaled;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) scaled(i, j) = scale[i] * A(i, j) * scale[j];
    Ldlt<S, 4> one, other;
    ASSERT_TRUE(one.factorise(A, tolerance<S>));
    ASSERT_TRUE(other.factorise(scaled, tolerance<S>));
    EXPECT_EQ(one.smallest_share(), other.smallest_share());
  }
}

// Gram matrix of two unit vectors at an angle: the second pivot is what is left of the second
// vector across the first, sin^2.
TYPED_TEST(LdltTest, SmallestShareIsTheSquaredSineBetweenRows) {
  using S = TypeParam;
  for (const double angle : {1.5707963267948966, 1.0, 0.3, 0.05}) {
    Matrix<S, 2, 2> A;
    A << S(1), static_cast<S>(std::cos(angle)), static_cast<S>(std::cos(angle)), S(1);
    Ldlt<S, 2> factor;
    ASSERT_TRUE(factor.factorise(A, tolerance<S>));
    EXPECT_TRUE(near(factor.smallest_share(), std::sin(angle) * std::sin(angle), roundings<S>(4)));
  }
  Ldlt<S, 3> unit;
  ASSERT_TRUE(unit.factorise(Matrix<S, 3, 3>::Identity(), tolerance<S>));
  EXPECT_EQ(unit.smallest_share(), S(1));
}

// Row 1 repeats row 0: its pivot is zero, and what that makes of row 2 is no fault of row 2.
TYPED_TEST(LdltTest, TheWeakestRowIsTheFirstThatBreaksDown) {
  using S = TypeParam;
  Matrix<S, 3, 3> A;
  A << S(1), S(1), S(0), S(1), S(1), S(0), S(0), S(0), S(1);
  Ldlt<S, 3> factor;
  EXPECT_FALSE(factor.factorise(A, tolerance<S>));
  EXPECT_EQ(factor.weakest_row(), 1);
}

TYPED_TEST(LdltTest, ToleranceIsAShareOfTheDiagonal) {
  using S = TypeParam;
  Matrix<S, 2, 2> A;  // second pivot 1 - 0.75 = 0.25
  A << S(1), S(0.75), S(0.75), S(0.8125);
  Ldlt<S, 2> factor;  // share 0.25 / 0.8125 = 0.3077
  EXPECT_TRUE(factor.factorise(A, S(0.30)));
  EXPECT_FALSE(factor.factorise(A, S(0.31)));
}

TYPED_TEST(LdltTest, AnOverflowInsideIsRefused) {
  using S = TypeParam;
  const S huge = std::numeric_limits<S>::max() / S(2);
  Matrix<S, 2, 2> A;
  A << S(1), huge, huge, huge;
  Ldlt<S, 2> factor;
  EXPECT_FALSE(factor.factorise(A, tolerance<S>));
}

// ---- regularised -------------------------------------------------------------------------------

template <class S>
const RelativeShift<S> relative{std::sqrt(std::numeric_limits<S>::epsilon())};

// A row of zeros, or of their rounding, is there and does nothing: its unknown is zero, and the
// others are those of the matrix without it.
TYPED_TEST(LdltTest, EmptyRowsTakeNoPartWhereTheShiftIsRelative) {
  using S = TypeParam;
  for (const S entry : {S(0), std::numeric_limits<S>::epsilon()}) {
    Matrix<S, 3, 3> A;
    A << S(4), entry, S(1), entry, entry * entry, -entry, S(1), -entry, S(3);
    Ldlt<S, 3> factor;
    ASSERT_TRUE(factor.factorise(A, tolerance<S>, relative<S>));
    Vector<S, 3> x{S(6), entry, S(7)};
    factor.solve_in_place(x);
    EXPECT_TRUE(near(x[0], 1, either<S>(1e-7, 1e-3)));
    EXPECT_TRUE(near(x[1], 0, roundings<S>(4)));
    EXPECT_TRUE(near(x[2], 2, either<S>(1e-7, 1e-3)));
    EXPECT_EQ(factor.weakest_combination().last_row, 1);
    EXPECT_TRUE(near(factor.smallest_share(), relative<S>.share, 1e-6));
  }
}
// But a row is not empty for its units, and a matrix of zeros is singular.
TYPED_TEST(LdltTest, SmallRowsAreNotEmpty) {
  using S = TypeParam;
  const S unit = either<S>(S(1e-9), S(1e-4));
  Matrix<S, 2, 2> A;
  A << S(4), unit, unit, unit * unit;
  Ldlt<S, 2> factor;
  ASSERT_TRUE(factor.factorise(A, tolerance<S>, relative<S>));
  Vector<S, 2> x{S(6), S(3) * unit};
  factor.solve_in_place(x);
  EXPECT_TRUE(near(x[0], 1, either<S>(1e-6, 5e-3)));
  EXPECT_TRUE(near(x[1] * unit, 2, either<S>(1e-6, 5e-3)));
  EXPECT_FALSE(factor.factorise(Matrix<S, 2, 2>::Zero(), tolerance<S>, relative<S>));
}

// Rows of unit vectors v_i, one of them a combination of two others: the eigenvector of their
// product for its smallest eigenvalue, which is the shift, in any order and units.
TYPED_TEST(LdltTest, TheWeakestCombinationIsTheOneThatComesToNothing) {
  using S = TypeParam;
  for (int trial = 0; trial < 20; ++trial) {
    Matrix<S, 5, 6> rows = testing::random_matrix<S, 5, 6>(this->random);
    const int dependent = trial % 5, first = (dependent + 1) % 5, second = (dependent + 2) % 5;
    rows.row(dependent) = rows.row(first) - S(2) * rows.row(second);
    for (int i = 0; i < 5; ++i) rows.row(i) *= std::pow(S(10), S(i - 2));
    Ldlt<S, 5> factor;
    ASSERT_TRUE((factor.factorise(rows.lazyProduct(rows.transpose()), tolerance<S>, relative<S>)));
    const auto weakest = factor.weakest_combination();
    EXPECT_TRUE(near(weakest.share / relative<S>.share, 1, 0.05)) << trial;
    EXPECT_EQ(weakest.last_row, std::max({dependent, first, second})) << trial;
  }
  Ldlt<S, 4> unit;
  ASSERT_TRUE(unit.factorise(Matrix<S, 4, 4>::Identity(), tolerance<S>));
  EXPECT_TRUE(near(unit.weakest_combination().share, 1, roundings<S>(4)));
}

}  // namespace
}  // namespace taut
