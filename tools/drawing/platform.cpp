/// \file
/// The Stewart platform over the run that docs/mechanisms.md names: in a file of its own, which
/// takes half a minute to compile.

#include <cmath>

#include "models/mechanisms/stewart.hpp"
#include "picture.hpp"
#include "taut/rattle.hpp"

namespace {

using namespace drawing;
namespace models = taut::models;
constexpr double turn = 6.283185307179586477;

// The plate heaves, sways and rolls for two seconds.
bool stewart() {
  using List = models::StewartList<double>;
  using Model = models::Stewart<double>;
  Picture picture("stewart");
  for (int leg = 0; leg < 6; ++leg)
    for (const int part : {List::cylinder(leg), List::rod(leg)})
      picture.outline(part, {{0, 0, -List::half_part_m}, {0, 0, List::half_part_m}});
  const auto lengths = [](double t) {
    const double half_roll = 0.1 * std::sin(5 * t);
    return List::leg_lengths({0.1 * std::cos(turn / 2 * t) - 0.1, 0,
                              1 + 0.1 * std::sin(turn / 2 * t), std::cos(half_roll),
                              std::sin(half_roll), 0, 0});
  };
  return draw<taut::Rattle<1>>(picture, Model{}, List::start(), std::array<double, 78>{},
                               {1000, {0, 500, 1500}, 2000, 10, "centre of the plate", List::plate},
                               [&](const auto&, int n) {
                                 const std::array<double, 6> before = lengths(n * 1e-3),
                                                             now = lengths((n + 1) * 1e-3);
                                 taut::Input<Model> w{};
                                 for (std::size_t i = 0; i < 6; ++i) {
                                   w[i] = now[i];
                                   w[6 + i] = (now[i] - before[i]) * 1e3;
                                 }
                                 return w;
                               });
}

}  // namespace

int main() { return stewart() ? 0 : 1; }
