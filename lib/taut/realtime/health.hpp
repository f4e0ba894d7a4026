/// \file
/// What a tick has to report, a bit each, and what is done about it, by a table of the
/// application's own. Interrupt: safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "taut/status.hpp"

namespace taut::realtime {

enum class Event : std::uint8_t {
  position_residual,  ///< |g| past its bound in HealthBounds
  velocity_residual,  ///< |(G u + g_t, A u - b)| past its bound
  pivot_share,        ///< smallest pivot share below its bound
  quaternion_norm,    ///< a quaternion further from unit length than its bound
  non_finite,         ///< a step refused for an input or a state that is NaN or infinite
  singular,           ///< a step refused for a singular M or dependent rows of G
  bound_exceeded,     ///< a step refused for |g| past the limit of the stepper
  not_started,        ///< a tick before a successful reset()
  overrun,            ///< not done at the next tick, or the last one's outputs not at this one
  tick_lost,          ///< a period or more has gone by without a tick
  tick_doubled,       ///< a tick came long before its time, and was not stepped
  input_stale,        ///< set_inputs() was not called for longer than LoopOptions allow
  contact,            ///< a step refused for a contact: out of range, lost, saturated, singular
};
inline constexpr std::size_t event_count = 13;

/// Events of one tick, or of a run. Trivially copyable.
struct Health {
  std::uint16_t bits = 0;

  constexpr bool has(Event event) const {
    return ((bits >> static_cast<unsigned>(event)) & 1U) != 0;
  }
  constexpr bool sound() const { return bits == 0; }
  constexpr void set(Event event, bool happened = true) {
    bits = static_cast<std::uint16_t>(bits | (unsigned(happened) << static_cast<unsigned>(event)));
  }
  constexpr void add(Health other) { bits = static_cast<std::uint16_t>(bits | other.bits); }
};

/// Past what a step that is sound is reported all the same. By default nothing is.
template <class S>
struct HealthBounds {
  S position = std::numeric_limits<S>::max();    ///< on |g|, in the units of g
  S velocity = std::numeric_limits<S>::max();    ///< on |(G u + g_t, A u - b)|, in its units
  S pivot_share = S(0);                          ///< in [0, 1]; costs nl divisions where not 0
  S quaternion = std::numeric_limits<S>::max();  ///< on | |p|^2 - 1 | of each quaternion p
};

/// What is done about an event; of several events in a tick the strongest counts.
enum class Action : std::uint8_t {
  carry_on,   ///< nothing: the event is counted
  reproject,  ///< the state is brought onto the constraints again, by one more projection
  hold,       ///< outputs stay as they were published last
  stop,       ///< safe outputs, and no further step until restart()
};

/// An action for each event.
class ActionTable {
 public:
  constexpr ActionTable() = default;
  /// The same with another action for `event`.
  constexpr ActionTable with(Event event, Action action) const {
    ActionTable changed = *this;
    changed.actions_[static_cast<std::size_t>(event)] = action;
    return changed;
  }
  constexpr Action of(Event event) const { return actions_[static_cast<std::size_t>(event)]; }
  /// The strongest action of what has happened.
  constexpr Action of(Health health) const {
    Action strongest = Action::carry_on;
    for (std::size_t i = 0; i < event_count; ++i)
      if (health.has(static_cast<Event>(i)) && actions_[i] > strongest) strongest = actions_[i];
    return strongest;
  }
  constexpr bool uses(Action action) const {
    bool found = false;
    for (const Action each : actions_) found = found || each == action;
    return found;
  }

 private:
  std::array<Action, event_count> actions_{};
};

/// What a status says about the step.
constexpr Health health_of(Status status) {
  Health health;
  health.set(Event::non_finite,
             status == Status::non_finite_input || status == Status::non_finite_state);
  health.set(Event::singular, status == Status::singular_mass_matrix ||
                                  status == Status::rank_deficient_constraints);
  health.set(Event::bound_exceeded, status == Status::residual_too_large);
  health.set(Event::not_started, status == Status::not_started);
  health.set(Event::contact,
             status >= Status::singular_contact && status <= Status::creep_saturated);
  return health;
}

/// An event in words.
constexpr const char* describe(Event event) {
  switch (event) {
    case Event::position_residual:
      return "position residual";
    case Event::velocity_residual:
      return "velocity residual";
    case Event::pivot_share:
      return "pivot share";
    case Event::quaternion_norm:
      return "quaternion norm";
    case Event::non_finite:
      return "non-finite";
    case Event::singular:
      return "singular";
    case Event::bound_exceeded:
      return "bound exceeded";
    case Event::not_started:
      return "not started";
    case Event::overrun:
      return "overrun";
    case Event::tick_lost:
      return "tick lost";
    case Event::tick_doubled:
      return "tick doubled";
    case Event::input_stale:
      return "input stale";
    case Event::contact:
      return "contact";
  }
  return "unknown event";
}

}  // namespace taut::realtime
