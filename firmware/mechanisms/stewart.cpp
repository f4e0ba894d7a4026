/// \file
/// The Stewart platform in heave, sway and roll.
#include "models/mechanisms/stewart.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {

using List = StewartList<float>;

// Heave and sway by 0.1 m in 2 s, roll by 0.1 rad in 1 s.
struct Sway {
  std::array<float, 6> before = List::leg_lengths(List::home);
  template <class State, class Inputs>
  void drive(std::uint32_t tick, const State&, Inputs& w) {
    const SinCos<float> slow = sincos(3.1415927e-3F * float(tick % 2000));
    const float roll_rad = 0.1F * sincos(6.2831853e-3F * float(tick % 1000)).sin;
    const SinCos<float> half = sincos(0.5F * roll_rad);
    const std::array<float, 6> now = List::leg_lengths(
        {0.1F * slow.cos - 0.1F, 0.0F, 1.0F + 0.1F * slow.sin, half.cos, half.sin, 0.0F, 0.0F});
    for (std::size_t i = 0; i < 6; ++i) {
      w[i] = now[i];
      w[6 + i] = (now[i] - before[i]) * 1e3F;
    }
    before = now;
  }
};

using Start = AtRest<List, Stewart<float>>;

}  // namespace

const Subject stewart = Run<Stewart<float>, Rattle<1>, Start, Sway>::subject("stewart", "rattle_1");
