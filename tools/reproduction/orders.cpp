/// \file
/// The exponents of h of the errors of q: mean slopes over two decades of steps, or the one in
/// which a mechanism's vibrations are resolved, for each second-order method on each smooth
/// mechanism.

#include "models/andrews.hpp"
#include "models/car_axle.hpp"
#include "models/circular_track.hpp"
#include "models/four_bar.hpp"
#include "models/pendulum.hpp"
#include "models/two_link_arm.hpp"
#include "taut/guarded.hpp"
#include "work_precision.hpp"

namespace {

using namespace reproduction;
using namespace taut;

template <class P>
void orders(const P& problem, double coarse_s, double fine_s) {
  const auto line = [&](const char* name, const auto& method) {
    const int few = problem.steps_of(coarse_s), many = problem.steps_of(fine_s);
    row("orders", name, problem.name,
        order(outcome(problem, method, few).error, outcome(problem, method, many).error,
              double(many) / few));
  };
  line("rattle 0", Rattle<0>{});
  line("rattle 1", Rattle<1>{});
  line("rattle 1 damping", Rattle<1, DampingJacobian>{});
  line("guarded where smooth", Guarded<double>{infinity, 2});
  line("shake damping", Shake<DampingJacobian>{});
  line("shake kappa=1/4", Shake<ForceJacobian>{});
  line("shake full", Shake<FullJacobian>{});
  line("generalized alpha", GeneralizedAlpha<>{});
  line("generalized alpha force", GeneralizedAlpha<ForceJacobian>{});
  line("generalized alpha full", GeneralizedAlpha<FullJacobian>{});
  line("heun s both2", ExplicitRungeKutta<Heun, SBothTwice<>>{});
  line("bdf2", Bdf<2>{});
}

template <template <class> class Model, class Start>
Problem<Model<double>, Start> problem(const char* name, std::uint32_t end_s, std::uint32_t parts,
                                      const std::vector<double>& q) {
  return {name, end_s, parts, q};
}

}  // namespace

int main() {
  using namespace taut::models;
  // a quarter of its period: in a turning point the error of q is quadratic in that of the phase
  orders(problem<Pendulum, PendulumStart<double>>("pendulum", 1, 2, exact("pendulum", 0.5, "q")),
         1e-2, 1e-4);
  orders(problem<CarAxle, CarAxleStart<double>>("car axle", 3, 1, exact("caraxis", 3, "q")), 1e-3,
         1e-4);
  orders(problem<ArmOnParabola, TwoLinkArmStart<double>>("arm I", 1, 1, exact("arm_case1", 1, "q")),
         1e-2, 1e-4);
  orders(
      problem<DrivenArm, TwoLinkArmStart<double>>("arm II", 1, 1, exact("arm_case2_w05", 1, "q")),
      1e-2, 1e-4);
  orders(problem<Andrews, AndrewsStart<double>>("Andrews", 1, 100, exact("andrews", 0.01, "q")),
         1e-4, 1e-6);
  orders(problem<CircularTrack, CircularTrackStart<double>>("track", 1, 1, exact("track", 1, "q")),
         1e-2, 1e-4);
  orders(problem<FourBar, FourBarStart<double>>("four-bar", 1, 1, exact_four_bar(1)), 1e-2, 1e-4);
}
