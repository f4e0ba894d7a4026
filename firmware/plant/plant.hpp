/// \file
/// What the images of this folder have in common: a mechanism in the timer interrupt that a host
/// drives over the serial port and watches, see docs/telemetry.md. Such an image runs for ever.
#pragma once

#include "board.hpp"
#include "board_clock.hpp"
#include "taut/realtime/link.hpp"

/// The serial port as taut::realtime::Link asks for it.
struct BoardPort {
  static bool read(std::uint8_t& byte) { return board::read_byte(byte); }
  static bool try_write(std::uint8_t byte) { return board::try_write_byte(byte); }
};

/// A stepper under remote control.
template <class Stepper, class Wiring>
using Plant = taut::realtime::RemoteLoop<taut::realtime::Loop<Stepper, BoardClock>, Wiring>;

/// Main of these images. Returns, with the exit status, where the plant does not start.
template <class Remote>
int serve(Remote& plant, taut::realtime::Link<Remote, BoardPort>& link, std::uint32_t tick_hz) {
  board::start();
  if (plant.start() != taut::Status::ok || !board::start_tick(tick_hz)) return 1;
  for (;;) link.poll();
}
