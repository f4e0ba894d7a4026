/// \file
/// Main's end of the line: every command is answered, what is refused changes nothing, and a port
/// that is busy is never waited for.
#include "taut/realtime/link.hpp"

#include <deque>
#include <random>

#include "support/allocation_guard.hpp"
#include "support/lines.hpp"
#include "support/remote_pendulum.hpp"
#include "support/run.hpp"

namespace taut::realtime {
namespace {

using taut::testing::Bytes;
using taut::testing::KeptFrame;
using taut::testing::line_of;

// A line in memory, with room for so many more bytes.
struct Line {
  static inline std::deque<std::uint8_t> to_board;
  static inline Bytes from_board;
  static inline std::size_t room = 0;

  static bool read(std::uint8_t& byte) {
    if (to_board.empty()) return false;
    byte = to_board.front();
    to_board.pop_front();
    return true;
  }
  static bool try_write(std::uint8_t byte) {
    if (room == 0) return false;
    --room;
    from_board.push_back(byte);
    return true;
  }
};

constexpr std::uint8_t byte(int n) { return static_cast<std::uint8_t>(n); }

struct Reply {
  std::uint8_t command;
  std::uint16_t sequence;
  Reason reason;
  bool operator==(const Reply& o) const {
    return command == o.command && sequence == o.sequence && reason == o.reason;
  }
};
void PrintTo(const Reply& reply, std::ostream* stream) {
  *stream << "command " << int(reply.command) << " sequence " << reply.sequence << " reason "
          << int(reply.reason);
}

template <class S>
class LinkTest : public ::testing::Test {
 public:
  taut::testing::ReadyPendulum<S> pendulum;
  Link<taut::testing::RemotePendulum<S>, Line> link{pendulum.remote};

  void SetUp() override {
    Line::to_board.clear();
    Line::from_board.clear();
    Line::from_board.reserve(1 << 20);
    Line::room = 1 << 20;
  }
  void send(const Bytes& bytes) {
    Line::to_board.insert(Line::to_board.end(), bytes.begin(), bytes.end());
    while (!Line::to_board.empty()) link.poll();
  }
  std::vector<KeptFrame> received() {
    std::vector<Arrival> others;
    auto frames = taut::testing::frames_in(Line::from_board, &others);
    EXPECT_TRUE(others.empty());
    Line::from_board.clear();
    return frames;
  }
  // The one reply to what was sent.
  Reply reply_to(const Bytes& bytes) {
    send(bytes);
    const auto frames = received();
    EXPECT_EQ(frames.size(), 1U);
    if (frames.size() != 1) return {};
    EXPECT_EQ(frames[0].type, FrameType::reply);
    EXPECT_EQ(frames[0].payload.size(), 4U);
    ByteReader in = frames[0].reader();
    Reply reply{};
    reply.command = in.get<std::uint8_t>();
    reply.sequence = in.get<std::uint16_t>();
    reply.reason = static_cast<Reason>(in.get<std::uint8_t>());
    return reply;
  }
  // All that a tick can change, as bytes: the record of a tick that makes no step.
  Bytes everything() {
    pendulum.remote.on_tick();
    send(line_of(FrameType::query, 99, byte(4), byte(0)));
    pendulum.remote.on_tick();
    link.poll();
    const auto frames = received();
    EXPECT_EQ(frames.size(), 2U);
    return frames.back().payload;
  }
};
TYPED_TEST_SUITE(LinkTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(LinkTest, EveryCommandIsAnsweredWithItsSequenceNumber) {
  using S = TypeParam;
  EXPECT_EQ(this->reply_to(line_of(FrameType::start, 300)), (Reply{0x81, 300, Reason::accepted}));
  EXPECT_EQ(this->reply_to(line_of(FrameType::set_input, 301, byte(0), S(99))),
            (Reply{0x84, 301, Reason::out_of_range}));
  EXPECT_EQ(this->reply_to(line_of(FrameType::record, 302)),
            (Reply{0x01, 302, Reason::unknown_command}));
  Bytes damaged = line_of(FrameType::start, 303);
  damaged[3] ^= 0x10;
  EXPECT_EQ(this->reply_to(damaged), (Reply{0, 0, Reason::wrong_check}));
  EXPECT_EQ(this->reply_to({7, 7, 0}), (Reply{0, 0, Reason::malformed}));
  EXPECT_EQ(this->reply_to(line_of(FrameType::start, 4, S(1), S(1), S(1), S(1))),
            (Reply{0, 0, Reason::oversized}));
  EXPECT_EQ(this->link.counts(),
            (std::array<std::uint32_t, reasons>{1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0}));
}

TYPED_TEST(LinkTest, WhatIsRefusedChangesNothing) {
  using S = TypeParam;
  this->reply_to(line_of(FrameType::run, 1, std::uint32_t(3)));
  for (int i = 0; i < 3; ++i) this->pendulum.remote.on_tick();
  this->link.poll();
  this->received();
  const Bytes before = this->everything();
  const S nan = taut::testing::not_a_number<S>, inf = taut::testing::infinite<S>;
  Bytes damaged = line_of(FrameType::start, 303);
  damaged[3] ^= 0x10;
  const std::vector<Bytes> refused{line_of(FrameType::set_input, 2, byte(0), nan),
                                   line_of(FrameType::set_parameter, 3, byte(0), inf),
                                   line_of(FrameType::set_parameter, 4, byte(0), S(2.01)),
                                   line_of(FrameType::set_parameter, 5, byte(7), S(1)),
                                   line_of(FrameType::set_input, 6, byte(0)),
                                   line_of(FrameType::run, 7, std::uint32_t(0)),
                                   line_of(FrameType::start, 8, byte(1)),
                                   line_of(static_cast<FrameType>(0x88), 9),
                                   Bytes(3000, 0x31),
                                   damaged,
                                   {0, 3, 1, 0}};
  for (const Bytes& bytes : refused) this->send(bytes);
  this->received();
  EXPECT_EQ(this->everything(), before);
  std::uint32_t count = 0;
  for (std::size_t i = 1; i < reasons; ++i) count += this->link.counts()[i];
  EXPECT_EQ(count, 10U);  // the damaged frame ends the long garbage before it
}

TYPED_TEST(LinkTest, TooManyCommandsWithinATickAreToldToComeAgain) {
  using S = TypeParam;
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(this->reply_to(line_of(FrameType::set_input, 1, byte(0), S(i))).reason,
              Reason::accepted);
  EXPECT_EQ(this->reply_to(line_of(FrameType::set_input, 1, byte(0), S(8))).reason, Reason::busy);
  this->pendulum.remote.on_tick();
  EXPECT_EQ(this->reply_to(line_of(FrameType::set_input, 1, byte(0), S(8))).reason,
            Reason::accepted);
}

TYPED_TEST(LinkTest, SaysWhatTheImageIs) {
  using S = TypeParam;
  this->send(line_of(FrameType::query, 5, byte(0), byte(0)));
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].type, FrameType::description);
  ByteReader in = frames[1].reader();
  EXPECT_EQ(in.get<std::uint8_t>(), sizeof(S));
  for (const int size : {2, 2, 2, 1}) EXPECT_EQ(in.get<std::uint16_t>(), size);
  EXPECT_EQ(in.get<std::uint8_t>(), 1);
  EXPECT_EQ(in.get<std::uint8_t>(), 2);
  for (const std::uint32_t number : {10U, 1U, 1000U}) EXPECT_EQ(in.get<std::uint32_t>(), number);
  std::string name;
  while (!in.done()) name += static_cast<char>(in.get<std::uint8_t>());
  EXPECT_EQ(name, "pendulum");
}

TYPED_TEST(LinkTest, SaysWhatMayBeSetAndWhatIsSet) {
  using S = TypeParam;
  this->send(line_of(FrameType::set_parameter, 5, byte(1), S(1.5)));
  this->received();
  this->send(line_of(FrameType::query, 5, byte(2), byte(1)));
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].type, FrameType::quantity);
  ByteReader in = frames[1].reader();
  EXPECT_EQ(in.get<std::uint8_t>(), 2);
  EXPECT_EQ(in.get<std::uint8_t>(), 1);
  for (const S number : {S(0), S(4), S(1.5)}) EXPECT_EQ(in.get<S>(), number);
  std::string name;
  while (!in.done()) name += static_cast<char>(in.get<std::uint8_t>());
  EXPECT_EQ(name, "push_limit_n");
}

TYPED_TEST(LinkTest, SaysWhatHappenedOnTheLine) {
  this->send({7, 7, 0});
  this->send(line_of(FrameType::query, 5, byte(3), byte(0)));
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[2].type, FrameType::counts);
  ByteReader in = frames[2].reader();
  EXPECT_EQ(in.get<std::uint32_t>(), 1U);  // accepted: this query
  EXPECT_EQ(in.get<std::uint32_t>(), 1U);  // malformed
  for (int i = 2; i < 13; ++i) EXPECT_EQ(in.get<std::uint32_t>(), 0U);
  EXPECT_TRUE(in.done());
}

TYPED_TEST(LinkTest, FramesAreNumberedInOneSequence) {
  for (std::uint16_t i = 0; i < 4; ++i) this->send(line_of(FrameType::start, i));
  for (int i = 0; i < 20; ++i) this->pendulum.remote.on_tick();
  this->link.poll();
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 6U);
  for (std::uint16_t i = 0; i < 6; ++i) EXPECT_EQ(frames[i].sequence, i);
  EXPECT_EQ(frames[5].type, FrameType::record);
}

// One byte of room a poll: frames arrive whole all the same, and answers go before records.
TYPED_TEST(LinkTest, APortThatIsBusyIsNotWaitedFor) {
  this->send(line_of(FrameType::start, 1));
  this->received();
  Line::room = 0;
  for (int i = 0; i < 200; ++i) this->pendulum.remote.on_tick();
  this->link.poll();  // a record goes into the writer, and no further
  this->send(line_of(FrameType::stop, 2));
  EXPECT_TRUE(Line::from_board.empty());
  for (int i = 0; i < 4000; ++i) {
    Line::room = 1;
    this->link.poll();
  }
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 9U);
  EXPECT_EQ(frames[0].type, FrameType::record);
  EXPECT_EQ(frames[1].type, FrameType::reply);
  EXPECT_EQ(this->pendulum.remote.telemetry().dropped(), 12U);
}

TYPED_TEST(LinkTest, AnswersThatFindNoRoomAreCountedAndTheCommandsStillObeyed) {
  using S = TypeParam;
  Line::room = 0;
  for (int i = 0; i < 30; ++i) {
    this->send(line_of(FrameType::set_input, 2, byte(0), S(1)));
    this->pendulum.remote.on_tick();
  }
  Line::room = 1 << 20;
  this->link.poll();
  // one in the writer and sixteen in the queue
  EXPECT_EQ(this->received().size(), 17U);
  this->send(line_of(FrameType::query, 5, byte(3), byte(0)));
  const auto frames = this->received();
  ASSERT_EQ(frames.size(), 2U);
  ByteReader in = frames[1].reader();
  EXPECT_EQ(in.get<std::uint32_t>(), 31U);
  for (std::size_t i = 1; i < reasons; ++i) static_cast<void>(in.get<std::uint32_t>());
  EXPECT_EQ(in.get<std::uint32_t>(), 13U);
}

// Any bytes: no step, no value moves, unless a sound command is among them, which noise is not.
TYPED_TEST(LinkTest, NoiseChangesNothingAndALaterCommandIsTaken) {
  const Bytes before = this->everything();
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    Line::to_board.push_back(static_cast<std::uint8_t>(random() % 5 == 0 ? 0 : random()));
    this->link.poll();
    if (i % 1000 == 0) Line::from_board.clear();
  }
  this->send({0});
  this->received();
  EXPECT_EQ(this->everything(), before);
  std::uint32_t refused = 0;
  for (std::size_t i = 1; i < reasons; ++i) refused += this->link.counts()[i];
  EXPECT_GT(refused, 20000U);
  EXPECT_EQ(this->reply_to(line_of(FrameType::start, 3)).reason, Reason::accepted);
}

TYPED_TEST(LinkTest, APollAllocatesNothing) {
  using S = TypeParam;
  const Bytes set = line_of(FrameType::set_input, 2, byte(0), S(1));
  const Bytes ask = line_of(FrameType::query, 2, byte(0), byte(0));
  Line::to_board.insert(Line::to_board.end(), set.begin(), set.end());
  Line::to_board.insert(Line::to_board.end(), ask.begin(), ask.end());
  Line::to_board.insert(Line::to_board.end(), {1, 1, 1, 0});
  EXPECT_EQ(taut::testing::allocations_in([&] {
              this->link.poll();
              this->pendulum.remote.on_tick();
              this->link.poll();
            }),
            0);
  EXPECT_EQ(this->received().size(), 4U);
}

}  // namespace
}  // namespace taut::realtime
