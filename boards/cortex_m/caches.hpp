/// \file
/// The caches of a Cortex-M7.

#pragma once

namespace cortex_m {

/// Invalidates both caches, whose contents are unknown at reset, and switches them on. Call it
/// once, while they are off. Interrupt: not safe.
void start_caches();

}  // namespace cortex_m
