/// \file
/// The whole library but its mechanisms: the model contract and what models are written with, all
/// methods, the stepper, the consistent start and the real-time loop. An application that steps by
/// one method includes stepper.hpp and that method's header.
#pragma once

#include "taut/bdf.hpp"
#include "taut/certificate.hpp"
#include "taut/consistent_start.hpp"
#include "taut/discrete_jacobian.hpp"
#include "taut/dormand_prince.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/guarded.hpp"
#include "taut/hyperbolic.hpp"
#include "taut/mechanism/assembly.hpp"
#include "taut/mechanism/outputs.hpp"
#include "taut/rattle.hpp"
#include "taut/realtime/link.hpp"
#include "taut/rigid_body.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/shake.hpp"
#include "taut/spook.hpp"
#include "taut/srm.hpp"
#include "taut/srm_index2.hpp"
#include "taut/stabilization_parameters.hpp"
#include "taut/stepper.hpp"
#include "taut/vehicle_euler.hpp"
