/// \file
/// The checks agree with their catalogue, bit by bit, and see what they promise to see.
#include "taut/realtime/crc.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace taut::realtime {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};

Bytes random_bytes(std::size_t size, std::mt19937& random) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

TEST(Crc, GivesTheCheckValuesOfTheCatalogueWhenCompiled) {
  static_assert(crc16(digits, 9) == 0x29B1);
  static_assert(crc32(digits, 9) == 0xCBF43926);
  static_assert(crc16(nullptr, 0) == 0xFFFF);
  static_assert(crc32(nullptr, 0) == 0);
}

// The definitions: one bit at a time, without a table.
TEST(Crc, EqualsTheDivisionBitByBit) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 300; ++size) {
    const Bytes bytes = random_bytes(size, random);
    std::uint32_t r16 = 0xFFFF, r32 = 0xFFFFFFFF;
    for (const std::uint8_t byte : bytes)
      for (int bit = 0; bit < 8; ++bit) {
        const bool out16 = ((r16 >> 15) ^ (static_cast<unsigned>(byte) >> (7 - bit))) & 1U;
        r16 = ((r16 << 1) & 0xFFFFU) ^ (out16 ? 0x1021U : 0U);
        const bool out32 = (r32 ^ (static_cast<unsigned>(byte) >> bit)) & 1U;
        r32 = (r32 >> 1) ^ (out32 ? 0xEDB88320U : 0U);
      }
    ASSERT_EQ(crc16(bytes.data(), size), r16) << size;
    ASSERT_EQ(crc32(bytes.data(), size), ~r32) << size;
  }
}

TEST(Crc, GoesOnOverPieces) {
  for (std::size_t cut = 0; cut <= 9; ++cut) {
    EXPECT_EQ(crc16(digits + cut, 9 - cut, crc16(digits, cut)), 0x29B1) << cut;
    EXPECT_EQ(crc32(digits + cut, 9 - cut, crc32(digits, cut)), 0xCBF43926) << cut;
  }
}

TEST(Crc, SeesEveryErrorOfOneAndTwoBits) {
  std::mt19937 random(2);
  Bytes bytes = random_bytes(40, random);
  const std::uint16_t right16 = crc16(bytes.data(), bytes.size());
  const std::uint32_t right32 = crc32(bytes.data(), bytes.size());
  const auto flip = [&](std::size_t bit) {
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << (bit % 8)));
  };
  for (std::size_t first = 0; first < 320; ++first) {
    flip(first);
    for (std::size_t second = first; second < 320; ++second) {
      if (second != first) flip(second);
      ASSERT_NE(crc16(bytes.data(), bytes.size()), right16) << first << ' ' << second;
      ASSERT_NE(crc32(bytes.data(), bytes.size()), right32) << first << ' ' << second;
      if (second != first) flip(second);
    }
    flip(first);
  }
}

TEST(Crc, SeesEveryBurstOfItsWidth) {
  std::mt19937 random(3);
  const Bytes bytes = random_bytes(64, random);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto burst = [&](std::uint64_t width) {
      Bytes damaged = bytes;
      const std::size_t at = random() % (64 * 8 - width);
      const std::uint64_t pattern = (std::uint64_t(random()) | 1U) & ((1ULL << width) - 1);
      for (std::size_t i = 0; i < width; ++i)
        if ((pattern >> i) & 1U) {
          const std::size_t bit = at + i;  // in the order of the division, the high bit first
          damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ (0x80U >> (bit % 8)));
        }
      return damaged;
    };
    ASSERT_NE(crc16(burst(16).data(), 64), crc16(bytes.data(), 64));
    ASSERT_NE(crc32(burst(16).data(), 64), crc32(bytes.data(), 64));
  }
}

}  // namespace
}  // namespace taut::realtime
