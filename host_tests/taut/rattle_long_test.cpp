/// \file
/// RATTLE over longer runs: the four-bar and the trailer against their references.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "models/four_bar.hpp"
#include "models/trailer.hpp"
#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/second_order.hpp"
#include "taut/rattle.hpp"

namespace taut {
namespace {

using testing::near;
using testing::run;
using testing::started_with;

// ---- four-bar ----------------------------------------------------------------------------------

struct FourBarOutcome {
  double after_5_s = 0, after_10_s = 0, residual = 0;
};

template <class Method>
FourBarOutcome four_bar(const Method& method, std::uint32_t hz) {
  auto stepper = started_with(method, models::FourBar<double>{}, models::FourBarStart<double>{},
                              StepSize<double>::hz(hz));
  FourBarOutcome out;
  std::uint32_t n = 0;
  for (const testing::FourBarValue& row : testing::reference_four_bar()) {
    const auto at = static_cast<std::uint32_t>(std::lround(row.t_s * hz));
    if (!run(stepper, static_cast<int>(at - n), {},
             [&](const auto& s) { out.residual = std::max(out.residual, s.position_residual()); }))
      return {testing::not_a_number<double>, testing::not_a_number<double>,
              testing::not_a_number<double>};
    n = at;
    double error = 0;
    for (std::size_t i = 0; i < 9; ++i)
      if (i % 3 != 2) error = std::max(error, std::fabs(stepper.state().q[i] - row.q[i]));
    if (row.t_s == 5) out.after_5_s = error;
    if (row.t_s == 10) out.after_10_s = error;
  }
  return out;
}

// Without a correction the error is of h^2, and of the energy that grows with h^3 another, which
// grows with t^2. After 5 s at 1 ms the two cancel by chance; after 10 s the second is larger. With
// a correction there is the first alone.
TEST(RattleFourBar, ACorrectionLeavesTheErrorOfSecondOrderAlone) {
  const FourBarOutcome plain = four_bar(Rattle<0>{}, 1000), corrected = four_bar(Rattle<1>{}, 1000);
  EXPECT_LT(plain.after_5_s, 5e-6);
  EXPECT_LT(plain.residual, 1e-7);
  EXPECT_TRUE(near(corrected.after_5_s, 4.4e-5, 1e-6));
  EXPECT_LT(corrected.residual, plain.residual / 100);
  EXPECT_GT(plain.after_10_s, 1.8 * corrected.after_10_s);
  const FourBarOutcome twice = four_bar(Rattle<1>{}, 500);
  EXPECT_TRUE(near(twice.after_5_s / corrected.after_5_s, 4, 0.05));
  EXPECT_TRUE(near(twice.after_10_s / corrected.after_10_s, 4, 0.05));
}

// ---- trailer -----------------------------------------------------------------------------------

// Largest errors of the coordinates and the coupling force after 1 s and 60 s at 1 ms; the force,
// which belongs to the middle of a step, as its mean over the two around the tick.
template <class S>
std::array<double, 2> trailer_errors() {
  auto stepper = started_with(Rattle<0>{}, models::Trailer<S>{}, models::TrailerStart<S>{},
                              StepSize<S>::hz(1000));
  std::array<double, 2> error{};
  const auto see = [&](double& largest, double value, int second, const std::string& quantity) {
    largest = std::max(largest, std::fabs(value - testing::exact("trailer", second, quantity)));
  };
  int n = 0;
  for (const int second : {1, 60}) {
    if (!run(stepper, 1000 * second - n))
      return {testing::not_a_number<double>, testing::not_a_number<double>};
    n = 1000 * second + 1;
    const auto at = stepper.state();
    if (!run(stepper, 1)) return {testing::not_a_number<double>, testing::not_a_number<double>};
    for (std::size_t i = 0; i < 12; ++i)
      see(error[0], static_cast<double>(at.q[i]), second, "q" + std::to_string(i + 1));
    for (std::size_t i = 0; i < 3; ++i)
      see(error[1],
          (static_cast<double>(at.lambda[i]) + static_cast<double>(stepper.state().lambda[i])) / 2,
          second, "lambda" + std::to_string(i + 1));
  }
  return error;
}

// 3.0e-5 m in the plane. With V at q_n it would be ten times that.
TEST(RattleTrailer, FollowsTheReferenceFor60S) {
  const auto [position_m, force_n] = trailer_errors<double>();
  EXPECT_LT(position_m, 2.4e-5);
  EXPECT_LT(force_n, 0.12);
}

// World coordinates of 460 m are rounded to 3e-5 m, which as a force, m g / h^2, is 1e5 N.
TEST(RattleTrailer, KeepsACouplingForceInFloat) {
  const auto [position_m, force_n] = trailer_errors<float>();
  EXPECT_LT(position_m, 0.04);
  EXPECT_LT(force_n, 100);  // of 1.4e4 N
}

}  // namespace
}  // namespace taut
