#include "models/car_axle.hpp"

#include "methods/methods.hpp"

bool measure_car_axle() {
  using namespace taut::models;
  return measure_methods<CarAxle<float>>("car_axle", CarAxleStart<float>{}, 1000);
}
