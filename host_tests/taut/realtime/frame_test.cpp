/// \file
/// Frames arrive whole or are told as what is wrong with them, and garbage costs at most the frame
/// that it touches.
#include "taut/realtime/frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/lines.hpp"

namespace taut::realtime {
namespace {

using taut::testing::Bytes;
using taut::testing::frames_in;
using taut::testing::line_of;

std::vector<Arrival> arrivals_of(const Bytes& stream) {
  std::vector<Arrival> arrivals;
  frames_in(stream, &arrivals);
  return arrivals;
}

// The line of a body that need not be sound.
Bytes line_of_body(const Bytes& body) {
  Bytes line(cobs_bound(body.size()));
  line.resize(cobs_encode(body.data(), body.size(), line.data()));
  line.push_back(0);
  return line;
}

Bytes with_check(Bytes body) {
  const std::uint16_t check = crc16(body.data(), body.size());
  body.push_back(static_cast<std::uint8_t>(check & 0xFFU));
  body.push_back(static_cast<std::uint8_t>(check >> 8));
  return body;
}

// The worked example of docs/telemetry.md, `set input 0 1.5`, byte by byte.
TEST(Frame, OfTheDocumentationIsThis) {
  const Bytes body = with_check({0x01, 0x84, 0x07, 0x00, 0x00, 0x00, 0x00, 0xC0, 0x3F});
  EXPECT_EQ(body[9], 0x11);
  EXPECT_EQ(body[10], 0xC9);
  EXPECT_EQ(line_of(FrameType::set_input, 7, std::uint8_t(0), 1.5F), line_of_body(body));
}

TEST(Frame, ArrivesAsItWasSent) {
  for (std::size_t size = 0; size <= 300; ++size) {
    FrameWriter<300> writer;
    ByteWriter& out = writer.begin(FrameType::record, static_cast<std::uint16_t>(65000 + size));
    for (std::size_t i = 0; i < size; ++i) out.put(static_cast<std::uint8_t>(i % 5));
    const std::size_t length = writer.finish();
    ASSERT_GT(length, 0U);
    ASSERT_LE(length, line_bound(size));
    const auto frames = frames_in(Bytes(writer.line(), writer.line() + length));
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].type, FrameType::record);
    EXPECT_EQ(frames[0].sequence, static_cast<std::uint16_t>(65000 + size));
    ASSERT_EQ(frames[0].payload.size(), size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(frames[0].payload[i], i % 5);
  }
}

TEST(Frame, TooLongForItsWriterIsNotMade) {
  FrameWriter<4> writer;
  writer.begin(FrameType::reply, 1).put(std::uint64_t(1));
  EXPECT_EQ(writer.finish(), 0U);
  writer.begin(FrameType::reply, 1).put(std::uint32_t(1));
  EXPECT_GT(writer.finish(), 0U);
}

TEST(Frame, ThatIsNoneSaysWhatItIs) {
  using A = Arrival;
  EXPECT_EQ(arrivals_of({0x05, 0x01, 0x00}), (std::vector<A>{A::malformed}));
  EXPECT_EQ(arrivals_of(line_of_body(with_check({1, 0x81, 7}))), (std::vector<A>{A::malformed}));
  EXPECT_EQ(arrivals_of(line_of_body({1, 0x81, 7, 0, 0xAA, 0xBB})),
            (std::vector<A>{A::wrong_check}));
  EXPECT_EQ(arrivals_of(line_of_body(with_check({2, 0x81, 7, 0}))),
            (std::vector<A>{A::wrong_version}));
  EXPECT_EQ(arrivals_of({0, 0, 0}), (std::vector<A>{}));
}

TEST(Frame, LongerThanTheReceiverIsOversizedOnceAndTheNextArrives) {
  FrameReceiver<9> receiver;
  const auto judge = [&](const Bytes& stream) {
    std::vector<Arrival> seen;
    for (const std::uint8_t byte : stream)
      if (const Arrival arrival = receiver.push(byte); arrival != Arrival::nothing)
        seen.push_back(arrival);
    return seen;
  };
  using A = Arrival;
  const auto of_size = [](std::size_t size) {
    Bytes body{1, 0x81, 7, 0};
    body.resize(4 + size, 0x55);
    return line_of_body(with_check(body));
  };
  EXPECT_EQ(judge(of_size(9)), (std::vector<A>{A::frame}));
  EXPECT_EQ(judge(of_size(10)), (std::vector<A>{A::oversized}));
  EXPECT_EQ(judge(of_size(9)), (std::vector<A>{A::frame}));
  EXPECT_EQ(judge(of_size(5000)), (std::vector<A>{A::oversized}));
  EXPECT_EQ(judge(of_size(0)), (std::vector<A>{A::frame}));
  EXPECT_EQ(judge(Bytes(20000, 0x77)), (std::vector<A>{}));
  EXPECT_EQ(judge({0}), (std::vector<A>{A::oversized}));
}

TEST(Frame, EverySingleDamagedByteIsSeen) {
  const Bytes line = line_of(FrameType::set_input, 7, std::uint8_t(0), 1.5F, 0.0);
  for (std::size_t at = 0; at + 1 < line.size(); ++at)
    for (unsigned flip = 1; flip < 256; ++flip) {
      Bytes damaged = line;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      ASSERT_TRUE(frames_in(damaged).empty()) << at << ' ' << flip;
    }
}

TEST(Frame, GarbageBetweenFramesCostsAtMostTheFrameItTouches) {
  std::mt19937 random(6);
  Bytes stream;
  std::size_t touched = 0;
  constexpr std::uint16_t count = 2000;
  for (std::uint16_t n = 0; n < count; ++n) {
    // garbage without a zero runs into the frame behind it
    Bytes garbage(random() % 3 == 0 ? random() % 700 : 0);
    for (std::uint8_t& byte : garbage) byte = static_cast<std::uint8_t>(random());
    if (!garbage.empty() && garbage.back() != 0) ++touched;
    stream.insert(stream.end(), garbage.begin(), garbage.end());
    const Bytes line = line_of(FrameType::record, n, 1.0 + n, std::uint32_t(n));
    stream.insert(stream.end(), line.begin(), line.end());
  }
  std::size_t sound = 0;
  for (const auto& frame : frames_in(stream)) {
    if (frame.type != FrameType::record) continue;
    auto in = frame.reader();
    EXPECT_EQ(in.get<double>(), 1.0 + frame.sequence);
    EXPECT_EQ(in.get<std::uint32_t>(), frame.sequence);
    ++sound;
  }
  EXPECT_GE(sound, count - touched);
  EXPECT_GT(touched, 100U);
}

TEST(Frame, CutShortAnywhereIsNotTaken) {
  const Bytes line = line_of(FrameType::run, 3, std::uint32_t(10));
  for (std::size_t length = 0; length + 1 < line.size(); ++length) {
    Bytes cut(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(length));
    cut.push_back(0);
    const auto after = line_of(FrameType::stop, 4);
    cut.insert(cut.end(), after.begin(), after.end());
    const auto frames = frames_in(cut);
    ASSERT_EQ(frames.size(), 1U) << length;
    EXPECT_EQ(frames[0].type, FrameType::stop);
  }
}

}  // namespace
}  // namespace taut::realtime
