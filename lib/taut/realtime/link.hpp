/// \file
/// Main's end of the line: takes commands from the bytes that arrive, answers each, and sends the
/// records that the interrupt leaves. Never waits: what the port does not take now goes later.
///
/// `Port` is the seam to the serial port, a type of two static functions:
///     bool read(std::uint8_t&)        a byte that arrived; false where there is none
///     bool try_write(std::uint8_t)    whether the byte was taken
#pragma once

#include "taut/realtime/remote.hpp"

namespace taut::realtime {

/// Interrupt: not safe, for main.
template <class Remote, class Port>
class Link {
 public:
  using Wiring = typename Remote::WiringType;
  using S = typename Remote::S;

  explicit Link(Remote& remote) : remote_(remote) {}

  /// Takes what arrived, sends what the port takes. As often as main can.
  void poll() {
    std::uint8_t byte;
    for (int i = 0; i < 32 && Port::read(byte); ++i) take(byte);
    while (send_line() && next_line()) {
    }
  }

  /// Commands by the reason of their answer; entry 0 are those that were accepted.
  const std::array<std::uint32_t, reasons>& counts() const { return counts_; }

 private:
  // A frame that is to be sent.
  struct Answer {
    FrameType type;
    FrameType command;  // of a reply
    Reason reason;
    Question question;  // of a quantity
    std::uint8_t index;
    std::uint16_t sequence;  // that of the command
  };

  static constexpr std::size_t inputs = Wiring::inputs.size();
  static constexpr std::size_t parameters = Wiring::parameters.size();
  static constexpr std::size_t max_answer = 4 * reasons + 32 + max_name;
  static constexpr std::size_t max_payload = record_bytes<typename Remote::Stepper>() > max_answer
                                                 ? record_bytes<typename Remote::Stepper>()
                                                 : max_answer;

  [[gnu::noinline]] void take(std::uint8_t byte) {
    const Arrival arrival = receiver_.push(byte);
    if (arrival == Arrival::nothing) return;
    if (arrival != Arrival::frame) return answer(Frame{}, reason_of(arrival));
    Command<S> command{};
    const Frame& frame = receiver_.frame();
    Reason reason = read_command(frame, Wiring::inputs, Wiring::parameters, command);
    if (reason == Reason::accepted && for_the_tick(command) && !remote_.post(command))
      reason = Reason::busy;
    answer(frame, reason);
    if (reason == Reason::accepted) remember(command, frame.sequence);
  }

  static bool for_the_tick(const Command<S>& command) {
    return command.type != FrameType::query || command.question == Question::record;
  }

  void answer(const Frame& frame, Reason reason) {
    ++counts_[static_cast<std::size_t>(reason)];
    queue({FrameType::reply, frame.type, reason, Question{}, 0, frame.sequence});
  }
  void queue(const Answer& answer) {
    if (!answers_.push(answer)) ++lost_answers_;
  }

  // What was set is what a query is told; what was asked follows the reply.
  void remember(const Command<S>& command, std::uint16_t sequence) {
    if (command.type == FrameType::set_input) inputs_[command.index] = command.value;
    if (command.type == FrameType::set_parameter) parameters_[command.index] = command.value;
    if (command.type != FrameType::query || for_the_tick(command)) return;
    const FrameType type = command.question == Question::description ? FrameType::description
                           : command.question == Question::counts    ? FrameType::counts
                                                                     : FrameType::quantity;
    queue({type, command.type, Reason::accepted, command.question, command.index, sequence});
  }

  // Out of line, and sent_ not read here and behind next_line() in one function: of the two, GCC 12
  // for Cortex-M at -O3 (its -ftree-partial-pre) keeps the first.

  // What is left of the line to the port; true where all of it went.
  [[gnu::noinline]] bool send_line() {
    for (; sent_ < length_; ++sent_)
      if (!Port::try_write(writer_.line()[sent_])) return false;
    return true;
  }

  // The next frame into the writer, answers first; false where there is none.
  [[gnu::noinline]] bool next_line() {
    sent_ = length_ = 0;
    Answer answer{};
    if (answers_.pop(answer)) {
      ByteWriter& out = writer_.begin(answer.type, sequence_);
      if (answer.type == FrameType::reply) write_reply(out, answer);
      if (answer.type == FrameType::description) write_description(out);
      if (answer.type == FrameType::counts) write_counts(out);
      if (answer.type == FrameType::quantity) {
        if (answer.question == Question::input)
          write_quantity(out, answer, Wiring::inputs, inputs_);
        else
          write_quantity(out, answer, Wiring::parameters, parameters_);
      }
    } else {
      const Record<typename Remote::Stepper>* const record = remote_.telemetry().oldest();
      if (record == nullptr) return false;
      write(writer_.begin(FrameType::record, sequence_), *record);
      remote_.telemetry().release();
    }
    ++sequence_;
    length_ = writer_.finish();
    return length_ > 0;
  }

  static void write_reply(ByteWriter& out, const Answer& answer) {
    out.put(static_cast<std::uint8_t>(answer.command));
    out.put(answer.sequence);
    out.put(static_cast<std::uint8_t>(answer.reason));
  }
  void write_description(ByteWriter& out) {
    using StateType = typename Remote::Stepper::StateType;
    const auto size = [](std::size_t n) { return static_cast<std::uint16_t>(n); };
    out.put(static_cast<std::uint8_t>(sizeof(S)));
    out.put(size(std::tuple_size_v<decltype(StateType::w)>));
    out.put(size(StateType::nq));
    out.put(size(StateType::nu));
    out.put(size(StateType::nl));
    out.put(static_cast<std::uint8_t>(inputs));
    out.put(static_cast<std::uint8_t>(parameters));
    out.put(remote_.decimation());
    out.put(remote_.step_size().period_s);
    out.put(remote_.step_size().period_ticks);
    out.put_text(Wiring::name);
  }
  template <std::size_t n>
  static void write_quantity(ByteWriter& out, const Answer& answer,
                             const std::array<Quantity<S>, n>& quantities,
                             const std::array<S, n>& values) {
    if (answer.index >= n) return;  // never: read_command() refuses it
    const Quantity<S>& quantity = quantities[answer.index];
    out.put(static_cast<std::uint8_t>(answer.question));
    out.put(answer.index);
    out.put(quantity.least);
    out.put(quantity.most);
    out.put(values[answer.index]);
    out.put_text(quantity.name);
  }
  void write_counts(ByteWriter& out) {
    out.put_all(counts_);
    out.put(lost_answers_);
    out.put(remote_.telemetry().dropped());
  }

  template <std::size_t n>
  static constexpr bool names_fit(const std::array<Quantity<S>, n>& quantities) {
    for (const Quantity<S>& quantity : quantities)
      if (!fits(quantity.name)) return false;
    return true;
  }
  static constexpr bool fits(const char* name) {
    std::size_t length = 0;
    while (name[length] != '\0') ++length;
    return length <= max_name;
  }
  static_assert(inputs < 256 && parameters < 256, "taut: an index is a byte.");
  static_assert(fits(Wiring::name) && names_fit(Wiring::inputs) && names_fit(Wiring::parameters),
                "taut: a name is at most max_name characters.");

  Remote& remote_;
  FrameReceiver<max_command_payload> receiver_;
  FrameWriter<max_payload> writer_;
  Queue<Answer, 16> answers_;
  std::size_t sent_ = 0, length_ = 0;
  std::uint16_t sequence_ = 0;
  std::array<S, inputs> inputs_ = detail::initial(Wiring::inputs);
  std::array<S, parameters> parameters_ = detail::initial(Wiring::parameters);
  std::array<std::uint32_t, reasons> counts_{};
  std::uint32_t lost_answers_ = 0;
};

}  // namespace taut::realtime
