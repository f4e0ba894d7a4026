/// \file
/// Mechanisms in the plane, over the runs that docs/mechanisms.md names.

#include "models/four_bar.hpp"
#include "models/mechanisms/andrews.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"
#include "models/mechanisms/slider_crank.hpp"
#include "models/slider_crank.hpp"
#include "picture.hpp"
#include "taut/rattle.hpp"
#include "taut/spook.hpp"

namespace {

using namespace drawing;
namespace models = taut::models;

bool four_bar() {
  using List = models::FourBarList<double>;
  const models::FourBarStart<double> start;
  return draw<taut::Rattle<1>>(
      Picture("four_bar"), models::FourBarMechanism<double>{}, start.q, start.u,
      {1000, {0, 400, 600, 800, 1000}, 2000, 10, "middle of the coupler", List::coupler});
}

bool slider_crank() {
  using List = models::SliderCrankList<double>;
  const models::SliderCrankStart<double> start;
  return draw<taut::Rattle<1>>(
      Picture("slider_crank"), models::SliderCrankMechanism<double>{}, start.q, start.u,
      {1000, {0, 400, 650, 900, 1500}, 1500, 10, "middle of the rod", List::rod});
}

bool andrews() {
  using List = models::AndrewsList<double>;
  return draw<taut::Rattle<1>>(
      Picture("andrews"), models::AndrewsMechanism<double>{}, List::start(),
      std::array<double, 21>{},
      {100000, {0, 1000, 2000, 3000}, 3000, 5, "E", List::k2, {List::da - List::d, 0, 0}},
      [](const auto&, int) -> std::array<double, 1> { return {List::drive_torque_n_m}; });
}

bool ladder() {
  using List = models::LadderList<double, 20>;
  using Model = models::LadderMechanism<double, 20>;
  const taut::Limits<double> limits{std::numeric_limits<double>::infinity(),
                                    taut::Limits<double>::of<Model>().pivot_share};
  return draw<taut::Spook<double>>(
      Picture("ladder"), Model{}, List::start(), std::array<double, Model::nu>{},
      {60, {0, 30, 60, 90, 120}, 1200, 1, "end of the last rung", List::rods - 1, {0.5, 0, 0}},
      [](const auto&, int) { return taut::Input<Model>{}; }, limits);
}

}  // namespace

int main() { return four_bar() && slider_crank() && andrews() && ladder() ? 0 : 1; }
