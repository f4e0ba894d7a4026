/// \file
/// Mechanisms in space, over the runs that docs/mechanisms.md names.

#include <cmath>

#include "models/four_bar.hpp"
#include "models/mechanisms/bricard.hpp"
#include "models/mechanisms/delta.hpp"
#include "models/mechanisms/double_wishbone.hpp"
#include "models/mechanisms/spatial_four_bar.hpp"
#include "models/mechanisms/t_handle.hpp"
#include "picture.hpp"
#include "taut/rattle.hpp"

namespace {

using namespace drawing;
namespace models = taut::models;
constexpr double turn = 6.283185307179586477;

bool spatial_four_bar() {
  using List = models::SpatialFourBarList<double>;
  return draw<taut::Rattle<1>>(
      Picture("spatial_four_bar"), models::SpatialFourBar<double>{},
      List::start(models::FourBarStart<double>{}.q), std::array<double, 18>{},
      {1000, {0, 400, 600, 800, 1000}, 2000, 10, "middle of the coupler", List::coupler});
}

bool bricard() {
  using List = models::BricardList<double>;
  return draw<taut::Rattle<1>>(Picture("bricard"), models::Bricard<double>{}, List::start(),
                               std::array<double, 30>{},
                               {1000, {0, 600, 900, 1200}, 10000, 20, "corner 4", 2, {0.5, 0, 0}});
}

// Circles of the plate, one a second, under a controller outside.
bool delta() {
  using List = models::DeltaList<double>;
  return draw<taut::Rattle<1>>(
      Picture("delta"), models::Delta<double>{}, List::start(), std::array<double, 24>{},
      {1000, {1000, 1333, 1667}, 2000, 10, "centre of the plate", List::plate, {}, 1000},
      [](const auto& stepper, int n) {
        std::array<double, 3> torque;
        for (std::size_t i = 0; i < 3; ++i) {
          const double phase = turn * (n / 1000.0 - static_cast<double>(i) / 3);
          const double angle = -std::asin(stepper.state().q[7 * i + 2] / List::arm_centre_m);
          torque[i] =
              -1.9 + 30 * (0.4 * std::sin(phase) - angle) - 1.2 * stepper.state().u[6 * i + 4];
        }
        return torque;
      });
}

// A bump of 50 mm and 0.1 s.
bool double_wishbone() {
  using List = models::DoubleWishboneList<double>;
  const auto contact = List::contact_arm();
  std::vector<Point> wheel;
  for (int i = 0; i <= 36; ++i)
    wheel.push_back(
        {contact[2] * std::sin(turn * i / 36), contact[1], contact[2] * std::cos(turn * i / 36)});
  Picture picture("double_wishbone");
  picture.outline(List::upright, wheel)
      .corner(List::upright, {0, contact[1], 0})
      .corner(List::lower, List::on(List::lower, List::lower_hinge[1]))
      .corner(List::upper, List::on(List::upper, List::upper_hinge[1]))
      .corner(taut::ground, List::lower_hinge[1])
      .corner(taut::ground, List::upper_hinge[1]);
  return draw<taut::Rattle<1>>(
      picture, models::DoubleWishbone<double>{}, List::start(), std::array<double, 18>{},
      {1000, {0, 60}, 300, 2, "wheel centre", List::upright, {0, contact[1], 0}},
      [](const auto&, int n) -> std::array<double, 3> {
        const double phase = turn * (n + 1) / 100.0;
        if (n >= 100) return {0, 0, 20};
        return {0.025 * (1 - std::cos(phase)), 0.025 * turn * 10 * std::sin(phase), 20};
      });
}

bool t_handle() {
  using List = models::THandleList<double>;
  const double bar = -List::centre_m, tip = List::stem_m - List::centre_m;
  Picture picture("t_handle");
  picture.outline(0, {{0, bar, -List::bar_m / 2}, {0, bar, List::bar_m / 2}})
      .outline(0, {{0, bar, 0}, {0, tip, 0}});
  const models::THandleStart<double> start;
  const std::vector<int> instants{100, 200, 300, 400, 500, 600, 700, 800};
  return draw<taut::Rattle<0, taut::DampingJacobian>>(
      picture, models::THandle<double>{}, start.q, start.u,
      {1000, instants, 800, 1, "end of the bar", 0, {0, bar, List::bar_m / 2}});
}

}  // namespace

int main() {
  return spatial_four_bar() && bricard() && delta() && double_wishbone() && t_handle() ? 0 : 1;
}
