/// \file
/// A mechanism of models/mechanisms with the method, the tick and the inputs that it is stepped
/// with: what the images `mechanisms`, `mechanism_<name>` and `closed_<name>` have in common. One
/// source file a mechanism: they compile side by side, each once. No board in here.
#pragma once

#include <cstddef>
#include <new>

#include "taut/stepper.hpp"

/// Of a run: q, what q lost in rounding, and u.
struct RunState {
  const float *q, *q_low, *u;
  std::size_t nq, nu;
};

struct Subject {
  const char *mechanism, *method;
  std::uint32_t tick_hz;
  const std::uint32_t* products;  ///< multiplications of a factorisation and three solves
  taut::Status (*start)();
  void (*drive)(std::uint32_t tick);  ///< chooses the inputs of step `tick`, from 1, by the state
  taut::Status (*step)();
  float (*residual)();  ///< |g|, as the stepper has it
  RunState (*state)();
};

/// Without inputs.
struct Undriven {
  template <class State, class Inputs>
  void drive(std::uint32_t, const State&, Inputs&) {}
};

/// `Start` has q and u; `Driver` has drive(tick, state, inputs), and may remember.
template <class Model, class Method, class Start, class Driver = Undriven,
          std::uint32_t tick_hz = 1000>
class Run {
 public:
  static constexpr Subject subject(const char* mechanism, const char* method) {
    return {mechanism, method, tick_hz, &Model::step_products, start, drive, step, residual, state};
  }

 private:
  struct Stepped {
    taut::Stepper<Model, Method> stepper{Model{}, taut::StepSize<float>::hz(tick_hz)};
    taut::Input<Model> inputs{};
    Driver driver{};
  };
  alignas(Stepped) static inline std::byte arena_[sizeof(Stepped)];
  static Stepped& now() { return *std::launder(reinterpret_cast<Stepped*>(arena_)); }

  static taut::Status start() {
    const Start at;
    return (new (arena_) Stepped)->stepper.reset(at.q, at.u);
  }
  static void drive(std::uint32_t tick) {
    now().driver.drive(tick, now().stepper.state(), now().inputs);
  }
  static taut::Status step() { return now().stepper.step(now().inputs); }
  static float residual() { return now().stepper.position_residual(); }
  static RunState state() {
    const auto& s = now().stepper.state();
    return {s.q.data(), s.q_low.data(), s.u.data(), s.q.size(), s.u.size()};
  }
};

/// At rest where the list says.
template <class List, class Model>
struct AtRest {
  std::array<float, Model::nq> q = List::start();
  std::array<float, Model::nu> u{};
};
