/// \file
/// The rows of Tables 6.1 and 6.2 of Ascher, Chin, Petzold, Reich: Heun's rule at two step sizes,
/// with Baumgarte's terms or post-stabilisation in the Euclidean metric, F of their (5.6), and
/// S-both^2 as they ran it, which is not as they print it.
#pragma once

#include "models/two_link_arm.hpp"
#include "report.hpp"
#include "taut/runge_kutta.hpp"

namespace reproduction {

template <class Model>
struct PostStabilizationTable {
  const char* name;
  int end_s;

  template <class Method>
  void line(const std::string& row_name, std::uint32_t hz, const Method& method) const {
    const Drift d = drift(Model{}, method, taut::models::TwoLinkArmStart<double>{},
                          taut::StepSize<double>::hz(hz), end_s * static_cast<int>(hz));
    const std::string h = hz == 100 ? "h=.01 " : "h=.001 ";
    row(name, h + row_name, "velocity", d.velocity);
    row(name, h + row_name, "position", d.position);
  }

  template <class Post>
  void line(const std::string& row_name, std::uint32_t hz) const {
    line(row_name, hz, taut::ExplicitRungeKutta<taut::Heun, Post>{});
  }

  // Baum(alpha_1, alpha_2): g'' + alpha_1 g' + alpha_2 g = 0.
  void baumgarte(const std::string& row_name, std::uint32_t hz, double alpha_1,
                 double alpha_2) const {
    taut::ExplicitRungeKutta<taut::Heun, taut::NoPostStabilization, taut::Baumgarte<double>> method;
    method.stabilization = {alpha_1 / 2, alpha_2};
    line(row_name, hz, method);
  }

  void print() const {
    for (const std::uint32_t hz : {100U, 1000U}) {
      baumgarte("Baum(0 0)", hz, 0, 0);
      baumgarte("Baum(12 70)", hz, 12, 70);
      line<taut::SFull>("S-full", hz);
      line<taut::SBoth<>>("S-both", hz);
      line<taut::SBothTwiceOfTables<>>("S-both^2", hz);
      line<taut::SBothTwice<>>("S-both^2 by the printed formula", hz);
      line<taut::SVelocity<>>("S-vel", hz);
      line<taut::SPosition<>>("S-pos", hz);
    }
  }
};

}  // namespace reproduction
