/// \file
/// The four-bar linkage after 2 s: host_tests/reference/four_bar.csv.

#include "models/four_bar.hpp"
#include "work_precision.hpp"

namespace reproduction {

namespace {

std::vector<double> coordinates_at(double t_s) {
  std::ifstream table(TAUT_REFERENCE_FOLDER "/four_bar.csv");
  std::string line;
  std::getline(table, line);  // the heading
  while (std::getline(table, line)) {
    std::istringstream cells(line);
    std::vector<double> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    if (row.at(0) == t_s) return {row.begin() + 1, row.end()};
  }
  std::fprintf(stderr, "four_bar.csv holds no row of %g s\n", t_s);
  std::exit(1);
}

}  // namespace

void on_four_bar() {
  const Problem<taut::models::FourBar<double>, taut::models::FourBarStart<double>> problem{
      "four-bar", 2, 1, coordinates_at(2)};
  work_precision(problem, "work-four-bar", "four-bar 2 s", 1e-3, steps_between(0.04, 3e-4));
}

}  // namespace reproduction
