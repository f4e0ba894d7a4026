/// \file
/// Rows of a table of steps without a column of roundings: problem, method, h, step, quantity,
/// value. The comparison with a stepper.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/scalars.hpp"

namespace taut::testing {

struct TableValue {
  int step;
  std::string quantity;  ///< q1.., u1.., y1..
  double value;
};

/// The rows of one problem and method, in the order of the file.
inline std::vector<TableValue> step_table(const std::string& file, const std::string& problem,
                                          const std::string& method) {
  std::ifstream table(std::string(TAUT_REFERENCE_FOLDER "/") + file);
  std::vector<TableValue> rows;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    std::string cell[6];
    for (std::string& text : cell) std::getline(cells, text, ',');
    if (cell[0] == problem && cell[1] == method)
      rows.push_back({std::stoi(cell[3]), cell[4], std::stod(cell[5])});
  }
  EXPECT_FALSE(rows.empty()) << file << " holds no " << problem << " by " << method;
  return rows;
}

/// Entry `quantity` of a state: q1.., u1.., or y1.. for q and u in one.
template <class State>
double table_entry(const State& state, const std::string& quantity) {
  const std::size_t i = std::stoul(quantity.substr(1)) - 1;
  if (quantity[0] == 'q') return static_cast<double>(state.q[i]);
  if (quantity[0] == 'u') return static_cast<double>(state.u[i]);
  return static_cast<double>(i < state.q.size() ? state.q[i] : state.u[i - state.q.size()]);
}

/// |actual - expected|, full turns apart where `angle`.
inline double difference(double actual, double expected, bool angle) {
  const double d = actual - expected;
  return std::fabs(angle ? std::remainder(d, 6.283185307179586477) : d);
}

}  // namespace taut::testing
