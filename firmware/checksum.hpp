/// \file
/// A checksum of the bits of floats. Equal checksums of two machines mean equal bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// FNV-1a over the bits of floats.
class Checksum {
 public:
  void add(const float* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t bits;
      std::memcpy(&bits, &x[i], sizeof bits);
      for (int shift = 0; shift < 32; shift += 8)
        value_ = (value_ ^ (bits >> shift & 0xFF)) * 16777619U;
    }
  }
  template <std::size_t n>
  void add(const std::array<float, n>& x) {
    add(x.data(), n);
  }
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261U;
};
