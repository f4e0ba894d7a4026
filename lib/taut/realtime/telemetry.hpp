/// \file
/// Telemetry: what a loop does, as records that the stepping interrupt makes and main sends.
///
/// The interrupt writes every n-th record into a queue of whole records and never waits: where the
/// queue is full the record is dropped and counted, and the next one says how many were. Main
/// encodes and sends at the pace of the line. What goes over the line: docs/telemetry.md.
#pragma once

#include <atomic>
#include <tuple>

#include "taut/realtime/counters.hpp"
#include "taut/realtime/frame.hpp"
#include "taut/realtime/queue.hpp"
#include "taut/state.hpp"
#include "taut/status.hpp"

namespace taut::realtime {

/// Whether the loop steps.
enum class Mode : std::uint8_t {
  stopped,  ///< time stands
  running,  ///< until it is told to stop
  counted,  ///< for a number of steps
};

/// One moment of a loop.
template <class Stepper>
struct Record {
  using StateType = typename Stepper::StateType;
  using S = typename Stepper::S;

  TickCount time;          ///< of the state
  std::uint32_t steps;     ///< that the loop has made, failed ones too
  std::uint32_t cost;      ///< of the last step, in the clock's unit
  std::uint32_t overruns;  ///< so far
  std::uint32_t failures;  ///< so far
  std::uint32_t dropped;   ///< records that found the queue full, so far
  std::uint32_t health;    ///< the loop's health word
  Status status;           ///< of the last step; stopped where the loop has stopped itself
  Mode mode;
  S position_residual;       ///< |g| at the state
  S velocity_residual;       ///< |(G u + g_t, A u - b)| at the state
  decltype(StateType::w) w;  ///< inputs of the last step
  decltype(StateType::q) q;
  decltype(StateType::u) u;
  decltype(StateType::lambda) lambda;
};

/// Bytes of a record on the line.
template <class Stepper>
constexpr std::size_t record_bytes() {
  using StateType = typename Stepper::StateType;
  constexpr std::size_t nw = std::tuple_size_v<decltype(StateType::w)>;
  return 8 * 4 + 2 +
         (2 + nw + StateType::nq + StateType::nu + StateType::nl) * sizeof(typename Stepper::S);
}

/// Writes a record as it goes over the line: record_bytes() of them. Interrupt: safe.
template <class Stepper>
void write(ByteWriter& out, const Record<Stepper>& record) {
  out.put(record.time.whole_s);
  out.put(record.time.ticks);
  out.put(record.steps);
  out.put(record.cost);
  out.put(record.overruns);
  out.put(record.failures);
  out.put(record.dropped);
  out.put(record.health);
  out.put(static_cast<std::uint8_t>(record.status));
  out.put(static_cast<std::uint8_t>(record.mode));
  out.put(record.position_residual);
  out.put(record.velocity_residual);
  out.put_all(record.w);
  out.put_all(record.q);
  out.put_all(record.u);
  out.put_all(record.lambda);
}

/// Hands records from the stepping interrupt to main.
template <class Stepper, std::size_t slots = 8>
class Telemetry {
 public:
  /// A record of this moment. Where main has not kept up it is dropped, and counted. `counters` is
  /// realtime::Counters. Interrupt: safe, from the stepping interrupt only.
  template <class Counters>
  void record(const Stepper& stepper, const Counters& counters, Mode mode) {
    const std::uint32_t dropped = dropped_.load(std::memory_order_relaxed);
    Record<Stepper>* const record = queue_.claim();
    if (record == nullptr) {
      dropped_.store(dropped + 1, std::memory_order_relaxed);
      return;
    }
    const typename Stepper::StateType& state = stepper.state();
    record->time = state.time;
    record->steps = counters.steps_tried();
    record->cost = counters.last_cost;
    record->overruns = counters.of(Event::overrun);
    record->failures = counters.failures;
    record->dropped = dropped;
    record->health = counters.health.bits;
    record->status = counters.stopped ? Status::stopped : counters.last_status;
    record->mode = mode;
    record->position_residual = stepper.position_residual();
    record->velocity_residual = stepper.velocity_residual();
    record->w = state.w;
    record->q = state.q;
    record->u = state.u;
    record->lambda = state.lambda;
    queue_.publish();
  }

  /// No room for a record now. Interrupt: safe, from the stepping interrupt only.
  bool full() { return queue_.claim() == nullptr; }

  /// The oldest record that is not sent, until it is released; null where there is none. For main.
  const Record<Stepper>* oldest() const { return queue_.oldest(); }
  void release() { queue_.release(); }

  /// Records that found the queue full. Interrupt: safe, from anywhere.
  std::uint32_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  Queue<Record<Stepper>, slots> queue_;
  std::atomic<std::uint32_t> dropped_{0};
};

}  // namespace taut::realtime
