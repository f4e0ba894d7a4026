/// \file
/// The loop with a clock made of numbers: what it counts, and what it publishes.
#include "taut/realtime/loop.hpp"

#include <deque>

#include "models/pendulum.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"
#include "support/troubled_pendulum.hpp"

namespace taut::realtime {
namespace {

// Costs and overruns of the next ticks, set by the test.
struct FakeClock {
  static inline std::uint32_t reading = 0;
  static inline std::deque<std::uint32_t> costs;
  static inline bool pending = false;

  static std::uint32_t now() { return reading; }
  static std::uint32_t cost_since(std::uint32_t start) {
    EXPECT_EQ(start, reading);
    if (costs.empty()) return 100;
    const std::uint32_t cost = costs.front();
    costs.pop_front();
    reading += cost;
    return cost;
  }
  static bool tick_pending() { return pending; }
};

template <class S>
using TestModel = taut::testing::TroubledPendulum<S>;
template <class S>
using TestStepper = Stepper<TestModel<S>>;
template <class S>
using TestLoop = Loop<TestStepper<S>, FakeClock>;

template <class S>
constexpr Limits<S> limits{S(1e-3), S(1e-5)};

template <class S>
class LoopTest : public ::testing::Test {
 public:
  TestLoop<S> loop{TestModel<S>{}, StepSize<S>::hz(1000), limits<S>};

  void SetUp() override {
    FakeClock::reading = 12345;
    FakeClock::costs.clear();
    FakeClock::pending = false;
    ASSERT_EQ(
        taut::testing::reset(loop.stepper(), TestModel<S>{}.start_q(), {}, TestModel<S>::calm),
        Status::ok);
  }
  LoopSnapshot<TestStepper<S>> newest() {
    LoopSnapshot<TestStepper<S>> snapshot{};
    EXPECT_TRUE(loop.read(snapshot));
    return snapshot;
  }
};
TYPED_TEST_SUITE(LoopTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(LoopTest, HasNothingToReadBeforeTheFirstTick) {
  LoopSnapshot<TestStepper<TypeParam>> snapshot{};
  EXPECT_FALSE(this->loop.read(snapshot));
}

TYPED_TEST(LoopTest, StepsAndPublishesAtEachTick) {
  using Model = TestModel<TypeParam>;
  auto alone = this->loop.stepper();
  for (std::uint32_t tick = 1; tick <= 100; ++tick) {
    ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
    ASSERT_TRUE(taut::testing::run(alone, 1, Model::calm));
    const auto snapshot = this->newest();
    EXPECT_EQ(snapshot.counters.ticks, tick);
    EXPECT_EQ(snapshot.state.time.total(alone.step_size()), tick);
    EXPECT_EQ(snapshot.state.q, alone.state().q);
    EXPECT_EQ(snapshot.state.u, alone.state().u);
    EXPECT_EQ(snapshot.counters.last_status, Status::ok);
  }
  EXPECT_EQ(this->newest().counters.failures, 0U);
  EXPECT_EQ(this->newest().counters.overruns, 0U);
}

TYPED_TEST(LoopTest, KeepsTheLastTheWorstAndTheBestCostAndTheirSum) {
  using Model = TestModel<TypeParam>;
  FakeClock::costs = {700, 900, 650, 0xF0000000U, 800};
  for (int i = 0; i < 5; ++i) ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  const auto counters = this->newest().counters;
  EXPECT_EQ(counters.last_cost, 800U);
  EXPECT_EQ(counters.worst_cost, 0xF0000000U);
  EXPECT_EQ(counters.best_cost, 650U);
  EXPECT_EQ(counters.cost_sum, 700U + 900U + 650U + 0xF0000000ULL + 800U);
}

TYPED_TEST(LoopTest, CountsAnOverrunWhereTheNextTickIsAlreadyThere) {
  using Model = TestModel<TypeParam>;
  for (int tick = 0; tick < 10; ++tick) {
    FakeClock::pending = tick % 3 == 0;
    ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  }
  const auto snapshot = this->newest();
  EXPECT_EQ(snapshot.counters.overruns, 4U);
  EXPECT_EQ(snapshot.counters.ticks, 10U);
  EXPECT_EQ(snapshot.state.time.ticks, 10U);  // no step is skipped
}

TYPED_TEST(LoopTest, CountsFailuresAndPublishesTheStateBefore) {
  using S = TypeParam;
  using Model = TestModel<S>;
  ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  const auto good = this->newest();
  EXPECT_EQ(this->loop.on_tick(Model::trouble(Model::rank, S(0))),
            Status::rank_deficient_constraints);
  const auto failed = this->newest();
  EXPECT_EQ(failed.counters.ticks, 2U);
  EXPECT_EQ(failed.counters.failures, 1U);
  EXPECT_EQ(failed.counters.last_status, Status::rank_deficient_constraints);
  EXPECT_EQ(failed.state.time.ticks, 1U);
  EXPECT_EQ(failed.state.q, good.state.q);
  ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  EXPECT_EQ(this->newest().counters.failures, 1U);
  EXPECT_EQ(this->newest().counters.last_status, Status::ok);
}

TYPED_TEST(LoopTest, KeepsTheLargestResiduals) {
  using S = TypeParam;
  using Model = TestModel<S>;
  S g = S(0), rate = S(0);
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
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
  FakeClock::pending = true;
  ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  EXPECT_NE(this->loop.on_tick(Model::trouble(Model::rank, S(0))), Status::ok);
  FakeClock::pending = false;
  this->loop.reset_counters();
  ASSERT_EQ(this->loop.on_tick(Model::calm), Status::ok);
  const auto counters = this->newest().counters;
  EXPECT_EQ(counters.ticks, 1U);
  EXPECT_EQ(counters.failures + counters.overruns, 0U);
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

}  // namespace
}  // namespace taut::realtime
