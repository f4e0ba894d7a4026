/// \file
/// What the programs of this folder share: how they report numbers, and how they step.
///
/// A program computes, the judging is not its business. Each number goes out as a line
///     row,<table>,<row>,<quantity>,<value>
/// and each point of a curve as
///     point,<figure>,<curve>,<x>,<y>
/// and a number of a chaotic motion by its least and its most from neighbouring starts,
///     row,<table>,<row>,<quantity>,<least>,<most>
/// `tools/reproduce` finds the paper's value under the same three names in papers.csv. A value that
/// does not exist, because the run broke down, is infinite.
#pragma once

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "taut/stepper.hpp"

namespace reproduction {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline void row(const char* table, const std::string& name, const std::string& quantity,
                double value) {
  std::printf("row,%s,%s,%s,%.10g\n", table, name.c_str(), quantity.c_str(), value);
}

/// Least and most of a number.
struct Range {
  double least = infinity, most = -infinity;
  void include(double value) {
    least = std::fmin(least, value);
    most = std::fmax(most, value);
  }
};
inline void row(const char* table, const std::string& name, const std::string& quantity,
                const Range& range) {
  std::printf("row,%s,%s,%s,%.10g,%.10g\n", table, name.c_str(), quantity.c_str(), range.least,
              range.most);
}

inline void point(const char* figure, const std::string& curve, double x, double y) {
  std::printf("point,%s,%s,%.6g,%.6g\n", figure, curve.c_str(), x, y);
}

/// Steps are refused where they cannot be computed, not where the residual is large.
template <class Model>
constexpr taut::Limits<double> unlimited() {
  return {infinity, taut::Limits<double>::of<Model>().pivot_share};
}

/// `count` steps from `start`; `after(stepper, n)` follows the n-th. False where one was refused.
template <class Model, class Method, class Start, class After>
bool run(const Model& model, const Method& method, const Start& start,
         const taut::StepSize<double>& step, int count, After after) {
  taut::Stepper<Model, Method> stepper(model, step, unlimited<Model>(), method);
  taut::Status status = stepper.reset_to(start);
  for (int n = 1; n <= count && status == taut::Status::ok; ++n) {
    status = stepper.step();
    if (status == taut::Status::ok) after(stepper, n);
  }
  return status == taut::Status::ok;
}

/// Largest |g| and |G u + g_t| after the steps of a run; infinite where it broke down.
struct Drift {
  double position = 0, velocity = 0;
};
template <class Model, class Method, class Start>
Drift drift(const Model& model, const Method& method, const Start& start,
            const taut::StepSize<double>& step, int count) {
  Drift largest;
  const bool finished = run(model, method, start, step, count, [&](const auto& stepper, int) {
    largest.position = std::fmax(largest.position, stepper.position_residual());
    largest.velocity = std::fmax(largest.velocity, stepper.velocity_residual());
  });
  return finished ? largest : Drift{infinity, infinity};
}

/// log(a / b) / log(ratio): the order of what falls from a to b where h falls by `ratio`.
inline double order(double a, double b, double ratio) { return std::log(a / b) / std::log(ratio); }

/// Largest difference of two sequences.
template <class A, class B>
double largest_difference(const A& a, const B& b) {
  double largest = 0;
  auto entry = std::begin(a);
  for (const double other : b) largest = std::fmax(largest, std::fabs(*entry++ - other));
  return largest;
}

}  // namespace reproduction
