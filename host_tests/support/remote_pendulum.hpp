/// \file
/// A pendulum under remote control, without a board: for the tests of telemetry and commands, and
/// for the programs that exchange frames with the tools.
#pragma once

#include "taut/realtime/link.hpp"

namespace taut::testing {

/// On a rod of 1 m; inputs (push in N along x, damping in N s/m).
template <class S>
struct PushedPendulum {
  using Scalar = S;
  static constexpr int nq = 2, nc = 1, nw = 2;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;

  Vector<S, 2> mass_matrix() const { return {S(1), S(1)}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>&, const Vector<N, 2>& u,
                     const Signals<PushedPendulum, N>& s) const {
    return {s.w[0] - s.w[1] * u[0], N(S(-9.81)) - s.w[1] * u[1]};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<PushedPendulum, N>&) const {
    return Vector<N, 1>(q[0] * q[0] + q[1] * q[1] - S(1));
  }
};

template <class S>
struct PendulumWiring {
  using Model = PushedPendulum<S>;
  static constexpr const char* name = "pendulum";
  static constexpr std::array<realtime::Quantity<S>, 1> inputs{{{"push_n", S(-8), S(8), S(0)}}};
  static constexpr std::array<realtime::Quantity<S>, 2> parameters{
      {{"damping_n_s_per_m", S(0), S(2), S(0.25)}, {"push_limit_n", S(0), S(4), S(4)}}};

  static Input<Model> drive(const std::array<S, 1>& input, const std::array<S, 2>& parameter) {
    const S limit = parameter[1];
    const S push = input[0] > limit ? limit : input[0] < -limit ? -limit : input[0];
    return {push, parameter[0]};
  }
  static Status start(Stepper<Model>& stepper, const Input<Model>& w) {
    return stepper.reset({S(1), S(0)}, {S(0), S(0)}, w);
  }
};

/// The cost of each step is its number.
struct CountingClock {
  static inline std::uint32_t steps = 0;
  static std::uint32_t now() { return 0; }
  static std::uint32_t cost_since(std::uint32_t) { return ++steps; }
  static bool tick_pending() { return false; }
};

template <class S>
using PendulumLoop = realtime::Loop<Stepper<PushedPendulum<S>>, CountingClock>;
template <class S>
using RemotePendulum = realtime::RemoteLoop<PendulumLoop<S>, PendulumWiring<S>>;

/// Ready for its first tick, at 1 kHz with a record every tenth step.
template <class S>
struct ReadyPendulum {
  RemotePendulum<S> remote{10, PushedPendulum<S>{}, StepSize<S>::hz(1000)};
  Status started = (CountingClock::steps = 0, remote.start());
};

}  // namespace taut::testing
