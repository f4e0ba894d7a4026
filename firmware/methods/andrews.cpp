#include "models/andrews.hpp"

#include "methods/methods.hpp"

bool measure_andrews() {
  using namespace taut::models;
  return measure_methods<Andrews<float>>("andrews", AndrewsStart<float>{}, 100000);
}
