/// \file
/// What Tables 6.3 and 6.4 of Ascher, Chin, Petzold, Reich share: DOPRI5 with rtol 1e-5, atol 1e-6,
/// the steps it tries and the largest component of g and g' after any of them.
#pragma once

#include "report.hpp"
#include "taut/dormand_prince.hpp"

namespace reproduction {

struct ControlledRun {
  double tries = infinity, position = 0, velocity = 0, first_coordinate = 0;
};

/// `beta` of the step controller (DP.3): 0.04 is the code of 1993, 0 that of 1987.
template <class Post, class Damping, class Model, class Start>
ControlledRun controlled_run(const Model& model, const Start& start, double end_s, double beta,
                             Damping damping) {
  taut::DormandPrinceOptions options;
  options.relative_tolerance = 1e-5;
  options.absolute_tolerance = 1e-6;
  options.beta = beta;
  taut::DormandPrince<Model, Post, Damping> method(model, options, damping);
  ControlledRun out;
  if (method.reset(start.q, start.u) != taut::Status::ok) return out;
  const auto watch = [&](const auto& state, double t) {
    taut::TickSignals<Model> tick;
    const auto whole = static_cast<std::uint32_t>(t);
    tick.evaluate_at(model, whole, t - whole);
    const auto h = taut::constraint_residuals(model, taut::detail::load(state.q),
                                              taut::detail::load(state.u), tick, {});
    out.position = std::fmax(out.position, h.g.cwiseAbs().maxCoeff());
    out.velocity = std::fmax(out.velocity, h.rate.cwiseAbs().maxCoeff());
  };
  if (method.run_to(end_s, {}, watch) != taut::IntegrationStatus::ok) return out;
  out.tries = static_cast<double>(method.counts().accepted + method.counts().rejected);
  out.first_coordinate = method.state().q[0];
  return out;
}

/// Baum(alpha_1, alpha_2) and S-both^2 of one problem.
template <class Model, class Start>
struct ControlledTable {
  Model model;
  Start start;
  double end_s, beta;

  ControlledRun baumgarte(double alpha_1, double alpha_2) const {
    return controlled_run<taut::NoPostStabilization>(model, start, end_s, beta,
                                                     taut::Baumgarte<double>{alpha_1 / 2, alpha_2});
  }
  ControlledRun both_twice() const {
    return controlled_run<taut::SBothTwiceOfTables<>>(model, start, end_s, beta,
                                                      taut::NoStabilization{});
  }
};

}  // namespace reproduction
