/// \file
/// Question: what does the loop report when something is broken on purpose? Each trial starts the
/// four-bar afresh, runs 20 ticks, breaks one thing, and runs 20 more. docs/realtime.md holds the
/// table.

#include <cfloat>
#include <cmath>
#include <cstring>

#include "board.hpp"
#include "board_port.hpp"
#include "models/four_bar.hpp"
#include "taut/realtime/loop.hpp"
#include "taut/realtime/record.hpp"
#include "text.hpp"

namespace {

using namespace taut::realtime;
using Model = taut::models::FourBar<float>;
using Stepper = taut::Stepper<Model>;

constexpr std::uint32_t tick_hz = 400, ticks_before = 20, ticks_after = 20;

// [actions]
struct Careful : LoopOptions {
  static constexpr std::uint32_t input_timeout_ticks = 5;
  static constexpr ActionTable actions = ActionTable{}
                                             .with(Event::position_residual, Action::reproject)
                                             .with(Event::bound_exceeded, Action::reproject)
                                             .with(Event::non_finite, Action::hold);
};
// [actions]

using LoopType = Loop<Stepper, BoardPort, Careful>;
LoopType loop(Model{}, taut::StepSize<float>::hz(tick_hz), taut::Limits<float>{1e-2F, 1e-5F});

volatile bool feeding = true;  // main hands over inputs
volatile float torque_Nm = 0;

LoopType::SnapshotType snapshot;

// Reads until the loop has served so many ticks; feeds inputs meanwhile.
void run_until(std::uint32_t ticks) {
  while (snapshot.counters.ticks < ticks) {
    if (feeding) loop.set_inputs({torque_Nm});
    static_cast<void>(loop.read(snapshot));
  }
}

// The state's own memory, which no program writes.
template <class Entry>
void flip(const Entry& entry, std::uint32_t mask) {
  std::uint32_t bits;
  std::memcpy(&bits, &entry, sizeof bits);
  bits ^= mask;
  std::memcpy(const_cast<float*>(&entry), &bits, sizeof bits);
}

void masked(void (*what)()) {
  asm volatile("cpsid i" ::: "memory");
  what();
  asm volatile("cpsie i\n isb" ::: "memory");
}

float x_of_coupler() { return loop.stepper().state().q[3]; }

void flip_low_bit() { flip(loop.stepper().state().q[3], 1U << 12); }
void flip_high_bit() { flip(loop.stepper().state().q[3], 1U << 18); }
void flip_exponent_bit() { flip(loop.stepper().state().q[3], 1U << 24); }
void flip_sign_of_velocity() { flip(loop.stepper().state().u[3], 1U << 31); }
void make_infinite() {
  const float x = x_of_coupler();
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  flip(loop.stepper().state().q[3], (bits ^ 0x7F800000U) & 0x7F800000U);
}
void wait_two_periods_and_a_fifth() {
  const std::uint32_t start = board::clock_now();
  while (board::cost_since(start) < board::cost_of_period(tick_hz) / 5 * 11) {
  }
}
void tick_once_more() { static_cast<void>(loop.on_tick()); }

void report(const char* fault) {
  text::put(fault);
  text::put(":");
  for (std::size_t i = 0; i < event_count; ++i) {
    const auto event = static_cast<Event>(i);
    if (!snapshot.counters.seen.has(event)) continue;
    text::put(" ");
    text::put(describe(event));
    text::put(" x");
    text::put(snapshot.counters.of(event));
    text::put(",");
  }
  text::put(" ");
  text::put(taut::describe(snapshot.counters.last_status));
  text::put(", steps ");
  text::put(loop.stepper().state().time.ticks);
  text::put(" of ");
  text::put(snapshot.counters.ticks + snapshot.counters.lost_ticks);
  text::put(", reprojected ");
  text::put(snapshot.counters.reprojections);
  text::put(", held ");
  text::put(snapshot.counters.held);
  text::put(", closed ");
  text::put(loop.stepper().position_residual() < 1e-5F ? "yes" : "no");
  text::put("\n");
}

// Starts, runs, breaks one thing, runs on.
template <class Break>
bool trial(const char* fault, Break&& break_it) {
  const taut::models::FourBarStart<float> start;
  if (loop.stepper().reset(start.q, start.u) != taut::Status::ok) return false;
  loop.restart();
  loop.reset_counters();
  snapshot = {};
  feeding = true;
  torque_Nm = 0;
  loop.set_inputs({0.0F});
  if (!BoardPort::start_tick(tick_hz)) return false;
  run_until(ticks_before);
  break_it();
  run_until(ticks_before + ticks_after);
  board::stop_tick();
  report(fault);
  return true;
}

}  // namespace

extern "C" void taut_tick() {
  board::acknowledge_tick();
  static_cast<void>(loop.on_tick());
}

int main() {
  board::start();
  HealthBounds<float> bounds;
  bounds.position = 1e-5F;
  loop.set_bounds(bounds);

  bool done = trial("nothing", [] {});
  done = trial("low bit of a coordinate", [] { masked(flip_low_bit); }) && done;
  done = trial("high bit of a coordinate", [] { masked(flip_high_bit); }) && done;
  done = trial("exponent bit of a coordinate", [] { masked(flip_exponent_bit); }) && done;
  done = trial("sign of a velocity", [] { masked(flip_sign_of_velocity); }) && done;
  done = trial("coordinate infinite", [] { masked(make_infinite); }) && done;
  done = trial("coordinate infinite, restored from the record",
               [] {
                 const auto record =
                     StateRecord<Stepper>::of(snapshot.state, loop.stepper().step_size());
                 masked(make_infinite);
                 run_until(ticks_before + 5);
                 board::stop_tick();
                 static_cast<void>(record.restore(loop.stepper()));
                 loop.restart();
                 static_cast<void>(BoardPort::start_tick(tick_hz));
               }) &&
         done;
  done = trial("input stuck", [] { feeding = false; }) && done;
  done = trial("input NaN for a while",
               [] {
                 torque_Nm = NAN;
                 run_until(ticks_before + 5);
                 torque_Nm = 0;
               }) &&
         done;
  done = trial("input at the largest float",
               [] {
                 torque_Nm = FLT_MAX;
                 run_until(ticks_before + 5);
                 torque_Nm = 0;
               }) &&
         done;
  done = trial("interrupt lost", [] { masked(wait_two_periods_and_a_fifth); }) && done;
  done = trial("interrupt doubled", [] { masked(tick_once_more); }) && done;
  return done ? 0 : 1;
}
