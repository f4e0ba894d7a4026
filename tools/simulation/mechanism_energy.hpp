/// \file
/// The energy of a mechanism of bodies and joints, T + V, for tools/simulate; its programs alone
/// include this.
#pragma once

#include "simulation/start.hpp"
#include "taut/mechanism/outputs.hpp"

namespace simulation {

/// Records the energy of the user's function where there is one, else that of the bodies and of the
/// list's potential_energy; nothing where the list has none.
template <class RecorderType, class System, class Q, class U>
void see_energy(RecorderType& recorder, const taut::Mechanism<System>& model, const Q& q,
                const U& u) {
  using Model = taut::Mechanism<System>;
  using S = typename Model::Scalar;
  if constexpr (taut::detail::detected<EnergyCall, Model, Q, U>) {
    recorder.see_energy(static_cast<double>(energy(model, q, u)));
  } else if constexpr (taut::detail::detected<taut::detail::PotentialCall, System,
                                              taut::Bodies<Model, S>>) {
    const auto at =
        taut::mechanism_state(model, taut::detail::load(q), taut::detail::load(u),
                              taut::Vector<S, Model::nc>(taut::Vector<S, Model::nc>::Zero()));
    recorder.see_energy(static_cast<double>(taut::kinetic_energy(at)) +
                        static_cast<double>(taut::potential_energy(at)));
  }
}

}  // namespace simulation
