/// \file
/// The four-bar in space under its weight.
#include "models/mechanisms/spatial_four_bar.hpp"

#include "mechanisms/subjects.hpp"
#include "models/four_bar.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {
struct Start {
  std::array<float, 21> q = SpatialFourBarList<float>::start(FourBarStart<float>{}.q);
  std::array<float, 18> u{};
};
}  // namespace

const Subject spatial_four_bar =
    Run<SpatialFourBar<float>, Rattle<1>, Start>::subject("spatial_four_bar", "rattle_1");
