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
  std::uint32_t after(std::uint32_t elapsed, bool late = false) {
    FakePort::reading += elapsed;
    return watch.arrive(late);
  }
};

TEST_F(TickWatchTest, TicksOnTimeAreOnePeriodApartWhateverTheLatencyOfTheInterrupt) {
  EXPECT_EQ(after(123), 1U);
  for (const std::uint32_t elapsed : {1000U, 1040U, 960U, 1300U, 700U, 1000U})
    EXPECT_EQ(after(elapsed), 1U);
}

TEST_F(TickWatchTest, ALateTickIsNotALostOneUntilAWholePeriodIsGone) {
  EXPECT_EQ(after(0), 1U);
  EXPECT_EQ(after(1600, true), 1U);
  EXPECT_EQ(after(400), 1U);
  EXPECT_EQ(after(1900, true), 1U);
  EXPECT_EQ(after(100), 1U);
  EXPECT_EQ(after(1998, true), 2U);  // the clock rounds
  EXPECT_EQ(after(1000), 1U);
  EXPECT_EQ(after(2500, true), 2U);
  EXPECT_EQ(after(500), 1U);
}

TEST_F(TickWatchTest, SeveralLateTicksInARowKeepToTheSchedule) {
  EXPECT_EQ(after(0), 1U);
  // steps of 1.3 periods: of 13 periods ten ticks are stepped, three lost
  std::uint32_t periods = 0;
  for (int tick = 0; tick < 10; ++tick) periods += after(1300, true);
  EXPECT_EQ(periods, 13U);
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
  EXPECT_EQ(after(77000, true), 1U);
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
