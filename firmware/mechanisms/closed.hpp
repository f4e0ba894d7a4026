/// \file
/// Question: does a mechanism that is stepped in float stay closed for ten minutes, and does it go
/// on moving?
///
/// One line: mechanism, method, tick rate, steps, then as bits of floats
///
///     size                 of its longest body, at most 1 m, since g of axes and angles is in rad
///     closure              largest |g| over size, after every step, as the stepper has it
///     in double            the same of every tenth state, evaluated in double
///     energies in J        of every tenth state, in double: at the start, the least, the most, at
///                          the end
///     kinetic energy in J  the most in the first and in the last ten seconds
///
/// Minutes in the emulator: not part of the default build, but of tools/measure.
#pragma once

#include "board.hpp"
#include "mechanisms/subjects.hpp"
#include "taut/mechanism/outputs.hpp"
#include "text.hpp"

namespace closed {

constexpr std::uint32_t seconds = 600, steps_a_look = 10;

struct Look {
  double closure, kinetic, energy;
};

// A state in the eyes of the mechanism in double: with low words where the closure counts on them.
template <class System>
Look look(const RunState& at) {
  using Model = taut::Mechanism<System>;
  using Rows = taut::Vector<double, Model::nc>;
  static const Model model;
  taut::Vector<double, Model::nq> q;
  taut::Vector<double, Model::nu> u;
  for (int i = 0; i < Model::nq; ++i)
    q[i] = double(at.q[i]) + (Model::split_positions ? double(at.q_low[i]) : 0.0);
  for (int i = 0; i < Model::nu; ++i) u[i] = double(at.u[i]);
  const Rows none = Rows::Zero();
  const auto state = mechanism_state(model, q, u, none);
  const Rows g = constraint_value(model, q, state.tick.template as<double>(state.w));
  Look out{taut::detail::norm(g), kinetic_energy(state), 0.0};
  out.energy = out.kinetic;
  if constexpr (taut::detail::yields<double, taut::detail::PotentialCall, System,
                                     taut::Bodies<Model, double>>)
    out.energy += potential_energy(state);
  return out;
}

template <class System>
bool run(const Subject& subject, float size_m) {
  board::start();
  taut::Status status = subject.start();
  const Look first = look<System>(subject.state());
  const std::uint32_t steps = seconds * subject.tick_hz, ten_seconds = 10 * subject.tick_hz;
  float closure = 0.0F;
  double in_double = 0.0, least = first.energy, most = first.energy, early = 0.0, late = 0.0;
  Look now = first;
  std::uint32_t n = 0;
  while (n < steps && status == taut::Status::ok) {
    subject.drive(n + 1);
    status = subject.step();
    if (status != taut::Status::ok) break;
    ++n;
    const float residual = subject.residual();
    if (!(residual <= closure)) closure = residual;
    if (n % steps_a_look != 0) continue;
    now = look<System>(subject.state());
    if (!(now.closure <= in_double)) in_double = now.closure;
    if (now.energy < least) least = now.energy;
    if (now.energy > most) most = now.energy;
    if (n <= ten_seconds && now.kinetic > early) early = now.kinetic;
    if (n > steps - ten_seconds && now.kinetic > late) late = now.kinetic;
  }
  text::put(subject.mechanism);
  text::put(" ");
  text::put(subject.method);
  for (const std::uint32_t number : {subject.tick_hz, n}) {
    text::put(" ");
    text::put(number);
  }
  for (const float number :
       {size_m, closure / size_m, float(in_double) / size_m, float(first.energy), float(least),
        float(most), float(now.energy), float(early), float(late)}) {
    text::put(" ");
    text::put(number);
  }
  text::put("\n");
  if (status != taut::Status::ok) text::line("failed", describe(status));
  return status == taut::Status::ok;
}

}  // namespace closed
