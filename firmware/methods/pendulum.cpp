#include "models/pendulum.hpp"

#include "methods/methods.hpp"

bool measure_pendulum() {
  using namespace taut::models;
  return measure_methods<Pendulum<float>>("pendulum", PendulumStart<float>{}, 1000);
}
