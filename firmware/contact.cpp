/// \file
/// Question: what does a step of each mechanism with contact points or load-dependent forces cost,
/// does every step cost the same, and how far do they open?
///
/// Three lines each: `mechanism method least most sum steps`; the largest |g| of these steps in
/// nanometres; a checksum of the bits of the states. TAUT_CONTACT_STEPS of a millisecond.

#include "checksum.hpp"
#include "costs.hpp"
#include "models/flat_follower_cam.hpp"
#include "models/friction_pendulum.hpp"
#include "models/wheelset.hpp"
#include "taut/rattle.hpp"

#ifndef TAUT_CONTACT_STEPS
#define TAUT_CONTACT_STEPS 1000
#endif

namespace {

using namespace taut;
using namespace taut::models;

alignas(8) std::byte arena[2048];

template <class Method, class Start, class Model>
bool measure(const char* mechanism, const char* method, const Model& model) {
  using Subject = Stepper<Model, Method>;
  static_assert(sizeof(Subject) <= sizeof arena);
  Subject& stepper = *new (arena) Subject(model, StepSize<float>::hz(1000));
  Status status = stepper.reset_to(Start{});
  Costs costs;
  Checksum checksum;
  float closure = 0.0F;
  for (std::uint32_t n = 0; n < TAUT_CONTACT_STEPS && status == Status::ok; ++n) {
    const std::uint32_t before = board::clock_now();
    status = stepper.step();
    const std::uint32_t cost = board::cost_since(before);
    if (status != Status::ok) break;
    costs.add(cost);
    const float residual = stepper.position_residual();
    if (!(residual <= closure)) closure = residual;
    checksum.add(stepper.state().q.data(), stepper.state().q.size());
    checksum.add(stepper.state().u.data(), stepper.state().u.size());
  }
  costs.write(mechanism, method);
  text::line("closure_nm", std::uint32_t(closure * 1e9F));
  text::line_hex("checksum", checksum.value());
  if (status != Status::ok) text::line("failed", describe(status));
  return status == Status::ok;
}

template <class Start, class Model>
bool by_each_method(const char* mechanism, const Model& model = {}) {
  bool ok = measure<LinearImplicitEuler<>, Start>(mechanism, "default", model);
  ok &= measure<Rattle<0>, Start>(mechanism, "rattle_0", model);
  return ok;
}

}  // namespace

int main() {
  board::start();
  text::line("unit", board::cost_unit());
  bool ok = by_each_method<WheelsetStart<float>, Wheelset<float>>("wheelset");
  Wheelset<float> in_a_curve;
  in_a_curve.curvature = 2e-3F;
  ok &= measure<Rattle<0>, WheelsetStart<float>>("wheelset_in_a_curve", "rattle_0", in_a_curve);
  ok &= by_each_method<FlatFollowerCamStart<float>, FlatFollowerCam<float>>("flat_follower_cam");
  ok &= by_each_method<FrictionPendulumStart<float>, FrictionPendulum<float>>("friction_pendulum");
  return ok ? 0 : 1;
}
