/// \file
/// Frames on a serial line, in both directions (docs/telemetry.md):
///
///     line  = COBS(body) 00
///     body  = version, type, sequence (2 bytes), payload, CRC-16 of all before it (2 bytes)
///
/// A receiver that starts in the middle, or meets garbage, is back at the next zero. Buffers are
/// fixed; a frame that is too long for them is told as such. Interrupt: safe, but a matter for
/// main: the time depends on the bytes.
#pragma once

#include "taut/realtime/bytes.hpp"
#include "taut/realtime/cobs.hpp"
#include "taut/realtime/crc.hpp"

namespace taut::realtime {

/// A board and a host of different versions do not understand each other and say so.
inline constexpr std::uint8_t protocol_version = 1;

/// What a frame is. From the board below 0x80, to the board from there on.
enum class FrameType : std::uint8_t {
  none = 0x00,         ///< the command of a reply to what was no frame
  record = 0x01,       ///< telemetry.hpp
  reply = 0x02,        ///< to every command, and to what was none
  description = 0x03,  ///< what the image is: sizes, scalar, rate, name
  quantity = 0x04,     ///< an input or a parameter: limits, value, name
  counts = 0x05,       ///< what happened on the line

  start = 0x81,
  stop = 0x82,
  reset_state = 0x83,
  set_input = 0x84,
  set_parameter = 0x85,
  run = 0x86,
  query = 0x87,
};

/// Bytes of a body around its payload, and of a line around a payload.
inline constexpr std::size_t frame_overhead = 6;
constexpr std::size_t line_bound(std::size_t payload) {
  return cobs_bound(payload + frame_overhead) + 1;
}

/// A frame that arrived. The payload is the receiver's until its next byte.
struct Frame {
  FrameType type = FrameType::none;
  std::uint16_t sequence = 0;
  const std::uint8_t* payload = nullptr;
  std::size_t size = 0;
};

/// Makes one frame at a time.
template <std::size_t max_payload>
class FrameWriter {
 public:
  FrameWriter() = default;
  FrameWriter(const FrameWriter&) = delete;  // it points into its own buffer
  FrameWriter& operator=(const FrameWriter&) = delete;

  /// Begins a frame; the caller fills in the payload, at most max_payload bytes.
  ByteWriter& begin(FrameType type, std::uint16_t sequence) {
    body_writer_ = ByteWriter(body_, sizeof body_ - 2);
    body_writer_.put(protocol_version);
    body_writer_.put(static_cast<std::uint8_t>(type));
    body_writer_.put(sequence);
    return body_writer_;
  }

  /// Ends it. Returns the length of line(): 0 where the payload was too long.
  std::size_t finish() {
    if (!body_writer_.fits()) return 0;
    const std::size_t size = body_writer_.size();
    ByteWriter check(body_ + size, 2);
    check.put(crc16(body_, size));
    const std::size_t length = cobs_encode(body_, size + 2, line_);
    line_[length] = 0;
    return length + 1;
  }

  const std::uint8_t* line() const { return line_; }

 private:
  std::uint8_t body_[max_payload + frame_overhead];
  std::uint8_t line_[line_bound(max_payload)];
  ByteWriter body_writer_{body_, 0};
};

/// What a byte brought.
enum class Arrival : std::uint8_t {
  nothing,  ///< yet
  frame,
  malformed,      ///< no byte stuffing, or too short for a frame
  oversized,      ///< longer than any frame this receiver knows
  wrong_check,    ///< damaged on the way
  wrong_version,  ///< of another version of the protocol
};

/// Takes bytes one at a time.
template <std::size_t max_payload>
class FrameReceiver {
 public:
  FrameReceiver() = default;
  FrameReceiver(const FrameReceiver&) = delete;  // the frame points into its buffer
  FrameReceiver& operator=(const FrameReceiver&) = delete;

  /// The next byte of the line.
  Arrival push(std::uint8_t byte) {
    if (byte != 0) {
      if (length_ < sizeof line_) line_[length_] = byte;
      if (length_ <= sizeof line_) ++length_;  // one more: too long
      return Arrival::nothing;
    }
    const std::size_t length = length_;
    length_ = 0;
    if (length == 0) return Arrival::nothing;
    if (length > sizeof line_) return Arrival::oversized;
    return judge(length);
  }

  /// After Arrival::frame, until the next byte.
  const Frame& frame() const { return frame_; }

 private:
  Arrival judge(std::size_t length) {
    std::size_t size = 0;
    if (!cobs_decode(line_, length, size) || size < frame_overhead) return Arrival::malformed;
    if (size > max_payload + frame_overhead) return Arrival::oversized;
    if (ByteReader(line_ + size - 2, 2).get<std::uint16_t>() != crc16(line_, size - 2))
      return Arrival::wrong_check;
    ByteReader header(line_, 4);
    if (header.get<std::uint8_t>() != protocol_version) return Arrival::wrong_version;
    frame_.type = static_cast<FrameType>(header.get<std::uint8_t>());
    frame_.sequence = header.get<std::uint16_t>();
    frame_.payload = line_ + 4;
    frame_.size = size - frame_overhead;
    return Arrival::frame;
  }

  std::uint8_t line_[cobs_bound(max_payload + frame_overhead)];
  std::size_t length_ = 0;
  Frame frame_;
};

}  // namespace taut::realtime
