/// \file
/// Consistent overhead byte stuffing: takes the zeros out of a message, so that a zero can end it.
///
/// The message, with one zero put behind it, is cut into groups, each a run of at most 254 bytes
/// that are not zero:
///
///     code 1 to 254   code - 1 such bytes, then a zero
///     code 255        254 such bytes, no zero
///
/// The last zero is not sent, nor is an empty group in its place behind a full one: n bytes become
/// at most n + n / 254 + 1. Source: S. Cheshire, M. Baker, "Consistent Overhead Byte Stuffing",
/// IEEE/ACM Transactions on Networking 7 (1999). Interrupt: safe, n steps for n bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace taut::realtime {

/// Most bytes that cobs_encode() makes of `size`, without the zero that ends them.
constexpr std::size_t cobs_bound(std::size_t size) { return size + size / 254 + 1; }

/// Encodes `size` bytes into `out`, which has room for cobs_bound(size) and does not overlap them.
/// Returns how many it wrote; none of them is zero. Interrupt: safe.
constexpr std::size_t cobs_encode(const std::uint8_t* bytes, std::size_t size, std::uint8_t* out) {
  std::size_t code_at = 0, end = 1;
  std::uint8_t code = 1;
  for (std::size_t i = 0; i < size; ++i) {
    // a full group ends only where more follows
    if (code == 255) {
      out[code_at] = code;
      code_at = end++;
      code = 1;
    }
    if (bytes[i] != 0) {
      out[end++] = bytes[i];
      ++code;
    } else {
      out[code_at] = code;
      code_at = end++;
      code = 1;
    }
  }
  out[code_at] = code;
  return end;
}

/// Decodes `size` bytes, the zero that ended them left out, in their own place: what comes out is
/// shorter. Writes its length into `decoded`. False, the bytes then being unspecified, where they
/// are no encoding: none at all, a zero among them, a group that ends behind them. Interrupt: safe.
[[nodiscard]] constexpr bool cobs_decode(std::uint8_t* bytes, std::size_t size,
                                         std::size_t& decoded) {
  if (size == 0) return false;
  std::size_t in = 0, out = 0;
  while (in < size) {
    const std::size_t code = bytes[in++];
    if (code == 0 || code - 1 > size - in) return false;
    for (std::size_t i = 1; i < code; ++i) {
      if (bytes[in] == 0) return false;
      bytes[out++] = bytes[in++];
    }
    if (code < 255 && in < size) bytes[out++] = 0;
  }
  decoded = out;
  return true;
}

}  // namespace taut::realtime
