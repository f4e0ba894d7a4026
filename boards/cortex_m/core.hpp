/// \file
/// What the core that is compiled for has, from the compiler's own macros (ACLE, "Arm C Language
/// Extensions", section 6). C++ sources ask these by `if constexpr` and have no
/// `#ifdef` of their own.

#pragma once

namespace cortex_m::core {

/// ARMv7-M and ARMv8-M Mainline: own handlers for MemManage, BusFault and UsageFault with status
/// and address registers, DIV_0_TRP, VTOR, the DWT's cycle counter. ARMv6-M has HardFault alone.
constexpr bool is_mainline = __ARM_ARCH >= 7;

/// Floating-point registers that interrupts stack.
#ifdef __ARM_FP
constexpr bool has_fpu = true;
#else
constexpr bool has_fpu = false;
#endif

}  // namespace cortex_m::core
