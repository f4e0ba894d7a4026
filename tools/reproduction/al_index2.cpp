/// \file
/// Ascher, Lin, Tables 6.1 to 6.3: errors and drifts of the sequential regularisation of problems
/// of index 2, h = 1e-3, the iteration over the whole interval. `Baumgarte` is its limit eps = 0
/// with the parameter 1/h, with which the paper's rows of that name were computed.

#include "models/ascher_lin.hpp"
#include "report.hpp"
#include "taut/srm_index2.hpp"

namespace {

using namespace reproduction;
using namespace taut;
using models::AscherLin61;
using models::AscherLin62;
using models::AscherLin63;

constexpr double one_over_h = 1000;

// "t=.1" of tick 100.
std::string time_name(int step) {
  return step == 1000 ? "t=1" : "t=." + std::to_string(step / 100);
}

// Error and drift of iterate s; infinite where a step was refused.
template <class Stepper, class Model>
void print(const char* table, const std::string& name, const Stepper& stepper, const Model& model,
           int s, int step, Status status) {
  double error = infinity, drift = infinity;
  if (status == Status::ok) {
    const auto t = stepper.time();
    const auto x = stepper.x(s);
    error = largest_difference(x, model.solution(t.seconds()));
    drift = std::fabs(model.constraint(x, t)[0]);
  }
  row(table, name, time_name(step) + " ex", error);
  row(table, name, time_name(step) + " drift", drift);
}

// All iterates at the ticks of `steps`, in one run.
template <class Weight, class Form, int iterations, class Model, std::size_t count>
void lines(const char* table, const std::string& name, const Model& model, double epsilon,
           double alpha_2, const int (&steps)[count]) {
  SrmIndex2<Model, Weight, Form, iterations, 1, WholeRun> stepper(model, StepSize<double>::hz(1000),
                                                                  epsilon, alpha_2);
  Status status = stepper.reset(model.solution(0.0));
  int n = 0;
  for (const int step : steps) {
    for (; n < step && status == Status::ok; ++n) status = stepper.step();
    for (int s = 1; s <= iterations; ++s)
      print(table, iterations > 1 ? name + " I" + std::to_string(s) : name, stepper, model, s, step,
            status);
  }
}

void table_61() {
  const AscherLin61<double> model;
  constexpr int at[] = {100, 500, 1000};
  const char* table = "al-6.1";
  lines<IdentityWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=I", model, 1e-8, 1, at);
  lines<TransposedWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=(GB)^T", model, 1e-8, 1, at);
  lines<InverseWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=(GB)^-1", model, 1e-8, 1, at);
  lines<InverseWeight, ConstraintAndRate, 1>(table, "Baumgarte", model, 0, one_over_h, at);
  lines<IdentityWeight, ConstraintAlone, 4>(table, "alpha1=0 E=I", model, 5e-3, 1, at);
  lines<TransposedWeight, ConstraintAlone, 4>(table, "alpha1=0 E=(GB)^T", model, 5e-3, 1, at);
  lines<InverseWeight, ConstraintAlone, 4>(table, "alpha1=0 E=(GB)^-1", model, 5e-3, 1, at);
}

void table_62() {
  const AscherLin62<double> model;
  constexpr int at[] = {100, 300, 500, 700, 1000};
  const char* table = "al-6.2";
  lines<IdentityWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=I", model, 1e-10, one_over_h, at);
  lines<TransposedWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=(GB)^T", model, 1e-10,
                                                one_over_h, at);
  lines<InverseWeight, ConstraintAndRate, 1>(table, "alpha1=1 E=(GB)^-1", model, 1e-10, one_over_h,
                                             at);
  lines<InverseWeight, ConstraintAndRate, 1>(table, "Baumgarte", model, 0, one_over_h, at);
  lines<SingularWeight, ConstraintAlone, 4>(table, "alpha1=0", model, 1e-3, 1, at);
}

void table_63() {
  const AscherLin63<double> model;
  constexpr int at[] = {100, 300, 500, 700, 1000};
  const char* table = "al-6.3";
  lines<InverseWeight, ConstraintAndRate, 1>(table, "Baumgarte", model, 0, one_over_h, at);
  lines<SingularWeight, ConstraintAlone, 3>(table, "alpha1=0", model, 1e-3, 1, at);
}

}  // namespace

int main() {
  table_61();
  table_62();
  table_63();
}
