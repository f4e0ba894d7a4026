/// \file
/// Eich, Table 3.1: errors of the pendulum after fifty periods, by BDF with and without projection.
///
/// The paper's code chooses step and order. eich-3.1 is by a stand-in that does too; eich-3.1b by
/// the library's fixed orders and steps, where what does not depend on a code can be compared: the
/// order, the residual, and that the errors of a projected turning point belong together,
/// dx = dy^2/2 and dx' = dy dy'.

#include "eich_bdf.hpp"

namespace {

using namespace reproduction;

void print(const char* table, const std::string& name, const BdfRun& r) {
  row(table, name, "dx", r.q[0]);
  row(table, name, "dy", r.q[1]);
  row(table, name, "dx'", r.u[0]);
  row(table, name, "dy'", r.u[1]);
  row(table, name, "dlambda", r.lambda);
  row(table, name, "RES", r.residual);
}

// ---- variable step and order

// A pair of lines, without and with projection; returns by how much that lessens dy'.
double pair(const std::string& name, double tolerance) {
  const VariableRun free = variable_run(tolerance, false),
                    projected = variable_run(tolerance, true);
  print("eich-3.1", name + " no", free);
  row("eich-3.1", name + " no", "steps", free.steps);
  print("eich-3.1", name + " yes", projected);
  row("eich-3.1", name + " yes", "steps", projected.steps);
  return free.u[1] / projected.u[1];
}

void variable_steps() {
  pair("paper's first pair by TOL=1e-6", 1e-6);
  pair("TOL=1e-5", 1e-5);
  for (const char* tolerance : {"1e-6", "1e-7", "1e-8", "1e-9"}) {
    const std::string name = std::string("TOL=") + tolerance;
    row("eich-3.1", "gain by projection " + name, "dy'", pair(name, std::stod(tolerance)));
  }
}

// ---- fixed step and order

template <int k>
void millisecond() {
  const std::string name = "BDF" + std::to_string(k) + " h=1e-3";
  print("eich-3.1b", name + " no", bdf_run<k, false>(100000));
  print("eich-3.1b", name + " yes", bdf_run<k, true>(100000));
}

// Of dy', from `steps` to twice as many.
template <int k, bool projected>
void order_line(std::uint32_t steps) {
  const std::string name = "BDF" + std::to_string(k) + (projected ? " yes" : " no");
  row("eich-3.1b", name, "order",
      order(bdf_run<k, projected>(steps).u[1], bdf_run<k, projected>(2 * steps).u[1], 2));
}

void fixed_steps() {
  millisecond<1>();
  millisecond<2>();
  millisecond<3>();
  millisecond<4>();
  millisecond<5>();
  order_line<2, false>(100000);
  order_line<2, true>(400000);  // at 1 ms its terms of order 2 and 3 cancel
  order_line<3, false>(50000);
  order_line<3, true>(50000);
  order_line<4, false>(25000);
  order_line<4, true>(25000);
  order_line<5, false>(12500);
  order_line<5, true>(12500);
  const BdfRun r = bdf_run<4, true>(25000);
  row("eich-3.1b", "BDF4 h=4e-3 yes", "dx/(dy^2/2)", r.q[0] / (r.q[1] * r.q[1] / 2));
  row("eich-3.1b", "BDF4 h=4e-3 yes", "dx'/(dy dy')", r.u[0] / (r.q[1] * r.u[1]));
}

}  // namespace

int main() {
  variable_steps();
  fixed_steps();
}
