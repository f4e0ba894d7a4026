/// \file
/// What the programs of Ascher and Lin's Tables 6.4 and 6.5 share: iterates of the sequential
/// regularisation over the whole run, and their residuals.
#pragma once

#include <array>

#include "report.hpp"
#include "taut/srm.hpp"

namespace reproduction {

/// eps = `epsilon_steps` h.
template <class Weight, int iterations>
auto whole_run(float epsilon_steps) {
  taut::SequentialRegularization<Weight, iterations, 1, taut::WholeRun> method;
  method.epsilon_steps = epsilon_steps;
  return method;
}

/// look(q, u) of iterate s of a state: 1 first, the state itself last.
template <class State, class Look>
void of_iterate(const State& state, int s, Look look) {
  const auto k = static_cast<std::size_t>(s - 1);
  if (k < state.earlier.size())
    look(state.earlier[k].q, state.earlier[k].u);
  else
    look(state.q, state.u);
}

/// Largest |g_i| and |(G u)_i|; for models that do not depend on time.
template <class Model, class Q, class U>
std::array<double, 2> residuals(const Model& model, const Q& q, const U& u) {
  const taut::TickSignals<Model> tick{};
  taut::ConstraintLinearisation<Model> constraint;
  linearise_constraint(model, taut::detail::load(q), tick, taut::Input<Model>{}, constraint);
  return {constraint.g.cwiseAbs().maxCoeff(),
          constraint.rate(taut::detail::load(u)).cwiseAbs().maxCoeff()};
}

}  // namespace reproduction
