/// \file
/// Lacoursiere, Figure 7: time of a step against the number of squares.
///
/// The paper factorises a sparse matrix and finds a straight line. The library's matrices are
/// dense: what is reported is how the time grows where the number of squares doubles, in one run on
/// one computer.

#include <algorithm>
#include <chrono>

#include "ladder.hpp"

namespace {

using namespace reproduction;

// Least time in s of a step of some hundred; noise only adds.
template <int squares>
double step_time() {
  const auto stepper = started_ladder<squares>(60);
  if (!stepper) return infinity;
  double least = infinity;
  for (int i = 0; i < 400 / squares; ++i) {
    const auto before = std::chrono::steady_clock::now();
    if (stepper->step() != taut::Status::ok) return infinity;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - before;
    least = std::min(least, spent.count());
  }
  return least;
}

template <int squares>
double line() {
  const double time = step_time<squares>();
  point("spook-7", "dense", squares, time);
  return time;
}

}  // namespace

int main() {
  const double five = line<5>(), ten = line<10>(), twenty = line<20>();
  row("spook-7", "time of a step N=10 / N=5", "ratio", ten / five);
  row("spook-7", "time of a step N=20 / N=10", "ratio", twenty / ten);
}
