/// \file
/// Lines of frames, made and read in a test.
#pragma once

#include <vector>

#include "taut/realtime/commands.hpp"

namespace taut::testing {

using Bytes = std::vector<std::uint8_t>;

/// The line of a frame with these numbers as payload.
template <class... Numbers>
Bytes line_of(realtime::FrameType type, std::uint16_t sequence, Numbers... payload) {
  realtime::FrameWriter<300> writer;
  realtime::ByteWriter& out = writer.begin(type, sequence);
  (out.put(payload), ...);
  const std::size_t length = writer.finish();
  return Bytes(writer.line(), writer.line() + length);
}

/// A frame that keeps its payload.
struct KeptFrame {
  realtime::FrameType type;
  std::uint16_t sequence;
  Bytes payload;

  realtime::ByteReader reader() const { return {payload.data(), payload.size()}; }
};

/// The frames in a stream; `arrivals` gets what was none.
inline std::vector<KeptFrame> frames_in(const Bytes& stream,
                                        std::vector<realtime::Arrival>* arrivals = nullptr) {
  realtime::FrameReceiver<600> receiver;
  std::vector<KeptFrame> frames;
  for (const std::uint8_t byte : stream) {
    const realtime::Arrival arrival = receiver.push(byte);
    if (arrival == realtime::Arrival::frame) {
      const realtime::Frame& f = receiver.frame();
      frames.push_back({f.type, f.sequence, Bytes(f.payload, f.payload + f.size)});
    } else if (arrival != realtime::Arrival::nothing && arrivals != nullptr) {
      arrivals->push_back(arrival);
    }
  }
  return frames;
}

}  // namespace taut::testing
