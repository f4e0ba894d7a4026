/// \file
/// Numbers go over the line low byte first, whatever the core and the compiler.
#include "taut/realtime/bytes.hpp"

#include <array>

#include "support/scalars.hpp"

namespace taut::realtime {
namespace {

using taut::testing::same_bits;

TEST(Bytes, StandLowByteFirstWithoutGaps) {
  std::array<std::uint8_t, 19> bytes{};
  ByteWriter out(bytes.data(), bytes.size());
  out.put(std::uint8_t(0xA1));
  out.put(std::uint16_t(0xB2C3));
  out.put(std::uint32_t(0x04050607));
  out.put(1.0F);    // 3F800000
  out.put(-0.375);  // BFD8000000000000
  EXPECT_TRUE(out.fits());
  EXPECT_EQ(out.size(), 19U);
  const std::array<std::uint8_t, 19> expected{0xA1, 0xC3, 0xB2, 0x07, 0x06, 0x05, 0x04,
                                              0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00,
                                              0x00, 0x00, 0x00, 0xD8, 0xBF};
  EXPECT_EQ(bytes, expected);
}

TEST(Bytes, ComeBackBitForBitAtAnyAddress) {
  const float numbers[] = {0.0F,
                           -0.0F,
                           1e-42F,
                           3.4e38F,
                           taut::testing::infinite<float>,
                           taut::testing::not_a_number<float>};
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t offset = 0; offset < 4; ++offset)
    for (const float number : numbers) {
      ByteWriter out(bytes.data() + offset, 12);
      out.put(number);
      out.put(static_cast<double>(number));
      ByteReader in(bytes.data() + offset, 12);
      EXPECT_TRUE(same_bits(in.get<float>(), number));
      EXPECT_FALSE(in.done());
      EXPECT_TRUE(same_bits(in.get<double>(), static_cast<double>(number)));
      EXPECT_TRUE(in.done());
    }
}

TEST(Bytes, AreNotWrittenPastTheEnd) {
  std::array<std::uint8_t, 4> bytes{9, 9, 9, 9};
  ByteWriter out(bytes.data(), 3);
  out.put(std::uint16_t(0x0201));
  out.put(std::uint16_t(0x0403));
  EXPECT_FALSE(out.fits());
  EXPECT_EQ(out.size(), 2U);
  EXPECT_EQ(bytes, (std::array<std::uint8_t, 4>{1, 2, 9, 9}));
}

TEST(Bytes, BehindTheEndAreZerosAndNotDone) {
  const std::array<std::uint8_t, 2> bytes{7, 8};
  ByteReader in(bytes.data(), 2);
  EXPECT_EQ(in.get<std::uint32_t>(), 0x0807U);
  EXPECT_FALSE(in.done());
  EXPECT_EQ(in.get<std::uint8_t>(), 0U);
  EXPECT_FALSE(in.done());
}

TEST(Bytes, ATextIsItsCharacters) {
  std::array<std::uint8_t, 4> bytes{};
  ByteWriter out(bytes.data(), bytes.size());
  out.put_text("abc");
  EXPECT_EQ(out.size(), 3U);
  EXPECT_EQ(bytes, (std::array<std::uint8_t, 4>{'a', 'b', 'c', 0}));
}

}  // namespace
}  // namespace taut::realtime
