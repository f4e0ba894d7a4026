#include "models/four_bar.hpp"

#include "methods/methods.hpp"

bool measure_four_bar() {
  using namespace taut::models;
  return measure_methods<FourBar<float>>("four_bar", FourBarStart<float>{}, 1000);
}
