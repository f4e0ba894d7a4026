/// \file
/// Any bytes into the frame receiver: what comes out is a frame that its own writer makes again, or
/// a verdict. Any message through the byte stuffing and back: itself.
#include "taut/realtime/frame.hpp"

#include <vector>

#include "fuzz.hpp"

using namespace taut::realtime;

namespace {

constexpr std::size_t max_payload = 300;

void check_again(const Frame& frame) {
  FrameWriter<max_payload> writer;
  ByteWriter& out = writer.begin(frame.type, frame.sequence);
  for (std::size_t i = 0; i < frame.size; ++i) out.put(frame.payload[i]);
  const std::size_t length = writer.finish();
  fuzz::claim(length > 0, "a frame that was received fits its writer");
  FrameReceiver<max_payload> receiver;
  Arrival arrival = Arrival::nothing;
  for (std::size_t i = 0; i < length; ++i) arrival = receiver.push(writer.line()[i]);
  fuzz::claim(arrival == Arrival::frame, "what was received can be sent");
  const Frame& again = receiver.frame();
  fuzz::claim(again.type == frame.type && again.sequence == frame.sequence &&
                  again.size == frame.size &&
                  std::memcmp(again.payload, frame.payload, frame.size) == 0,
              "what is sent arrives");
}

// A body of any bytes with the right check is a frame where its version is this one's.
void check_body(const std::uint8_t* data, std::size_t size) {
  std::uint8_t body[max_payload + frame_overhead], line[line_bound(max_payload)];
  if (size > max_payload + 4) size = max_payload + 4;
  if (size > 0) std::memcpy(body, data, size);
  ByteWriter(body + size, 2).put(crc16(body, size));
  const std::size_t length = cobs_encode(body, size + 2, line);
  line[length] = 0;
  FrameReceiver<max_payload> receiver;
  Arrival arrival = Arrival::nothing;
  for (std::size_t i = 0; i <= length; ++i) arrival = receiver.push(line[i]);
  fuzz::claim(arrival == (size < 4                      ? Arrival::malformed
                          : body[0] == protocol_version ? Arrival::frame
                                                        : Arrival::wrong_version),
              "a checked body is judged by its length and its version");
  if (arrival == Arrival::frame) check_again(receiver.frame());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FrameReceiver<16> receiver;  // soon too short
  for (std::size_t i = 0; i < size; ++i)
    if (receiver.push(data[i]) == Arrival::frame) check_again(receiver.frame());

  // in a buffer of their own length, so that a byte behind it is seen
  std::vector<std::uint8_t> copy(data, data + size);
  std::size_t left = 0;
  if (cobs_decode(copy.data(), size, left)) fuzz::claim(left < size, "decoding makes shorter");

  check_body(data, size);

  // the same bytes as a message
  const std::size_t part = size < max_payload ? size : max_payload;
  std::uint8_t line[cobs_bound(max_payload)];
  const std::size_t length = cobs_encode(data, part, line);
  fuzz::claim(length <= cobs_bound(part), "the bound of the byte stuffing");
  for (std::size_t i = 0; i < length; ++i) fuzz::claim(line[i] != 0, "no zero in a line");
  std::size_t decoded = 0;
  fuzz::claim(cobs_decode(line, length, decoded), "an encoding is decoded");
  fuzz::claim(decoded == part && (part == 0 || std::memcmp(line, data, part) == 0),
              "byte stuffing is undone");
  return 0;
}
