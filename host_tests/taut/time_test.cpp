/// \file
/// Steps, ticks and phases: exact for years, in float too.
#include "taut/time.hpp"

#include <cmath>
#include <random>

#include "support/scalars.hpp"

namespace taut {
namespace {

using testing::either;
using testing::near;

constexpr long double pi = 3.141592653589793238462643383279502884L;

template <class S>
class TimeTest : public ::testing::Test {};
TYPED_TEST_SUITE(TimeTest, testing::Scalars, testing::ScalarNames);

// ---- StepSize ----------------------------------------------------------------------------------

TYPED_TEST(TimeTest, RateAndRatioGiveTheSameStep) {
  using S = TypeParam;
  constexpr StepSize<S> rate = StepSize<S>::hz(1000), ratio = StepSize<S>::ratio(1, 1000);
  static_assert(rate.valid());
  EXPECT_EQ(rate.h, S(1) / S(1000));
  EXPECT_EQ(rate.period_s, 1U);
  EXPECT_EQ(rate.period_ticks, 1000U);
  EXPECT_EQ(ratio.h, rate.h);
  EXPECT_EQ(ratio.period_ticks, rate.period_ticks);
}

TYPED_TEST(TimeTest, SecondsFindTheirRatio) {
  using S = TypeParam;
  const auto expect = [](double h_s, std::uint32_t period_s, std::uint32_t ticks) {
    const StepSize<S> step = StepSize<S>::seconds(h_s);
    EXPECT_TRUE(step.valid()) << h_s;
    EXPECT_EQ(step.h, static_cast<S>(h_s));
    EXPECT_EQ(step.period_s, period_s) << h_s;
    EXPECT_EQ(step.period_ticks, ticks) << h_s;
  };
  expect(1e-3, 1, 1000);
  expect(1e-4, 1, 10000);
  expect(1e-6, 1, 1000000);
  expect(1.0 / 60.0, 1, 60);
  expect(1.0 / 1024.0, 1, 1024);
  expect(7e-4, 7, 10000);
  expect(2e-3, 1, 500);
  expect(0.3, 3, 10);
  expect(1.0, 1, 1);
  expect(2.0, 2, 1);
}

// 7.071e-4 s is 7071 s in 10^7 ticks: after an hour float would count in quarters of a millisecond.
TYPED_TEST(TimeTest, AFloatStepWithALongPeriodIsRefused) {
  using S = TypeParam;
  EXPECT_EQ(StepSize<S>::seconds(7.071e-4).valid(), sizeof(S) > 4);
  EXPECT_TRUE((StepSize<S>::ratio(16, 10000).valid()));
  EXPECT_EQ((StepSize<S>::ratio(17, 10000).valid()), sizeof(S) > 4);
}

// The ratio p / q of a step misses it by at most 1 / (q 2^24): so says the theory of continued
// fractions where the next denominator is past the limit of 2^24.
TYPED_TEST(TimeTest, AnyStepIsARatioToTheBoundOfContinuedFractions) {
  using S = TypeParam;
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> exponent(-6, 0);
  for (int i = 0; i < 10000; ++i) {
    const double h = std::pow(10, exponent(random));
    const StepSize<S> step = StepSize<S>::seconds(h);
    ASSERT_EQ(step.valid(), sizeof(S) > 4 || step.period_s <= 16) << h;
    const double error = std::fabs(static_cast<double>(
        static_cast<long double>(step.period_s) / step.period_ticks - static_cast<long double>(h)));
    ASSERT_LE(error, 1.0 / (16777216.0 * step.period_ticks) + 1e-15 * h) << h;
  }
}

TYPED_TEST(TimeTest, StepsThatAreNoneAreNotValid) {
  using S = TypeParam;
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const double h :
       {0.0, -0.0, -1e-3, nan, infinity, -infinity, 1e9, 1e10, 1e300, 1e-9, 1e-300})
    EXPECT_FALSE(StepSize<S>::seconds(h).valid()) << h;
  EXPECT_FALSE(StepSize<S>::hz(0).valid());
  EXPECT_FALSE(StepSize<S>::ratio(0, 1000).valid());
  EXPECT_FALSE(StepSize<S>::ratio(1, 0).valid());
  EXPECT_FALSE(StepSize<S>::ratio(0, 0).valid());
  EXPECT_FALSE(StepSize<S>::hz((1U << 24) + 1).valid());  // a float does not count them
  EXPECT_TRUE(StepSize<S>::hz(1U << 24).valid());
}

// ---- TickCount ---------------------------------------------------------------------------------

TYPED_TEST(TimeTest, TicksCarryIntoWholeSeconds) {
  using S = TypeParam;
  constexpr StepSize<S> step = StepSize<S>::ratio(7, 3);
  TickCount count;
  const std::uint32_t whole[] = {0, 0, 7, 7, 7, 14}, ticks[] = {1, 2, 0, 1, 2, 0};
  for (std::size_t i = 0; i < 6; ++i) {
    count = count.next(step);
    EXPECT_EQ(count.whole_s, whole[i]);
    EXPECT_EQ(count.ticks, ticks[i]);
    EXPECT_EQ(count.total(step), i + 1);
  }
}

TYPED_TEST(TimeTest, AStepOfWholeSecondsCarriesAtEveryTick) {
  using S = TypeParam;
  constexpr StepSize<S> step = StepSize<S>::ratio(2, 1);
  constexpr TickCount count = TickCount{}.next(step).next(step);
  EXPECT_EQ(count.whole_s, 4U);
  EXPECT_EQ(count.ticks, 0U);
}

TYPED_TEST(TimeTest, TotalCountsPastTwoToTheThirtyTwo) {
  using S = TypeParam;
  constexpr StepSize<S> step = StepSize<S>::hz(1000);
  constexpr TickCount count{31557600, 999};  // a year
  EXPECT_EQ(count.total(step), 31557600999ULL);
}

// ---- AngularFrequency and Time -----------------------------------------------------------------

template <class S>
Time<S> time_of(const TickCount& count, const StepSize<S>& step) {
  return {count.whole_s, static_cast<S>(count.ticks) * step.h};
}

// Angle minus omega t, taken to (-pi, pi].
template <class S>
double phase_error(double omega, const TickCount& count, const StepSize<S>& step) {
  const long double t = static_cast<long double>(count.whole_s) +
                        static_cast<long double>(count.ticks) * step.period_s / step.period_ticks;
  const S angle = time_of(count, step).angle(AngularFrequency<S>(omega));
  return static_cast<double>(std::fabs(std::remainder(
      static_cast<long double>(angle) - static_cast<long double>(omega) * t, 2 * pi)));
}

// The angle is a sum of two terms of at most pi and |omega|: four roundings of that size, and in
// double the 53 digits of omega times the time: 1e-16 of omega t.
TYPED_TEST(TimeTest, PhaseIsRightAfterAnHourAndAfterAYear) {
  using S = TypeParam;
  for (const StepSize<S>& step : {StepSize<S>::hz(1000), StepSize<S>::hz(10000),
                                  StepSize<S>::hz(60), StepSize<S>::ratio(7, 10000)})
    for (const double omega : {10.0, -10.0, 0.5, 1e-3, 314.159265, 6.283185307179586, 1e4})
      for (const std::uint32_t whole_s : {0U, 7U, 3600U * 7, 31557600U * 7}) {
        const double part = std::fabs(omega) * step.period_s + 3.2;
        const double allowed =
            testing::roundings<S>(2, part) + 2e-16 * std::fabs(omega) * whole_s + 1e-15 * part;
        for (const std::uint32_t ticks : {0U, 1U, step.period_ticks / 3, step.period_ticks - 1})
          EXPECT_LE(phase_error(omega, {whole_s, ticks}, step), allowed)
              << omega << " rad/s, " << whole_s << " s, tick " << ticks << " of "
              << step.period_ticks;
      }
}

// The road of the car axle after an hour, 0.1 sin(10 t): right to 1e-6 by its phase. The seconds of
// a float have a spacing of 2.4e-4 s by then, an error in the road of up to 1e-4.
TEST(TimeContrast, PhaseKeepsWhatFloatSecondsLose) {
  const StepSize<float> step = StepSize<float>::hz(1000);
  const AngularFrequency<float> omega(10.0);
  double by_phase = 0, by_seconds = 0;
  for (std::uint32_t ticks = 0; ticks < 1000; ++ticks) {
    const Time<float> time = time_of({3600, ticks}, step);
    const double exact = 0.1 * std::sin(10 * (3600 + ticks / 1000.0));
    by_phase = std::max(by_phase,
                        std::fabs(0.1 * std::sin(static_cast<double>(time.angle(omega))) - exact));
    by_seconds = std::max(
        by_seconds, std::fabs(0.1 * std::sin(10 * static_cast<double>(time.seconds())) - exact));
  }
  EXPECT_LT(by_phase, 1e-6);
  EXPECT_GT(by_seconds, 1e-4);
}

// Why not t += h: in float that loses 70 s in an hour of milliseconds.
TEST(TimeContrast, AccumulatedFloatSecondsLoseAMinuteAnHour) {
  float t = 0;
  for (int i = 0; i < 3600000; ++i) t += 0.001F;
  EXPECT_GT(std::fabs(static_cast<double>(t) - 3600), 60);
}

TYPED_TEST(TimeTest, SecondsAreTheSumOfWholeAndPart) {
  using S = TypeParam;
  EXPECT_EQ((Time<S>{3, S(0.25)}.seconds()), S(3.25));
  EXPECT_EQ((Time<S>{0, S(0)}.seconds()), S(0));
}

// The whole turns of whole seconds are gone: the angle stays small for any time.
TYPED_TEST(TimeTest, AngleStaysSmall) {
  using S = TypeParam;
  const StepSize<S> step = StepSize<S>::hz(1000);
  for (std::uint32_t whole_s = 0; whole_s < 4000000000U; whole_s += 123456789U) {
    const double angle =
        static_cast<double>(time_of({whole_s, 999}, step).angle(AngularFrequency<S>(10.0)));
    EXPECT_LE(std::fabs(angle), 10 + 3.1416);
  }
}

// d(omega t)/dt = omega, and a rate given to the part arrives.
TYPED_TEST(TimeTest, TimeDerivativeOfTheAngleIsTheFrequency) {
  using S = TypeParam;
  Dual<S, 1> part(S(0.25));
  part.derivative[0] = S(1);
  const Time<Dual<S, 1>> time{5, part};
  EXPECT_EQ(time.angle(AngularFrequency<S>(10.0)).derivative[0], S(10));
  EXPECT_EQ(time.seconds().derivative[0], S(1));
  EXPECT_EQ(time.seconds().value, S(5.25));
}

// Built by the compiler, so that a float-only core does no double arithmetic. A turn a second is no
// phase per second, half a turn is pi.
TYPED_TEST(TimeTest, FrequenciesAreCompileTimeConstants) {
  using S = TypeParam;
  constexpr AngularFrequency<S> turn(6.283185307179586477), half(3.141592653589793238);
  static_assert(turn.rad_s > S(6.28) && half.rad_s < S(3.15));
  EXPECT_TRUE(near(Time<S>{1, S(0)}.angle(turn), 0, 1e-14));
  EXPECT_TRUE(near(std::fabs(Time<S>{1, S(0)}.angle(half)), pi, testing::roundings<S>(1, 3.2)));
}

}  // namespace
}  // namespace taut
