/// \file
/// What goes into the queue comes out whole, once and in order, from another context too.
#include "taut/realtime/queue.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace taut::realtime {
namespace {

TEST(Queue, GivesBackInOrderAndRefusesWhenFull) {
  Queue<int, 4> queue;
  int value = -1;
  EXPECT_EQ(queue.oldest(), nullptr);
  EXPECT_FALSE(queue.pop(value));
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(queue.push(i));
  EXPECT_FALSE(queue.push(4));
  EXPECT_EQ(queue.claim(), nullptr);
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(queue.pop(value));
    EXPECT_EQ(value, i);
  }
  EXPECT_FALSE(queue.pop(value));
  EXPECT_EQ(value, 3);
}

TEST(Queue, AClaimedPlaceIsNotSeenUntilPublished) {
  Queue<int, 2> queue;
  *queue.claim() = 7;
  EXPECT_EQ(queue.oldest(), nullptr);
  queue.publish();
  ASSERT_NE(queue.oldest(), nullptr);
  EXPECT_EQ(*queue.oldest(), 7);
  EXPECT_EQ(*queue.oldest(), 7);  // until it is released
  queue.release();
  EXPECT_EQ(queue.oldest(), nullptr);
}

struct Wide {
  std::uint32_t n[24];
};

// A producer that never waits and a consumer that never waits: every value that got in comes out,
// whole and in order, and those that found the queue full are the ones missing.
TEST(Queue, LosesNothingThatGotInBetweenThreads) {
  constexpr std::uint32_t tries = 400000;
  Queue<Wide, 8> queue;
  std::uint32_t in = 0, out = 0, mixed = 0, disordered = 0, last = 0;
  std::atomic<bool> done{false};
  std::thread producer([&] {
    for (std::uint32_t i = 1; i <= tries; ++i) {
      Wide* const place = queue.claim();
      if (place == nullptr) {
        std::this_thread::yield();
        continue;
      }
      for (std::uint32_t& n : place->n) n = i;
      queue.publish();
      ++in;
    }
    done = true;
  });
  for (bool last_look = false;;) {
    const Wide* const value = queue.oldest();
    if (value == nullptr) {
      if (last_look) break;
      last_look = done;
      continue;
    }
    for (const std::uint32_t n : value->n)
      if (n != value->n[0]) ++mixed;
    if (value->n[0] <= last) ++disordered;
    last = value->n[0];
    queue.release();
    ++out;
  }
  producer.join();
  EXPECT_EQ(out, in);
  EXPECT_EQ(mixed, 0U);
  EXPECT_EQ(disordered, 0U);
  EXPECT_GT(in, 1000U);
}

}  // namespace
}  // namespace taut::realtime
