/// \file
/// Arm MPS2 with FPGA image AN386: Cortex-M4F at 25 MHz.

#pragma once

#include "cmsdk/mps2.hpp"
