/// \file
/// Exit statuses that the start-up and the fault handlers end a run with. `tools/qemu_run` names
/// the verdict from them; an image's own statuses stay below `kFault`.

#ifndef TAUT_BOARDS_CORTEX_M_EXIT_STATUS_HPP
#define TAUT_BOARDS_CORTEX_M_EXIT_STATUS_HPP

namespace cortex_m {

/// A fault: `kFault` + exception number (3 HardFault, 4 MemManage, 5 BusFault, 6 UsageFault, ...).
constexpr int kFault = 64;

/// An external interrupt that nobody serves.
constexpr int kUnexpectedInterrupt = 80;

/// Global constructors did not run: `.init_array` is lost.
constexpr int kConstructorsLost = 81;

}  // namespace cortex_m

#endif  // TAUT_BOARDS_CORTEX_M_EXIT_STATUS_HPP
