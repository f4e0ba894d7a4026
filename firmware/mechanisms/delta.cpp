/// \file
/// The Delta robot, its plate on circles.
#include "models/mechanisms/delta.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {

using List = DeltaList<float>;

// Circles of the plate, one a second, by a controller of the arms.
struct Circles {
  template <class State, class Inputs>
  void drive(std::uint32_t tick, const State& now, Inputs& w) {
    for (std::size_t i = 0; i < 3; ++i) {
      const float turns = float(tick % 1000) * 1e-3F - float(i) / 3.0F;
      const float sine = now.q[7 * i + 2] / -List::arm_centre_m;  // of the arm, positive down
      const float error = 0.4F * sincos(6.2831853F * turns).sin - sine;
      w[i] = -1.9F + 30.0F * error - 1.2F * now.u[6 * i + 4];
    }
  }
};

using Start = AtRest<List, Delta<float>>;

}  // namespace

const Subject delta = Run<Delta<float>, Rattle<1>, Start, Circles>::subject("delta", "rattle_1");
