/// \file
/// What a run of dormand_prince.hpp may cost, how accurate it is, and what it answers. Interrupt:
/// safe, though the run is not.
#pragma once

#include <cstdint>
#include <limits>

namespace taut {

/// The answer of a run. On any but ok nothing has changed.
enum class [[nodiscard]] IntegrationStatus : std::uint8_t{
    ok,                   ///< at the end
    not_started,          ///< run_to() before a successful reset()
    invalid_options,      ///< a tolerance or bound that is not positive, or an end before the time
    non_finite_input,     ///< an input w is NaN or infinite
    too_many_steps,       ///< max_steps accepted steps did not reach the end
    too_many_rejections,  ///< max_rejections tries of one step failed; see last_failure()
    step_too_small,       ///< the step vanishes beside the time; see last_failure()
};

/// A status in words.
constexpr const char* describe(IntegrationStatus status) {
  switch (status) {
    case IntegrationStatus::ok:
      return "ok";
    case IntegrationStatus::not_started:
      return "not started";
    case IntegrationStatus::invalid_options:
      return "invalid options";
    case IntegrationStatus::non_finite_input:
      return "non-finite input";
    case IntegrationStatus::too_many_steps:
      return "too many steps";
    case IntegrationStatus::too_many_rejections:
      return "too many rejections";
    case IntegrationStatus::step_too_small:
      return "step too small";
  }
  return "unknown status";
}

/// What a run may cost and how accurate it is.
struct DormandPrinceOptions {
  double relative_tolerance = 1e-6;
  double absolute_tolerance = 1e-6;  ///< in the units of q and u
  double beta = 0.04;                ///< of (DP.3), in [0, 0.2)
  double first_step_s = 0;           ///< 0: chosen from the motion
  double largest_step_s = std::numeric_limits<double>::infinity();
  long max_steps = 100000;   ///< accepted steps in one call
  int max_rejections = 100;  ///< tries of one step
};

/// Since the last reset.
struct DormandPrinceCounts {
  long accepted = 0, rejected = 0;
  long evaluations = 0;  ///< of the index-1 system
};

}  // namespace taut
