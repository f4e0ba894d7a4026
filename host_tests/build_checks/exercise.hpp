/// \file
/// Instantiates for one model all that the library offers: stepper, loop and consistent start.
/// Instantiate it explicitly; nothing here is meant to run.
#pragma once

#include "taut/taut.hpp"

namespace build_checks {

/// All that an application keeps, as members: what is on the stack then is the library's own.
template <class Model, class Method = taut::LinearImplicitEuler<>>
struct Exercise {
  using S = typename Model::Scalar;
  using Stepper = taut::Stepper<Model, Method>;
  using Loop = taut::realtime::Loop<Stepper>;

  Loop loop;
  typename Loop::SnapshotType snapshot;
  taut::realtime::StateRecord<Stepper> record;
  taut::StartOptions<Model> options;
  taut::StartReport<Model> report;

  /// A model as it stands, made in place.
  Exercise() : loop(Model{}, taut::StepSize<S>::hz(1000)), snapshot{}, record{}, report{} {}

  /// From a rough start to one tick of the loop, then a step by hand and back.
  taut::Status run() {
    Stepper& stepper = loop.stepper();
    taut::Status status = start();
    if (status != taut::Status::ok) return status;
    status = loop.on_tick();
    if (status != taut::Status::ok) return status;
    if (!loop.read(snapshot)) return taut::Status::not_started;
    loop.reset_counters();
    status = stepper.step();
    if (status != taut::Status::ok) return status;
    const S residual = stepper.position_residual() + stepper.velocity_residual();
    if (!(residual < stepper.smallest_pivot_share())) return taut::Status::residual_too_large;
    status = stepper.reproject();
    if (status != taut::Status::ok) return status;
    record = taut::realtime::StateRecord<Stepper>::of(snapshot.state, stepper.step_size());
    return record.restore(stepper);
  }

 private:
  taut::Status start() {
    const Model& model = loop.stepper().model();
    auto& state = snapshot.state;
    if constexpr (taut::detail::ns<Model>() > 0) {
      const taut::Status status =
          taut::make_consistent(model, state.q, state.u, state.s, options, report);
      return status != taut::Status::ok ? status : loop.stepper().reset(state.q, state.u, state.s);
    } else {
      const taut::Status status = taut::make_consistent(model, state.q, state.u, options, report);
      return status != taut::Status::ok ? status : loop.stepper().reset(state.q, state.u);
    }
  }
};

}  // namespace build_checks
