/// \file
/// The state of a stepper as a record for storage and transport: versioned, checked by CRC-32,
/// trivially copyable, without padding, so that copies are equal byte for byte.
///
/// A stepper restored from a record takes bit for bit the steps that the recorded one would have
/// taken. Byte order and layout are those of the machine: a record is for a machine of the same
/// kind, little-endian with IEEE numbers, as all that this library runs on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "taut/realtime/crc.hpp"
#include "taut/stepper.hpp"

namespace taut::realtime {

/// A state of a `Stepper`, of the size of the state and 44 bytes.
template <class Stepper>
class StateRecord {
  using StateType = typename Stepper::StateType;
  using Model = std::decay_t<decltype(std::declval<Stepper>().model())>;
  using S = typename Stepper::S;
  static_assert(std::is_trivially_copyable_v<StateType>);

 public:
  static constexpr std::uint32_t magic = 0x54415554;  ///< "TUAT" in memory
  static constexpr std::uint32_t version = 1;

  /// The state of `stepper`. `identity` says which mechanism with which parameters it is, a number
  /// of the application's own: a stepper of the same type with other masses looks the same.
  /// Interrupt: safe where the stepper steps.
  static StateRecord of(const Stepper& stepper, std::uint32_t identity = 0) {
    return of(stepper.state(), stepper.step_size(), identity);
  }
  /// The same of a state that was read from a loop, with the step size it was made with.
  /// Interrupt: safe.
  static StateRecord of(const StateType& state, const StepSize<S>& step,
                        std::uint32_t identity = 0) {
    StateRecord record{};
    record.header_ = header(step, identity);
    std::memcpy(record.state_.data(), &state, sizeof state);
    record.crc_ = record.checksum();
    return record;
  }

  /// Hands the state to `stepper`. On failure the stepper is as it was: damaged_record (of any
  /// bits), foreign_record (another version, type of state, step size or identity), and as with
  /// Stepper::restore(). Interrupt: not safe.
  Status restore(Stepper& stepper, std::uint32_t identity = 0) const {
    if (header_[0] != magic || crc_ != checksum()) return Status::damaged_record;
    if (header_ != header(stepper.step_size(), identity)) return Status::foreign_record;
    StateType state;
    std::memcpy(&state, state_.data(), sizeof state);
    return stepper.restore(state);
  }

 private:
  using Header = std::array<std::uint32_t, 10>;

  // What two records must share for one to follow the other.
  static constexpr Header header(const StepSize<S>& step, std::uint32_t identity) {
    // nl alone where there is no s
    constexpr int unknowns = taut::detail::nl<Model>() + 65536 * taut::detail::ns<Model>();
    return {magic,
            version,
            std::uint32_t(sizeof(StateType)),
            std::uint32_t(sizeof(S)),
            std::uint32_t(Model::nq),
            std::uint32_t(taut::detail::nu<Model>()),
            std::uint32_t(unknowns),
            step.period_s,
            step.period_ticks,
            identity};
  }

  std::uint32_t checksum() const {
    const auto* const header = reinterpret_cast<const std::uint8_t*>(header_.data());
    return crc32(state_.data(), sizeof state_, crc32(header, sizeof header_));
  }

  Header header_{};
  std::array<std::uint8_t, (sizeof(StateType) + 3) / 4 * 4> state_{};
  std::uint32_t crc_ = 0;
};

}  // namespace taut::realtime
