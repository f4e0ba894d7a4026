/// \file
/// Reads the tables of host_tests/reference (columns in its README.md).
#pragma once

#include <array>
#include <string>
#include <vector>

namespace taut::testing {

/// One row of steps.csv.
struct StepValue {
  int step;
  std::string quantity;
  double value;
  double rounding;
};

/// Rows of one problem and method of steps.csv, or of another file of the same columns, in its
/// order.
std::vector<StepValue> reference_steps(const std::string& problem, const std::string& method,
                                       const std::string& file = "steps.csv");

/// A value of exact.csv; fails the test and returns NaN where there is none.
double exact(const std::string& problem, double t_s, const std::string& quantity);

/// One row of four_bar.csv: (x, y, theta) of crank, coupler, rocker.
struct FourBarValue {
  double t_s;
  std::array<double, 9> q;
};

std::vector<FourBarValue> reference_four_bar();

/// One row of wheelset.csv: (x, y, z, theta, phi).
struct WheelsetValue {
  double t_s;
  std::array<double, 5> q;
};

std::vector<WheelsetValue> reference_wheelset();

}  // namespace taut::testing
