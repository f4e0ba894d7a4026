/// \file
/// Exact solutions of the problems: host_tests/reference/exact.csv (columns in its README.md).
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace reproduction {

/// Entries prefix1, prefix2, ... of a problem at t_s: "q" for coordinates, "u" for velocities,
/// "lambda" for multipliers. Ends the program where there are none.
inline std::vector<double> exact(const std::string& problem, double t_s,
                                 const std::string& prefix) {
  std::ifstream table(TAUT_REFERENCE_FOLDER "/exact.csv");
  std::vector<double> values;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    std::string cell[4];
    for (std::string& text : cell) std::getline(cells, text, ',');
    const bool wanted = cell[0] == problem && cell[2] == prefix + std::to_string(values.size() + 1);
    if (wanted && std::stod(cell[1]) == t_s) values.push_back(std::stod(cell[3]));
  }
  if (values.empty()) {
    std::fprintf(stderr, "exact.csv holds no %s of %s at %g s\n", prefix.c_str(), problem.c_str(),
                 t_s);
    std::exit(1);
  }
  return values;
}

/// The rows of a table of host_tests/reference that has numbers alone, without its heading.
inline std::vector<std::vector<double>> rows_of(const std::string& file) {
  std::ifstream table(TAUT_REFERENCE_FOLDER "/" + file);
  std::vector<std::vector<double>> rows;
  std::string line;
  std::getline(table, line);  // the heading
  while (std::getline(table, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

/// q of the four-bar at one time.
inline std::vector<double> exact_four_bar(double t_s) {
  for (const std::vector<double>& row : rows_of("four_bar.csv"))
    if (row.at(0) == t_s) return {row.begin() + 1, row.end()};
  std::fprintf(stderr, "four_bar.csv holds no row of %g s\n", t_s);
  std::exit(1);
}

}  // namespace reproduction
