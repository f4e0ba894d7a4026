/// \file
/// Commands to a loop: what they are, and what of them is refused.
///
/// A command is taken whole or not at all. What an image lets be set it declares as quantities with
/// limits; a number that is NaN, infinite or past them, an index that names nothing, a frame of the
/// wrong length are refused with a reason, and nothing changes. Format: docs/telemetry.md.
#pragma once

#include <array>

#include "taut/config.hpp"
#include "taut/realtime/frame.hpp"

namespace taut::realtime {

/// An input or a parameter that may be set from outside.
template <class S>
struct Quantity {
  const char* name;  ///< with its unit, at most max_name characters
  S least, most;     ///< limits, both allowed
  S initial;
};
inline constexpr std::size_t max_name = 40;

/// The answer to a command.
enum class Reason : std::uint8_t {
  accepted,
  malformed,        ///< no frame
  oversized,        ///< longer than any command
  wrong_check,      ///< damaged on the way
  wrong_version,    ///< of another version of the protocol
  unknown_command,  ///< a frame of a type that is no command
  wrong_size,       ///< a payload of another length than this command's
  unknown_index,    ///< no such input, parameter or question
  not_finite,       ///< NaN or infinite
  out_of_range,     ///< past the limits that the image declares
  busy,             ///< too many commands within one tick: to be sent again
};
inline constexpr std::size_t reasons = 11;

/// What a query asks for.
enum class Question : std::uint8_t {
  description,
  input,      ///< with its index
  parameter,  ///< with its index
  counts,
  record,  ///< of the next tick, also where the loop is stopped
};

/// A command that is sound.
template <class S>
struct Command {
  FrameType type;
  Question question;    ///< of query
  std::uint8_t index;   ///< of set_input, set_parameter, query
  std::uint32_t steps;  ///< of run
  S value;              ///< of set_input, set_parameter
};

/// Payload of the longest command: an index and a double, so that it is known to be a command of an
/// image of the other scalar.
inline constexpr std::size_t max_command_payload = 9;

namespace detail {

template <class S, std::size_t n>
constexpr std::array<S, n> initial(const std::array<Quantity<S>, n>& quantities) {
  std::array<S, n> values{};
  for (std::size_t i = 0; i < n; ++i) values[i] = quantities[i].initial;
  return values;
}

// Whether what is set at the start might be set by a command, too.
template <class S, std::size_t n>
constexpr bool starts_within(const std::array<Quantity<S>, n>& quantities) {
  for (const Quantity<S>& quantity : quantities)
    if (!(quantity.least <= quantity.initial && quantity.initial <= quantity.most)) return false;
  return true;
}

template <class S, std::size_t n>
Reason judge(const std::array<Quantity<S>, n>& quantities, const Command<S>& command) {
  if (command.index >= n) return Reason::unknown_index;
  if (!is_finite(command.value)) return Reason::not_finite;
  const Quantity<S>& quantity = quantities[command.index];
  const bool within = quantity.least <= command.value && command.value <= quantity.most;
  return within ? Reason::accepted : Reason::out_of_range;
}

}  // namespace detail

/// Reads the command in a frame. Unless accepted, `command` is unspecified. Interrupt: safe.
template <class S, std::size_t inputs, std::size_t parameters>
[[nodiscard]] Reason read_command(const Frame& frame, const std::array<Quantity<S>, inputs>& input,
                                  const std::array<Quantity<S>, parameters>& parameter,
                                  Command<S>& command) {
  command = Command<S>{};
  command.type = frame.type;
  ByteReader in(frame.payload, frame.size);
  switch (frame.type) {
    case FrameType::start:
    case FrameType::stop:
    case FrameType::reset_state:
      return in.done() ? Reason::accepted : Reason::wrong_size;
    case FrameType::set_input:
    case FrameType::set_parameter:
      command.index = in.get<std::uint8_t>();
      command.value = in.get<S>();
      if (!in.done()) return Reason::wrong_size;
      return frame.type == FrameType::set_input ? detail::judge(input, command)
                                                : detail::judge(parameter, command);
    case FrameType::run:
      command.steps = in.get<std::uint32_t>();
      if (!in.done()) return Reason::wrong_size;
      return command.steps > 0 ? Reason::accepted : Reason::out_of_range;
    case FrameType::query:
      command.question = static_cast<Question>(in.get<std::uint8_t>());
      command.index = in.get<std::uint8_t>();
      if (!in.done()) return Reason::wrong_size;
      switch (command.question) {
        case Question::description:
        case Question::counts:
        case Question::record:
          return command.index == 0 ? Reason::accepted : Reason::unknown_index;
        case Question::input:
          return command.index < inputs ? Reason::accepted : Reason::unknown_index;
        case Question::parameter:
          return command.index < parameters ? Reason::accepted : Reason::unknown_index;
      }
      return Reason::unknown_index;
    default:
      return Reason::unknown_command;
  }
}

/// What stands in the reply to bytes that were no frame.
constexpr Reason reason_of(Arrival arrival) {
  switch (arrival) {
    case Arrival::malformed:
      return Reason::malformed;
    case Arrival::oversized:
      return Reason::oversized;
    case Arrival::wrong_check:
      return Reason::wrong_check;
    case Arrival::wrong_version:
      return Reason::wrong_version;
    case Arrival::nothing:
    case Arrival::frame:
      break;
  }
  return Reason::accepted;
}

}  // namespace taut::realtime
