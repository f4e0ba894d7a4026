/// \file
/// Cyclic redundancy checks: 16 bits for frames on a serial line, 32 for records that are kept.
///
/// Four bits at a time by tables of 16 entries, 32 and 64 bytes of flash: two look-ups a byte.
/// The remainder of x^width m(x) by the generator, with the parameters of the catalogue of
/// R. Williams, "A painless guide to CRC error detection algorithms" (1993):
///
///     name                 generator    start        reflected  final xor    of "123456789"
///     CRC-16/CCITT-FALSE   0x1021       0xFFFF       no         0            0x29B1
///     CRC-32 (IEEE 802.3)  0x04C11DB7   0xFFFFFFFF   yes        0xFFFFFFFF   0xCBF43926
///
/// crc16 finds every error of up to 3 bits and every burst of up to 16 in 4 KB; crc32 every burst
/// of up to 32. Neither is for an adversary. Python's binascii.crc_hqx(data, 0xFFFF) and
/// zlib.crc32(data) are the same functions. Interrupt: safe, n steps for n bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace taut::realtime {

namespace detail {

// Entry i: what four steps make of a register that holds i in the four bits that leave it.
constexpr std::array<std::uint16_t, 16> make_crc16_table() {
  std::array<std::uint16_t, 16> table{};
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::uint32_t r = i << 12;
    for (int bit = 0; bit < 4; ++bit) r = (r << 1) ^ ((r & 0x8000U) != 0 ? 0x1021U : 0U);
    table[i] = static_cast<std::uint16_t>(r & 0xFFFFU);
  }
  return table;
}
constexpr std::array<std::uint32_t, 16> make_crc32_table() {
  std::array<std::uint32_t, 16> table{};
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::uint32_t r = i;
    // the generator, mirrored
    for (int bit = 0; bit < 4; ++bit) r = (r >> 1) ^ ((r & 1U) != 0 ? 0xEDB88320U : 0U);
    table[i] = r;
  }
  return table;
}

inline constexpr std::array<std::uint16_t, 16> crc16_table = make_crc16_table();
inline constexpr std::array<std::uint32_t, 16> crc32_table = make_crc32_table();

}  // namespace detail

/// CRC-16/CCITT-FALSE of `size` bytes. To go on over a second piece, hand in what the first
/// returned. Interrupt: safe.
constexpr std::uint16_t crc16(const std::uint8_t* bytes, std::size_t size,
                              std::uint16_t crc = 0xFFFF) {
  std::uint32_t r = crc;
  for (std::size_t i = 0; i < size; ++i) {
    r ^= static_cast<std::uint32_t>(bytes[i]) << 8;
    for (int half = 0; half < 2; ++half)
      r = ((r << 4) & 0xFFFFU) ^ detail::crc16_table[(r >> 12) & 0xFU];
  }
  return static_cast<std::uint16_t>(r);
}

/// CRC-32 of `size` bytes. To go on over a second piece, hand in what the first returned.
/// Interrupt: safe.
constexpr std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size, std::uint32_t crc = 0) {
  std::uint32_t r = ~crc;
  for (std::size_t i = 0; i < size; ++i) {
    r ^= bytes[i];
    for (int half = 0; half < 2; ++half) r = (r >> 4) ^ detail::crc32_table[r & 0xFU];
  }
  return ~r;
}

}  // namespace taut::realtime
