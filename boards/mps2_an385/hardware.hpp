/// \file
/// Arm MPS2 with FPGA image AN385: Cortex-M3 at 25 MHz.

#pragma once

#include "cmsdk/mps2.hpp"
