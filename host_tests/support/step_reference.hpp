/// \file
/// Compares a stepper with the fixed-step reference of steps.csv, entry by entry.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "support/run.hpp"
#include "support/scalars.hpp"

namespace taut::testing {

// "q" of "q3": the vector of an entry.
inline std::string vector_of(const std::string& quantity) {
  return quantity.substr(0, quantity.find_first_of("0123456789"));
}

// The entry of a stepper that a quantity of steps.csv names: q1.., u1.., lambda1.., norm2_g.
template <class Stepper>
double quantity_of(const Stepper& stepper, const std::string& quantity) {
  if (quantity == "norm2_g") return stepper.position_residual();
  const std::string vector = vector_of(quantity);
  const std::size_t i = std::stoul(quantity.substr(vector.size())) - 1;
  if (vector == "q") return stepper.state().q[i];
  if (vector == "u") return stepper.state().u[i];
  return stepper.state().lambda[i];
}

// Ten times what rounding moves the reference itself. The table gives one draw of that random
// number an entry, so the largest of the vector counts. To this comes one rounding: of the largest
// force for a multiplier, which is a difference of forces; of the terms of g, which are of order
// one; and of the value for the rest. The norm of g is printed with 7 digits.
inline double allowed(const std::vector<StepValue>& table, const StepValue& row,
                      double largest_force) {
  const std::string vector = vector_of(row.quantity);
  double rounding = 0;
  for (const StepValue& other : table)
    if (other.step == row.step && vector_of(other.quantity) == vector)
      rounding = std::max(rounding, other.rounding);
  const double epsilon = std::numeric_limits<double>::epsilon();
  if (row.quantity == "norm2_g") return 10 * rounding + 5e-7 * row.value + epsilon;
  return 10 * rounding + epsilon * (vector == "lambda" ? largest_force : std::fabs(row.value));
}

/// Runs `Method` at 1 ms and compares it with every row of the table.
template <class Method, class Model, class Start>
void expect_reference_steps(const Model& model, const Start& start, const std::string& problem,
                            const std::string& method, double largest_force) {
  auto stepper = started<Method>(model, StepSize<double>::hz(1000), start.q, start.u);
  const std::vector<StepValue> table = reference_steps(problem, method);
  int step = 0;
  for (const StepValue& row : table) {
    ASSERT_LE(step, row.step);
    if (!run(stepper, row.step - step)) return;
    step = row.step;
    EXPECT_TRUE(
        near(quantity_of(stepper, row.quantity), row.value, allowed(table, row, largest_force)))
        << problem << " " << method << " step " << row.step << " " << row.quantity;
  }
}

}  // namespace taut::testing
