/// \file
/// Reads srm.csv: iterates of the sequential regularisation (columns: problem, method, h in s,
/// iteration, t in s, quantity, value).
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace taut::testing {

struct SrmValue {
  int iteration;
  int step;              ///< t / h
  std::string quantity;  ///< x1.., or q1.., v1..
  double value;
};

/// Rows of one problem, in the order of the file.
inline std::vector<SrmValue> srm_table(const std::string& problem) {
  std::ifstream table(TAUT_REFERENCE_FOLDER "/srm.csv");
  std::vector<SrmValue> rows;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    std::string cell[7];
    for (std::string& text : cell) std::getline(cells, text, ',');
    if (cell[0] == problem)
      rows.push_back({std::stoi(cell[3]),
                      static_cast<int>(std::lround(std::stod(cell[4]) / std::stod(cell[2]))),
                      cell[5], std::stod(cell[6])});
  }
  EXPECT_FALSE(rows.empty()) << "srm.csv holds no " << problem;
  return rows;
}

/// Whether a number is a printed one of two digits, rounded or cut off: to one unit of the second.
inline ::testing::AssertionResult prints_as(double actual, double printed) {
  const double unit = std::pow(10, std::floor(std::log10(printed)) - 1);
  if (std::fabs(actual - printed) <= unit) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << actual << " does not print as " << printed;
}

}  // namespace taut::testing
