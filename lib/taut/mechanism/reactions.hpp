/// \file
/// What the joints of a mechanism of bodies and joints do to its bodies. With lambda of (1.2),
/// M u' = f - G^T lambda, joint i acts on its body b by
///
///     (F, M_b) = -G_ib^T lambda_i,   M = M_b - l_b x F                                       (O.2)
///
/// at P_b, its point on b; on a by the opposite at the same place. (What a gear leaves over the
/// frame takes: there on b alone.) lambda is that of the method: of which time is the method's
/// choice (RATTLE: t_n + h/2); accelerate() gives the one of the state itself. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism_state.hpp"

namespace taut {

namespace detail {

template <class System>
constexpr bool has_kind(int kind) {
  for (const Joint& joint : System::joints)
    if (static_cast<int>(joint.kind) == kind) return true;
  return false;
}

// -G_ib^T lambda_i (body_nu)
template <class Model>
Vector<typename Model::Scalar, Model::Space::body_nu> force_of_joint(
    const MechanismState<Model>& at, int joint) {
  using S = typename Model::Scalar;
  using Space = typename Model::Space;
  using System = std::decay_t<decltype(Model::system)>;
  const Joint& spec = Model::joint(joint);
  Vector<S, Space::body_nu> y = Vector<S, Space::body_nu>::Zero();
  // the kinds that there are, one of which is its own
  for_each(Index<joint_kinds>{}, [&](auto kind) {
    using Rows = RowsOfKind<Space, decltype(kind)::value>;
    if constexpr (has_kind<System>(decltype(kind)::value) && Rows::rows > 0) {
      if (static_cast<int>(spec.kind) != kind) return;
      using Pose = typename Space::template Pose<S>;
      const Pose a = Model::pose(at.q, spec.a), b = Model::pose(at.q, spec.b);
      const typename Space::template Relative<S, S, Pose, Pose> relative(
          a, b, at.model.system.geometry[index(joint)]);
      const int first = static_cast<int>(Model::Plan::first_row[index(joint)]);
      Rows::jacobian(relative, spec, [&](auto side, auto r, auto c, const S& value) {
        if (side == 1) y[int(c)] -= value * at.lambda[first + int(r)];
      });
    }
  });
  return y;
}
}  // namespace detail

/// What a joint does to its body b, at its point on b. On a it does the opposite there.
template <class Model>
struct JointReaction {
  typename MechanismState<Model>::Point force_n;
  typename MechanismState<Model>::Axial moment_nm;
};

/// (O.2), in world axes. `joint`: its number in the list.
template <class Model>
JointReaction<Model> joint_reaction(const MechanismState<Model>& at, int joint) {
  using State = MechanismState<Model>;
  using Place = typename State::Place;
  const auto y = detail::force_of_joint(at, joint);
  const Place b = at.place(Model::joint(joint).b);
  const auto lever = b.lever(at.model.system.geometry[detail::index(joint)].on_b);
  if constexpr (Place::dimensions == 2) {
    const auto moment = y[2] - Place::moment(lever, {y[0], y[1]});
    return {{y[0], y[1]}, detail::as_vector(moment)};
  } else {
    const Vector<typename Model::Scalar, 3> F = triple(y, 0);
    return {F, detail::difference(b.pose.to_world(triple(y, 3)), cross(lever, F))};
  }
}

/// A vector of world axes in those of a body; `ground` leaves it as it is.
template <class Model>
typename MechanismState<Model>::Point in_body_axes(const MechanismState<Model>& at, int body,
                                                   const typename MechanismState<Model>::Point& x) {
  if constexpr (MechanismState<Model>::Place::dimensions == 2) {
    const auto turned = Model::pose(at.q, body).turned;
    return {x[0] * turned.cos + x[1] * turned.sin, x[1] * turned.cos - x[0] * turned.sin};
  } else {
    return Model::pose(at.q, body).to_body(x);
  }
}
/// Force and moment alike. In the plane a moment is the same in all axes.
template <class Model>
JointReaction<Model> in_body_axes(const MechanismState<Model>& at, int body,
                                  const JointReaction<Model>& x) {
  if constexpr (MechanismState<Model>::Place::dimensions == 2)
    return {in_body_axes(at, body, x.force_n), x.moment_nm};
  else
    return {in_body_axes(at, body, x.force_n), in_body_axes(at, body, x.moment_nm)};
}

}  // namespace taut
