/// \file
/// A state of a mechanism of bodies and joints as the outputs take it, and the motion of its
/// points: for s in body axes and l = R s
///
///     P = r + l,  P' = v + W x l,  P'' = v' + W' x l + W x (W x l)                           (O.1)
///
/// Interrupt: safe, of fixed cost; accelerate() costs a factorisation.
#pragma once

#include "taut/mechanism/mechanism.hpp"
#include "taut/state.hpp"

namespace taut {

/// A state of a mechanism as vectors, with the outside world at its tick.
template <class Model>
struct MechanismState {
  using S = typename Model::Scalar;
  using Place = detail::Place<typename Model::Space, S>;
  using Point = Vector<S, Place::dimensions>;
  using Axial = Vector<S, Place::turnings>;
  using BodyPoint = std::array<S, static_cast<std::size_t>(Place::dimensions)>;

  const Model& model;
  Vector<S, Model::nq> q;
  Vector<S, Model::nu> u;
  Vector<S, Model::nc> lambda;
  Input<Model> w;
  TickSignals<Model> tick;

  Place place(int body) const {
    Place at;
    at.locate(Model::pose(q, body), Model::motion(u, body));
    return at;
  }
};

/// Of a stepper, at its tick.
template <class Stepper>
auto mechanism_state(const Stepper& stepper) {
  using Model = std::decay_t<decltype(stepper.model())>;
  const auto& state = stepper.state();
  MechanismState<Model> out{stepper.model(),
                            detail::load(state.q),
                            detail::load(state.u),
                            detail::load(state.lambda),
                            state.w,
                            {}};
  out.tick.evaluate(out.model, state.time, stepper.step_size());
  return out;
}
/// Of q, u, lambda that come from elsewhere, at t = 0 without inputs. The model has to stay.
template <class Model>
MechanismState<Model> mechanism_state(const Model& model,
                                      const Vector<typename Model::Scalar, Model::nq>& q,
                                      const Vector<typename Model::Scalar, Model::nu>& u,
                                      const Vector<typename Model::Scalar, Model::nc>& lambda) {
  using S = typename Model::Scalar;
  MechanismState<Model> out{model, q, u, lambda, {}, {}};
  out.tick.evaluate(model, TickCount{}, StepSize<S>::hz(1));
  return out;
}

namespace detail {
template <class N>
Vector<N, 2> as_vector(const Pair<N>& x) {
  return {x.x, x.y};
}
template <class N>
Vector<N, 3> as_vector(const Vector<N, 3>& x) {
  return x;
}
template <class N, class = std::enable_if_t<std::is_floating_point_v<N>>>
Vector<N, 1> as_vector(N x) {
  return Vector<N, 1>(x);
}
}  // namespace detail

/// u' (nu) and lambda (nc) of the index-1 system in a state, whatever method has led there:
///
///     [M G^T; G 0] [u'; lambda] = [f; -gamma]                                                (4.2)
template <class Model>
struct Accelerations {
  Vector<typename Model::Scalar, Model::nu> u_rate;
  Vector<typename Model::Scalar, Model::nc> lambda;
};
/// Status::singular_mass_matrix, rank_deficient_constraints: `out` is as it was.
template <class Model>
[[nodiscard]] Status accelerate(const MechanismState<Model>& at, Accelerations<Model>& out) {
  using S = typename Model::Scalar;
  const S share = Limits<S>::template of<Model>().pivot_share;
  SaddlePoint<Model> matrices;
  Status status = matrices.factorise_constant_mass(at.model, share);
  if (status == Status::ok) status = matrices.factorise(at.model, at.q, at.tick, at.w, share);
  if (status != Status::ok) return status;
  out.u_rate = at.model.force(at.q, at.u, at.tick.template as<S>(at.w));
  out.lambda =
      matrices.solve(out.u_rate, -constraint_acceleration(at.model, at.q, at.u, at.tick, at.w));
  return Status::ok;
}

/// (O.1): P, in m. `point_m` in body axes from the centre of mass.
template <class Model>
typename MechanismState<Model>::Point point_position(
    const MechanismState<Model>& at, int body,
    const typename MechanismState<Model>::BodyPoint& point_m) {
  const auto place = at.place(body);
  return detail::as_vector(detail::sum(place.origin(), place.lever(point_m)));
}
/// P', in m/s.
template <class Model>
typename MechanismState<Model>::Point point_velocity(
    const MechanismState<Model>& at, int body,
    const typename MechanismState<Model>::BodyPoint& point_m) {
  const auto place = at.place(body);
  return detail::as_vector(place.velocity(place.lever(point_m)));
}
/// P'', in m/s^2, with u' (nu), as by accelerate().
template <class Model>
typename MechanismState<Model>::Point point_acceleration(
    const MechanismState<Model>& at, const Vector<typename Model::Scalar, Model::nu>& u_rate,
    int body, const typename MechanismState<Model>::BodyPoint& point_m) {
  using Place = typename MechanismState<Model>::Place;
  // r'' + W' x l is a velocity with u' in the place of u
  Place rate;
  rate.locate(Model::pose(at.q, body), Model::motion(u_rate, body));
  const auto place = at.place(body);
  const auto lever = place.lever(point_m);
  return detail::as_vector(detail::sum(rate.velocity(lever), place.centripetal(lever)));
}

}  // namespace taut
