/// \file
/// The independent study's comparisons, and work-precision pictures, of several mechanisms: a
/// mechanism a file.

#include "work_precision.hpp"

int main() {
  using namespace reproduction;
  on_pendulum();
  on_car_axle();
  on_arm_on_parabola();
  on_driven_arm();
  on_andrews();
  on_circular_track();
  on_four_bar();
  on_oscillator_chain();
  on_stiff_pendulum();
}
