/// \file
/// The board's end of the line as a filter, for the tests of the host's end.
///
///     telemetry_exchange receive           a line for each frame, or what was none, of stdin
///     telemetry_exchange float|double      what a pendulum under remote control answers to stdin;
///                                          after each frame 20 ticks go by
#include <cstdio>
#include <cstring>

#include "support/remote_pendulum.hpp"

namespace {

using namespace taut::realtime;

// One byte at a time, as main hands it on.
struct OneByte {
  static inline int waiting = EOF;
  static bool read(std::uint8_t& byte) {
    if (waiting == EOF) return false;
    byte = static_cast<std::uint8_t>(waiting);
    waiting = EOF;
    return true;
  }
  static bool try_write(std::uint8_t byte) { return std::putchar(byte) != EOF; }
};

template <class S>
int session() {
  taut::testing::ReadyPendulum<S> pendulum;
  if (pendulum.started != taut::Status::ok) return 1;
  Link<taut::testing::RemotePendulum<S>, OneByte> link(pendulum.remote);
  for (int byte; (byte = std::getchar()) != EOF;) {
    OneByte::waiting = byte;
    link.poll();
    if (byte != 0) continue;
    for (int tick = 0; tick < 20; ++tick) {
      pendulum.remote.on_tick();
      link.poll();
    }
  }
  return 0;
}

int receive() {
  FrameReceiver<600> receiver;
  for (int byte; (byte = std::getchar()) != EOF;) {
    switch (receiver.push(static_cast<std::uint8_t>(byte))) {
      case Arrival::nothing:
        break;
      case Arrival::malformed:
        std::puts("malformed");
        break;
      case Arrival::oversized:
        std::puts("oversized");
        break;
      case Arrival::wrong_check:
        std::puts("wrong check");
        break;
      case Arrival::wrong_version:
        std::puts("wrong version");
        break;
      case Arrival::frame: {
        const Frame& frame = receiver.frame();
        std::printf("frame %u %u ", static_cast<unsigned>(frame.type), unsigned{frame.sequence});
        for (std::size_t i = 0; i < frame.size; ++i) std::printf("%02x", frame.payload[i]);
        std::puts("");
        break;
      }
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const char* const what = count == 2 ? words[1] : "";
  if (std::strcmp(what, "receive") == 0) return receive();
  if (std::strcmp(what, "float") == 0) return session<float>();
  if (std::strcmp(what, "double") == 0) return session<double>();
  std::fputs("telemetry_exchange receive|float|double\n", stderr);
  return 2;
}
