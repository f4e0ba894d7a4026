/// \file
/// What a test asks of any mechanism of bodies and joints.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "support/run.hpp"
#include "taut/mechanism/assembly.hpp"

namespace taut::testing {

/// Assembled from the rough q, the mechanism has so many freedoms and no redundant row.
template <class Model, class Q>
void expect_freedoms(int freedoms, Q q) {
  std::array<typename Model::Scalar, Model::nu> u{};
  AssemblyReport<Model> report;
  ASSERT_EQ(assemble(Model{}, q, u, AssemblyOptions<Model>{}, report), Status::ok);
  EXPECT_EQ(report.degrees_of_freedom, freedoms);
  EXPECT_EQ(report.redundant_rows, 0);
}

/// Largest |energy(stepper) - that of the start| after a step of a run; infinite, with a failure,
/// where the run breaks down.
template <class Stepper, class Energy>
double largest_change(const Energy& energy, Stepper& stepper, int steps,
                      const typename Stepper::InputType& w = {}) {
  const double first = double(energy(stepper));
  double largest = 0;
  const bool finished = run(stepper, steps, w, [&](const Stepper& s) {
    largest = std::max(largest, std::abs(double(energy(s)) - first));
  });
  return finished ? largest : std::numeric_limits<double>::infinity();
}

}  // namespace taut::testing
