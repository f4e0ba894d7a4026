/// \file
/// The seam of the loop to the hardware: a type of static functions, handed to Loop as `Port`.
/// Costs are in one unit of the port's choice, cycles or instructions.
#pragma once

#include <cstdint>

namespace taut::realtime {

/// The port of a computer without a timer: no costs, no overruns, ticks whenever they come. For
/// unit tests and simulations, and as a base for ports that know more. Interrupt: safe.
struct NoPort {
  /// A reading of the cost clock.
  static std::uint32_t now() { return 0; }
  /// Cost since a reading.
  static std::uint32_t cost_since(std::uint32_t /*start*/) { return 0; }
  /// A period of the tick in the unit of the costs; 0 where it is not known: then ticks that are
  /// lost or doubled are not seen. The clock must not wrap within two periods.
  static std::uint32_t tick_period() { return 0; }
  /// The next tick has already arrived.
  static bool tick_pending() { return false; }
  /// Called for ticks with a completed step whose outputs are published, and for no other.
  static void feed_watchdog() {}
  /// Called once where the loop stops: actuators to where they harm nobody.
  static void safe_outputs() {}
};

}  // namespace taut::realtime
