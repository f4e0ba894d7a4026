/// \file
/// The four-bar linkage after 2 s: host_tests/reference/four_bar.csv.

#include "models/four_bar.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_four_bar() {
  const Problem<taut::models::FourBar<double>, taut::models::FourBarStart<double>> problem{
      "four-bar", 2, 1, exact_four_bar(2)};
  work_precision(problem, "work-four-bar", "four-bar 2 s", 1e-3, steps_between(0.04, 3e-4));
}

}  // namespace reproduction
