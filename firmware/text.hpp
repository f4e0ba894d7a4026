/// \file
/// Text over the serial port without printf: decimal integers, hexadecimal words, the bits of a
/// float. Lines are `key value`. A float goes out as its bits because the desk can print it exactly
/// and newlib-nano cannot print it at all. Blocking; for the main loop, not for the interrupt.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "board.hpp"

namespace text {

/// Writes a zero-terminated text. Interrupt: not safe.
inline void put(const char* text) { board::write(text, std::strlen(text)); }

/// Writes `value` in decimal. Interrupt: not safe.
inline void put_unsigned(std::uint64_t value) {
  // Long division by ten over 16-bit limbs: each step is one hardware division of 32 bits, where
  // dividing 64 bits at once would link libgcc's routine for it.
  std::uint32_t limb[4];
  for (std::size_t i = 0; i < 4; ++i) {
    limb[i] = static_cast<std::uint32_t>(value >> (48 - 16 * i)) & 0xFFFF;
  }

  char digits[20];  // 2^64 has 20 digits
  std::size_t begin = sizeof digits;
  std::uint32_t rest;
  do {
    std::uint32_t remainder = 0;
    rest = 0;
    for (std::uint32_t& part : limb) {
      const std::uint32_t dividend = (remainder << 16) | part;
      part = dividend / 10;
      remainder = dividend % 10;
      rest |= part;
    }
    digits[--begin] = static_cast<char>('0' + remainder);
  } while (rest != 0);
  board::write(digits + begin, sizeof digits - begin);
}

/// Writes any integer in decimal. Interrupt: not safe.
template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
void put(Integer value) {
  auto magnitude = static_cast<std::uint64_t>(value);
  if constexpr (std::is_signed_v<Integer>) {
    if (value < 0) {
      put("-");
      magnitude = 0 - magnitude;
    }
  }
  put_unsigned(magnitude);
}

/// Writes `value` as 8 hexadecimal digits. Interrupt: not safe.
inline void put_hex(std::uint32_t value) {
  char digits[8];
  for (std::size_t i = 0; i < sizeof digits; ++i) {
    digits[i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 0xF];
  }
  board::write(digits, sizeof digits);
}

/// Writes the 32 bits of `value` in hexadecimal. Interrupt: not safe.
inline void put(float value) {
  std::uint32_t bits;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  put_hex(bits);
}

/// Writes the line `key value`: text, an integer in decimal, or a float's bits. Interrupt: not
/// safe.
template <class Value>
void line(const char* key, Value value) {
  put(key);
  put(" ");
  put(value);
  put("\n");
}

/// Writes the line `key value` with the value in hexadecimal. Interrupt: not safe.
inline void line_hex(const char* key, std::uint32_t value) {
  put(key);
  put(" ");
  put_hex(value);
  put("\n");
}

}  // namespace text
