/// \file
/// What the fuzz targets share: bytes as numbers, and a claim that ends the run where it is false.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fuzz {

inline void claim(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "claim is false: %s\n", what);
  std::abort();
}

/// The bytes of a run, consumed from the front; zeros behind the end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::size_t left() const { return size_; }
  std::uint8_t byte() { return number<std::uint8_t>(); }

  template <class T>
  T number() {
    T value{};
    const std::size_t n = size_ < sizeof(T) ? size_ : sizeof(T);
    if (n > 0) std::memcpy(&value, data_, n);
    data_ += n;
    size_ -= n;
    return value;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
