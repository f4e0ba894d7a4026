/// \file
/// The program of docs/observe.md: the derivatives of one step of the four-bar.

#include <cmath>
#include <cstdio>

#include "models/four_bar.hpp"
#include "taut/discrete_jacobian.hpp"
#include "taut/rattle.hpp"

int main() {
  // [linearise]
  using Method = taut::Rattle<>;
  using Jacobian = taut::DiscreteJacobian<taut::models::FourBar, Method, double>;
  const auto step = taut::StepSize<double>::hz(1000);
  taut::Stepper<taut::models::FourBar<double>, Method> stepper({}, step);
  Jacobian jacobian(taut::models::FourBar<Jacobian::Number>{}, step);

  const taut::models::FourBarStart<double> start;
  taut::Status status = stepper.reset(start.q, start.u);
  if (status == taut::Status::ok) status = jacobian.evaluate(stepper.state(), {0.0});
  if (status != taut::Status::ok) return 1;
  // what a newton metre at the crank does to its speed in a step
  std::printf("d(omega)/d(torque) = %.6f rad/s per N m\n", jacobian.B()(Jacobian::nq + 2, 0));
  // [linearise]

  // the same by two steps
  auto other = stepper;
  status = stepper.step({0.5});
  if (status == taut::Status::ok) status = other.step({-0.5});
  const double difference = stepper.state().u[2] - other.state().u[2];
  return status == taut::Status::ok &&
                 std::fabs(difference - jacobian.B()(Jacobian::nq + 2, 0)) < 1e-9
             ? 0
             : 1;
}
