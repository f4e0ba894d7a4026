/// \file
/// Every real-time method on one mechanism.
#pragma once

#include "costs.hpp"
#include "taut/bdf.hpp"
#include "taut/generalized_alpha.hpp"
#include "taut/guarded.hpp"
#include "taut/rattle.hpp"
#include "taut/runge_kutta.hpp"
#include "taut/shake.hpp"
#include "taut/spook.hpp"
#include "taut/srm.hpp"
#include "taut/vehicle_euler.hpp"

/// One mechanism and method at a time lives here.
inline constexpr std::size_t arena_bytes = 8192 * sizeof(CostScalar);
extern std::byte stepper_arena[arena_bytes];

/// Steps in software may be longer than the board's clock goes: how often it wrapped the ticks of a
/// timer tell, whose interrupts add less than 0.1 % to a step. Where an FPU computes, none ticks.
struct LongClock {
#ifdef __ARM_FP
  static constexpr bool in_software = (__ARM_FP & sizeof(CostScalar)) == 0;
#else
  static constexpr bool in_software = true;
#endif
  static constexpr std::uint32_t tick_hz = 100;
  static volatile std::uint32_t ticks;

  struct Reading {
    std::uint32_t ticks, clock;
  };
  static Reading now() { return {ticks, board::clock_now()}; }
  static std::uint32_t since(Reading start) {
    const std::uint32_t cost = board::cost_since(start.clock), range = board::cost_range();
    const std::uint32_t roughly = (ticks - start.ticks) * board::cost_of_period(tick_hz);
    return in_software && roughly > cost ? cost + (roughly - cost + range / 2) / range * range
                                         : cost;
  }
};

template <class Method, class Model, class Start>
bool measure_method(const char* mechanism, const char* method, const Start& start,
                    std::uint32_t tick_hz) {
  return measure_steps<taut::Stepper<Model, Method>, LongClock>(mechanism, method, Model{}, start,
                                                                tick_hz, 20, stepper_arena);
}

/// A line for each method. The tick rate has to suit the mechanism, so that none is refused.
template <class Model, class Start>
bool measure_methods(const char* mechanism, const Start& start, std::uint32_t tick_hz) {
  using namespace taut;
  using Full = FullDerivative;
  using Projected = OneStepProjection;
  bool ok = true;
  const auto measure = [&](auto method, const char* name) {
    ok &= measure_method<decltype(method), Model>(mechanism, name, start, tick_hz);
  };
  measure(LinearImplicitEuler<>{}, "euler");
  measure(LinearImplicitEuler<Full, ProjectionAtPredicted>{}, "euler_predicted");
  measure(LinearImplicitEuler<Full, DeadBeatBaumgarte>{}, "euler_baumgarte");
  measure(LinearImplicitEuler<Full, Projected, Index2>{}, "euler_index2");
  measure(LinearImplicitEuler<Full, Projected, Index1, J1>{}, "euler_j1");
  measure(LinearImplicitEuler<Full, Projected, Index1, J2>{}, "euler_j2");
  measure(VehicleEuler<>{}, "vehicle");
  measure(ExplicitRungeKutta<Heun, SBoth<>>{}, "heun_s_both");
  measure(ExplicitRungeKutta<ClassicalRungeKutta4, SBothTwice<>>{}, "rk4_s_both2");
  measure(Bdf<2>{}, "bdf2");
  measure(Spook<CostScalar>{}, "spook");
  measure(Rattle<0>{}, "rattle_0");
  measure(Rattle<1>{}, "rattle_1");
  measure(Shake<>{}, "shake");
  measure(Guarded<CostScalar>{1e6F}, "guarded_smooth");
  measure(Guarded<CostScalar>{0.0F}, "guarded_rough");
  if constexpr (ModelTraits<Model>::na == 0) {
    measure(GeneralizedAlpha<>{}, "generalized_alpha");
    measure(GeneralizedAlpha<FullJacobian>{}, "generalized_alpha_full");
    measure(SequentialRegularization<>{}, "srm");
  }
  return ok;
}
