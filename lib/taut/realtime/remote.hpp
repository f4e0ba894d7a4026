/// \file
/// A loop that is told what to do: commands take effect at its ticks, records leave it.
///
/// `Wiring` is what the image connects, a type of
///     static constexpr const char* name                                   of the plant
///     static constexpr std::array<Quantity<S>, ...> inputs, parameters    what may be set
///     static InputType drive(const std::array<S, ...>& inputs,
///                            const std::array<S, ...>& parameters)        the stepper's inputs
///     static Status start(Stepper&, const InputType&)                     its reset()
///
/// Two ways to run. `start` steps at every tick until `stop`. `run n` makes n steps and stops; up
/// to k more with CatchUp<k>, where ticks were lost. After them ticks go by without a step: a host
/// that sends the input of a period with the `run` of its length is in step with the plant, however
/// slow it or the line is. A loop that stops itself stands until `reset`.
///
/// A record is made every so many steps, wherever the loop comes to stand, after a reset and on a
/// query. The first kind is dropped where main has not kept up; the others wait for room.
#pragma once

#include <utility>

#include "taut/realtime/commands.hpp"
#include "taut/realtime/loop.hpp"
#include "taut/realtime/telemetry.hpp"

namespace taut::realtime {

/// `on_tick` belongs to the timer interrupt, everything else to main.
template <class LoopType, class Wiring, std::size_t record_slots = 8>
class RemoteLoop {
  static_assert(detail::starts_within(Wiring::inputs) && detail::starts_within(Wiring::parameters),
                "taut: the initial value of a quantity is within its limits.");

 public:
  using WiringType = Wiring;
  using Stepper = std::decay_t<decltype(std::declval<LoopType&>().stepper())>;
  using S = typename Stepper::S;

  /// A record every `decimation` steps, 1 or more. `arguments` make the loop.
  template <class... Arguments>
  explicit RemoteLoop(std::uint32_t decimation, const Arguments&... arguments)
      : loop_(arguments...), decimation_(decimation > 0 ? decimation : 1) {}

  /// Starts the stepper, not the loop: that waits for a command. Before the timer starts.
  Status start() { return Wiring::start(loop_.stepper(), driven()); }

  /// Leaves a command for the next tick; false where too many wait. For main.
  [[nodiscard]] bool post(const Command<S>& command) { return commands_.push(command); }

  /// One tick: commands first, then the step. Interrupt: safe, from the stepping interrupt only.
  void on_tick() {
    Command<S> command{};
    for (std::size_t i = 0; i < command_slots && commands_.pop(command); ++i) obey(command);

    bool due = false;
    if (mode_ != Mode::stopped) {
      const std::uint32_t before = loop_.counters().steps_tried();
      static_cast<void>(loop_.on_tick(driven()));  // counted by the loop
      // none at a tick that came twice
      const std::uint32_t made = loop_.counters().steps_tried() - before;
      since_record_ += made;
      steps_left_ = made < steps_left_ ? steps_left_ - made : 0;
      if (loop_.counters().stopped || (mode_ == Mode::counted && steps_left_ == 0)) {
        mode_ = Mode::stopped;
        owed_ = true;
      }
      due = since_record_ >= decimation_;
    } else {
      loop_.on_idle_tick();
    }
    // one that somebody waits for is not dropped, but made when there is room
    if (due || (owed_ && !telemetry_.full())) {
      owed_ = owed_ && telemetry_.full();
      telemetry_.record(loop_.stepper(), loop_.counters(), mode_);
      since_record_ = 0;
    }
  }

  Telemetry<Stepper, record_slots>& telemetry() { return telemetry_; }
  std::uint32_t decimation() const { return decimation_; }
  const StepSize<S>& step_size() { return loop_.stepper().step_size(); }

 private:
  static constexpr std::size_t command_slots = 8;

  typename Stepper::InputType driven() const { return Wiring::drive(inputs_, parameters_); }

  void obey(const Command<S>& command) {
    switch (command.type) {
      case FrameType::start:
        mode_ = Mode::running;
        break;
      case FrameType::stop:
        mode_ = Mode::stopped;
        owed_ = true;
        break;
      case FrameType::run:
        mode_ = Mode::counted;
        steps_left_ = command.steps;
        break;
      case FrameType::reset_state:
        mode_ = Mode::stopped;
        if (start() == Status::ok) {  // else all is as it was
          loop_.restart();
          loop_.reset_counters();
        }
        owed_ = true;
        break;
      case FrameType::set_input:
        inputs_[command.index] = command.value;
        break;
      case FrameType::set_parameter:
        parameters_[command.index] = command.value;
        break;
      case FrameType::query:
        owed_ = true;
        break;
      default:
        break;
    }
  }

  LoopType loop_;
  std::uint32_t decimation_, since_record_ = 0, steps_left_ = 0;
  Mode mode_ = Mode::stopped;
  bool owed_ = false;  // a record, to somebody who waits for it
  std::array<S, Wiring::inputs.size()> inputs_ = detail::initial(Wiring::inputs);
  std::array<S, Wiring::parameters.size()> parameters_ = detail::initial(Wiring::parameters);
  Queue<Command<S>, command_slots> commands_;
  Telemetry<Stepper, record_slots> telemetry_;
};

}  // namespace taut::realtime
