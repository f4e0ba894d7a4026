/// \file
/// The loop on a port made of numbers: what it counts, publishes and does about what happens.
#include "taut/realtime/loop.hpp"

#include <atomic>
#include <thread>

#include "models/pendulum.hpp"
#include "support/fake_port.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut::realtime {
namespace {

using taut::testing::FakePort;

template <class S>
using TestModel = taut::testing::TroubledPendulum<S>;
template <class S>
using TestStepper = Stepper<TestModel<S>>;
template <class S, class Options = LoopOptions>
using TestLoop = Loop<TestStepper<S>, FakePort, Options>;

template <class S>
constexpr Limits<S> limits{S(1e-3), S(1e-5)};

// A loop that has started, and its ticks a period apart.
template <class S, class Options = LoopOptions>
struct Started {
  TestLoop<S, Options> loop{TestModel<S>{}, StepSize<S>::hz(1000), limits<S>};

  Started() {
    FakePort::reset();
    EXPECT_EQ(
        taut::testing::reset(loop.stepper(), TestModel<S>{}.start_q(), {}, TestModel<S>::calm),
        Status::ok);
  }
  Status tick(const std::array<S, 6>& w = TestModel<S>::calm,
              std::uint32_t elapsed = FakePort::period) {
    FakePort::reading += elapsed;
    return loop.on_tick(w);
  }
  LoopSnapshot<TestStepper<S>, Options> newest() {
    LoopSnapshot<TestStepper<S>, Options> snapshot{};
    EXPECT_TRUE(loop.read(snapshot));
    return snapshot;
  }
};

template <class S>
class LoopTest : public ::testing::Test, public Started<S> {};
TYPED_TEST_SUITE(LoopTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(LoopTest, HasNothingToReadBeforeTheFirstTick) {
  LoopSnapshot<TestStepper<TypeParam>> snapshot{};
  EXPECT_FALSE(this->loop.read(snapshot));
}

TYPED_TEST(LoopTest, StepsAndPublishesAtEachTick) {
  using Model = TestModel<TypeParam>;
  auto alone = this->loop.stepper();
  for (std::uint32_t tick = 1; tick <= 100; ++tick) {
    ASSERT_EQ(this->tick(), Status::ok);
    ASSERT_TRUE(taut::testing::run(alone, 1, Model::calm));
    const auto snapshot = this->newest();
    EXPECT_EQ(snapshot.counters.ticks, tick);
    EXPECT_EQ(snapshot.state.time.total(alone.step_size()), tick);
    EXPECT_EQ(snapshot.state.q, alone.state().q);
    EXPECT_EQ(snapshot.state.u, alone.state().u);
    EXPECT_EQ(snapshot.counters.last_status, Status::ok);
  }
  EXPECT_EQ(this->newest().counters.failures, 0U);
  EXPECT_EQ(this->newest().counters.of(Event::overrun), 0U);
}

TYPED_TEST(LoopTest, KeepsTheLastTheWorstAndTheBestCostAndTheirSum) {
  FakePort::costs = {700, 900, 650, 0xF0000000U, 800};
  for (int i = 0; i < 5; ++i) ASSERT_EQ(this->tick(), Status::ok);
  const auto counters = this->newest().counters;
  EXPECT_EQ(counters.last_cost, 800U);
  EXPECT_EQ(counters.worst_cost, 0xF0000000U);
  EXPECT_EQ(counters.best_cost, 650U);
  EXPECT_EQ(counters.cost_sum, 700U + 900U + 650U + 0xF0000000ULL + 800U);
}

TYPED_TEST(LoopTest, CountsAnOverrunWhereTheNextTickIsAlreadyThere) {
  for (int tick = 0; tick < 10; ++tick) {
    FakePort::pending = tick % 3 == 0;
    ASSERT_EQ(this->tick(), Status::ok);
  }
  const auto snapshot = this->newest();
  EXPECT_EQ(snapshot.counters.of(Event::overrun), 4U);
  EXPECT_EQ(snapshot.counters.ticks, 10U);
  EXPECT_EQ(snapshot.state.time.ticks, 10U);  // no step is skipped
}

TYPED_TEST(LoopTest, CountsFailuresAndPublishesTheStateBefore) {
  using S = TypeParam;
  using Model = TestModel<S>;
  ASSERT_EQ(this->tick(), Status::ok);
  const auto good = this->newest();
  EXPECT_EQ(this->tick(Model::trouble(Model::rank, S(0))), Status::rank_deficient_constraints);
  const auto failed = this->newest();
  EXPECT_EQ(failed.counters.ticks, 2U);
  EXPECT_EQ(failed.counters.failures, 1U);
  EXPECT_EQ(failed.counters.last_status, Status::rank_deficient_constraints);
  EXPECT_EQ(failed.state.time.ticks, 1U);
  EXPECT_EQ(failed.state.q, good.state.q);
  ASSERT_EQ(this->tick(), Status::ok);
  EXPECT_EQ(this->newest().counters.failures, 1U);
  EXPECT_EQ(this->newest().counters.last_status, Status::ok);
}

TYPED_TEST(LoopTest, KeepsTheLargestResiduals) {
  using S = TypeParam;
  S g = S(0), rate = S(0);
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(this->tick(), Status::ok);
    g = std::max(g, this->loop.stepper().position_residual());
    rate = std::max(rate, this->loop.stepper().velocity_residual());
  }
  EXPECT_EQ(this->newest().counters.largest_position_residual, g);
  EXPECT_EQ(this->newest().counters.largest_velocity_residual, rate);
  EXPECT_GT(g, S(0));
}

TYPED_TEST(LoopTest, ResetForgetsAllCounts) {
  using S = TypeParam;
  using Model = TestModel<S>;
  FakePort::pending = true;
  ASSERT_EQ(this->tick(), Status::ok);
  EXPECT_NE(this->tick(Model::trouble(Model::rank, S(0))), Status::ok);
  FakePort::pending = false;
  this->loop.reset_counters();
  ASSERT_EQ(this->tick(), Status::ok);
  const auto counters = this->newest().counters;
  EXPECT_EQ(counters.ticks, 1U);
  EXPECT_EQ(counters.steps, 1U);
  EXPECT_EQ(counters.failures + counters.of(Event::overrun), 0U);
  EXPECT_EQ(counters.cost_sum, 100U);
  EXPECT_EQ(counters.worst_cost, 100U);
  EXPECT_EQ(counters.best_cost, 100U);
}

// A timer that fires before the start finds nothing to step, says so, and spoils no maximum.
TYPED_TEST(LoopTest, ATickBeforeTheStartIsAFailureWithoutResiduals) {
  using S = TypeParam;
  // memory that held something else before
  alignas(TestLoop<S>) static unsigned char arena[sizeof(TestLoop<S>)];
  std::memset(arena, 0x7e, sizeof arena);      // large numbers as float and as double
  asm volatile("" : : "r"(arena) : "memory");  // they are written, although nobody reads them
  auto* idle = new (arena) TestLoop<S>(TestModel<S>{}, StepSize<S>::hz(1000), limits<S>);
  EXPECT_EQ(idle->on_tick(TestModel<S>::calm), Status::not_started);
  LoopSnapshot<TestStepper<S>> snapshot{};
  ASSERT_TRUE(idle->read(snapshot));
  EXPECT_EQ(snapshot.counters.failures, 1U);
  EXPECT_EQ(snapshot.counters.largest_position_residual, S(0));
  EXPECT_EQ(snapshot.counters.largest_velocity_residual, S(0));
  idle->~TestLoop<S>();
}

// --- inputs

TYPED_TEST(LoopTest, StepsWithTheInputsThatWereSetLast) {
  using S = TypeParam;
  using Model = TestModel<S>;
  this->loop.set_inputs(Model::trouble(Model::root_of_force, S(4)));
  this->loop.set_inputs(Model::calm);
  FakePort::reading += FakePort::period;
  ASSERT_EQ(this->loop.on_tick(), Status::ok);
  EXPECT_EQ(this->newest().state.w, Model::calm);
  this->loop.set_inputs(Model::trouble(Model::root_of_force, S(4)));
  for (int tick = 0; tick < 2; ++tick) {
    FakePort::reading += FakePort::period;
    ASSERT_EQ(this->loop.on_tick(), Status::ok);
    EXPECT_EQ(this->newest().state.w, Model::trouble(Model::root_of_force, S(4)));
  }
}

struct Impatient : LoopOptions {
  static constexpr std::uint32_t input_timeout_ticks = 3;
};
TEST(InputTest, InputsThatNobodySetsAnyMoreAreReportedAfterTheTimeoutAndUsedOn) {
  Started<float, Impatient> subject;
  const auto tick = [&] {
    FakePort::reading += FakePort::period;
    return subject.loop.on_tick();
  };
  for (int round = 0; round < 2; ++round) {
    subject.loop.set_inputs(TestModel<float>::calm);  // the same again is news, too
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ(tick(), Status::ok);
      EXPECT_FALSE(subject.newest().counters.health.has(Event::input_stale));
    }
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(tick(), Status::ok);
      EXPECT_TRUE(subject.newest().counters.health.has(Event::input_stale));
    }
  }
}

// Many inputs, that take long to write.
struct ManyInputs {
  using Scalar = float;
  static constexpr int nq = 1, nc = 0, nw = 64;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<float, 1> mass_matrix() const { return Vector<float, 1>(1.0F); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&,
                     const Signals<ManyInputs, N>&) const {
    return Vector<N, 1>(N(0.0F));
  }
};
TEST(InputTest, InputsOfAnotherThreadAreNeverTorn) {
  Loop<Stepper<ManyInputs>> loop(ManyInputs{}, StepSize<float>::hz(1000));
  ASSERT_EQ(loop.stepper().reset({0}, {0}), Status::ok);
  std::atomic<bool> done{false};
  std::thread writer([&] {
    std::array<float, 64> w;
    for (int n = 0; !done; n = (n + 1) % 1000) {
      w.fill(static_cast<float>(n));
      loop.set_inputs(w);
    }
  });
  int torn = 0, seen = 0;
  float before = 0;
  for (int tick = 0; tick < 20000; ++tick) {
    if (loop.on_tick() != Status::ok) ++torn;
    const auto& w = loop.stepper().state().w;
    for (const float x : w) torn += x != w[0];
    seen += w[0] != before;
    before = w[0];
  }
  done = true;
  writer.join();
  EXPECT_EQ(torn, 0);
  EXPECT_GT(seen, 0);
}

// --- overruns

template <class P>
struct Overruns : LoopOptions {
  using OverrunPolicy = P;
};

// A tick that overruns: it is still running when the next one arrives, which starts `late` after
// its time.
template <class R>
void overrun(R& subject, std::uint32_t late) {
  FakePort::pending = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  FakePort::pending = false;
  ASSERT_EQ(subject.tick(decltype(subject.newest().state.w)(TestModel<float>::calm),
                         FakePort::period + late),
            Status::ok);
}

TEST(OverrunTest, ALateTickIsSteppedAndNoTickIsCountedLost) {
  Started<float> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  overrun(subject, 900);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 100), Status::ok);  // on its own time again
  const auto c = subject.newest().counters;
  EXPECT_EQ(c.of(Event::overrun), 1U);
  EXPECT_EQ(c.lost_ticks + c.skipped, 0U);
  EXPECT_EQ(c.of(Event::tick_doubled), 0U);
  EXPECT_EQ(subject.newest().state.time.ticks, 4U);
}

TEST(OverrunTest, TicksThatTheTimerLostAreCounted) {
  Started<float> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  overrun(subject, 2500);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 500), Status::ok);
  const auto c = subject.newest().counters;
  EXPECT_EQ(c.lost_ticks, 2U);
  EXPECT_EQ(c.of(Event::tick_lost), 1U);
  EXPECT_EQ(subject.newest().state.time.ticks, 4U);  // of six periods: nothing is made up for
}

TEST(OverrunTest, CatchUpMakesUpForLostTicksAtMostSoManyAtATick) {
  Started<float, Overruns<CatchUp<2>>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  overrun(subject, 3500);  // three are lost, two made up for
  EXPECT_EQ(subject.newest().counters.caught_up, 2U);
  EXPECT_EQ(subject.newest().state.time.ticks, 5U);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 500), Status::ok);
  EXPECT_EQ(subject.newest().counters.caught_up, 3U);
  EXPECT_EQ(subject.newest().state.time.ticks, 7U);  // the plant's time is the timer's
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().state.time.ticks, 8U);
  EXPECT_EQ(subject.newest().counters.ticks, 5U);
  EXPECT_EQ(subject.newest().counters.steps, 8U);
}

TEST(OverrunTest, StepsThatAFailureKeptBackStayOwed) {
  using Model = TestModel<float>;
  Started<float, Overruns<CatchUp<2>>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  FakePort::reading += 2 * FakePort::period;  // two are lost
  EXPECT_NE(subject.tick(Model::trouble(Model::rank, 0.0F)), Status::ok);
  EXPECT_EQ(subject.newest().counters.caught_up, 0U);
  EXPECT_EQ(subject.loop.stepper().state().time.ticks, 1U);
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().counters.caught_up, 2U);
  EXPECT_EQ(subject.newest().state.time.ticks, 4U);
  EXPECT_EQ(subject.newest().counters.steps, 4U);
}

TEST(OverrunTest, SkipLeavesOutTheTickThatIsLate) {
  Started<float, Overruns<SkipLate>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  overrun(subject, 300);
  EXPECT_EQ(subject.newest().state.time.ticks, 2U);
  EXPECT_EQ(subject.newest().counters.skipped, 1U);
  EXPECT_EQ(FakePort::fed, 2U);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 700), Status::ok);
  EXPECT_EQ(subject.newest().state.time.ticks, 3U);
  EXPECT_EQ(subject.newest().counters.skipped, 1U);
}

TEST(OverrunTest, ATickThatComesWhileOutputsArePublishedIsLateAndCountedWithTheNext) {
  Started<float, Overruns<SkipLate>> subject;
  FakePort::late_in_publishing = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().counters.of(Event::overrun), 0U);
  FakePort::late_in_publishing = FakePort::pending = false;
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().counters.of(Event::overrun), 1U);
  EXPECT_EQ(subject.newest().counters.skipped, 1U);
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().counters.of(Event::overrun), 1U);
  EXPECT_EQ(subject.newest().state.time.ticks, 2U);

  Started<float, Overruns<StopOnOverrun>> stopping;
  FakePort::late_in_publishing = true;
  ASSERT_EQ(stopping.tick(), Status::ok);
  FakePort::late_in_publishing = FakePort::pending = false;
  ASSERT_EQ(stopping.tick(), Status::ok);
  EXPECT_TRUE(stopping.newest().counters.stopped);
}

TEST(OverrunTest, StopMakesOutputsSafeOnceAndHoldsThemUntilARestart) {
  Started<float, Overruns<StopOnOverrun>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  const auto before = subject.newest().state;
  FakePort::pending = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  for (int tick = 0; tick < 3; ++tick) EXPECT_EQ(subject.tick(), Status::stopped);
  EXPECT_EQ(FakePort::made_safe, 1U);
  EXPECT_EQ(FakePort::fed, 1U);
  EXPECT_TRUE(subject.newest().counters.stopped);
  EXPECT_EQ(subject.newest().state.q, before.q);
  EXPECT_EQ(subject.newest().counters.held, 4U);
  EXPECT_EQ(subject.newest().counters.steps, 2U);
  subject.loop.reset_counters();
  EXPECT_EQ(subject.newest().state.q, before.q);

  FakePort::pending = false;
  subject.loop.restart();
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 70 * FakePort::period), Status::ok);
  EXPECT_FALSE(subject.newest().counters.stopped);
  EXPECT_EQ(subject.newest().counters.lost_ticks, 0U);
  EXPECT_EQ(subject.newest().state.time.ticks, 3U);
}

TEST(OverrunTest, ATickThatComesTwiceIsNotStepped) {
  Started<float> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 40), Status::ok);
  EXPECT_EQ(subject.newest().counters.of(Event::tick_doubled), 1U);
  EXPECT_EQ(subject.newest().counters.skipped, 1U);
  EXPECT_EQ(subject.newest().state.time.ticks, 1U);
  ASSERT_EQ(subject.tick(TestModel<float>::calm, 960), Status::ok);
  EXPECT_EQ(subject.newest().state.time.ticks, 2U);
  EXPECT_EQ(subject.newest().counters.lost_ticks, 0U);
}

struct Graceful : Overruns<StopOnOverrun> {
  static constexpr std::uint32_t grace_ticks = 2;
};
TEST(OverrunTest, CostsAndOverrunsOfTheStartDoNotCount) {
  Started<float, Graceful> subject;
  FakePort::costs = {5000, 4000, 300, 200};
  FakePort::pending = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  ASSERT_EQ(subject.tick(), Status::ok);
  FakePort::pending = false;
  ASSERT_EQ(subject.tick(), Status::ok);
  ASSERT_EQ(subject.tick(), Status::ok);
  const auto c = subject.newest().counters;
  EXPECT_EQ(c.of(Event::overrun), 0U);
  EXPECT_EQ(c.worst_cost, 300U);
  EXPECT_EQ(c.histogram.count[1] + c.histogram.count[2], 2U);  // bins of 128
  EXPECT_EQ(subject.newest().state.time.ticks, 4U);

  subject.loop.reset_counters();  // of the counts, not of the start
  FakePort::pending = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_TRUE(subject.newest().counters.stopped);
}

// --- health and what is done about it

template <Event event, Action action>
struct ActOn : LoopOptions {
  static constexpr ActionTable actions = ActionTable{}.with(event, action);
};

TEST(HealthPolicyTest, ABoundThatIsBrokenIsCountedAndNothingElseByDefault) {
  Started<float> subject;
  HealthBounds<float> bounds;
  bounds.position = 0.0F;
  bounds.pivot_share = 1.5F;
  subject.loop.set_bounds(bounds);
  for (int tick = 0; tick < 20; ++tick) ASSERT_EQ(subject.tick(), Status::ok);
  const auto c = subject.newest().counters;
  EXPECT_GT(c.of(Event::position_residual), 0U);
  EXPECT_EQ(c.of(Event::pivot_share), 20U);
  EXPECT_EQ(c.of(Event::velocity_residual), 0U);
  EXPECT_TRUE(c.health.has(Event::pivot_share));
  EXPECT_EQ(c.failures + c.held, 0U);
  EXPECT_EQ(FakePort::fed, 20U);
}

TEST(HealthPolicyTest, WhatIsHeldIsThatOfTheTickBefore) {
  Started<float, ActOn<Event::velocity_residual, Action::hold>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  const auto before = subject.newest().state;
  HealthBounds<float> bounds;
  bounds.velocity = -1.0F;
  subject.loop.set_bounds(bounds);
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().state.q, before.q);
  EXPECT_EQ(subject.newest().counters.held, 1U);
  EXPECT_EQ(FakePort::fed, 1U);
  subject.loop.set_bounds({});
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.newest().state.time.ticks, 3U);  // stepping went on
}

TEST(HealthPolicyTest, StopOnAFailureMakesOutputsSafe) {
  using Model = TestModel<float>;
  Started<float, ActOn<Event::non_finite, Action::stop>> subject;
  ASSERT_EQ(subject.tick(), Status::ok);
  EXPECT_EQ(subject.tick(Model::trouble(Model::rank, 0.0F)), Status::rank_deficient_constraints);
  EXPECT_EQ(FakePort::made_safe, 0U);
  EXPECT_TRUE(subject.newest().counters.health.has(Event::singular));
  EXPECT_EQ(subject.tick(Model::trouble(Model::root_of_force, -1.0F)), Status::non_finite_state);
  EXPECT_EQ(FakePort::made_safe, 1U);
  EXPECT_EQ(subject.tick(), Status::stopped);
  EXPECT_EQ(subject.newest().counters.last_status, Status::non_finite_state);
  EXPECT_EQ(FakePort::fed, 1U);
}

// A coordinate is damaged in memory by less than the stepper's own limit.
TEST(HealthPolicyTest, ReprojectionClosesWhatABitThatFlippedHasOpened) {
  using Options = ActOn<Event::position_residual, Action::reproject>;
  Started<float, Options> subject;
  Started<float> left_alone;
  HealthBounds<float> bounds;
  bounds.position = 2e-7F;
  subject.loop.set_bounds(bounds);
  const auto damage = [](auto& loop) {
    auto& x = const_cast<float&>(loop.stepper().state().q[0]);
    x += 0.02F;
  };
  ASSERT_EQ(subject.tick(), Status::ok);
  const std::uint32_t before = subject.newest().counters.reprojections;
  damage(subject.loop);
  ASSERT_EQ(subject.tick(), Status::ok);
  const auto c = subject.newest().counters;
  EXPECT_EQ(c.reprojections, before + 1);
  EXPECT_TRUE(c.health.has(Event::position_residual));
  EXPECT_LT(subject.loop.stepper().position_residual(), 1e-6F);
  ASSERT_EQ(left_alone.tick(), Status::ok);
  damage(left_alone.loop);
  ASSERT_EQ(left_alone.tick(), Status::ok);
  EXPECT_GT(left_alone.loop.stepper().position_residual(), 1e-4F);
}

// Ticks that are lost while the loop is stopped, and would be answered by a projection.
struct StopThenReproject : Overruns<StopOnOverrun> {
  static constexpr ActionTable actions = ActionTable{}.with(Event::tick_lost, Action::reproject);
};
TEST(HealthPolicyTest, AStoppedLoopIsNotReprojected) {
  Started<float, StopThenReproject> subject;
  FakePort::pending = true;
  ASSERT_EQ(subject.tick(), Status::ok);
  FakePort::pending = false;
  const auto before = subject.loop.stepper().state().q;
  EXPECT_EQ(subject.tick(TestModel<float>::calm, 3 * FakePort::period), Status::stopped);
  EXPECT_TRUE(subject.newest().counters.health.has(Event::tick_lost));
  EXPECT_EQ(subject.newest().counters.reprojections, 0U);
  EXPECT_EQ(subject.loop.stepper().state().q, before);
}

}  // namespace
}  // namespace taut::realtime
