/// \file
/// A snapshot is never torn, in whatever moment it is read (embedded trap B21).
#include "taut/realtime/snapshot.hpp"

#include <atomic>
#include <thread>

#include "support/scalars.hpp"

namespace taut::realtime {
namespace {

// Every member says the same number; wide enough that a copy takes a while.
struct Record {
  std::uint32_t t;
  double q[16];
  float v[16];
  std::uint64_t last;
};

Record record_of(std::uint32_t n) {
  Record r{};
  r.t = n;
  for (double& x : r.q) x = n;
  for (float& x : r.v) x = static_cast<float>(n);
  r.last = n;
  return r;
}

bool whole(const Record& r) {
  for (const double x : r.q)
    if (x != r.t) return false;
  for (const float x : r.v)
    if (x != static_cast<float>(r.t)) return false;
  return r.last == r.t;
}

TEST(SnapshotTest, HasNothingToReadBeforeTheFirstWrite) {
  Snapshot<Record> snapshot;
  Record r{};
  EXPECT_FALSE(snapshot.read(r));
  snapshot.write(record_of(7));
  EXPECT_TRUE(snapshot.read(r));
  EXPECT_EQ(r.t, 7U);
}

TEST(SnapshotTest, ReadsTheNewestWriteAndAsOftenAsAsked) {
  Snapshot<Record> snapshot;
  Record r{};
  for (std::uint32_t n = 1; n <= 5; ++n) {
    snapshot.write(record_of(n));
    for (int again = 0; again < 3; ++again) {
      ASSERT_TRUE(snapshot.read(r));
      EXPECT_EQ(r.t, n);
      EXPECT_TRUE(whole(r));
    }
  }
}

// The buffers alternate, and 0 is left to a snapshot that nobody wrote.
TEST(SnapshotTest, NumbersGoOnAfterTheLast) {
  constexpr std::uint32_t last = 0xFFFFFFFFU;
  EXPECT_EQ(detail::sequence_after(0), 0x80000001U);
  EXPECT_EQ(detail::sequence_after(last - 1), last);
  EXPECT_EQ(detail::sequence_after(last), 0x80000000U);
}

TEST(SnapshotTest, NoAttemptsReadNothing) {
  Snapshot<Record> snapshot;
  snapshot.write(record_of(1));
  Record r{};
  EXPECT_FALSE(snapshot.read(r, 0));
}

// A million writes, or more until a thousand are read by another thread: no record is mixed, and
// time does not run backwards.
TEST(SnapshotTest, IsNeverTornByAWriterInAnotherThread) {
  constexpr std::uint32_t writes = 1000000, least_reads = 1000;
  Snapshot<Record> snapshot;
  std::atomic<std::uint32_t> reads{0}, written{0};
  std::atomic<bool> done{false};
  std::thread writer([&] {
    std::uint32_t n = 0;
    while (n < writes || reads < least_reads) snapshot.write(record_of(++n));
    written = n;
    done = true;
  });
  std::uint64_t torn = 0, backwards = 0;
  std::uint32_t before = 0;
  while (!done) {
    Record r{};
    if (!snapshot.read(r)) continue;
    ++reads;
    if (!whole(r)) ++torn;
    if (r.t < before) ++backwards;
    before = r.t;
  }
  writer.join();
  EXPECT_EQ(torn, 0U);
  EXPECT_EQ(backwards, 0U);
  Record r{};
  ASSERT_TRUE(snapshot.read(r));
  EXPECT_EQ(r.t, written);
}

}  // namespace
}  // namespace taut::realtime
