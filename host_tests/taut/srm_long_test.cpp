/// \file
/// Sequential regularisation over long runs: Table 6.5 of Ascher and Lin, energy.
#include <array>
#include <cmath>
#include <cstddef>

#include "models/pendulum.hpp"
#include "models/slider_crank.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/srm.hpp"
#include "support/srm_table.hpp"
#include "taut/srm.hpp"

namespace taut {
namespace {

using models::Pendulum;
using models::PendulumStart;
using models::SliderCrank;
using models::SliderCrankStart;
using testing::prints_as;
using testing::run;
using testing::srm::method;
using testing::srm::of_iterate;
using testing::srm::residuals;
using testing::srm::started_with;
using testing::srm::whole;

// The data of the paper's run are not printed. Expected are the numbers of tables.md for unit bars
// and masses: after 30 s of swinging through the singular point, the drift of iterates 1 and 2.
void expect_table_65(double gravity_m_s2, const std::array<double, 4>& expected) {
  SliderCrank<double> model;
  model.gravity_m_s2 = gravity_m_s2;
  auto stepper = started_with(model, StepSize<double>::hz(10000), whole<SingularWeight, 2>(1),
                              SliderCrankStart<double>{});
  ASSERT_TRUE(run(stepper, 300000));
  for (int s = 1; s <= 2; ++s) {
    const std::array<double, 2> actual = of_iterate(
        stepper.state(), s, [&](const auto& q, const auto& u) { return residuals(model, q, u); });
    EXPECT_TRUE(prints_as(actual[0], expected[static_cast<std::size_t>(2 * s - 2)])) << s;
    EXPECT_TRUE(prints_as(actual[1], expected[static_cast<std::size_t>(2 * s - 1)])) << s;
  }
}
TEST(SrmTable65, DriftOfTheSliderCrankAfterThirtySeconds) {
  expect_table_65(9.81, {1.0e-7, 1.05e-3, 5.5e-9, 4.2e-6});
  expect_table_65(1, {1.04e-8, 1.08e-4, 5.4e-10, 2.7e-8});
}

// Over the whole run the iterates drift apart in phase: more of them are worse in the end. Each
// tick there is nothing to drift apart, and the energy stays.
template <class Method>
double energy_change(const Method& method) {
  const Pendulum<double> model;
  auto stepper = started_with(model, StepSize<double>::hz(1000), method, PendulumStart<double>{});
  EXPECT_TRUE(run(stepper, 100000));
  return std::fabs(energy(model, stepper.state().q, stepper.state().u));
}
TEST(Srm, EachTickKeepsTheEnergyOfALongRunAndTheWholeRunDoesNot) {
  EXPECT_LT(energy_change(method<InverseWeight, 3>(1)), 1e-3);
  EXPECT_LT(energy_change(method<InverseWeight, 2>(1)), 1e-3);
  EXPECT_GT(energy_change(whole<InverseWeight, 3>(1)), 1);
}

}  // namespace
}  // namespace taut
