/// \file
/// Burgermeister, Arnold, Esterl, Figure 1: where one step of each partition is stable on
/// x'' = -a x - b x'. The boundaries are measured: a step is linear in (x, x'), so that two steps
/// of the library, from (1, 0) and from (0, 1), give its matrix, and the largest eigenvalue of that
/// says whether it is stable.

#include <array>
#include <vector>

#include "report.hpp"
#include "taut/vehicle_euler.hpp"

namespace {

using namespace reproduction;
using namespace taut;

// The oscillator beside a second coordinate that a constraint holds at 0, as a model has one.
struct Oscillator {
  using Scalar = double;
  static constexpr int nq = 2, nc = 1;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  double stiffness = 0, damping = 0;

  Vector<double, 2> mass_matrix() const { return {1, 1}; }
  template <class N>
  Vector<N, 2> force(const Vector<N, 2>& q, const Vector<N, 2>& u,
                     const Signals<Oscillator, N>&) const {
    return {-stiffness * q[0] - damping * u[0], N(0)};
  }
  template <class N>
  Vector<N, 1> constraint(const Vector<N, 2>& q, const Signals<Oscillator, N>&) const {
    return Vector<N, 1>(q[1]);
  }
};

// x and x' after one step of h = 1 s, so that a is h^2 a and b is h b.
template <class Method>
std::array<double, 2> image(const Oscillator& model, double x, double rate) {
  Stepper<Oscillator, Method> stepper(model, StepSize<double>::hz(1), unlimited<Oscillator>());
  Status status = stepper.reset({x, 0}, {rate, 0});
  if (status == Status::ok) status = stepper.step();
  if (status != Status::ok) return {infinity, infinity};
  return {stepper.state().q[0], stepper.state().u[0]};
}

template <class Method>
double spectral_radius(double h_sqrt_a, double hb) {
  const Oscillator model{h_sqrt_a * h_sqrt_a, hb};
  const auto first = image<Method>(model, 1, 0), second = image<Method>(model, 0, 1);
  const double half_trace = (first[0] + second[1]) / 2;
  const double determinant = first[0] * second[1] - first[1] * second[0];
  const double discriminant = half_trace * half_trace - determinant;
  return discriminant < 0 ? std::sqrt(determinant)
                          : std::fabs(half_trace) + std::sqrt(discriminant);
}

// A double eigenvalue on the unit circle is known to the root of a rounding.
template <class Method>
bool stable(double h_sqrt_a, double hb) {
  return spectral_radius<Method>(h_sqrt_a, hb) <= 1 + 1e-7;
}

// The h sqrt(a) between `in`, which is stable, and `out`, where stability ends.
template <class Method>
double boundary(double in, double out, double hb) {
  for (int i = 0; i < 40; ++i) {
    const double middle = (in + out) / 2;
    (stable<Method>(middle, hb) ? in : out) = middle;
  }
  return in;
}

// Least and largest stable h sqrt(a): NaN where there is none, infinite past every one looked at.
struct Interval {
  double least = not_a_number, most = not_a_number;
};
template <class Method>
Interval stable_interval(double hb) {
  Interval found;
  double before = 0;
  for (double x = 0; x < 1e3; x = x < 20 ? x + 0.02 : x * 1.2) {
    const bool now = stable<Method>(x, hb);
    if (now && std::isnan(found.least)) found.least = x > 0 ? boundary<Method>(x, before, hb) : 0;
    if (now) found.most = infinity;
    if (!now && found.most == infinity) {
      found.most = boundary<Method>(before, x, hb);
      return found;
    }
    before = x;
  }
  return found;
}

template <class Method>
void measure(const char* name) {
  for (const char* hb : {"0", ".1", ".5", "1", "1.5", "2", "3", "5", "100"}) {
    const Interval found = stable_interval<Method>(std::stod(hb));
    row("bae-1", std::string("hb=") + hb, name, found.most);
    if (found.least > 0)
      row("bae-1", std::string("hb=") + hb, std::string(name) + " from", found.least);
  }
  for (int i = 0; i <= 80; ++i) {
    const double hb = 0.05 * i;
    const Interval found = stable_interval<Method>(hb);
    if (std::isnan(found.most)) continue;
    point("bae-1", name, hb, std::fmin(found.most, 4));
    if (found.least > 0) point("bae-1", std::string(name) + " from", hb, found.least);
  }
}

template <class Partition>
using Partitioned = LinearImplicitEuler<ForceDerivative, NoStabilization, Index1, Partition>;

}  // namespace

int main() {
  measure<LinearImplicitEuler<NoDerivative, NoStabilization>>("explicit");
  measure<Partitioned<J1>>("J1");
  measure<Partitioned<J2>>("J2");
  measure<Partitioned<J3>>("J3");
  measure<Partitioned<JExact>>("J_exact");
  measure<VehicleEuler<NoStabilization>>("eq.(14)");
  // largest eigenvalue for an undamped oscillation of h sqrt(a) = 1
  row("bae-1", "eigenvalue at h sqrt(a)=1 b=0", "J_exact",
      spectral_radius<Partitioned<JExact>>(1, 0));
  row("bae-1", "eigenvalue at h sqrt(a)=1 b=0", "J2", spectral_radius<Partitioned<J2>>(1, 0));
  row("bae-1", "eigenvalue at h sqrt(a)=1 b=0", "eq.(14)",
      spectral_radius<VehicleEuler<NoStabilization>>(1, 0));
}
