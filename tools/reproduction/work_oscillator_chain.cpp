/// \file
/// The chain of oscillators after 1 s in its slowest mode, which the stiff springs hardly take part
/// in.

#include "models/oscillator_chain.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_oscillator_chain() {
  const taut::models::OscillatorChainStart<double> start;
  std::vector<double> exact_q(start.q.begin(), start.q.end());
  for (double& x : exact_q) x *= std::cos(2.8283796078466051);
  const Problem<taut::models::OscillatorChain<double>, taut::models::OscillatorChainStart<double>>
      problem{"oscillator chain", 1, 1, exact_q};
  work_precision(problem, "work-oscillator-chain", "oscillator chain 1 s", 1e-3,
                 steps_between(0.02, 5e-5));
}

}  // namespace reproduction
