/// \file
/// A record of a state: what is restored from it goes on as if it had never stopped, and what is
/// damaged or foreign is refused.
#include "taut/realtime/record.hpp"

#include "models/car_axle.hpp"
#include "models/pendulum.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut::realtime {
namespace {

template <class S>
using TestStepper = Stepper<models::CarAxle<S>>;

template <class S>
TestStepper<S> started(std::uint32_t tick_hz = 1000) {
  TestStepper<S> stepper(models::CarAxle<S>{}, StepSize<S>::hz(tick_hz));
  const models::CarAxleStart<S> start;
  EXPECT_EQ(taut::testing::reset(stepper, start.q, start.u), Status::ok);
  return stepper;
}

template <class StepperType>
bool same_bits(const StepperType& a, const StepperType& b) {
  return a.state().q == b.state().q && a.state().u == b.state().u &&
         a.state().q_low == b.state().q_low && a.state().u_low == b.state().u_low &&
         a.state().lambda == b.state().lambda && a.state().time.ticks == b.state().time.ticks &&
         a.state().time.whole_s == b.state().time.whole_s;
}

template <class S>
class StateRecordTest : public ::testing::Test {};
TYPED_TEST_SUITE(StateRecordTest, taut::testing::Scalars, taut::testing::ScalarNames);

TYPED_TEST(StateRecordTest, RestoreThenStepEqualsNeverHavingStopped) {
  auto stepper = started<TypeParam>();
  ASSERT_TRUE(taut::testing::run(stepper, 1234));
  const auto record = StateRecord<TestStepper<TypeParam>>::of(stepper, 7);
  ASSERT_TRUE(taut::testing::run(stepper, 500));

  auto other = started<TypeParam>();
  ASSERT_TRUE(taut::testing::run(other, 3));
  ASSERT_EQ(record.restore(other, 7), Status::ok);
  ASSERT_TRUE(taut::testing::run(other, 500));
  EXPECT_TRUE(same_bits(stepper, other));
}

TYPED_TEST(StateRecordTest, ADamagedRecordIsRefusedWhateverBitIsFlippedAndNothingChanges) {
  using Record = StateRecord<TestStepper<TypeParam>>;
  auto stepper = started<TypeParam>();
  const auto record = Record::of(stepper);
  auto other = started<TypeParam>();
  ASSERT_TRUE(taut::testing::run(other, 3));
  const auto before = other;
  for (std::size_t bit = 0; bit < 8 * sizeof(Record); ++bit) {
    Record damaged = record;
    unsigned char bytes[sizeof(Record)];
    std::memcpy(bytes, &damaged, sizeof damaged);
    bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1U << (bit % 8)));
    std::memcpy(&damaged, bytes, sizeof damaged);
    ASSERT_EQ(damaged.restore(other), Status::damaged_record) << "bit " << bit;
  }
  EXPECT_TRUE(same_bits(other, before));
}

TYPED_TEST(StateRecordTest, ARecordOfAnotherStepSizeOrIdentityIsForeign) {
  using Record = StateRecord<TestStepper<TypeParam>>;
  auto stepper = started<TypeParam>();
  const auto record = Record::of(stepper, 1);
  auto other = started<TypeParam>(500);
  EXPECT_EQ(record.restore(other, 1), Status::foreign_record);
  EXPECT_EQ(record.restore(stepper, 2), Status::foreign_record);
  EXPECT_EQ(record.restore(stepper, 1), Status::ok);
}

// A shorter state, so that the checksum of this one is not where it would be.
TYPED_TEST(StateRecordTest, ARecordOfASmallerMechanismIsDamaged) {
  using Pendulum = Stepper<models::Pendulum<TypeParam>>;
  using Record = StateRecord<TestStepper<TypeParam>>;
  static_assert(std::is_trivially_copyable_v<Record>);
  static_assert(std::has_unique_object_representations_v<Record>, "padding");
  Pendulum pendulum(models::Pendulum<TypeParam>{}, StepSize<TypeParam>::hz(1000));
  const models::PendulumStart<TypeParam> start;
  ASSERT_EQ(taut::testing::reset(pendulum, start.q, start.u), Status::ok);
  const auto record = StateRecord<Pendulum>::of(pendulum);
  Record foreign{};
  static_assert(sizeof record < sizeof foreign);
  std::memcpy(static_cast<void*>(&foreign), &record, sizeof record);
  auto stepper = started<TypeParam>();
  EXPECT_EQ(foreign.restore(stepper), Status::damaged_record);
}

// An input and an algebraic coordinate take the same bytes.
template <class S, int inputs, int algebraic>
struct Weight {
  using Scalar = S;
  static constexpr int nq = 1, nc = 0, ns = algebraic, nw = inputs;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  Vector<S, 1> mass_matrix() const { return Vector<S, 1>(S(1)); }
  template <class N>
  Vector<N, 1> force(const Vector<N, 1>&, const Vector<N, 1>&, const Signals<Weight, N>&) const {
    return Vector<N, 1>(N(S(-9.81)));
  }
  template <class N>
  Vector<N, algebraic> algebraic_equations(const Vector<N, 1>& q,
                                           const Signals<Weight, N>& s) const {
    return s.algebraic - q;
  }
};
TYPED_TEST(StateRecordTest, ARecordWithInputsIsForeignToAModelWithAlgebraicCoordinates) {
  using S = TypeParam;
  using Driven = Stepper<Weight<S, 2, 0>>;
  using Followed = Stepper<Weight<S, 1, 1>>;
  Driven driven({}, StepSize<S>::hz(1000));
  Followed followed({}, StepSize<S>::hz(1000));
  ASSERT_EQ(driven.reset({S(2)}, {S(0)}, {S(5), S(6)}), Status::ok);
  const auto record = StateRecord<Driven>::of(driven);
  StateRecord<Followed> foreign{};
  static_assert(sizeof record == sizeof foreign);
  std::memcpy(static_cast<void*>(&foreign), &record, sizeof record);
  EXPECT_EQ(foreign.restore(followed), Status::foreign_record);
}

TYPED_TEST(StateRecordTest, AnEmptyRecordIsDamaged) {
  auto stepper = started<TypeParam>();
  EXPECT_EQ((StateRecord<TestStepper<TypeParam>>{}.restore(stepper)), Status::damaged_record);
}

}  // namespace
}  // namespace taut::realtime
