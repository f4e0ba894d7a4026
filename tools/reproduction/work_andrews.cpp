/// \file
/// The squeezing mechanism of seven bodies after 10 ms, at steps a hundred times shorter.

#include "models/andrews.hpp"
#include "work_precision.hpp"

namespace reproduction {

void on_andrews() {
  const Problem<taut::models::Andrews<double>, taut::models::AndrewsStart<double>> problem{
      "Andrews", 1, 100, exact("andrews", 0.01, "q")};
  equal_cost(problem, 1e-5);
  work_precision(problem, "work-andrews", "Andrews 10 ms h=10us", 1e-5, steps_between(2e-4, 1e-6));
}

}  // namespace reproduction
