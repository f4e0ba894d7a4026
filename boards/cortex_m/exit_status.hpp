/// \file
/// Exit statuses that the start-up and the fault handlers end a run with. `tools/qemu_run` names
/// the verdict from them; an image's own statuses stay below `fault`.

#pragma once

namespace cortex_m {

/// A fault: `fault` + exception number (3 HardFault, 4 MemManage, 5 BusFault, 6 UsageFault, ...).
constexpr int fault = 64;

/// An external interrupt that nobody serves.
constexpr int unexpected_interrupt = 80;

/// Global constructors did not run: `.init_array` is lost.
constexpr int constructors_lost = 81;

}  // namespace cortex_m
