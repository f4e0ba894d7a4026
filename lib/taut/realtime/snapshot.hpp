/// \file
/// Hands a value from the interrupt that writes it to a context of lower priority that reads it at
/// any time, never torn, without masking the interrupt.
///
/// Two buffers and a sequence number: number s says that buffer s mod 2 is whole. A writer fills
/// the other one, then raises the number, modulo 2^31 beside a bit that stays set: 0 says that
/// nothing was written. A read accepts its copy where the number is the same before and after: one
/// write that ends in between is enough to try again, for the next would write into the buffer that
/// is read. One writer, any number of readers, of the same core or of another. Source: the sequence
/// lock of Lameter, "Effective synchronization on Linux/NUMA systems" (2005), with the buffer
/// doubled so that a reader need not wait for the writer.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace taut::realtime {

namespace detail {
// Odd after even, and never 0 again.
constexpr std::uint32_t sequence_after(std::uint32_t sequence) {
  return (sequence + 1) | 0x80000000U;
}
}  // namespace detail

template <class T>
class Snapshot {
  static_assert(std::is_trivially_copyable_v<T>,
                "taut: a snapshot holds a trivially copyable type.");

 public:
  /// Makes `value` the newest. Interrupt: safe, from one context only.
  void write(const T& value) {
    const std::uint32_t next = detail::sequence_after(sequence_.load(std::memory_order_relaxed));
    // a reader that sees any of what follows sees the number that ended its buffer, too
    std::atomic_thread_fence(std::memory_order_release);
    std::memcpy(&buffers_[next & 1], &value, sizeof(T));
    sequence_.store(next, std::memory_order_release);
  }

  /// Copies the newest value. False, with `value` unspecified, before the first write and where
  /// `attempts` reads in a row were each overtaken by the end of a write. Interrupt: safe.
  [[nodiscard]] bool read(T& value, int attempts = 8) const {
    for (int i = 0; i < attempts; ++i) {
      const std::uint32_t before = sequence_.load(std::memory_order_acquire);
      if (before == 0) return false;
      std::memcpy(&value, &buffers_[before & 1], sizeof(T));
      std::atomic_thread_fence(std::memory_order_acquire);
      if (sequence_.load(std::memory_order_relaxed) == before) return true;
    }
    return false;
  }

  /// Another number after each write. Interrupt: safe.
  std::uint32_t sequence() const { return sequence_.load(std::memory_order_acquire); }

 private:
  T buffers_[2];
  std::atomic<std::uint32_t> sequence_{0};
};

}  // namespace taut::realtime
