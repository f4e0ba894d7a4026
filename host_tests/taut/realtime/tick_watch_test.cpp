/// \file
/// Ticks that a timer lost or gave twice, told from the clock.
#include "taut/realtime/tick_watch.hpp"

#include <gtest/gtest.h>

#include "support/fake_port.hpp"

namespace taut::realtime {
namespace {

using taut::testing::FakePort;

class TickWatchTest : public ::testing::Test {
 public:
  TickWatch<FakePort> watch;

  void SetUp() override { FakePort::reset(); }
  std::uint32_t after(std::uint32_t elapsed) {
    FakePort::reading += elapsed;
    return watch.arrive();
  }
};

TEST_F(TickWatchTest, TicksAreOnePeriodApartWhateverTheLatencyOfTheInterrupt) {
  EXPECT_EQ(after(123), 1U);
  for (const std::uint32_t elapsed : {1000U, 1040U, 960U, 1300U, 700U, 1000U})
    EXPECT_EQ(after(elapsed), 1U);
}

TEST_F(TickWatchTest, ALateTickIsNotALostOneUntilAWholePeriodIsGone) {
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(1600), 1U);
  EXPECT_EQ(after(400), 1U);
  EXPECT_EQ(after(1900), 1U);
  EXPECT_EQ(after(100), 1U);
  EXPECT_EQ(after(1998), 2U);  // the clock rounds
  EXPECT_EQ(after(1000), 1U);
  EXPECT_EQ(after(2500), 2U);
  EXPECT_EQ(after(500), 1U);
}

TEST_F(TickWatchTest, SeveralLateTicksInARowKeepToTheSchedule) {
  EXPECT_EQ(after(0), 1U);
  // steps of 1.3 periods: of 13 periods ten ticks are stepped, three lost
  std::uint32_t periods = 0;
  for (int tick = 0; tick < 10; ++tick) periods += after(1300);
  EXPECT_EQ(periods, 13U);
}

// A masked section of two periods and a half, from 50 after a tick on: one tick is pending, one
// lost.
TEST_F(TickWatchTest, ATickThatWasMaskedIsLateAndTheNextOneOnTime) {
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(2550), 2U);
  EXPECT_EQ(after(450), 1U);
  EXPECT_EQ(after(1000), 1U);
}

// The timer's period is not a whole number of the clock's units.
TEST_F(TickWatchTest, RoundingDoesNotAddUp) {
  FakePort::period = 7813;
  EXPECT_EQ(after(0), 1U);
  for (int tick = 0; tick < 100000; ++tick) ASSERT_EQ(after(tick % 2 == 0 ? 7812 : 7811), 1U);
  for (int tick = 0; tick < 100000; ++tick) ASSERT_EQ(after(tick % 2 == 0 ? 7815 : 7814), 1U);
}

TEST_F(TickWatchTest, ATimerThatFallsSilentIsSeenAtItsNextTick) {
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(3000), 3U);
  EXPECT_EQ(after(1000), 1U);
}

TEST_F(TickWatchTest, ATickThatComesTwiceLeavesTheScheduleAsItIs) {
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(1000), 1U);
  EXPECT_EQ(after(30), 0U);
  EXPECT_EQ(after(30), 0U);
  EXPECT_EQ(after(940), 1U);
  EXPECT_EQ(after(1000), 1U);
}

TEST_F(TickWatchTest, WithoutAPeriodEveryTickIsOne) {
  FakePort::period = 0;
  for (const std::uint32_t elapsed : {0U, 10U, 5000U}) EXPECT_EQ(after(elapsed), 1U);
}

TEST_F(TickWatchTest, TheFirstTickAfterARestartIsOnTime) {
  EXPECT_EQ(after(0), 1U);
  watch.restart();
  EXPECT_EQ(after(77000), 1U);
  EXPECT_EQ(after(1000), 1U);
}

TEST_F(TickWatchTest, TheClockMayWrap) {
  FakePort::reading = 0xFFFFFF00U;
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(1000), 1U);
  EXPECT_EQ(after(2000), 2U);
}

}  // namespace
}  // namespace taut::realtime
