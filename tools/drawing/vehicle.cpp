/// \file
/// The truck with trailer over its course of 60 s, and how its hitch holds: as a ball joint by the
/// Euler step with one projection and by RATTLE, and as a spring.
///
/// Every number is the largest of half a second: `opening` of |P_1 - P_2|, `force` of the
/// difference of the coupling force, that of the state itself, to RATTLE at an eighth of the step;
/// from 1 s on, when the spring, which starts unloaded, has settled.

#include <algorithm>
#include <cmath>

#include "models/mechanisms/truck_with_trailer.hpp"
#include "picture.hpp"
#include "taut/rattle.hpp"

namespace {

using namespace drawing;
namespace models = taut::models;
using BallJoint = models::TruckWithTrailer<double>;
using SpringHitch = models::TruckOnSpringHitch<double>;
using List = models::TruckWithTrailerList<double>;
using Triple = taut::Vector<double, 3>;

const models::TruckWithTrailerStart<double> start;
constexpr int seconds = 60, hz = 1000, fine = 8;

// The wheels, the frame between them and the arm to the hitch, seen from above.
void add_body(Picture& picture, int body, const std::array<taut::Wheel<double, 3>, 4>& wheels,
              const Triple& hitch) {
  const double front = wheels[0].contact_m[0], rear = wheels[2].contact_m[0];
  for (const auto& wheel : wheels) {
    const Point at = wheel.contact_m;
    picture.outline(body, {{at[0] - 0.5, at[1], at[2]}, {at[0] + 0.5, at[1], at[2]}});
  }
  const double inside = wheels[2].contact_m[1] - 0.3, low = wheels[0].contact_m[2];
  picture.outline(body, {{front + 1, inside, low},
                         {front + 1, -inside, low},
                         {rear - 1, -inside, low},
                         {rear - 1, inside, low},
                         {front + 1, inside, low}});
  picture.outline(body, {{hitch[0] > 0 ? front + 1 : rear - 1, 0, low}, {hitch[0], 0, low}});
}

bool truck() {
  const BallJoint model;
  Picture picture("truck_with_trailer");
  add_body(picture, List::truck, model.system.truck_wheels, model.system.parameters.truck.hitch_m);
  add_body(picture, List::trailer, model.system.trailer_wheels,
           model.system.parameters.trailer.hitch_m);
  std::vector<int> instants;
  for (int t = 0; t <= seconds; ++t) instants.push_back(t * hz);
  return draw<taut::Rattle<0>>(picture, model, start.q, start.u,
                               {hz, instants, seconds * hz, 250, "truck", List::truck});
}

// Opening of the hitch and its force on the truck in a state.
struct Coupling {
  Triple opening, force;
};
template <class Model>
Coupling coupling(const taut::MechanismState<Model>& at) {
  const auto& system = at.model.system;
  const Triple &a = system.parameters.truck.hitch_m, &b = system.parameters.trailer.hitch_m;
  const Point s1{a[0], a[1], a[2]}, s2{b[0], b[1], b[2]};
  Coupling out;
  out.opening =
      taut::point_position(at, List::truck, s1) - taut::point_position(at, List::trailer, s2);
  if constexpr (Model::nc == 0) {
    const Triple rate =
        taut::point_velocity(at, List::truck, s1) - taut::point_velocity(at, List::trailer, s2);
    out.force = -system.hitch_n_per_m * out.opening - system.hitch_n_s_per_m * rate;
  } else {
    taut::Accelerations<Model> now;
    out.force = taut::accelerate(at, now) == taut::Status::ok
                    ? Triple(-now.lambda)
                    : Triple::Constant(std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

template <class Model, class Method>
struct Drive {
  explicit Drive(const char* name, std::uint32_t rate = hz)
      : curve(name), stepper(Model{}, taut::StepSize<double>::hz(rate)) {
    good = stepper.reset(start.q, start.u) == taut::Status::ok;
  }
  void step() { good = good && stepper.step() == taut::Status::ok; }
  void include(const Triple& exact) {
    const Coupling now = coupling(taut::mechanism_state(stepper));
    opening = std::max(opening, now.opening.norm());
    error = std::max(error, (now.force - exact).norm());
  }
  void report(double t_s) {
    std::printf("value,hitch_opening,%s,%.6g,%.4g\n", curve, t_s, opening);
    std::printf("value,hitch_force,%s,%.6g,%.4g\n", curve, t_s, error);
    largest_opening = std::max(largest_opening, opening);
    largest_error = std::max(largest_error, error);
    opening = error = 0;
  }
  void summarise() const {
    std::printf("largest,%s,%.3g,%.4g\n", curve, largest_opening, largest_error);
  }
  const char* curve;
  taut::Stepper<Model, Method> stepper;
  bool good = false;
  double opening = 0, error = 0, largest_opening = 0, largest_error = 0;
};

bool hitch() {
  using Euler = taut::LinearImplicitEuler<taut::ForceDerivative>;
  Drive<SpringHitch, Euler> spring("spring by the Euler step");
  Drive<BallJoint, Euler> projected("ball joint by the Euler step with one projection");
  Drive<BallJoint, taut::Rattle<0>> rattle("ball joint by RATTLE");
  Drive<BallJoint, taut::Rattle<0>> reference("", hz * fine);
  const auto all_good = [&] {
    return spring.good && projected.good && rattle.good && reference.good;
  };
  for (int n = 1; n <= seconds * hz && all_good(); ++n) {
    spring.step();
    projected.step();
    rattle.step();
    for (int i = 0; i < fine; ++i) reference.step();
    if (n < hz) continue;
    const Triple exact = coupling(taut::mechanism_state(reference.stepper)).force;
    spring.include(exact);
    projected.include(exact);
    rattle.include(exact);
    if (n % (hz / 2) != 0) continue;
    const double t = n / static_cast<double>(hz);
    spring.report(t);
    projected.report(t);
    rattle.report(t);
  }
  spring.summarise();
  projected.summarise();
  rattle.summarise();
  return all_good();
}

}  // namespace

int main() { return truck() && hitch() ? 0 : 1; }
