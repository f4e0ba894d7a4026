/// \file
/// A command is sound or it is refused, for the right reason.
#include "taut/realtime/commands.hpp"

#include "support/lines.hpp"
#include "support/remote_pendulum.hpp"
#include "support/scalars.hpp"

namespace taut::realtime {
namespace {

using taut::testing::infinite;
using taut::testing::line_of;
using taut::testing::not_a_number;

template <class S>
class CommandsTest : public ::testing::Test {
 public:
  using Wiring = taut::testing::PendulumWiring<S>;
  Command<S> command{};

  template <class... Numbers>
  Reason read(FrameType type, Numbers... payload) {
    const auto frames = taut::testing::frames_in(line_of(type, 9, payload...));
    EXPECT_EQ(frames.size(), 1U);
    const Frame frame{type, 9, frames[0].payload.data(), frames[0].payload.size()};
    return read_command(frame, Wiring::inputs, Wiring::parameters, command);
  }
};
TYPED_TEST_SUITE(CommandsTest, taut::testing::Scalars, taut::testing::ScalarNames);

constexpr std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

TYPED_TEST(CommandsTest, ThatAreSoundAreRead) {
  using S = TypeParam;
  for (const FrameType type : {FrameType::start, FrameType::stop, FrameType::reset_state}) {
    EXPECT_EQ(this->read(type), Reason::accepted);
    EXPECT_EQ(this->command.type, type);
  }
  EXPECT_EQ(this->read(FrameType::set_input, byte(0), S(-2.5)), Reason::accepted);
  EXPECT_EQ(this->command.index, 0);
  EXPECT_EQ(this->command.value, S(-2.5));
  EXPECT_EQ(this->read(FrameType::set_parameter, byte(1), S(3)), Reason::accepted);
  EXPECT_EQ(this->command.index, 1);
  EXPECT_EQ(this->command.value, S(3));
  EXPECT_EQ(this->read(FrameType::run, std::uint32_t(70000)), Reason::accepted);
  EXPECT_EQ(this->command.steps, 70000U);
  EXPECT_EQ(this->read(FrameType::query, byte(2), byte(1)), Reason::accepted);
  EXPECT_EQ(this->command.question, Question::parameter);
  EXPECT_EQ(this->command.index, 1);
  for (const int question : {0, 1, 3, 4})
    EXPECT_EQ(this->read(FrameType::query, byte(question), byte(0)), Reason::accepted) << question;
}

TYPED_TEST(CommandsTest, OfUnknownTypeAreRefused) {
  // 0x01 to 0x05 are what a board sends
  for (int type = 0; type < 256; ++type) {
    if (type >= 0x81 && type <= 0x87) continue;
    EXPECT_EQ(this->read(static_cast<FrameType>(type)), Reason::unknown_command) << type;
  }
}

TYPED_TEST(CommandsTest, OfAnotherLengthAreRefused) {
  using S = TypeParam;
  using Other = std::conditional_t<std::is_same_v<S, float>, double, float>;
  for (const FrameType type : {FrameType::start, FrameType::stop, FrameType::reset_state})
    EXPECT_EQ(this->read(type, byte(0)), Reason::wrong_size);
  for (const FrameType type : {FrameType::set_input, FrameType::set_parameter}) {
    EXPECT_EQ(this->read(type), Reason::wrong_size);
    EXPECT_EQ(this->read(type, byte(0)), Reason::wrong_size);
    EXPECT_EQ(this->read(type, byte(0), Other(1)), Reason::wrong_size);
    EXPECT_EQ(this->read(type, byte(0), S(1), byte(0)), Reason::wrong_size);
  }
  EXPECT_EQ(this->read(FrameType::run, byte(1)), Reason::wrong_size);
  EXPECT_EQ(this->read(FrameType::run, std::uint32_t(1), byte(1)), Reason::wrong_size);
  EXPECT_EQ(this->read(FrameType::query, byte(0)), Reason::wrong_size);
  EXPECT_EQ(this->read(FrameType::query, byte(0), byte(0), byte(0)), Reason::wrong_size);
}

TYPED_TEST(CommandsTest, OfWhatIsNotThereAreRefused) {
  using S = TypeParam;
  EXPECT_EQ(this->read(FrameType::set_input, byte(1), S(0)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::set_parameter, byte(2), S(0)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::set_parameter, byte(255), S(0)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::query, byte(1), byte(1)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::query, byte(2), byte(2)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::query, byte(0), byte(1)), Reason::unknown_index);
  EXPECT_EQ(this->read(FrameType::query, byte(5), byte(0)), Reason::unknown_index);
}

TYPED_TEST(CommandsTest, PastTheLimitsAreRefusedAndAtTheLimitsAreNot) {
  using S = TypeParam;
  const S eps = std::numeric_limits<S>::epsilon();
  EXPECT_EQ(this->read(FrameType::set_input, byte(0), S(8)), Reason::accepted);
  EXPECT_EQ(this->read(FrameType::set_input, byte(0), S(-8)), Reason::accepted);
  EXPECT_EQ(this->read(FrameType::set_input, byte(0), S(8) * (1 + eps)), Reason::out_of_range);
  EXPECT_EQ(this->read(FrameType::set_input, byte(0), S(-8) * (1 + eps)), Reason::out_of_range);
  EXPECT_EQ(this->read(FrameType::set_parameter, byte(0), S(-0.0)), Reason::accepted);
  EXPECT_EQ(this->read(FrameType::set_parameter, byte(0), -eps), Reason::out_of_range);
  EXPECT_EQ(this->read(FrameType::run, std::uint32_t(0)), Reason::out_of_range);
}

TYPED_TEST(CommandsTest, OfNoNumberAreRefused) {
  using S = TypeParam;
  for (const FrameType type : {FrameType::set_input, FrameType::set_parameter})
    for (const S value : {not_a_number<S>, infinite<S>, -infinite<S>})
      EXPECT_EQ(this->read(type, byte(0), value), Reason::not_finite);
}

TEST(Commands, WhatIsNoFrameHasItsReason) {
  EXPECT_EQ(reason_of(Arrival::malformed), Reason::malformed);
  EXPECT_EQ(reason_of(Arrival::oversized), Reason::oversized);
  EXPECT_EQ(reason_of(Arrival::wrong_check), Reason::wrong_check);
  EXPECT_EQ(reason_of(Arrival::wrong_version), Reason::wrong_version);
}

}  // namespace
}  // namespace taut::realtime
