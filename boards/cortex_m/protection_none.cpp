/// \file
/// Memory protection of a core without an MPU: none. Null and overflow of the stack do what the bus
/// makes of them.

#include "cortex_m/port.hpp"

void cortex_m::protect_memory() {}
