/// \file
/// What a user asks of a mechanism of bodies and joints in a state:
///
///     u', points and their motion                    mechanism_state.hpp
///     joint reactions                                reactions.hpp
///     energies, momenta, closure by joint            here
///
///     T = 1/2 u . M u,  V by the list,  p = sum m v,  L = sum (r - o) x m v + R J w          (O.3)
///
/// All read a MechanismState, made of a stepper or of vectors:
///
///     const auto at = mechanism_state(stepper);
///     const auto load = joint_reaction(at, crank_pin);
///
/// Interrupt: safe in the context that steps, of fixed cost.
#pragma once

#include "taut/mechanism/reactions.hpp"

namespace taut {

/// T, in J.
template <class Model>
typename Model::Scalar kinetic_energy(const MechanismState<Model>& at) {
  using S = typename Model::Scalar;
  const Vector<S, Model::nu> m = at.model.mass_matrix();
  S sum = S(0);
  for (int i = 0; i < Model::nu; ++i) sum += m[i] * at.u[i] * at.u[i];
  return S(0.5) * sum;
}

namespace detail {
template <class System, class Acting>
using PotentialCall =
    decltype(std::declval<const System&>().potential_energy(std::declval<Acting&>()));
}  // namespace detail

/// V, in J: the sum of what the elements give, in the list's
/// `template <class Acting> auto potential_energy(Acting& bodies) const`.
template <class Model>
typename Model::Scalar potential_energy(const MechanismState<Model>& at) {
  using S = typename Model::Scalar;
  using Acting = Bodies<Model, S>;
  static_assert(
      detail::yields<S, detail::PotentialCall, std::decay_t<decltype(Model::system)>, Acting>,
      "taut: a list of bodies and joints with an energy offers 'template <class Acting> "
      "auto potential_energy(Acting& bodies) const'.");
  Vector<S, Model::nu> none;
  Acting bodies(at.model.system, at.q, at.u, none);
  return at.model.system.potential_energy(bodies);
}

/// p, in N s, in the world.
template <class Model>
typename MechanismState<Model>::Point linear_momentum(const MechanismState<Model>& at) {
  using Point = typename MechanismState<Model>::Point;
  Point p = Point::Zero();
  for (int b = 0; b < Model::bodies; ++b)
    for (int i = 0; i < MechanismState<Model>::Place::dimensions; ++i)
      p[i] +=
          at.model.system.bodies[detail::index(b)].mass_kg * at.u[Model::Space::body_nu * b + i];
  return p;
}

/// L about the point o of the world, in N m s. In float o is to be near.
template <class Model>
typename MechanismState<Model>::Axial angular_momentum(
    const MechanismState<Model>& at,
    const typename MechanismState<Model>::BodyPoint& about_m = {}) {
  using S = typename Model::Scalar;
  using Axial = typename MechanismState<Model>::Axial;
  Axial L = Axial::Zero();
  for (int b = 0; b < Model::bodies; ++b) {
    const auto& body = at.model.system.bodies[detail::index(b)];
    const auto pose = Model::pose(at.q, b);
    const auto motion = Model::motion(at.u, b);
    if constexpr (MechanismState<Model>::Place::dimensions == 2) {
      const S x = pose.x - about_m[0], y = pose.y - about_m[1];
      L[0] += body.mass_kg * (x * motion.vy - y * motion.vx) + body.inertia_kg_m2 * motion.w;
    } else {
      const Vector<S, 3> orbit =
          cross(detail::difference(pose.r, detail::vector(about_m)), motion.v);
      Vector<S, 3> spin;
      for (int i = 0; i < 3; ++i) spin[i] = body.inertia_kg_m2[detail::index(i)] * motion.w[i];
      const Vector<S, 3> turned = pose.to_world(spin);
      for (int i = 0; i < 3; ++i) L[i] += body.mass_kg * orbit[i] + turned[i];
    }
  }
  return L;
}

/// How far a joint is open: the Euclidean norm of its rows of g, in m, of axes and angles in rad.
template <class S>
struct JointClosure {
  const char* name;
  S error;
};
/// Of every joint, in the order of the list. One evaluation of g.
template <class Model>
auto joint_closures(const MechanismState<Model>& at) {
  using S = typename Model::Scalar;
  using Plan = typename Model::Plan;
  std::array<JointClosure<S>, Model::Structure::blocks.size()> out{};
  const Vector<S, Model::nc> g = constraint_value(at.model, at.q, at.tick.template as<S>(at.w));
  for (std::size_t i = 0; i < out.size(); ++i) {
    S square = S(0);
    for (int k = 0; k < Plan::rows_of[i]; ++k) {
      const S error = g[Plan::first_row[i] + k];
      square += error * error;
    }
    out[i] = {Model::joint(static_cast<std::ptrdiff_t>(i)).name, sqrt(square)};
  }
  return out;
}
/// The joint that is open farthest, and by how much; no name where there is no joint.
template <class Model>
JointClosure<typename Model::Scalar> largest_closure(const MechanismState<Model>& at) {
  JointClosure<typename Model::Scalar> largest{"", typename Model::Scalar(0)};
  for (const auto& each : joint_closures(at))
    if (!(each.error <= largest.error)) largest = each;
  return largest;
}

}  // namespace taut
