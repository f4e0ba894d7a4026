/// \file
/// Ascher, Lin, Table 6.5: drift of the slider crank after 30 s of swinging through its singular
/// position, h = eps = 1e-4, in two gravities as the data of the paper's run are not printed; and
/// phi_1 after 70 s, which the paper says is reached without difficulty.

#include "al_mechanisms.hpp"
#include "models/slider_crank.hpp"

namespace {

using namespace reproduction;
using Model = taut::models::SliderCrank<double>;
constexpr int hz = 10000;

void line(const std::string& name, double gravity_m_s2) {
  Model model;
  model.gravity_m_s2 = gravity_m_s2;
  const auto watch = [&](const auto& stepper, int n) {
    if (n != 30 * hz) return;
    for (int s = 1; s <= 2; ++s)
      of_iterate(stepper.state(), s, [&](const auto& q, const auto& u) {
        const std::array<double, 2> r = residuals(model, q, u);
        const std::string iterate = "I" + std::to_string(s);
        row("al-6.5", name, iterate + " pdrift", r[0]);
        row("al-6.5", name, iterate + " vdrift", r[1]);
        if (s == 1) row("al-6.5", name, "I1 pdrift/vdrift", r[0] / r[1]);
      });
  };
  run(model, whole_run<taut::SingularWeight, 2>(1), taut::models::SliderCrankStart<double>{},
      taut::StepSize<double>::hz(hz), 30 * hz, watch);
}

// phi_1 in [0, 2 pi) of all three iterates after 70 s.
void end_of_seventy_seconds() {
  double phi[3] = {infinity, infinity, infinity};
  run(Model{}, whole_run<taut::SingularWeight, 3>(1), taut::models::SliderCrankStart<double>{},
      taut::StepSize<double>::hz(hz), 70 * hz, [&](const auto& stepper, int n) {
        if (n != 70 * hz) return;
        for (int s = 1; s <= 3; ++s)
          of_iterate(stepper.state(), s, [&](const auto& q, const auto&) {
            phi[s - 1] = std::fmod(q[2] + 6.283185307179586477, 6.283185307179586477);
          });
      });
  for (int s = 1; s <= 3; ++s)
    row("al-6.5", "phi_1(70) I" + std::to_string(s), "angle", phi[s - 1]);
}

}  // namespace

int main() {
  line("drift g=9.81", 9.81);
  line("drift g=1", 1);
  end_of_seventy_seconds();
}
