/// \file
/// taut in the benchmark: RATTLE-1 at its step or, with TAUT_BENCH_FINE, as the reference, with one
/// correction at a 64th of it.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>

#include "taut/taut.hpp"

namespace taut::bench {

#ifdef TAUT_BENCH_FINE
using Method = Rattle<1>;
constexpr int fine = 64;
#else
using Method = Rattle<0>;
constexpr int fine = 1;
#endif

/// Steps of a millisecond; a failure ends the program.
template <class Model>
class StepsOfTaut {
 public:
  template <class Q>
  StepsOfTaut(const Model& model, const Q& q) : stepper_(model, StepSize<double>::hz(1000 * fine)) {
    check(stepper_.reset(q, std::array<double, Model::nu>{}));
  }
  void step() {
    for (int i = 0; i < fine; ++i) check(stepper_.step());
  }
  const auto& q() const { return stepper_.state().q; }

 private:
  static void check(Status status) {
    if (status == Status::ok) return;
    std::fprintf(stderr, "taut: %s\n", describe(status));
    std::exit(1);
  }

  Stepper<Model, Method> stepper_;
};

}  // namespace taut::bench
