/// \file
/// The factorised mass matrix, and which form a model gets.
#include "taut/mass.hpp"

#include <type_traits>

#include "models/pendulum.hpp"
#include "support/mass_form_pendulum.hpp"
#include "support/random.hpp"
#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::near;
using testing::roundings;

template <class S>
class MassTest : public ::testing::Test {};
TYPED_TEST_SUITE(MassTest, testing::Scalars, testing::ScalarNames);

TYPED_TEST(MassTest, DiagonalMassDividesEachEntry) {
  using S = TypeParam;
  DiagonalMass<S, 3> mass;
  ASSERT_TRUE(mass.factorise({S(2), S(0.1), S(1500)}, S(0)));
  Vector<S, 3> b{S(3), S(5), S(-6000)};
  mass.solve_in_place(b);
  EXPECT_TRUE(near(b[0], 1.5, roundings<S>(2, 1.5)));
  EXPECT_TRUE(near(b[1], 50, roundings<S>(2, 50)));
  EXPECT_TRUE(near(b[2], -4, roundings<S>(2, 4)));
}

TYPED_TEST(MassTest, DiagonalMassRefusesWhatHasNoReciprocal) {
  using S = TypeParam;
  const S tiny = static_cast<S>(testing::either<S>(1e-310, 1e-40));
  DiagonalMass<S, 6> mass;
  for (const S bad : {S(0), S(-0.0), S(-1), testing::not_a_number<S>, testing::infinite<S>,
                      -testing::infinite<S>, tiny})
    for (int at = 0; at < 6; ++at) {
      Vector<S, 6> diagonal = Vector<S, 6>::Ones();
      diagonal[at] = bad;
      EXPECT_FALSE(mass.factorise(diagonal, S(0))) << bad << " at " << at;
    }
  EXPECT_TRUE(mass.factorise(Vector<S, 6>::Ones(), S(0)));
}

// Entries of a diagonal are independent: their ratio does not count, as it would in a pivot test
// against the largest.
TYPED_TEST(MassTest, DiagonalMassAcceptsAnyRatioOfEntries) {
  using S = TypeParam;
  DiagonalMass<S, 2> mass;
  EXPECT_TRUE(mass.factorise({S(1e-15), S(1e15)}, S(64) * std::numeric_limits<S>::epsilon()));
}

TYPED_TEST(MassTest, FollowsTheMassFormOfTheModel) {
  using S = TypeParam;
  using testing::MassFormPendulum;
  using Diagonal = DiagonalMass<S, 2>;
  using Dense = Ldlt<S, 2>;
  static_assert(std::is_same_v<MassFactor<models::Pendulum<S>>, Diagonal>);
  static_assert(
      std::is_same_v<MassFactor<MassFormPendulum<S, MassForm::constant_diagonal>>, Diagonal>);
  static_assert(std::is_same_v<MassFactor<MassFormPendulum<S, MassForm::diagonal>>, Diagonal>);
  static_assert(std::is_same_v<MassFactor<MassFormPendulum<S, MassForm::constant_dense>>, Dense>);
  static_assert(std::is_same_v<MassFactor<MassFormPendulum<S, MassForm::dense>>, Dense>);
}

}  // namespace
}  // namespace taut
