/// \file
/// Arm MPS2 with FPGA image AN500: Cortex-M7 at 25 MHz.

#pragma once

#include "cmsdk/mps2.hpp"
