/// \file
/// Ascher, Lin, Table 6.4: the two-link arm with a known motion, E = I, h = 1e-3, eps = 5e-3 in all
/// three iterations.

#include "al_mechanisms.hpp"
#include "models/ascher_lin_64.hpp"

int main() {
  using namespace reproduction;
  using Model = taut::models::AscherLin64<double>;
  const auto watch = [](const auto& stepper, int n) {
    if (n != 100 && n != 500 && n != 1000) return;
    const double t = n / 1000.0, sine = std::sin(t), cosine = std::cos(t);
    const std::array<double, 2> exact_q{sine, -2 * sine}, exact_u{cosine, -2 * cosine};
    const std::string at = n == 100 ? " t=.1" : n == 500 ? " t=.5" : " t=1";
    for (int s = 1; s <= 3; ++s)
      of_iterate(stepper.state(), s, [&](const auto& q, const auto& u) {
        const std::array<double, 2> r = residuals(Model{}, q, u);
        const std::string name = "I" + std::to_string(s) + at;
        row("al-6.4", name, "eq", largest_difference(q, exact_q));
        row("al-6.4", name, "ev", largest_difference(u, exact_u));
        row("al-6.4", name, "pdrift", r[0]);
        row("al-6.4", name, "vdrift", r[1]);
      });
  };
  const bool finished =
      run(Model{}, whole_run<taut::IdentityWeight, 3>(5), taut::models::AscherLin64Start<double>{},
          taut::StepSize<double>::hz(1000), 1000, watch);
  return finished ? 0 : 1;
}
