/// \file
/// Ascher, Chin, Petzold, Reich, Table 6.3: DOPRI5 on the driven arm over 100 s.
///
/// The motion is chaotic: two programs, or one program from starts that differ by 1e-13 rad, are on
/// different motions from some 40 s on. So each line is the least and the most of 32 such starts.

#include "acpr_controlled.hpp"
#include "models/two_link_arm.hpp"

namespace {

using namespace reproduction;
using Start = taut::models::TwoLinkArmStart<double>;
using Table = ControlledTable<taut::models::DrivenArm<double>, Start>;

taut::models::DrivenArm<double> arm(double omega) {
  taut::models::DrivenArm<double> model;
  model.drive = taut::AngularFrequency<double>(omega);
  return model;
}

template <class Run>
void line(const std::string& name, double omega, Run of_table) {
  Range tries, position, velocity;
  for (int i = 0; i < 32; ++i) {
    Start start;
    start.q[0] += 1e-13 * i;
    const ControlledRun r = of_table(Table{arm(omega), start, 100, 0.04});
    tries.include(r.tries);
    position.include(r.position);
    velocity.include(r.velocity);
  }
  row("acpr-6.3", name, "NSTEP", tries);
  row("acpr-6.3", name, "position", position);
  row("acpr-6.3", name, "velocity", velocity);
}

}  // namespace

int main() {
  for (const double omega : {0.5, 1.0}) {
    const std::string at = omega < 1 ? "omega=.5 " : "omega=1 ";
    line(at + "Baum(0 0)", omega, [](const Table& t) { return t.baumgarte(0, 0); });
    line(at + "Baum(12 70)", omega, [](const Table& t) { return t.baumgarte(12, 70); });
    line(at + "S-both^2", omega, [](const Table& t) { return t.both_twice(); });
  }
}
