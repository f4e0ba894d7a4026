/// \file
/// The model contract: what a mechanism states and offers, checked at compile time.
///
///     q' = V(q) u                                                                           (1.1)
///     M(q,t,w) u' = f(q,u,s,lambda,t,w) - [G; A]^T lambda                                   (1.2)
///     0 = g(q,s,t,w),  so that 0 = G u + g_t                                         (1.3), (1.4)
///     0 = A(q,t,w) u - b(t,w)                                                               (1.6)
///     0 = c(q,s,t,w)                                                                        (1.7)
///
/// Numbers are those of docs/method.md. A model is a plain struct. It must state
///     using Scalar                       float or double
///     static constexpr int nq, nc        number of coordinates and of holonomic constraints
///     static constexpr MassForm mass_form
/// and offer, templated on the number type N (Scalar or a dual number),
///     Vector<N,nc> constraint(const Vector<N,nq>& q, const Signals<Model,N>& s) const
///     Vector<N,nu> force(const Vector<N,nq>& q, const Vector<N,nu>& u,
///                        const Signals<Model,N>& s) const
/// and, of Scalars, mass_matrix() where M is constant, mass_matrix(q, s) where it varies, which may
/// be a template on N too, for the methods that differentiate M:
///     Vector<Scalar,nu>                  its diagonal, where diagonal
///     Matrix<Scalar,nu,nu>               where dense
/// It may state
///     nu = nq                            number of velocities; nu != nq needs
///                                        Vector<N,nq> kinematics(q, u), which is V(q) u
///     na = 0                             number of nonholonomic constraints: Vector<N,na>
///                                        nonholonomic_constraint(q, u, s), which is A u - b;
///                                        where nc = 0 `constraint` may be missing
///     ns = 0                             number of algebraic coordinates, which arrive as
///                                        s.algebraic: Vector<N,ns> algebraic_equations(q, s) is c
///                                        of (1.7)
///     algebraic_block = ns               they come in independent groups of so many: entry i of c
///                                        knows those of its own group alone; with na = 0
///     envelope = false                   g_s = 0 wherever c = 0: then G = g_q V with s held
///     multiplier_force = false           `force` depends on the multipliers: s.lambda. It is
///                                        finite with finite derivatives at lambda = 0
///     nw = 0                             number of inputs s.w, sampled at the tick and held
///     rheonomic = false                  time appears in M, f, g, c or excitation: s.t
///     nr = 0                             number of excitations: Vector<N,nr> excitation(t) is
///                                        evaluated once a tick and arrives as s.r
///     angle_coordinates                  std::array<int, k>: coordinates in rad that enter M, f, g
///                                        and c only through sine and cosine; kept in [-pi, pi]
///     quaternion_coordinates             std::array<int, k>: the first of four coordinates that
///                                        are a unit quaternion; the stepper keeps its length
///     split_positions = false            `constraint` is evaluated with the low words of
///                                        compensated summation, in numbers of type Split<Scalar>:
///                                        closure and multipliers in float then do not suffer from
///                                        large coordinates. s has no low words
///     redundant = false                  rows of constraints may depend on each other, always or
///                                        in some positions (saddle_point.hpp)
///     regularisation = sqrt(epsilon)     then the mu of S + mu diag(S), of type Scalar; not below
///                                        least_regularisation<Scalar>()
///     residual_limit                     default limit on |g| after a step, in the units of g
/// and may offer a verdict on a state after a step, of Scalars,
///     Status contact_status(q, u, s)     ok, contact_out_of_range, contact_lost, creep_saturated
///                                        or any other: all but ok refuse the step
/// and closed forms, which then replace the dual numbers: constraint_jacobian,
/// constraint_acceleration and constraint_force_rate (derivatives.hpp), force_rate and
/// multiplier_jacobian (force_derivatives.hpp), velocity_jacobian and position_jacobian
/// (force_jacobians.hpp), algebraic_jacobian and algebraic_position_jacobian (algebraic.hpp).
/// Where both gamma and the rate of the constraint force are wanted, as in the default step, one
/// evaluation of dual numbers gives both: constraint_acceleration is then asked only together with
/// constraint_force_rate. Interrupt: safe.
#pragma once

#include "taut/model_traits.hpp"
#include "taut/status.hpp"

namespace taut {

namespace detail {
template <class Model, class N, bool>
struct TimeSignals {};
template <class Model, class N>
struct TimeSignals<Model, N, true> {
  Time<N> t;                 ///< time
  Vector<N, nr<Model>()> r;  ///< excitation(t)
};
template <class Model, bool>
struct InputSignals {};
template <class Model>
struct InputSignals<Model, true> {
  Vector<typename Model::Scalar, nw<Model>()> w;  ///< inputs of this tick
};
template <class Model, class N, bool>
struct AlgebraicSignals {};
template <class Model, class N>
struct AlgebraicSignals<Model, N, true> {
  Vector<N, ns<Model>()> algebraic;  ///< algebraic coordinates s
};
template <class Model, class N, bool>
struct MultiplierSignals {};
template <class Model, class N>
struct MultiplierSignals<Model, N, true> {
  Vector<N, nl<Model>()> lambda;  ///< multipliers
};
}  // namespace detail

/// What acts on the model from outside at one point in time: `t` and `r` where the model is
/// rheonomic, `w` where it has inputs; and, where the model has them, the unknowns beside q and u:
/// `algebraic`, and `lambda` where the force depends on it. N is the number type of the evaluation.
template <class Model, class N>
struct Signals : detail::TimeSignals<Model, N, detail::rheonomic<Model>()>,
                 detail::InputSignals<Model, (detail::nw<Model>() > 0)>,
                 detail::AlgebraicSignals<Model, N, (detail::ns<Model>() > 0)>,
                 detail::MultiplierSignals<Model, N, detail::multiplier_force<Model>()> {};

namespace detail {

template <class T>
inline constexpr bool is_index_array = false;
template <std::size_t k>
inline constexpr bool is_index_array<std::array<int, k>> = true;

// Each begins `count` coordinates.
template <class Model, class Indices>
constexpr bool are_indices(const Indices& indices, int count) {
  if constexpr (is_index_array<Indices>) {
    for (const int i : indices)
      if (i < 0 || i > Model::nq - count) return false;
    return true;
  } else {
    return false;
  }
}

// Each for one number type N.
template <class M, class N>
constexpr bool offers_constraint() {
  return M::nc == 0 || yields<Vector<N, M::nc>, ConstraintCall, M, Vector<N, M::nq>, Signals<M, N>>;
}
template <class M, class N>
constexpr bool offers_nonholonomic() {
  return na<M>() == 0 || yields<Vector<N, na<M>()>, NonholonomicCall, M, Vector<N, M::nq>,
                                Vector<N, nu<M>()>, Signals<M, N>>;
}
template <class M, class N>
constexpr bool offers_force() {
  return yields<Vector<N, nu<M>()>, ForceCall, M, Vector<N, M::nq>, Vector<N, nu<M>()>,
                Signals<M, N>>;
}
template <class M, class N>
constexpr bool offers_excitation() {
  return nr<M>() == 0 || yields<Vector<N, nr<M>()>, ExcitationCall, M, Time<N>>;
}
template <class M, class N>
constexpr bool offers_algebraic() {
  return ns<M>() == 0 ||
         yields<Vector<N, ns<M>()>, AlgebraicCall, M, Vector<N, M::nq>, Signals<M, N>>;
}
template <class M>
constexpr bool algebraic_blocks_fit() {
  if constexpr (ns<M>() == 0)
    return true;
  else
    return algebraic_block<M>() > 0 && ns<M>() % algebraic_block<M>() == 0;
}
// A verdict fits where it is called as a Status, or where there is none.
template <class M>
constexpr bool contact_status_fits() {
  using S = typename M::Scalar;
  using Q = Vector<S, M::nq>;
  using U = Vector<S, nu<M>()>;
  if constexpr (detected<ContactStatusMember, M> ||
                detected<AnyContactStatusCall, M, Q, U, Signals<M, S>>)
    return yields<Status, ContactStatusCall, M, Q, U, Signals<M, S>>;
  else
    return true;
}
template <class M, class N>
constexpr bool offers_kinematics() {
  return yields<Vector<N, M::nq>, KinematicsCall, M, Vector<N, M::nq>, Vector<N, nu<M>()>>;
}

template <class M>
constexpr bool offers_mass_matrix() {
  using S = typename M::Scalar;
  using Value = typename ModelTraits<M>::MassValue;
  if constexpr (ModelTraits<M>::constant_mass)
    return yields<Value, ConstantMassCall, M>;
  else
    return yields<Value, VaryingMassCall, M, Vector<S, M::nq>, Signals<M, S>>;
}

// Second half of the check: the statements are there.
template <class Model>
constexpr bool check_offers() {
  using Traits = ModelTraits<Model>;
  using S = typename Model::Scalar;
  constexpr int nq = Traits::nq, nu = Traits::nu;
  static_assert(nq > 0 && nu > 0 && Traits::nc >= 0 && Traits::na >= 0 && Traits::ns >= 0 &&
                    Traits::nw >= 0 && Traits::nr >= 0,
                "taut: nq and nu are positive, none of nc, na, ns, nw and nr is negative.");
  static_assert(Traits::nl <= nu || redundant<Model>(),
                "taut: there are more constraints than velocities.");
  if constexpr (std::is_floating_point_v<S>)
    static_assert(regularisation<Model>() >= least_regularisation<S>(),
                  "taut: regularisation is at least least_regularisation<Scalar>().");
  static_assert(Traits::nr == 0 || Traits::rheonomic,
                "taut: a model with excitations states 'static constexpr bool rheonomic = true'.");
  static_assert(are_indices<Model>(angle_coordinates<Model>(), 1),
                "taut: angle_coordinates is a std::array<int, k> of indices of coordinates.");
  static_assert(
      are_indices<Model>(quaternion_coordinates<Model>(), 4),
      "taut: quaternion_coordinates is a std::array<int, k> of indices, each of the first "
      "of four coordinates.");
  // D: any number type but the scalar, to tell a template from a function of plain numbers
  using D = Dual<S, 1>;
  static_assert(offers_constraint<Model, S>() && offers_constraint<Model, D>(),
                "taut: a model offers 'template <class N> Vector<N,nc> constraint(const "
                "Vector<N,nq>& q, const Signals<Model,N>& s) const'.");
  static_assert(offers_nonholonomic<Model, S>() && offers_nonholonomic<Model, D>(),
                "taut: a model with na > 0 offers 'template <class N> Vector<N,na> "
                "nonholonomic_constraint(const Vector<N,nq>& q, const Vector<N,nu>& u, const "
                "Signals<Model,N>& s) const'.");
  static_assert(algebraic_blocks_fit<Model>(), "taut: algebraic_block is positive and divides ns.");
  static_assert(Traits::ns == 0 || !in_blocks<Model>(),
                "taut: a model with a Structure has no algebraic coordinates.");
  static_assert(Traits::ns == 0 || Traits::na == 0,
                "taut: a model has algebraic coordinates or nonholonomic constraints, not both.");
  static_assert(offers_algebraic<Model, S>() && offers_algebraic<Model, D>(),
                "taut: a model with ns > 0 offers 'template <class N> Vector<N,ns> "
                "algebraic_equations(const Vector<N,nq>& q, const Signals<Model,N>& s) const'.");
  static_assert(offers_force<Model, S>() && offers_force<Model, D>(),
                "taut: a model offers 'template <class N> Vector<N,nu> force(const Vector<N,nq>& "
                "q, const Vector<N,nu>& u, const Signals<Model,N>& s) const'.");
  static_assert(offers_mass_matrix<Model>(),
                "taut: mass_matrix does not fit mass_form: () where constant, (q, s) where not; a "
                "Vector<Scalar,nu> where diagonal, a Matrix<Scalar,nu,nu> where dense.");
  static_assert(offers_excitation<Model, S>() && offers_excitation<Model, D>(),
                "taut: a model with nr > 0 offers 'template <class N> Vector<N,nr> "
                "excitation(const Time<N>& t) const'.");
  static_assert(contact_status_fits<Model>(),
                "taut: contact_status of a model is 'Status contact_status(const "
                "Vector<Scalar,nq>& q, const Vector<Scalar,nu>& u, const Signals<Model,Scalar>& s) "
                "const'.");
  using Q = Vector<S, nq>;
  using U = Vector<S, nu>;
  static_assert(Traits::na > 0 || !detected<NonholonomicCall, Model, Q, U, Signals<Model, S>>,
                "taut: a model with a nonholonomic_constraint states na, how many rows it has.");
  static_assert((nu == nq && !Traits::has_kinematics) ||
                    (offers_kinematics<Model, S>() && offers_kinematics<Model, D>()),
                "taut: a model with nu != nq offers 'template <class N> Vector<N,nq> "
                "kinematics(const Vector<N,nq>& q, const Vector<N,nu>& u) const'.");
  static_assert(Traits::has_kinematics || !detected<AnyKinematicsCall, Model, Q, U>,
                "taut: kinematics of a model is const.");
  return true;
}

}  // namespace detail

/// Instantiated by every stepper: refuses a model that breaks the contract, in sentences.
template <class Model>
constexpr bool check_model() {
  // a dual number as scalar is for what differentiates a whole step (discrete_jacobian.hpp)
  constexpr bool scalar = detail::yields<float, detail::BaseScalarOf, Model> ||
                          detail::yields<double, detail::BaseScalarOf, Model>;
  constexpr bool sizes =
      detail::detected<detail::NqOf, Model> && detail::detected<detail::NcOf, Model>;
  constexpr bool form = detail::yields<MassForm, detail::MassFormOf, Model>;
  static_assert(scalar, "taut: a model states 'using Scalar = float' or double.");
  static_assert(
      sizes,
      "taut: a model states 'static constexpr int nq' (coordinates) and 'nc' (constraints).");
  static_assert(form, "taut: a model states 'static constexpr MassForm mass_form'.");
  if constexpr (scalar && sizes && form) return detail::check_offers<Model>();
  return true;
}

}  // namespace taut
