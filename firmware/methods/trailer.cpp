#include "models/trailer.hpp"

#include "methods/methods.hpp"

bool measure_trailer() {
  using namespace taut::models;
  return measure_methods<Trailer<float>>("trailer", TrailerStart<float>{}, 1000);
}
