/// \file
/// A queue between two contexts that never wait for each other: the stepping interrupt and main, in
/// either direction. Values go through whole or not at all.
///
/// A ring with two counters that only grow: `written_` belongs to the producer, `read_` to the
/// consumer, and each reads the other's. Full is written - read = capacity. Loads and stores alone:
/// it holds on cores without an exclusive access too. Source: L. Lamport, "Specifying concurrent
/// program modules", ACM TOPLAS 5 (1983). One producer, one consumer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace taut::realtime {

template <class T, std::size_t capacity>
class Queue {
  static_assert(std::is_trivially_copyable_v<T>,
                "taut: a queue between contexts holds a trivially copyable type.");
  static_assert(capacity > 0 && (capacity & (capacity - 1)) == 0,
                "taut: the capacity of a queue is a power of two.");

 public:
  /// The place of the next value, to be filled and then published; null where the queue is full.
  /// Interrupt: safe, for the producer.
  T* claim() {
    const std::uint32_t written = written_.load(std::memory_order_relaxed);
    if (written - read_.load(std::memory_order_acquire) == capacity) return nullptr;
    return &values_[written % capacity];
  }

  /// Hands over the claimed value. Interrupt: safe, for the producer.
  void publish() {
    written_.store(written_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  /// A copy of `value` into the queue; false where it is full. Interrupt: safe, for the producer.
  [[nodiscard]] bool push(const T& value) {
    T* const place = claim();
    if (place == nullptr) return false;
    *place = value;
    publish();
    return true;
  }

  /// The oldest value, which stays until released; null where the queue is empty. Interrupt: safe,
  /// for the consumer.
  const T* oldest() const {
    const std::uint32_t read = read_.load(std::memory_order_relaxed);
    if (written_.load(std::memory_order_acquire) == read) return nullptr;
    return &values_[read % capacity];
  }

  /// Gives back the place of the oldest value. Interrupt: safe, for the consumer.
  void release() {
    read_.store(read_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  /// Takes the oldest value out; false where there is none. Interrupt: safe, for the consumer.
  [[nodiscard]] bool pop(T& value) {
    const T* const place = oldest();
    if (place == nullptr) return false;
    value = *place;
    release();
    return true;
  }

 private:
  T values_[capacity]{};
  std::atomic<std::uint32_t> written_{0}, read_{0};
};

}  // namespace taut::realtime
