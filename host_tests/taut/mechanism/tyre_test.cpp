/// \file
/// The tyre by itself.
#include "taut/mechanism/tyre.hpp"

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class TyreTest : public ::testing::Test {};
TYPED_TEST_SUITE(TyreTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(TyreTest, TyreNeverPulls) {
  using S = TypeParam;
  const Tyre<S> tyre;
  EXPECT_TRUE(near(tyre.vertical(S(20000)), 20000, 1));
  EXPECT_TRUE(near(tyre.vertical(S(0)), 100, roundings<S>(2, 100)));
  EXPECT_GT(tyre.vertical(S(-20000)), S(0));
  EXPECT_LT(tyre.vertical(S(-20000)), S(1));
}

// At 20 kN: 7 F_z per radian of slip angle, mu F_z at most, the direction against the motion.
TYPED_TEST(TyreTest, TyreForceIsLinearInSmallSlipAndSaturates) {
  using S = TypeParam;
  const Tyre<S> tyre;
  const S load = S(20000), v = S(20);
  const Vector<S, 2> cornering = tyre.horizontal(load, S(0), v, S(0.02));
  EXPECT_TRUE(near(cornering[1], -7 * 20000 * 1e-3, 0.01 * 140));
  EXPECT_TRUE(near(cornering[0], 0, 1e-3));
  const Vector<S, 2> driving = tyre.horizontal(load, S(1000), v, S(0));
  EXPECT_TRUE(near(driving[0], 1000, 0.01 * 1000));
  const Vector<S, 2> skidding = tyre.horizontal(load, S(-40000), v, S(20));
  EXPECT_LT(skidding[0], S(0));
  EXPECT_LT(skidding[1], S(0));
  EXPECT_TRUE(near(std::hypot(double(skidding[0]), double(skidding[1])), 0.85 * 20000, 1));
}

// The formula of the file comment in long double, in every regime of the tyre.
TYPED_TEST(TyreTest, TyreForceIsThatOfTheFormula) {
  using S = TypeParam;
  const Tyre<S> tyre;
  for (const double request : {-30000.0, -300.0, 0.0, 5000.0})
    for (const double v_l : {-3.0, 0.0, 0.5, 18.0})
      for (const double v_t : {-2.0, 0.0, 1e-4, 0.3}) {
        const long double load = 18000, mu = 0.85L, v_a = sqrtl(v_l * v_l + 1.0L);
        const long double sx = request / (mu * load) * v_l / v_a, sy = -7 / mu * v_t / v_a;
        const long double s = sqrtl(sx * sx + sy * sy + 1e-12L);
        const Vector<S, 2> F = tyre.horizontal(S(load), S(request), S(v_l), S(v_t));
        EXPECT_TRUE(near(F[0], mu * load * tanhl(s) / s * sx, roundings<S>(16, 18000)));
        EXPECT_TRUE(near(F[1], mu * load * tanhl(s) / s * sy, roundings<S>(16, 18000)));
      }
}

}  // namespace
}  // namespace taut
