/// \file
/// Numbers as bytes, the same on every machine: the low byte first, one after the other without
/// gaps, floating point as its IEEE 754 bits. Nothing here depends on how a compiler lays out a
/// struct, nor on the byte order or the alignment of the core. Interrupt: safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace taut::realtime {

namespace detail {

// The unsigned integer with the bits of T.
template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
constexpr void check_number() {
  static_assert(std::is_unsigned_v<T> || std::numeric_limits<T>::is_iec559,
                "taut: what goes over the line is an unsigned integer, float or double.");
}

}  // namespace detail

/// Writes numbers into a buffer of fixed size. What does not fit is left out and remembered.
class ByteWriter {
 public:
  ByteWriter(std::uint8_t* bytes, std::size_t capacity) : bytes_(bytes), capacity_(capacity) {}

  template <class T>
  void put(T value) {
    detail::check_number<T>();
    if (sizeof(T) > capacity_ - size_) {
      fits_ = false;
      return;
    }
    detail::BitsOf<T> bits;
    std::memcpy(&bits, &value, sizeof bits);
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes_[size_++] = static_cast<std::uint8_t>((std::uint64_t(bits) >> (8 * i)) & 0xFFU);
  }

  template <class Numbers>
  void put_all(const Numbers& numbers) {
    for (const auto number : numbers) put(number);
  }

  /// The characters of a text without the zero behind them.
  void put_text(const char* text) {
    for (; *text != '\0'; ++text) put(static_cast<std::uint8_t>(*text));
  }

  std::size_t size() const { return size_; }
  bool fits() const { return fits_; }

 private:
  std::uint8_t* bytes_;
  std::size_t capacity_, size_ = 0;
  bool fits_ = true;
};

/// Reads numbers from bytes. Behind the end there are zeros, and done() says so.
class ByteReader {
 public:
  ByteReader(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}

  template <class T>
  T get() {
    detail::check_number<T>();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      if (at_ < size_) sum |= std::uint64_t(bytes_[at_]) << (8 * i);
      ++at_;
    }
    const auto bits = static_cast<detail::BitsOf<T>>(sum);
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  /// All bytes were read, and none behind them.
  bool done() const { return at_ == size_; }

 private:
  const std::uint8_t* bytes_;
  std::size_t size_, at_ = 0;
};

}  // namespace taut::realtime
