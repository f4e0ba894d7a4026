#include "models/ascher_lin_64.hpp"

#include "methods/methods.hpp"

bool measure_ascher_lin_64() {
  using namespace taut::models;
  return measure_methods<AscherLin64<float>>("ascher_lin_64", AscherLin64Start<float>{}, 1000);
}
