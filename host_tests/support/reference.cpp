/// \file
/// See reference.hpp.
#include "support/reference.hpp"

#include <gtest/gtest.h>

#define CSV_IO_NO_THREAD
#include <libfccp/csv.h>

#include <limits>

namespace taut::testing {
namespace {

// The table reader's own number parser does not round correctly, so cells are read as text.
double number(const std::string& cell) { return std::stod(cell); }

std::string path(const std::string& file) { return std::string(TAUT_REFERENCE_FOLDER "/") + file; }

}  // namespace

std::vector<StepValue> reference_steps(const std::string& problem, const std::string& method,
                                       const std::string& file) {
  io::CSVReader<6> table(path(file));
  table.read_header(io::ignore_extra_column, "problem", "method", "step", "quantity", "value",
                    "rounding");
  std::vector<StepValue> rows;
  std::string row_problem, row_method, quantity, value, rounding;
  int step = 0;
  while (table.read_row(row_problem, row_method, step, quantity, value, rounding))
    if (row_problem == problem && row_method == method)
      rows.push_back({step, quantity, number(value), number(rounding)});
  EXPECT_FALSE(rows.empty()) << file << " holds no " << problem << " by " << method;
  return rows;
}

double exact(const std::string& problem, double t_s, const std::string& quantity) {
  io::CSVReader<4> table(path("exact.csv"));
  table.read_header(io::ignore_extra_column, "problem", "t", "quantity", "value");
  std::string row_problem, t, row_quantity, value;
  while (table.read_row(row_problem, t, row_quantity, value))
    if (row_problem == problem && number(t) == t_s && row_quantity == quantity)
      return number(value);
  ADD_FAILURE() << "exact.csv holds no " << quantity << " of " << problem << " at " << t_s;
  return std::numeric_limits<double>::quiet_NaN();
}

namespace {
// The rest of a row of time and coordinates.
template <class Row, std::size_t n>
Row trajectory_row(const std::string& t, const std::array<std::string, n>& q) {
  Row row{number(t), {}};
  for (std::size_t i = 0; i < n; ++i) row.q[i] = number(q[i]);
  return row;
}
}  // namespace

std::vector<FourBarValue> reference_four_bar() {
  io::CSVReader<10> table(path("four_bar.csv"));
  table.read_header(io::ignore_extra_column, "t", "x1", "y1", "theta1", "x2", "y2", "theta2", "x3",
                    "y3", "theta3");
  std::vector<FourBarValue> rows;
  std::string t;
  std::array<std::string, 9> q;
  while (table.read_row(t, q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], q[8]))
    rows.push_back(trajectory_row<FourBarValue>(t, q));
  return rows;
}

std::vector<WheelsetValue> reference_wheelset() {
  io::CSVReader<6> table(path("wheelset.csv"));
  table.read_header(io::ignore_extra_column, "t", "x", "y", "z", "theta", "phi");
  std::vector<WheelsetValue> rows;
  std::string t;
  std::array<std::string, 5> q;
  while (table.read_row(t, q[0], q[1], q[2], q[3], q[4]))
    rows.push_back(trajectory_row<WheelsetValue>(t, q));
  return rows;
}

}  // namespace taut::testing
