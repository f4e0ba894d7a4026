#include "models/circular_track.hpp"

#include "methods/methods.hpp"

bool measure_circular_track() {
  using namespace taut::models;
  return measure_methods<CircularTrack<float>>("circular_track", CircularTrackStart<float>{}, 1000);
}
