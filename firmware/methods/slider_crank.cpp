#include "models/slider_crank.hpp"

#include "methods/methods.hpp"

bool measure_slider_crank() {
  using namespace taut::models;
  return measure_methods<SliderCrank<float>>("slider_crank", SliderCrankStart<float>{}, 1000);
}
