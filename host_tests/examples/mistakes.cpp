/// \file
/// The mistakes of docs/build_a_mechanism.md: each answers what the page says. That of the
/// double wishbone is in double_wishbone.cpp.

#include <array>
#include <cstdio>
#include <cstring>

#include "models/four_bar.hpp"
#include "models/mechanisms/bricard.hpp"
#include "models/mechanisms/four_bar.hpp"
#include "models/mechanisms/ladder.hpp"
#include "models/mechanisms/spatial_four_bar.hpp"
#include "taut/mechanism/assembly.hpp"
#include "taut/rattle.hpp"
#include "taut/stepper.hpp"

namespace {

using namespace taut;
using FourBar = models::FourBarMechanism<double>;

int failures = 0;

template <class Model>
void expect(const char* mistake, const AssemblyReport<Model>& report, Status found, Status expected,
            bool rest) {
  std::printf("%s: %s; open: %s by %.2f, moved %.2f, redundant rows %d, last in %s\n", mistake,
              describe(found), report.worst_joint_name, double(report.worst_error),
              double(report.start.largest_move), report.redundant_rows,
              report.redundant_joint_name);
  if (found != expected || !rest) ++failures;
}

bool same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

// From poses between both branches: 1.4 m or rad away.
void wrong_branch() {
  const std::array<double, 9> rough{0.25, 0.43, 1.05, 1.5, 0.6, 0, 2.2, 0.3, 0};
  AssemblyOptions<FourBar> options;
  AssemblyReport<FourBar> report;
  auto q = rough;
  std::array<double, 9> u{};
  Status status = assemble(FourBar{}, q, u, options, report);
  expect("no limit", report, status, Status::ok, report.start.largest_move > 1);
  options.largest_move = 0.2;
  q = rough;
  status = assemble(FourBar{}, q, u, options, report);
  expect("limit of 0.2", report, status, Status::move_too_large, q == rough);
}

void out_of_reach() {
  FourBar model;
  model.system.geometry[2].on_a = {12.5, 0};
  models::FourBarStart<double> start;
  AssemblyReport<FourBar> report;
  const Status status = assemble(model, start.q, start.u, {}, report);
  expect("out of reach", report, status, Status::not_converged,
         report.worst_joint >= 0 && report.worst_error > 3);
}

void no_inertia() {
  FourBar massless, pointlike;
  massless.system.bodies[1].mass_kg = 0;
  pointlike.system.bodies[1].inertia_kg_m2 = 0;
  for (const FourBar& model : {massless, pointlike}) {
    models::FourBarStart<double> start;
    AssemblyReport<FourBar> report;
    const Status status = assemble(model, start.q, start.u, {}, report);
    Stepper<FourBar, Rattle<1>> stepper(model, StepSize<double>::hz(1000));
    expect("no mass or inertia", report, status, Status::singular_mass_matrix,
           stepper.reset(start.q, start.u) == status);
  }
}

// A rod in space about its own axis.
void no_inertia_about_the_rod() {
  using Model = models::SpatialFourBar<double>;
  Model model;
  model.system.bodies[1].inertia_kg_m2[0] = 0;
  auto q = models::SpatialFourBarList<double>::start(models::FourBarStart<double>{}.q);
  std::array<double, Model::nu> u{};
  AssemblyReport<Model> report;
  const Status status = assemble(model, q, u, {}, report);
  Stepper<Model, Rattle<1>> stepper(model, StepSize<double>::hz(1000));
  expect("no inertia about a rod", report, status, Status::singular_mass_matrix,
         stepper.reset(q, u) == status);
}

// As sketched: 0.4 m or rad open.
void not_assembled() {
  const std::array<double, 9> rough{0.25, 0.43, 1.05, 1.5, 0.6, 0, 2.2, 0.3, 0};
  Stepper<FourBar, Rattle<1>> stepper(FourBar{}, StepSize<double>::hz(1000));
  const Status status = stepper.reset(rough, {});
  std::printf("not assembled: %s\n", describe(status));
  if (status != Status::residual_too_large) ++failures;
}

// Bricard's loop without the word `redundant`: thirty rows for thirty velocities.
struct PlainBricardList : models::BricardList<double> {
  static constexpr bool redundant = false;
};
void redundant_not_stated() {
  using Model = Mechanism<PlainBricardList>;
  auto q = PlainBricardList::start();
  std::array<double, Model::nu> u{};
  AssemblyReport<Model> report;
  if (assemble(Model{}, q, u, {}, report) != Status::ok) ++failures;
  Stepper<Model, Rattle<1>> stepper(Model{}, StepSize<double>::hz(1000));
  const Status status = stepper.reset(q, u);
  expect("redundant, not stated", report, status, Status::rank_deficient_constraints,
         report.redundant_rows == 1 && same(report.redundant_joint_name, "corner 6") &&
             stepper.deficient_row() == 29);
}

// Four hinges in space hold the plane three times over.
struct FourHingesList : models::SpatialFourBarList<double> {
  static constexpr bool redundant = true;
  static constexpr std::array joints{
      revolute(ground, crank, "crank pivot"), revolute(crank, coupler, "crank pin"),
      revolute(ground, rocker, "rocker pivot"), revolute(coupler, rocker, "rocker pin")};
  FourHingesList() { geometry[1].on_b = {-1.25, 0, 0}; }
};
void four_hinges() {
  using Model = Mechanism<FourHingesList>;
  auto q = FourHingesList::start(models::FourBarStart<double>{}.q);
  std::array<double, Model::nu> u{};
  AssemblyReport<Model> report;
  const Status status = assemble(Model{}, q, u, {}, report);
  expect("four hinges", report, status, Status::ok,
         report.redundant_rows == 3 && report.gruebler == -2 && report.degrees_of_freedom == 1 &&
             same(report.redundant_joint_name, "rocker pin"));
}

// The same for each square: docs/build_a_mechanism.md, "What a step costs".
template <int squares>
constexpr int products = models::LadderMechanism<double, squares>::Plan::factorise_products;
static_assert(products<20> - products<10> == 2 * (products<10> - products<5>));

}  // namespace

int main() {
  wrong_branch();
  out_of_reach();
  no_inertia();
  no_inertia_about_the_rod();
  not_assembled();
  redundant_not_stated();
  four_hinges();
  std::printf(
      "multiplications of a factorisation: four-bar %d, ladders of 5, 10, 20 squares %d, %d, %d\n",
      FourBar::Plan::factorise_products, products<5>, products<10>, products<20>);
  return failures == 0 ? 0 : 1;
}
