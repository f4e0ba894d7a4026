/// \file
/// Records: what is in them, how they go over the line, and that the interrupt never waits.
#include "taut/realtime/telemetry.hpp"

#include "support/allocation_guard.hpp"
#include "support/lines.hpp"
#include "support/remote_pendulum.hpp"
#include "support/run.hpp"

namespace taut::realtime {
namespace {

using taut::testing::PushedPendulum;

template <class S>
using TestStepper = Stepper<PushedPendulum<S>>;

template <class S>
class TelemetryTest : public ::testing::Test {
 public:
  TestStepper<S> stepper{PushedPendulum<S>{}, StepSize<S>::hz(1000)};
  Counters<S, CostHistogram<2, 8>> counters;
  Telemetry<TestStepper<S>, 4> telemetry;

  void SetUp() override {
    ASSERT_EQ(taut::testing::reset(stepper, {S(1), S(0)}, {}), Status::ok);
    ASSERT_TRUE(taut::testing::run(stepper, 5, {S(2), S(0.5)}));
    counters.steps = 0x01020302;
    counters.last_cost = 1234;
    counters.events[static_cast<std::size_t>(Event::overrun)] = 3;
    counters.health.bits = 0xABCD;
    counters.failures = 2;
    counters.last_status = Status::residual_too_large;
  }
};
TYPED_TEST_SUITE(TelemetryTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(TelemetryTest, ARecordIsTheMomentItWasMade) {
  this->telemetry.record(this->stepper, this->counters, Mode::running);
  const auto at_record = this->stepper;
  ASSERT_TRUE(taut::testing::run(this->stepper, 7));
  const auto* record = this->telemetry.oldest();
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->time.ticks, 5U);
  EXPECT_EQ(record->q, at_record.state().q);
  EXPECT_EQ(record->u, at_record.state().u);
  EXPECT_EQ(record->lambda, at_record.state().lambda);
  EXPECT_EQ(record->w, at_record.state().w);
  EXPECT_EQ(record->position_residual, at_record.position_residual());
  EXPECT_EQ(record->velocity_residual, at_record.velocity_residual());
  EXPECT_EQ(record->steps, 0x01020304U);
  EXPECT_EQ(record->cost, 1234U);
  EXPECT_EQ(record->health, 0xABCDU);
  EXPECT_EQ(record->status, Status::residual_too_large);
  EXPECT_EQ(record->mode, Mode::running);
}

TYPED_TEST(TelemetryTest, AFullQueueDropsWholeRecordsAndTheNextSaysHowMany) {
  this->counters.failures = 0;
  for (std::uint32_t i = 1; i <= 7; ++i) {
    this->counters.steps = i;
    this->telemetry.record(this->stepper, this->counters, Mode::running);
  }
  EXPECT_EQ(this->telemetry.dropped(), 3U);
  for (std::uint32_t i = 1; i <= 4; ++i) {
    ASSERT_NE(this->telemetry.oldest(), nullptr);
    EXPECT_EQ(this->telemetry.oldest()->steps, i);
    EXPECT_EQ(this->telemetry.oldest()->dropped, 0U);
    this->telemetry.release();
  }
  EXPECT_EQ(this->telemetry.oldest(), nullptr);
  this->telemetry.record(this->stepper, this->counters, Mode::running);
  EXPECT_EQ(this->telemetry.oldest()->dropped, 3U);
}

// The table of docs/telemetry.md.
TYPED_TEST(TelemetryTest, GoesOverTheLineInTheOrderOfTheDocumentation) {
  using S = TypeParam;
  this->telemetry.record(this->stepper, this->counters, Mode::counted);
  const auto& record = *this->telemetry.oldest();
  std::array<std::uint8_t, 512> bytes{};
  ByteWriter out(bytes.data(), bytes.size());
  write(out, record);
  ASSERT_EQ(out.size(), 34 + 9 * sizeof(S));
  EXPECT_EQ(out.size(), record_bytes<TestStepper<S>>());
  ByteReader in(bytes.data(), out.size());
  for (const std::uint32_t number : {0U, 5U, 0x01020304U, 1234U, 3U, 2U, 0U, 0xABCDU})
    EXPECT_EQ(in.get<std::uint32_t>(), number);
  EXPECT_EQ(in.get<std::uint8_t>(), 8);  // residual too large
  EXPECT_EQ(in.get<std::uint8_t>(), 2);  // counted
  const auto& state = this->stepper.state();
  const S numbers[] = {this->stepper.position_residual(),
                       this->stepper.velocity_residual(),
                       S(2),
                       S(0.5),
                       state.q[0],
                       state.q[1],
                       state.u[0],
                       state.u[1],
                       state.lambda[0]};
  for (const S number : numbers) EXPECT_TRUE(taut::testing::same_bits(in.get<S>(), number));
  EXPECT_TRUE(in.done());
}

TYPED_TEST(TelemetryTest, ARecordAllocatesNothing) {
  const long allocations = taut::testing::allocations_in([&] {
    for (int i = 0; i < 6; ++i)
      this->telemetry.record(this->stepper, this->counters, Mode::running);
  });
  EXPECT_EQ(allocations, 0);
}

// Sizes count entries, not members: an array of none has a byte of its own.
struct WithoutInputs {
  using S = float;
  struct StateType {
    static constexpr std::size_t nq = 1, nu = 1, nl = 0;
    std::array<float, 0> w;
  };
};
static_assert(record_bytes<WithoutInputs>() == 34 + 4 * 4);

}  // namespace
}  // namespace taut::realtime
