/// \file
/// The whole library but its mechanisms: the model contract, the methods, the stepper, the
/// consistent start and the real-time loop.
#pragma once

#include "taut/consistent_start.hpp"
#include "taut/realtime/loop.hpp"
#include "taut/stepper.hpp"
