/// \file
/// A partition of the Euler family for the reference's velocity-first rows: A = M, and the position
/// goes with the new velocity. VehicleEuler without its Jacobian.
#pragma once

namespace taut::testing {

struct VelocityFirst {
  static constexpr bool velocity_jacobian = false, position_jacobian = false,
                        implicit_position = true;
};

}  // namespace taut::testing
