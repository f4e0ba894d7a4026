/// \file
/// Byte stuffing: the examples of its authors, every length about the full group, and what is no
/// encoding.
#include "taut/realtime/cobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace taut::realtime {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(const Bytes& message) {
  Bytes out(cobs_bound(message.size()));
  out.resize(cobs_encode(message.data(), message.size(), out.data()));
  return out;
}

// The message, or a mark that none has.
const Bytes refused(3000, 0xEE);
Bytes decoded(Bytes bytes) {
  std::size_t size = 0;
  if (!cobs_decode(bytes.data(), bytes.size(), size)) return refused;
  bytes.resize(size);
  return bytes;
}

Bytes counting(int first, int last) {
  Bytes bytes(static_cast<std::size_t>(last - first + 1));
  std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(first));
  return bytes;
}

Bytes joined(const Bytes& a, const Bytes& b) {
  Bytes out = a;
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

TEST(Cobs, EncodesTheKnownExamples) {
  EXPECT_EQ(encoded({}), (Bytes{0x01}));
  EXPECT_EQ(encoded({0x00}), (Bytes{0x01, 0x01}));
  EXPECT_EQ(encoded({0x00, 0x00}), (Bytes{0x01, 0x01, 0x01}));
  EXPECT_EQ(encoded({0x11, 0x22, 0x00, 0x33}), (Bytes{0x03, 0x11, 0x22, 0x02, 0x33}));
  EXPECT_EQ(encoded({0x11, 0x00, 0x00, 0x00}), (Bytes{0x02, 0x11, 0x01, 0x01, 0x01}));
  EXPECT_EQ(encoded(counting(1, 254)), joined({0xFF}, counting(1, 254)));
  EXPECT_EQ(encoded(counting(0, 254)), joined({0x01, 0xFF}, counting(1, 254)));
  EXPECT_EQ(encoded(counting(1, 255)), joined(joined({0xFF}, counting(1, 254)), {0x02, 0xFF}));
  EXPECT_EQ(encoded(joined(counting(2, 255), {0x00})),
            joined(joined({0xFF}, counting(2, 255)), {0x01, 0x01}));
  EXPECT_EQ(encoded(joined(counting(3, 255), {0x00})),
            joined(joined({0xFE}, counting(3, 255)), {0x01}));
}

TEST(Cobs, BringsBackEveryMessageWithoutAZeroOnTheWay) {
  std::mt19937 random(4);
  for (std::size_t size = 0; size < 1100; ++size) {
    for (const unsigned zero_in : {1U, 2U, 300U, 1000000U}) {
      Bytes message(size);
      for (std::uint8_t& byte : message)
        byte = random() % zero_in == 0 ? std::uint8_t(0)
                                       : static_cast<std::uint8_t>(1 + random() % 255);
      const Bytes line = encoded(message);
      ASSERT_LE(line.size(), cobs_bound(size));
      ASSERT_EQ(std::count(line.begin(), line.end(), 0), 0);
      ASSERT_EQ(decoded(line), message);
    }
  }
}

TEST(Cobs, ReachesItsBoundAndNotMore) {
  for (const std::size_t size : {0U, 1U, 253U, 255U, 300U, 508U, 509U, 1000U}) {
    const Bytes line = encoded(Bytes(size, 0x55));
    // behind a full group that ends the message the empty one is not sent
    const std::size_t saved = size > 0 && size % 254 == 0 ? 1 : 0;
    EXPECT_EQ(line.size(), cobs_bound(size) - saved) << size;
  }
}

TEST(Cobs, RefusesWhatIsNoEncoding) {
  EXPECT_EQ(decoded({}), refused);
  EXPECT_EQ(decoded({0x00}), refused);
  EXPECT_EQ(decoded({0x02}), refused);  // a group that ends behind the bytes
  EXPECT_EQ(decoded({0x03, 0x11}), refused);
  EXPECT_EQ(decoded({0x03, 0x11, 0x00}), refused);        // a zero in a group
  EXPECT_EQ(decoded({0x02, 0x11, 0x00, 0x11}), refused);  // a zero as code
  EXPECT_EQ(decoded(joined({0xFF}, counting(1, 253))), refused);
}

// An encoder may send the empty group behind a full one.
TEST(Cobs, UnderstandsTheEmptyGroupBehindAFullOne) {
  EXPECT_EQ(decoded(joined(joined({0xFF}, counting(1, 254)), {0x01})), counting(1, 254));
}

TEST(Cobs, EveryPieceOfAnEncodingIsDecodedWithinItselfOrRefused) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 20000; ++trial) {
    Bytes noise(random() % 600);
    for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random() % 7);
    const std::size_t length = noise.size();
    const Bytes message = decoded(std::move(noise));
    if (message != refused) {
      ASSERT_LT(message.size(), length);
    }
  }
}

}  // namespace
}  // namespace taut::realtime
