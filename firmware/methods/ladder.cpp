#include "models/ladder.hpp"

#include "methods/methods.hpp"

bool measure_ladder() {
  using namespace taut::models;
  return measure_methods<Ladder<float, 1>>("ladder", LadderStart<float, 1>{}, 1000);
}
