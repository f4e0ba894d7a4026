/// \file
/// The tableaux satisfy the order conditions of their order and not of the next.
#include "taut/tableau.hpp"

#include <cmath>

#include "support/scalars.hpp"

namespace taut {
namespace {

// The largest violation of the conditions of one order, by rooted trees: sum of weight times
// elementary weight against 1 / density.
template <class T>
double violation(int order, const double (&weight)[T::stages]) {
  constexpr int s = T::stages;
  const auto apply = [](const double(&x)[s], double(&y)[s]) {
    for (int i = 0; i < s; ++i) {
      y[i] = 0;
      for (int j = 0; j < s; ++j) y[i] += T::a[i][j] * x[j];
    }
  };
  double largest = 0;
  const auto expect = [&](const double(&tree)[s], double value) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += weight[i] * tree[i];
    largest = std::fmax(largest, std::fabs(sum - value));
  };
  double one[s], c[s], c2[s], c3[s], c4[s], ac[s], ac2[s], ac3[s], aac[s], aac2[s], aaac[s];
  for (int i = 0; i < s; ++i) {
    one[i] = 1;
    c[i] = T::c[i];
    c2[i] = c[i] * c[i];
    c3[i] = c2[i] * c[i];
    c4[i] = c3[i] * c[i];
  }
  apply(c, ac), apply(c2, ac2), apply(c3, ac3), apply(ac, aac), apply(ac2, aac2), apply(aac, aaac);
  double cac[s], ccac[s], cac2[s], acac[s], ac_ac[s], caac[s];
  for (int i = 0; i < s; ++i) {
    cac[i] = c[i] * ac[i];
    ccac[i] = c2[i] * ac[i];
    cac2[i] = c[i] * ac2[i];
    ac_ac[i] = ac[i] * ac[i];
    caac[i] = c[i] * aac[i];
  }
  apply(cac, acac);
  switch (order) {
    case 1:
      expect(one, 1);
      break;
    case 2:
      expect(c, 1.0 / 2);
      break;
    case 3:
      expect(c2, 1.0 / 3), expect(ac, 1.0 / 6);
      break;
    case 4:
      expect(c3, 1.0 / 4), expect(cac, 1.0 / 8), expect(ac2, 1.0 / 12), expect(aac, 1.0 / 24);
      break;
    default:
      expect(c4, 1.0 / 5), expect(ccac, 1.0 / 10), expect(cac2, 1.0 / 15), expect(ac3, 1.0 / 20);
      expect(ac_ac, 1.0 / 20), expect(acac, 1.0 / 40), expect(caac, 1.0 / 30);
      expect(aac2, 1.0 / 60), expect(aaac, 1.0 / 120);
  }
  return largest;
}

template <class T>
void expect_order(int order, const double (&weight)[T::stages]) {
  for (int p = 1; p <= order; ++p) EXPECT_LT(violation<T>(p, weight), 1e-15) << p;
  if (order < 5) {
    EXPECT_GT(violation<T>(order + 1, weight), 1e-4);
  }
}

TEST(Tableau, HasItsOrder) {
  expect_order<ExplicitEuler>(1, ExplicitEuler::b);
  expect_order<Midpoint>(2, Midpoint::b);
  expect_order<Heun>(2, Heun::b);
  expect_order<Ralston>(2, Ralston::b);
  expect_order<ClassicalRungeKutta4>(4, ClassicalRungeKutta4::b);
  expect_order<DormandPrince54>(5, DormandPrince54::b);
}

// b^ = b - error.
TEST(Tableau, EmbeddedSolutionOfDormandPrinceHasOrderFour) {
  double embedded[DormandPrince54::stages];
  for (int i = 0; i < DormandPrince54::stages; ++i)
    embedded[i] = DormandPrince54::b[i] - DormandPrince54::error[i];
  expect_order<DormandPrince54>(4, embedded);
}

TEST(Tableau, LastStageOfDormandPrinceLiesAtTheSolution) {
  for (int i = 0; i < DormandPrince54::stages; ++i)
    EXPECT_EQ(DormandPrince54::a[DormandPrince54::stages - 1][i], DormandPrince54::b[i]);
}

TEST(Tableau, PassesItsCheckAtCompileTime) {
  static_assert(check_tableau<ExplicitEuler>() && check_tableau<Midpoint>());
  static_assert(check_tableau<Heun>() && check_tableau<Ralston>());
  static_assert(check_tableau<ClassicalRungeKutta4>() && check_tableau<DormandPrince54>());
}

}  // namespace
}  // namespace taut
