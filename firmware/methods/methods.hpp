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

template <class Method, class Model, class Start>
bool measure_method(const char* mechanism, const char* method, const Start& start,
                    std::uint32_t tick_hz) {
  return measure_steps<taut::Stepper<Model, Method>>(mechanism, method, Model{}, start, tick_hz, 20,
                                                     stepper_arena);
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
