/// \file
/// From rough poses to an assembled mechanism: the consistent start (consistent_start.hpp) for a
/// list of bodies and joints, with the names of what is wrong.
///
///     S = G P G^T + sqrt(epsilon) diag(G P G^T)                                             (A.1)
///
/// in place of G P G^T, P = M^-1 and zero where a body is held: rows that depend on each other, and
/// poses where rows come to do so, are passed with the smallest motion, and a step that does not
/// bring the joints closer is halved, so that none lands on a flat spot. A row that keeps no more
/// than sqrt(epsilon) of its diagonal entry as a pivot depends on the rows before it: nu less the
/// number of independent rows are the degrees of freedom by rank, nu - nc those by Gruebler's
/// count; the difference is the redundant rows. The branch is that of the rough poses;
/// `largest_move` refuses one that is further away. Bounded: 30 steps of at most 11 trials.
/// Interrupt: not safe, for start-up.
#pragma once

#include "taut/consistent_start.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut {

/// What a caller may ask of an assembly.
template <class Model>
struct AssemblyOptions {
  using S = typename Model::Scalar;
  std::array<bool, static_cast<std::size_t>(Model::bodies)> hold{};  ///< bodies that stay
  S largest_move = std::numeric_limits<
      S>::infinity();  ///< of an entry of q: m; rad in the plane, a part of a quaternion in space
  Input<Model> w{};    ///< inputs at the start
  TickCount time{};    ///< tick of the start
  StepSize<S> step = StepSize<S>::hz(1);  ///< needed where `time` is not zero
};

/// What an assembly did, also where it failed. Joints by index and name; -1 and "" for none.
template <class Model>
struct AssemblyReport {
  using S = typename Model::Scalar;
  StartReport<Model> start;
  int worst_joint = -1;  ///< the joint that is open the furthest, at the end
  const char* worst_joint_name = "";
  S worst_error = 0;           ///< its largest |g_i|, in m or rad
  int moved_body = -1;         ///< the body of the coordinate that moved the furthest
  int degrees_of_freedom = 0;  ///< nu - rank G
  int gruebler = 0;            ///< nu - nc
  int redundant_rows = 0;
  int redundant_joint = -1;  ///< the last joint with a row that depends on others
  const char* redundant_joint_name = "";
};

namespace detail {

// The largest |g_i|, by joint.
template <class Model>
void find_worst_joint(const Vector<typename Model::Scalar, Model::nc>& g,
                      AssemblyReport<Model>& report) {
  using Plan = typename Model::Plan;
  for (int joint = 0; joint < Plan::blocks; ++joint)
    for (int r = 0; r < Plan::rows_of[index(joint)]; ++r) {
      const auto error = abs(g[Plan::first_row[index(joint)] + r]);
      if (report.worst_joint < 0 || !(error <= report.worst_error)) {
        report.worst_error = error;
        report.worst_joint = joint;
        report.worst_joint_name = Model::joint(joint).name;
      }
    }
}

// Rank and dependent rows of the constraints.
template <class Model>
Status count_freedoms(const Model& model, const ConstraintLinearisation<Model>& constraint,
                      AssemblyReport<Model>& report) {
  using S = typename Model::Scalar;
  using Plan = typename Model::Plan;
  const Vector<S, Model::nu> weight = model.mass_matrix().cwiseInverse();
  BlockSchur<S, typename Model::Structure> schur;
  const bool sound = schur.factorise(constraint.J, &weight[0], std::numeric_limits<S>::epsilon(),
                                     RelativeShift<S>{S(4) * std::numeric_limits<S>::epsilon()});
  if (!sound) return Status::rank_deficient_constraints;
  report.gruebler = Model::nu - Model::nc;
  for (int joint = 0; joint < Plan::blocks; ++joint)
    for (int r = 0; r < Plan::rows_of[index(joint)]; ++r)
      if (!(schur.share(Plan::first_row[index(joint)] + r) > root_of_epsilon<S>())) {
        ++report.redundant_rows;
        report.redundant_joint = joint;
        report.redundant_joint_name = Model::joint(joint).name;
      }
  report.degrees_of_freedom = report.gruebler + report.redundant_rows;
  return Status::ok;
}

}  // namespace detail

/// Assembles q (nq) and u (nu) at the time and inputs of `options`. On any status but ok they are
/// unchanged and `report` tells what would have been: not_converged (some joint stays open:
/// worst_joint), move_too_large, rank_deficient_constraints (all bodies of a joint are held),
/// singular_mass_matrix, non_finite_state, non_finite_input, invalid_step_size, invalid_time.
template <class Model>
Status assemble(const Model& model,
                std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nq)>& q,
                std::array<typename Model::Scalar, static_cast<std::size_t>(Model::nu)>& u,
                const AssemblyOptions<Model>& options, AssemblyReport<Model>& report) {
  static_assert(check_model<Model>());
  using S = typename Model::Scalar;
  report = {};
  StartOptions<Model> start;
  for (int b = 0; b < Model::bodies; ++b)
    for (int j = 0; j < Model::Space::body_nu; ++j) {
      const std::size_t i = detail::index(Model::Space::body_nu * b + j);
      start.hold_position[i] = start.hold_velocity[i] = options.hold[detail::index(b)];
    }
  start.largest_move = options.largest_move;
  start.w = options.w;
  start.time = options.time;
  start.step = options.step;

  auto settled_q = q;
  auto settled_u = u;
  Vector<S, Model::nq> reached;
  std::array<S, 0> no_algebraic{};
  const Status status =
      detail::settle(model, settled_q, settled_u, no_algebraic, start, report.start,
                     RelativeShift<S>{root_of_epsilon<S>()}, &reached);
  if (status != Status::ok && status != Status::not_converged && status != Status::move_too_large)
    return status;
  if (report.start.largest_move > S(0))
    report.moved_body = report.start.moved_coordinate / Model::Space::body_nq;
  TickSignals<Model> tick;
  tick.evaluate(model, options.time, options.step);
  ConstraintLinearisation<Model> constraint;
  linearise_constraint(model, reached, tick, options.w, constraint);
  detail::find_worst_joint<Model>(constraint.g, report);
  const Status counted = detail::count_freedoms(model, constraint, report);
  if (status != Status::ok || counted != Status::ok) return first_failure(status, counted);
  q = settled_q;
  u = settled_u;
  return Status::ok;
}

}  // namespace taut
