/// \file
/// The double-wishbone corner over bumps.
#include "models/mechanisms/double_wishbone.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {

// Bumps of 50 mm and 0.1 s at 20 m/s, four a second.
struct Bumps {
  template <class State, class Inputs>
  void drive(std::uint32_t tick, const State&, Inputs& w) {
    constexpr float rad_s = 62.831853F;
    const std::uint32_t ms = tick % 250;
    const SinCos<float> phase = sincos(ms < 100 ? rad_s * 1e-3F * float(ms) : 0.0F);
    w = {0.025F * (1.0F - phase.cos), 0.025F * rad_s * phase.sin, 20.0F};
  }
};

using Model = DoubleWishbone<float>;
using Start = AtRest<DoubleWishboneList<float>, Model>;

}  // namespace

const Subject double_wishbone =
    Run<Model, Rattle<1>, Start, Bumps>::subject("double_wishbone", "rattle_1");
