/// \file
/// Counts what the heap is asked for, by whatever name: operator new, malloc, Eigen.
#pragma once

namespace taut::testing {

/// Allocations of this process since its start.
long allocations();

/// Allocations during a call.
template <class Call>
long allocations_in(Call call) {
  const long before = allocations();
  call();
  return allocations() - before;
}

}  // namespace taut::testing
