/// \file
/// Time from the tick counter: exact for years, in float too.
///
/// t += h in float loses 70 s in an hour, and even a correctly rounded float t = n h has a spacing
/// of a quarter of a millisecond by then. So the state holds whole seconds and the ticks since
/// (docs/method.md, section 2), and a model that needs a phase asks Time for angle(omega), which
/// takes the turns of the whole seconds from a 64-bit fixed-point frequency:
///
/// t = s + n h,  s integer                                                                 (2.1)
/// angle = 2 pi frac(f s) + omega n h,  f = omega / (2 pi)                                 (2.2)
///
/// Interrupt: safe where nothing else is said.
#pragma once

#include <cstdint>

#include "taut/dual.hpp"

namespace taut {

/// Step size h = period_s / period_ticks, a ratio of integers. Interrupt: safe.
template <class S>
struct StepSize {
  S h;                         ///< step in s, rounded to the scalar
  std::uint32_t period_s;      ///< whole seconds in a period
  std::uint32_t period_ticks;  ///< ticks in a period, at most 2^24 so that a float counts them

  /// One tick is seconds / ticks.
  static constexpr StepSize ratio(std::uint32_t seconds, std::uint32_t ticks) {
    return {S(seconds) / S(ticks), seconds, ticks};
  }

  /// From a tick rate in 1/s.
  static constexpr StepSize hz(std::uint32_t tick_hz) { return ratio(1, tick_hz); }

  /// The nearest ratio with at most 2^24 ticks, by continued fractions: within 1 / (2^24
  /// period_ticks) of h_s. Double arithmetic: call it at compile time on a float-only core.
  static constexpr StepSize seconds(double h_s) {
    std::uint64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    double x = h_s;
    for (int i = 0; i < 40 && x >= 0 && x < 4294967296.0; ++i) {
      const std::uint64_t a = static_cast<std::uint64_t>(x);
      const std::uint64_t p2 = a * p1 + p0, q2 = a * q1 + q0;
      if (q2 > (std::uint64_t(1) << 24) || p2 > 0xFFFFFFFFU) break;
      p0 = p1, q0 = q1, p1 = p2, q1 = q2;
      const double rest = x - static_cast<double>(a);
      const double error = static_cast<double>(p1) - h_s * static_cast<double>(q1);
      if ((error < 0 ? -error : error) <= 1e-15 * static_cast<double>(p1)) break;
      x = 1.0 / rest;
    }
    return {S(h_s), static_cast<std::uint32_t>(p1), static_cast<std::uint32_t>(q1)};
  }

  /// The longest period in s: in float, t since its start is then right to a microsecond.
  static constexpr std::uint32_t longest_period_s = sizeof(BaseScalar<S>) > 4 ? 0xFFFFFFFFU : 16U;

  /// A positive, finite step whose ticks the scalar counts exactly, in a period that it resolves.
  constexpr bool valid() const {
    return h > 0 && h < S(1e9) && period_s > 0 && period_s <= longest_period_s &&
           period_ticks > 0 && period_ticks <= (1U << 24);
  }
};

/// The tick counter of a state: whole seconds and the ticks since. Trivially copyable.
struct TickCount {
  std::uint32_t whole_s = 0;
  std::uint32_t ticks = 0;  ///< below period_ticks

  /// One tick later. Interrupt: safe.
  template <class S>
  constexpr TickCount next(const StepSize<S>& step) const {
    const std::uint32_t next = ticks + 1;
    const std::uint32_t stay = (next == step.period_ticks ? 1U : 0U) - 1U;  // a mask: no branch
    return {whole_s + (step.period_s & ~stay), next & stay};
  }

  /// Ticks since the start. 64-bit division: not for the step.
  template <class S>
  constexpr std::uint64_t total(const StepSize<S>& step) const {
    const std::uint64_t period_s = step.period_s > 0 ? step.period_s : 1;  // of a step that is none
    return std::uint64_t(whole_s) / period_s * step.period_ticks + ticks;
  }
};

/// An angular frequency and its exact phase per whole second. Built from double: constexpr, so that
/// a float-only core gets it from the compiler.
template <class S>
struct AngularFrequency {
  S rad_s;  ///< omega in rad/s
  /// Fraction of omega / (2 pi) in units of 2^-64, by words: four bytes of alignment suffice.
  std::uint32_t turns_high, turns_low;

  constexpr explicit AngularFrequency(double omega_rad_s)
      : AngularFrequency(omega_rad_s, fraction(omega_rad_s / 6.283185307179586477)) {}

 private:
  constexpr AngularFrequency(double omega_rad_s, std::uint64_t turns)
      : rad_s(S(omega_rad_s)),
        turns_high(static_cast<std::uint32_t>(turns >> 32)),
        turns_low(static_cast<std::uint32_t>(turns)) {}

  static constexpr std::uint64_t fraction(double turns) {
    const double whole = static_cast<double>(static_cast<std::int64_t>(turns));
    const double part = turns - whole + (turns < whole ? 1.0 : 0.0);  // in [0, 1]
    constexpr double two_32 = 4294967296.0;
    const auto high = static_cast<std::uint64_t>(part * two_32);
    const double low = (part * two_32 - static_cast<double>(high)) * two_32;
    return (high << 32) + static_cast<std::uint64_t>(low);
  }
};

/// A point in time as a model sees it. N is the number type of the evaluation; the part carries
/// dt/dt = 1 where a time derivative is asked for.
template <class N>
struct Time {
  using S = BaseScalar<N>;

  std::uint32_t whole_s;  ///< whole seconds
  N part_s;               ///< the rest in s

  /// t in s, rounded to the scalar. Good where a relative error of t matters little.
  N seconds() const { return part_s + S(whole_s); }

  /// omega t in rad, without its full turns: in [-pi, pi] plus omega times the part (2.2).
  template <class F>
  N angle(const AngularFrequency<F>& omega) const {
    // the product modulo 2^64 is the fraction; as signed it lies in [-1/2, 1/2) turn
    const std::uint64_t low = std::uint64_t(whole_s) * omega.turns_low;
    const auto low_turns = static_cast<std::uint32_t>(low);
    const auto signed_turns = static_cast<std::int32_t>(whole_s * omega.turns_high +
                                                        static_cast<std::uint32_t>(low >> 32));
    S whole_turns = S(signed_turns);
    if constexpr (sizeof(S) > 4) whole_turns += S(low_turns) * S(1 / 4294967296.0);
    return omega.rad_s * part_s + whole_turns * S(6.283185307179586477 / 4294967296.0);
  }
};

}  // namespace taut
