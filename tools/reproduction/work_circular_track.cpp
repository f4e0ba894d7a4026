/// \file
/// The mass on the circular track after 10 s.

#include "models/circular_track.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_circular_track() {
  const Problem<taut::models::CircularTrack<double>, taut::models::CircularTrackStart<double>>
      problem{"track", 10, 1, exact("track", 10, "q")};
  equal_cost(problem, 1e-3);
}

}  // namespace reproduction
