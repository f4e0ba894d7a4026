/// \file
/// Any bytes to a loop under remote control, as garbage on the line and as the payload of sound
/// frames: every command is answered once, no number past its limits reaches the model.
#include "fuzz.hpp"
#include "support/remote_pendulum.hpp"

using namespace taut::realtime;

namespace {

using S = float;
using Pendulum = taut::testing::RemotePendulum<S>;

struct Line {
  static inline std::uint8_t to_board[256];
  static inline std::size_t at = 0, end = 0;
  static inline std::size_t lines = 0;  // zeros that the board sent
  static inline bool busy = false;

  static bool read(std::uint8_t& byte) {
    if (at == end) return false;
    byte = to_board[at++];
    return true;
  }
  static bool try_write(std::uint8_t byte) {
    if (busy) return false;
    lines += byte == 0 ? 1 : 0;
    return true;
  }
};

std::uint32_t sum(const std::array<std::uint32_t, reasons>& counts) {
  std::uint32_t total = 0;
  for (const std::uint32_t count : counts) total += count;
  return total;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes in(data, size);
  taut::testing::ReadyPendulum<S> pendulum;
  fuzz::claim(pendulum.started == taut::Status::ok, "the pendulum starts");
  Link<Pendulum, Line> link(pendulum.remote);
  Line::at = Line::end = Line::lines = 0;

  while (in.left() > 0) {
    const std::uint8_t what = in.byte();
    const std::size_t length = what % 16U;
    Line::busy = (what & 16U) != 0;
    std::uint8_t payload[16];
    for (std::size_t i = 0; i < length; ++i) payload[i] = in.byte();
    if ((what & 32U) != 0) {  // as they are
      std::memcpy(Line::to_board, payload, length);
      Line::end = length;
    } else {  // in a sound frame
      FrameWriter<16> writer;
      ByteWriter& out = writer.begin(static_cast<FrameType>(0x80U | (in.byte() & 0xFU)),
                                     in.number<std::uint16_t>());
      for (std::size_t i = 0; i < length; ++i) out.put(payload[i]);
      Line::end = writer.finish();
      std::memcpy(Line::to_board, writer.line(), Line::end);
      fuzz::claim(Line::end > 0, "the frame is made");
    }
    Line::at = 0;
    const std::uint32_t before = sum(link.counts());
    while (Line::at < Line::end) link.poll();
    fuzz::claim(sum(link.counts()) - before <= length + 1, "a line is answered once");
    if ((what & 64U) != 0)
      for (unsigned tick = what >> 7; tick < 4; ++tick) pendulum.remote.on_tick();
  }

  // what is left goes out; what was set reaches the model, and is within what the image declares
  Line::busy = false;
  pendulum.remote.on_tick();
  fuzz::claim(pendulum.remote.post({FrameType::start, {}, 0, 0, S(0)}),
              "there is room after a tick");
  for (int i = 0; i < 40; ++i) {
    pendulum.remote.on_tick();
    if (const auto* record = pendulum.remote.telemetry().oldest()) {
      fuzz::claim(-4 <= record->w[0] && record->w[0] <= 4, "the push is within its limit");
      fuzz::claim(0 <= record->w[1] && record->w[1] <= 2, "the damping is within its limits");
      fuzz::claim(record->status == taut::Status::ok || record->steps == 0, "the steps are sound");
    }
    link.poll();
  }
  return 0;
}
