/// \file
/// A loop under remote control: commands take effect at ticks, and a run of n steps is n steps
/// however long the host takes.
#include "taut/realtime/remote.hpp"

#include "support/allocation_guard.hpp"
#include "support/fake_port.hpp"
#include "support/remote_pendulum.hpp"
#include "support/run.hpp"

namespace taut::realtime {
namespace {

template <class S>
class RemoteTest : public ::testing::Test {
 public:
  taut::testing::ReadyPendulum<S> pendulum;
  Record<typename taut::testing::RemotePendulum<S>::Stepper> last{};

  void SetUp() override { ASSERT_EQ(pendulum.started, Status::ok); }

  [[nodiscard]] bool post(FrameType type, std::uint32_t steps = 0, int index = 0, S value = S(0)) {
    return pendulum.remote.post(
        {type, Question::record, static_cast<std::uint8_t>(index), steps, value});
  }
  void tick(int count = 1) {
    for (int i = 0; i < count; ++i) pendulum.remote.on_tick();
  }
  // Records since the last call; the newest is kept.
  int records() {
    int count = 0;
    while (const auto* record = pendulum.remote.telemetry().oldest()) {
      last = *record;
      pendulum.remote.telemetry().release();
      ++count;
    }
    return count;
  }
  // The record of a tick that makes no step.
  auto now() {
    EXPECT_TRUE(post(FrameType::query));
    tick();
    EXPECT_EQ(records(), 1);
    return last;
  }
};
TYPED_TEST_SUITE(RemoteTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(RemoteTest, StandsStillUntilItIsStarted) {
  this->tick(100);
  EXPECT_EQ(this->records(), 0);
  EXPECT_EQ(this->now().steps, 0U);
  EXPECT_EQ(this->last.mode, Mode::stopped);
  EXPECT_EQ(this->last.q[0], TypeParam(1));
}

TYPED_TEST(RemoteTest, StartStepsAtEveryTickAndStopStops) {
  ASSERT_TRUE(this->post(FrameType::start));
  this->tick(25);
  EXPECT_EQ(this->records(), 2);  // of steps 10 and 20
  EXPECT_EQ(this->last.steps, 20U);
  EXPECT_EQ(this->last.time.ticks, 20U);
  EXPECT_EQ(this->last.mode, Mode::running);
  ASSERT_TRUE(this->post(FrameType::stop));
  this->tick(50);
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.steps, 25U);
  EXPECT_EQ(this->last.mode, Mode::stopped);
}

TYPED_TEST(RemoteTest, ARunOfNStepsIsNStepsAndEndsWithOneRecord) {
  for (const std::uint32_t steps : {1U, 10U, 17U}) {
    const std::uint32_t before = this->now().steps;
    ASSERT_TRUE(this->post(FrameType::run, steps));
    this->tick(60);
    EXPECT_EQ(this->records(), steps == 17 ? 2 : 1);
    EXPECT_EQ(this->last.steps, before + steps);
    EXPECT_EQ(this->last.mode, Mode::stopped);
  }
}

TYPED_TEST(RemoteTest, WhatIsSetTakesEffectAtTheNextTickAndNotBefore) {
  using S = TypeParam;
  ASSERT_TRUE(this->post(FrameType::run, 1));
  this->tick();
  ASSERT_TRUE(this->post(FrameType::set_input, 0, 0, S(2)));
  ASSERT_TRUE(this->post(FrameType::set_parameter, 0, 0, S(0.5)));
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.w[0], S(0));
  EXPECT_EQ(this->last.w[1], S(0.25));
  ASSERT_TRUE(this->post(FrameType::run, 1));
  this->tick();
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.w[0], S(2));
  EXPECT_EQ(this->last.w[1], S(0.5));
}

// The wiring's parameter: the push is held within push_limit_n.
TYPED_TEST(RemoteTest, TheWiringMakesTheInputsOfTheModel) {
  using S = TypeParam;
  ASSERT_TRUE(this->post(FrameType::set_input, 0, 0, S(-7)));
  ASSERT_TRUE(this->post(FrameType::set_parameter, 0, 1, S(3)));
  ASSERT_TRUE(this->post(FrameType::run, 1));
  this->tick();
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.w[0], S(-3));
}

TYPED_TEST(RemoteTest, ResetGoesBackToTheStartAndStops) {
  using S = TypeParam;
  const auto start = this->now();
  ASSERT_TRUE(this->post(FrameType::set_input, 0, 0, S(1)));
  ASSERT_TRUE(this->post(FrameType::start));
  this->tick(75);
  this->records();
  ASSERT_TRUE(this->post(FrameType::reset_state));
  this->tick(30);
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.steps, 0U);
  EXPECT_EQ(this->last.time.ticks, 0U);
  EXPECT_EQ(this->last.mode, Mode::stopped);
  EXPECT_EQ(this->last.q, start.q);
  EXPECT_EQ(this->last.u, start.u);
  EXPECT_EQ(this->last.w[0], S(1));  // inputs and parameters stay
}

// The same commands, with idle ticks of any number in between: the same bits.
TYPED_TEST(RemoteTest, TheResultDoesNotDependOnHowLongTheHostTakes) {
  using S = TypeParam;
  const auto session = [](int idle) {
    taut::testing::ReadyPendulum<S> other;
    Record<typename taut::testing::RemotePendulum<S>::Stepper> end{};
    for (int period = 0; period < 40; ++period) {
      const S push = end.u[0] * S(-0.5) + S(1);
      EXPECT_TRUE(other.remote.post({FrameType::set_input, {}, 0, 0, push}));
      if (idle % 2 == 1) other.remote.on_tick();  // the two commands at two ticks
      EXPECT_TRUE(other.remote.post({FrameType::run, {}, 0, 10, S(0)}));
      for (int i = 0; i < 10 + idle * period; ++i) other.remote.on_tick();
      EXPECT_NE(other.remote.telemetry().oldest(), nullptr);
      end = *other.remote.telemetry().oldest();
      other.remote.telemetry().release();
      EXPECT_EQ(other.remote.telemetry().oldest(), nullptr);
    }
    return end;
  };
  const auto prompt = session(0), slow = session(1), slower = session(8);
  EXPECT_EQ(prompt.steps, 400U);
  for (const auto& other : {slow, slower}) {
    EXPECT_EQ(other.q, prompt.q);
    EXPECT_EQ(other.u, prompt.u);
    EXPECT_EQ(other.lambda, prompt.lambda);
    EXPECT_EQ(other.steps, prompt.steps);
  }
}

TYPED_TEST(RemoteTest, CommandsThatWaitAreTakenInOrderAndTooManyAreNot) {
  using S = TypeParam;
  int taken = 0;
  while (this->post(FrameType::set_input, 0, 0, S(taken) / 4)) ++taken;
  EXPECT_EQ(taken, 8);
  this->tick();
  ASSERT_TRUE(this->post(FrameType::run, 1));
  this->tick();
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.w[0], S(7) / 4);
}

TYPED_TEST(RemoteTest, AMainThatDoesNotReadLosesRecordsAndNoStep) {
  ASSERT_TRUE(this->post(FrameType::start));
  this->tick(200);
  EXPECT_EQ(this->records(), 8);
  EXPECT_EQ(this->pendulum.remote.telemetry().dropped(), 12U);
  this->tick(10);
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.steps, 210U);
  EXPECT_EQ(this->last.dropped, 12U);
}

// A host that waits for the end of a run would wait for ever.
TYPED_TEST(RemoteTest, TheRecordThatEndsARunWaitsForRoom) {
  ASSERT_TRUE(this->post(FrameType::run, 200));
  this->tick(300);
  EXPECT_EQ(this->pendulum.remote.telemetry().dropped(), 12U);  // of steps 90 to 200
  EXPECT_EQ(this->records(), 8);
  EXPECT_EQ(this->last.steps, 80U);
  this->tick(5);
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.steps, 200U);
  EXPECT_EQ(this->last.mode, Mode::stopped);
  EXPECT_EQ(this->last.dropped, 12U);
}

TYPED_TEST(RemoteTest, ATickAllocatesNothing) {
  using S = TypeParam;
  const long allocations = taut::testing::allocations_in([&] {
    for (int i = 0; i < 30; ++i) {
      static_cast<void>(this->post(FrameType::set_input, 0, 0, S(1)));
      static_cast<void>(this->post(i % 7 == 6 ? FrameType::reset_state : FrameType::start));
      this->tick();
    }
  });
  EXPECT_EQ(allocations, 0);
}

// A wiring whose start is refused: an input that is NaN never comes by a command.
TYPED_TEST(RemoteTest, AResetThatIsRefusedStopsAndLeavesStateAndCounts) {
  using S = TypeParam;
  ASSERT_TRUE(this->post(FrameType::run, 5));
  this->tick(5);
  EXPECT_EQ(this->records(), 1);
  const auto before = this->last;
  ASSERT_TRUE(this->post(FrameType::set_parameter, 0, 0, taut::testing::not_a_number<S>));
  ASSERT_TRUE(this->post(FrameType::reset_state));
  this->tick();
  EXPECT_EQ(this->records(), 1);
  EXPECT_EQ(this->last.steps, 5U);
  EXPECT_EQ(this->last.q, before.q);
  EXPECT_EQ(this->last.mode, Mode::stopped);
}

// On a port that knows lost and doubled ticks.
template <class Policy>
struct Watched {
  using S = float;
  struct Options : LoopOptions {
    using OverrunPolicy = Policy;
  };
  using Port = taut::testing::FakePort;
  using LoopType = Loop<Stepper<taut::testing::PushedPendulum<S>>, Port, Options>;
  RemoteLoop<LoopType, taut::testing::PendulumWiring<S>> remote{
      10, taut::testing::PushedPendulum<S>{}, StepSize<S>::hz(1000)};

  Watched() {
    Port::reset();
    EXPECT_EQ(remote.start(), Status::ok);
  }
  void tick(std::uint32_t elapsed = Port::period) {
    Port::reading += elapsed;
    remote.on_tick();
  }
  // The newest record; those before it are gone.
  auto last() {
    Record<Stepper<taut::testing::PushedPendulum<S>>> newest{};
    while (const auto* record = remote.telemetry().oldest()) {
      newest = *record;
      remote.telemetry().release();
    }
    return newest;
  }
};

TEST(RemoteLoopTest, ATickThatComesTwiceIsNoStepOfARun) {
  Watched<CatchUp<0>> subject;
  ASSERT_TRUE(subject.remote.post({FrameType::run, {}, 0, 20, 0.0F}));
  subject.tick();
  subject.tick(40);
  subject.tick(960);
  for (int i = 0; i < 30; ++i) subject.tick();
  const auto end = subject.last();
  EXPECT_EQ(end.mode, Mode::stopped);
  EXPECT_EQ(end.time.ticks, 20U);
  EXPECT_EQ(end.steps, 20U);
}

TEST(RemoteLoopTest, ALoopThatStopsItselfSaysSoAndStandsUntilAReset) {
  Watched<StopOnOverrun> subject;
  ASSERT_TRUE(subject.remote.post({FrameType::run, {}, 0, 20, 0.0F}));
  subject.tick();
  taut::testing::FakePort::pending = true;
  subject.tick();
  taut::testing::FakePort::pending = false;
  for (int i = 0; i < 30; ++i) subject.tick();
  auto end = subject.last();
  EXPECT_EQ(end.mode, Mode::stopped);
  EXPECT_EQ(end.status, Status::stopped);
  EXPECT_EQ(end.steps, 2U);

  ASSERT_TRUE(subject.remote.post({FrameType::start, {}, 0, 0, 0.0F}));
  for (int i = 0; i < 30; ++i) subject.tick();
  end = subject.last();
  EXPECT_EQ(end.status, Status::stopped);
  EXPECT_EQ(end.steps, 2U);

  ASSERT_TRUE(subject.remote.post({FrameType::reset_state, {}, 0, 0, 0.0F}));
  ASSERT_TRUE(subject.remote.post({FrameType::run, {}, 0, 3, 0.0F}));
  for (int i = 0; i < 30; ++i) subject.tick();
  end = subject.last();
  EXPECT_EQ(end.status, Status::ok);
  EXPECT_EQ(end.steps, 3U);
}

}  // namespace
}  // namespace taut::realtime
