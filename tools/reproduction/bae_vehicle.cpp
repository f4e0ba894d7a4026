/// \file
/// Burgermeister, Arnold, Esterl, section 4.3: which Baumgarte parameters the velocity-first order
/// of vehicle simulation bears, on the car axle.

#include "bae_axle.hpp"

namespace {

using namespace reproduction;
using Method = taut::VehicleEuler<taut::Baumgarte<double>>;

double drift_of(std::uint32_t hz, double alpha, double beta) {
  Method method;
  method.stabilization = {alpha, beta};
  return axle_run({"", hz}, method).drift;
}

}  // namespace

int main() {
  const char* table = "bae-4.3";
  row(table, "alpha=1/h beta=1/h^2", "h=1e-3", drift_of(1000, 1000, 1e6));
  row(table, "alpha=1/h beta=1/h^2", "h=1e-4", drift_of(10000, 1e4, 1e8));
  row(table, "alpha=100 beta=1e4", "h=1e-3", drift_of(1000, 100, 1e4));
  const double dead_beat = drift_of(1000, 500, 1e6);
  row(table, "alpha=1/(2h) beta=1/h^2", "h=1e-3", dead_beat);
  row(table, "alpha=1/(2h) beta=1/h^2", "order", order(dead_beat, drift_of(10000, 5000, 1e8), 10));
  row(table, "alpha=.7/h beta=1/h^2", "h=1e-3", drift_of(1000, 700, 1e6));
  row(table, "alpha=.9/h beta=1/h^2", "h=1e-3", drift_of(1000, 900, 1e6));
}
