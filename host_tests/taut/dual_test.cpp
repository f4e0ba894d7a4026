/// \file
/// Dual numbers against closed-form derivatives, central differences and nested duals.
#include "taut/dual.hpp"

#include <cmath>

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class DualTest : public ::testing::Test {
 public:
  // v with derivatives d0, d1
  static Dual<S, 2> number(double v, double d0, double d1) {
    Dual<S, 2> x(static_cast<S>(v));
    x.derivative[0] = static_cast<S>(d0);
    x.derivative[1] = static_cast<S>(d1);
    return x;
  }
};
TYPED_TEST_SUITE(DualTest, testing::Scalars, testing::ScalarNames);

// Checks f at x: value, derivative along two directions, and second derivative by nesting, against
// the closed forms; and the closed form against the central difference of f in double, so that a
// wrong expectation shows as well. f takes any number type.
template <class S, class F>
void expect_derivatives(F f, double x_double, double value, double first, double second) {
  const S x = static_cast<S>(x_double);
  const double scale = std::fabs(value) + std::fabs(first) + std::fabs(second) + 1;

  Dual<S, 2> moving(x);
  moving.derivative[0] = S(1), moving.derivative[1] = S(-3);
  const Dual<S, 2> y = f(moving);
  EXPECT_TRUE(near(y.value, value, roundings<S>(4, scale)));
  EXPECT_TRUE(near(y.derivative[0], first, roundings<S>(8, scale)));
  EXPECT_TRUE(near(y.derivative[1], -3 * first, roundings<S>(24, scale)));

  using Inner = Dual<S, 1>;
  Dual<Inner, 1> twice(x);
  twice.value.derivative[0] = S(1);
  twice.derivative[0] = Inner(S(1));
  const Dual<Inner, 1> z = f(twice);
  EXPECT_TRUE(near(z.value.value, value, roundings<S>(4, scale)));
  EXPECT_TRUE(near(z.value.derivative[0], first, roundings<S>(8, scale)));
  EXPECT_TRUE(near(z.derivative[0].value, first, roundings<S>(8, scale)));
  EXPECT_TRUE(near(z.derivative[0].derivative[0], second, roundings<S>(16, scale)));

  // (f(x + e) - f(x - e)) / (2 e): rounding 1e-16 / e and truncation e^2 f''' / 6 are 1e-10 and
  // less
  const double e = 1e-5;
  const double difference = (f(x_double + e) - f(x_double - e)) / (2 * e);
  EXPECT_TRUE(near(difference, first, 1e-8 * scale));
}

TYPED_TEST(DualTest, FunctionsHaveTheirClosedFormDerivatives) {
  using S = TypeParam;
  for (const double x : {-2.5, -0.7, 0.3, 1.25, 2.0}) {
    const double s = std::sin(x), c = std::cos(x), e = std::exp(x);
    expect_derivatives<S>([](const auto& a) { return taut::sin(a); }, x, s, c, -s);
    expect_derivatives<S>([](const auto& a) { return taut::cos(a); }, x, c, -s, -c);
    expect_derivatives<S>([](const auto& a) { return taut::exp(a); }, x, e, e, e);
    expect_derivatives<S>([](const auto& a) { return taut::abs(a); }, x, std::fabs(x),
                          x < 0 ? -1.0 : 1.0, 0.0);
    expect_derivatives<S>([](const auto& a) { return -a; }, x, -x, -1.0, 0.0);
    expect_derivatives<S>([](const auto& a) { return a * a * a; }, x, x * x * x, 3 * x * x, 6 * x);
    const double r = 1 / x;
    expect_derivatives<S>([](const auto& a) { return 1 / a; }, x, r, -r * r, 2 * r * r * r);
    // a quotient of two duals: a / (a^2 + 1)
    const double n = x * x + 1;
    expect_derivatives<S>([](const auto& a) { return a / (a * a + 1); }, x, x / n,
                          (1 - x * x) / (n * n), 2 * x * (x * x - 3) / (n * n * n));
    // atan2(a, 2 - a): angle of a point on a line, derivative 2 / (a^2 + (2-a)^2)
    const double d = x * x + (2 - x) * (2 - x);
    expect_derivatives<S>([](const auto& a) { return taut::atan2(a, 2 - a); }, x,
                          std::atan2(x, 2 - x), 2 / d, -2 * (2 * x - 2 * (2 - x)) / (d * d));
  }
  for (const double x : {0.04, 0.7, 1.0, 9.0}) {
    const double r = std::sqrt(x);
    expect_derivatives<S>([](const auto& a) { return taut::sqrt(a); }, x, r, 0.5 / r,
                          -0.25 / (r * x));
  }
}

TYPED_TEST(DualTest, SineAndCosineTogetherEqualEachAlone) {
  const auto x = this->number(0.8, 1, -2);
  const auto both = sincos(x);
  EXPECT_EQ(both.sin, sin(x));
  EXPECT_EQ(both.cos, cos(x));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(both.sin.derivative[i], sin(x).derivative[i]);
    EXPECT_EQ(both.cos.derivative[i], cos(x).derivative[i]);
  }
}

// a = 1.5 along (1, 2), b = -0.75 along (3, -1)
TYPED_TEST(DualTest, OperatorsFollowTheRulesOfCalculus) {
  using S = TypeParam;
  const double tolerance = roundings<S>(8);
  const double a = 1.5, b = -0.75, da[] = {1, 2}, db[] = {3, -1};
  const auto x = this->number(a, da[0], da[1]), y = this->number(b, db[0], db[1]);
  const auto expect = [&](const auto& z, double value, auto derivative) {
    EXPECT_TRUE(near(z.value, value, tolerance));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(near(z.derivative[i], derivative(i), tolerance)) << i;
  };
  expect(x + y, a + b, [&](int i) { return da[i] + db[i]; });
  expect(x - y, a - b, [&](int i) { return da[i] - db[i]; });
  expect(x * y, a * b, [&](int i) { return da[i] * b + a * db[i]; });
  expect(x / y, a / b, [&](int i) { return (da[i] - a / b * db[i]) / b; });
  expect(-x, -a, [&](int i) { return -da[i]; });
  expect(atan2(y, x), std::atan2(b, a),
         [&](int i) { return (a * db[i] - b * da[i]) / (a * a + b * b); });

  auto z = x;
  z += y;
  expect(z, a + b, [&](int i) { return da[i] + db[i]; });
  z -= x;
  expect(z, b, [&](int i) { return db[i]; });
  z *= x;
  expect(z, a * b, [&](int i) { return da[i] * b + a * db[i]; });
  z /= y;
  expect(z, a, [&](int i) { return da[i]; });
  z += S(1);
  expect(z, a + 1, [&](int i) { return da[i]; });
}

TYPED_TEST(DualTest, PlainNumbersAndIntegersMixWithDuals) {
  using S = TypeParam;
  const double tolerance = roundings<S>(4);
  const auto x = this->number(1.5, 1, 2);
  const auto expect = [&](const auto& z, double value, double per_direction) {
    EXPECT_TRUE(near(z.value, value, tolerance));
    EXPECT_TRUE(near(z.derivative[0], per_direction, tolerance));
    EXPECT_TRUE(near(z.derivative[1], 2 * per_direction, tolerance));
  };
  expect(x + S(2), 3.5, 1);
  expect(S(2) + x, 3.5, 1);
  expect(x - S(2), -0.5, 1);
  expect(S(2) - x, 0.5, -1);
  expect(x * S(2), 3, 2);
  expect(S(2) * x, 3, 2);
  expect(x / S(2), 0.75, 0.5);
  expect(S(3) / x, 2, -2 / 1.5);
  expect(x + 2, 3.5, 1);
  expect(2 + x, 3.5, 1);
  expect(x - 2, -0.5, 1);
  expect(2 - x, 0.5, -1);
  expect(x * 2, 3, 2);
  expect(2 * x, 3, 2);
  expect(x / 2, 0.75, 0.5);
  expect(3 / x, 2, -2 / 1.5);
}

TYPED_TEST(DualTest, ComparisonsLookAtTheValueAlone) {
  using S = TypeParam;
  const auto x = this->number(1, 5, -5), same = this->number(1, -7, 7),
             more = this->number(2, 0, 0);
  EXPECT_TRUE(x == same && x <= same && x >= same);
  EXPECT_FALSE(x != same || x < same || x > same);
  EXPECT_TRUE(x < more && x <= more && more > x && more >= x && x != more);
  EXPECT_FALSE(x > more || x >= more || x == more);
  EXPECT_TRUE(x == S(1) && x < S(2) && S(0) < x && x > 0);
  const auto nan = this->number(std::nan(""), 0, 0);
  EXPECT_FALSE(nan == nan || nan < x || nan > x || nan <= x || nan >= x);
  EXPECT_TRUE(nan != nan);
}

TYPED_TEST(DualTest, DerivativeByAnAbsentVariableIsExactlyZero) {
  const auto x = this->number(0.7, 1, 0), y = this->number(1.3, 1, 0);
  const auto f = sin(x) * exp(y) / sqrt(x * x + y) - atan2(x, y) + abs(x - y) * min(x, y) -
                 cos(max(x, y)) / 3 + 2 / y;
  EXPECT_NE(f.derivative[0], 0);
  EXPECT_EQ(f.derivative[1], 0);
}

TYPED_TEST(DualTest, ConstantsHaveNoDerivative) {
  using S = TypeParam;
  const Dual<S, 3> constant(S(4));
  EXPECT_EQ(constant.value, S(4));
  for (const S d : constant.derivative) EXPECT_EQ(d, 0);
}

TYPED_TEST(DualTest, KinksTakeTheDocumentedSide) {
  using S = TypeParam;
  EXPECT_EQ(abs(this->number(0, 1, 2)).derivative[0], 1);  // +1 at 0
  EXPECT_EQ(abs(this->number(-0.0, 1, 2)).derivative[1], 2);
  EXPECT_EQ(abs(this->number(-1, 1, 2)).derivative[1], -2);
  const auto first = this->number(1, 1, 0), second = this->number(1, 0, 1);
  EXPECT_EQ(min(first, second).derivative[0], 1);  // the first of equals
  EXPECT_EQ(max(first, second).derivative[0], 1);
  const auto less = this->number(-1, 3, 4);
  EXPECT_EQ(min(first, less).derivative[0], 3);
  EXPECT_EQ(max(less, first).derivative[0], 1);
  EXPECT_EQ(taut::min(S(1), S(2)), S(1));
  EXPECT_EQ(taut::max(S(1), S(2)), S(2));
  EXPECT_EQ(taut::abs(S(-1)), S(1));
}

TYPED_TEST(DualTest, SquareRootHasNoFiniteDerivativeAtZero) {
  EXPECT_FALSE(std::isfinite(sqrt(this->number(0, 1, 0)).derivative[0]));
}

TYPED_TEST(DualTest, BranchesOfAModelTakeTheSideOfPlainNumbers) {
  using S = TypeParam;
  // a one-sided spring: k x where x > 0, else 0
  const auto spring = [](const auto& x) {
    using N = std::decay_t<decltype(x)>;
    return x > N(0) ? N(S(3) * x) : N(0);
  };
  EXPECT_EQ(spring(this->number(2, 1, 0)).derivative[0], 3);
  EXPECT_EQ(spring(this->number(-2, 1, 0)).derivative[0], 0);
  EXPECT_EQ(spring(S(2)), S(6));
}

TYPED_TEST(DualTest, WorksInsideEigenVectorsAndMatrices) {
  using S = TypeParam;
  using D = Dual<S, 2>;
  const double tolerance = roundings<S>(8);
  Vector<D, 3> a, b;
  for (int i = 0; i < 3; ++i) {
    a[i] = this->number(1 + i, 1, 0);
    b[i] = this->number(2 - i, 0, 1);
  }
  // a = (1, 2, 3), b = (2, 1, 0); da = (1, 1, 1) along 0, db = (1, 1, 1) along 1
  const D dot = a.dot(b);
  EXPECT_TRUE(near(dot.value, 4, tolerance));
  EXPECT_TRUE(near(dot.derivative[0], 3, tolerance));  // sum b
  EXPECT_TRUE(near(dot.derivative[1], 6, tolerance));  // sum a
  const Vector<D, 3> sum = a + b, scaled = S(2) * a, difference = a - b * S(3);
  EXPECT_TRUE(near(sum[2].value, 3, tolerance));
  EXPECT_TRUE(near(sum[2].derivative[1], 1, tolerance));
  EXPECT_TRUE(near(scaled[1].derivative[0], 2, tolerance));
  EXPECT_TRUE(near(difference[0].value, -5, tolerance));
  EXPECT_TRUE(near(difference[0].derivative[1], -3, tolerance));
  EXPECT_TRUE(near(a.squaredNorm().derivative[0], 12, tolerance));

  Matrix<S, 2, 3> M;
  M << S(1), S(2), S(3), S(4), S(5), S(6);
  const Vector<D, 2> product = M.template cast<D>().lazyProduct(a);
  EXPECT_TRUE(near(product[0].value, 14, tolerance));
  EXPECT_TRUE(near(product[1].derivative[0], 15, tolerance));
  EXPECT_TRUE(near(product[1].derivative[1], 0, 0));
}

// Mixed second derivative of x^2 y^3 at (2, 3), in one evaluation: 6 x y^2 = 108.
TYPED_TEST(DualTest, NestedDualsGiveMixedSecondDerivatives) {
  using S = TypeParam;
  using Inner = Dual<S, 1>;
  using N = Dual<Inner, 1>;
  N x(S(2)), y(S(3));
  x.value.derivative[0] = S(1);
  y.derivative[0] = Inner(S(1));
  const N f = x * x * y * y * y;
  EXPECT_TRUE(near(f.value.value, 108, roundings<S>(4, 108)));
  EXPECT_TRUE(near(f.value.derivative[0], 2 * 2 * 27, roundings<S>(4, 108)));   // 2 x y^3
  EXPECT_TRUE(near(f.derivative[0].value, 3 * 4 * 9, roundings<S>(4, 108)));    // 3 x^2 y^2
  EXPECT_TRUE(near(f.derivative[0].derivative[0], 108, roundings<S>(8, 108)));  // 6 x y^2
}

// Third level: (x^5)''' = 60 x^2.
TYPED_TEST(DualTest, NestsToAnyDepth) {
  using S = TypeParam;
  using One = Dual<S, 1>;
  using Two = Dual<One, 1>;
  using Three = Dual<Two, 1>;
  Three x(S(1.5));
  x.value.value.derivative[0] = S(1);
  x.value.derivative[0] = One(S(1));
  x.derivative[0] = Two(S(1));
  const Three y = x * x * x * x * x;
  EXPECT_TRUE(near(y.derivative[0].derivative[0].derivative[0], 135, roundings<S>(8, 135)));
}

}  // namespace
}  // namespace taut
