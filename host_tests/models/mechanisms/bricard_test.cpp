/// \file
/// Bricard's loop: its one freedom and one redundant row, energy, closure in float.
#include "models/mechanisms/bricard.hpp"

#include "support/run.hpp"
#include "support/scalars.hpp"
#include "taut/mechanism/assembly.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"

namespace taut::models {
namespace {

using taut::testing::either;
using taut::testing::near;
using taut::testing::roundings;
using taut::testing::run;
using taut::testing::started;

template <class S>
auto stepper_of(std::uint32_t hz) {
  return started<Rattle<1>>(Bricard<S>{}, StepSize<S>::hz(hz), BricardList<S>::start(),
                            std::array<S, 30>{});
}

template <class S>
class BricardTest : public ::testing::Test {};
TYPED_TEST_SUITE(BricardTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(BricardTest, StartsConsistentWithOneFreedomAndOneRedundantRow) {
  using S = TypeParam;
  using M = Bricard<S>;
  auto q = BricardList<S>::start();
  std::array<S, 30> u{};
  AssemblyReport<M> report;
  ASSERT_EQ(assemble(M{}, q, u, AssemblyOptions<M>{}, report), Status::ok);
  EXPECT_LE(double(report.start.largest_move), roundings<S>(8));
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_EQ(report.redundant_rows, 1);
}

// The run of the benchmark: 10 s from rest under gravity. Five rods of 10 kg fall by a metre; the
// error of the energy is of order h^2.
TEST(Bricard, KeepsItsEnergyForTenSeconds) {
  const auto worst_at = [](std::uint32_t hz) {
    auto stepper = stepper_of<double>(hz);
    const auto energy = [&] {
      double sum = double(kinetic_energy(mechanism_state(stepper)));
      for (std::size_t rod = 0; rod < 5; ++rod) sum += 98.1 * stepper.state().q[7 * rod + 1];
      return sum;
    };
    const double first = energy();
    double worst = 0, lowest = 1;
    EXPECT_TRUE(run(stepper, static_cast<int>(10 * hz), {}, [&](const auto& s) {
      worst = std::max(worst, std::abs(energy() - first));
      lowest = std::min(lowest, s.state().q[15]);
    }));
    EXPECT_LT(lowest, 0);
    return worst;
  };
  const double coarse = worst_at(1000), fine = worst_at(2000);
  EXPECT_LE(coarse, 0.01);
  EXPECT_TRUE(near(coarse / fine, 4, 0.4)) << coarse << ' ' << fine;
}

TEST(Bricard, StaysClosedInFloatForAMinute) {
  auto stepper = stepper_of<float>(1000);
  float worst = 0;
  ASSERT_TRUE(run(stepper, 60000, {},
                  [&](const auto& s) { worst = std::max(worst, s.position_residual()); }));
  EXPECT_LE(worst, 2e-6f);  // with mu = sqrt(epsilon) 2.2e-5
}

}  // namespace
}  // namespace taut::models
