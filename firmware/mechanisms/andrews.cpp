/// \file
/// Andrews' mechanism, its crank turned once a second by a motor.
#include "models/mechanisms/andrews.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {

constexpr std::uint32_t tick_hz = 2000;

// A motor with an integral part, which turns the crank once a second over the spring: it snaps
// through at up to 20 turns a second.
struct Motor {
  float carried_n_m = AndrewsList<float>::drive_torque_n_m;
  template <class State, class Inputs>
  void drive(std::uint32_t, const State& now, Inputs& w) {
    const float slow = 6.2831853F - now.u[2];
    carried_n_m += 0.2F / float(tick_hz) * slow;
    w[0] = carried_n_m + 0.005F * slow;
  }
};

using Model = AndrewsMechanism<float>;
using Start = AtRest<AndrewsList<float>, Model>;

}  // namespace

const Subject andrews =
    Run<Model, Rattle<1>, Start, Motor, tick_hz>::subject("andrews", "rattle_1");
