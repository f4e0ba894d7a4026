/// \file
/// The answer of every call that can fail. A call that answers anything but `ok` has changed
/// nothing.
#pragma once

#include <cstdint>

namespace taut {

enum class [[nodiscard]] Status : std::uint8_t{
    ok,                    ///< done
    not_started,           ///< step() before a successful reset()
    invalid_step_size,     ///< the step is not positive and finite, or not a ratio of ticks
    invalid_time,          ///< a tick count past the period of the step: of another step size
    non_finite_input,      ///< an input w is NaN or infinite
    non_finite_state,      ///< a coordinate, velocity or multiplier is, or became, NaN or infinite
    singular_mass_matrix,  ///< M is not positive definite to working precision
    rank_deficient_constraints,  ///< a row of G depends on the rows before it to working precision
    residual_too_large,          ///< |g| after the step is past the limit given to the stepper
    not_converged,               ///< a start did not reach the constraints, s or the multipliers
    move_too_large,        ///< the consistent start would move a coordinate past the caller's limit
    stopped,               ///< a loop that has stopped and was not started again: realtime/loop.hpp
    damaged_record,        ///< a record of a state whose checksum is not that of its bytes
    foreign_record,        ///< a record of another version, type, step size or identity
    singular_contact,      ///< c_s of the algebraic equations is singular to working precision
    contact_out_of_range,  ///< a contact point has left its surface: derailment
    contact_lost,          ///< a contact would have to pull: lift-off
    creep_saturated,       ///< a contact slides past what its model allows
};

/// A status in words. Interrupt: safe.
constexpr const char* describe(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::not_started:
      return "not started";
    case Status::invalid_step_size:
      return "invalid step size";
    case Status::invalid_time:
      return "invalid time";
    case Status::non_finite_input:
      return "non-finite input";
    case Status::non_finite_state:
      return "non-finite state";
    case Status::singular_mass_matrix:
      return "singular mass matrix";
    case Status::rank_deficient_constraints:
      return "rank-deficient constraints";
    case Status::residual_too_large:
      return "residual too large";
    case Status::not_converged:
      return "not converged";
    case Status::move_too_large:
      return "move too large";
    case Status::stopped:
      return "stopped";
    case Status::damaged_record:
      return "damaged record";
    case Status::foreign_record:
      return "foreign record";
    case Status::singular_contact:
      return "singular contact";
    case Status::contact_out_of_range:
      return "contact out of range";
    case Status::contact_lost:
      return "contact lost";
    case Status::creep_saturated:
      return "creep saturated";
  }
  return "unknown status";
}

/// The first of two verdicts that is not ok.
constexpr Status first_failure(Status first, Status second) {
  return first != Status::ok ? first : second;
}

}  // namespace taut
