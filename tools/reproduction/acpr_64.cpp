/// \file
/// Ascher, Chin, Petzold, Reich, Table 6.4: DOPRI5 on the seven-body mechanism over 0.3 s, with
/// either step controller.

#include "acpr_controlled.hpp"
#include "models/andrews.hpp"

int main() {
  using namespace reproduction;
  for (const double beta : {0.04, 0.0}) {
    const ControlledTable<taut::models::Andrews<double>, taut::models::AndrewsStart<double>> table{
        {}, {}, 0.3, beta};
    const std::string controller = beta > 0 ? "" : " controller of 1987";
    const auto line = [&](const char* name, const ControlledRun& r) {
      row("acpr-6.4", name + controller, "NSTEP", r.tries);
      row("acpr-6.4", name + controller, "position", r.position);
      row("acpr-6.4", name + controller, "velocity", r.velocity);
      row("acpr-6.4", name + controller, "beta(0.3)", r.first_coordinate);
    };
    line("Baum(0 0)", table.baumgarte(0, 0));
    line("Baum(12 70)", table.baumgarte(12, 70));
    line("Baum(200 1e4)", table.baumgarte(200, 1e4));
    line("S-both^2", table.both_twice());
  }
}
