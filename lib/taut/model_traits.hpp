/// \file
/// Reads off a model what it states, with defaults for what it leaves out, and what it offers.
/// Interrupt: safe.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include "taut/config.hpp"
#include "taut/time.hpp"

namespace taut {

/// What the mass matrix is: constant ones are factorised once, diagonal ones only divide.
enum class MassForm { constant_diagonal, constant_dense, diagonal, dense };

template <class Model, class N>
struct Signals;

namespace detail {

// Detected<Op, Args...>: whether Op<Args...> is a type. Yields<T, Op, Args...>: and it is T.
template <class Void, template <class...> class Op, class... Args>
struct Detector : std::false_type {
  using type = void;
};
template <template <class...> class Op, class... Args>
struct Detector<std::void_t<Op<Args...>>, Op, Args...> : std::true_type {
  using type = Op<Args...>;
};
template <template <class...> class Op, class... Args>
inline constexpr bool detected = Detector<void, Op, Args...>::value;
template <class Expected, template <class...> class Op, class... Args>
inline constexpr bool yields =
    std::is_same_v<Expected, std::decay_t<typename Detector<void, Op, Args...>::type>>;

// Statements.
template <class M>
using ScalarOf = typename M::Scalar;
// The scalar of a model, or a stand-in where it states none: the sentence about that comes later.
template <class StandIn, class M>
using ScalarOr =
    std::conditional_t<detected<ScalarOf, M>, typename Detector<void, ScalarOf, M>::type, StandIn>;
template <class M>
using BaseScalarOf = BaseScalar<typename M::Scalar>;
// Constants, or not stated; without the *& GCC stops at a member of the object.
template <class M>
using NqOf = std::integral_constant<int, *&M::nq>;
template <class M>
using NcOf = std::integral_constant<int, *&M::nc>;
template <class M>
using NaOf = decltype(M::na);
template <class M>
using NuOf = decltype(M::nu);
template <class M>
using NwOf = decltype(M::nw);
template <class M>
using NsOf = decltype(M::ns);
template <class M>
using AlgebraicBlockOf = decltype(M::algebraic_block);
template <class M>
using EnvelopeOf = decltype(M::envelope);
template <class M>
using MultiplierForceOf = decltype(M::multiplier_force);
template <class M>
using NrOf = decltype(M::nr);
template <class M>
using RheonomicOf = decltype(M::rheonomic);
template <class M>
using RedundantOf = decltype(M::redundant);
template <class M>
using RegularisationOf = decltype(M::regularisation);
template <class M>
using MassFormOf = decltype(M::mass_form);
template <class M>
using AngleCoordinatesOf = decltype(M::angle_coordinates);
template <class M>
using QuaternionCoordinatesOf = decltype(M::quaternion_coordinates);
template <class M>
using SplitPositionsOf = decltype(M::split_positions);
template <class M>
using StructureOf = typename M::Structure;
template <class M>
using ResidualLimitOf = decltype(M::residual_limit);

template <class M>
constexpr int na() {
  if constexpr (detected<NaOf, M>)
    return M::na;
  else
    return 0;
}
// Multipliers: one a constraint, holonomic ones first.
template <class M>
constexpr int nl() {
  return M::nc + na<M>();
}
template <class M>
constexpr int nu() {
  if constexpr (detected<NuOf, M>)
    return M::nu;
  else
    return M::nq;
}
template <class M>
constexpr int ns() {
  if constexpr (detected<NsOf, M>)
    return M::ns;
  else
    return 0;
}
template <class M>
constexpr int algebraic_block() {
  if constexpr (detected<AlgebraicBlockOf, M>)
    return M::algebraic_block;
  else
    return ns<M>();
}
template <class M>
constexpr bool envelope() {
  if constexpr (detected<EnvelopeOf, M>)
    return M::envelope;
  else
    return false;
}
template <class M>
constexpr bool multiplier_force() {
  if constexpr (detected<MultiplierForceOf, M>)
    return M::multiplier_force;
  else
    return false;
}
// Whether there are unknowns beside q and u that a method must know of.
template <class M>
inline constexpr bool has_contact = ns<M>() > 0 || multiplier_force<M>();
template <class M>
constexpr int nw() {
  if constexpr (detected<NwOf, M>)
    return M::nw;
  else
    return 0;
}
template <class M>
constexpr int nr() {
  if constexpr (detected<NrOf, M>)
    return M::nr;
  else
    return 0;
}
template <class M>
constexpr bool rheonomic() {
  if constexpr (detected<RheonomicOf, M>)
    return M::rheonomic;
  else
    return false;
}
template <class M>
constexpr bool redundant() {
  if constexpr (detected<RedundantOf, M>)
    return M::redundant;
  else
    return false;
}
// mu of (4.3).
template <class M>
constexpr typename M::Scalar regularisation() {
  if constexpr (detected<RegularisationOf, M>)
    return M::regularisation;
  else
    return root_of_epsilon<typename M::Scalar>();
}
template <class M>
constexpr auto angle_coordinates() {
  if constexpr (detected<AngleCoordinatesOf, M>)
    return M::angle_coordinates;
  else
    return std::array<int, 0>{};
}
// The first of four coordinates each.
template <class M>
constexpr auto quaternion_coordinates() {
  if constexpr (detected<QuaternionCoordinatesOf, M>)
    return M::quaternion_coordinates;
  else
    return std::array<int, 0>{};
}
template <class M>
constexpr bool split_positions() {
  if constexpr (detected<SplitPositionsOf, M>)
    return M::split_positions;
  else
    return false;
}
// Whether the constraint Jacobian comes in blocks (elimination.hpp).
template <class M>
constexpr bool in_blocks() {
  return detected<StructureOf, M>;
}
template <class M>
constexpr typename M::Scalar residual_limit() {
  if constexpr (detected<ResidualLimitOf, M>)
    return M::residual_limit;
  else
    return std::numeric_limits<typename M::Scalar>::infinity();
}

// Offers, as the types of the calls. Q and U are vectors of the number type of the signals S.
template <class M, class Q, class S>
using ConstraintCall = decltype(std::declval<const M&>().constraint(std::declval<const Q&>(),
                                                                    std::declval<const S&>()));
template <class M, class Q, class U, class S>
using NonholonomicCall = decltype(std::declval<const M&>().nonholonomic_constraint(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using ForceCall = decltype(std::declval<const M&>().force(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
template <class M, class Q, class U>
using KinematicsCall = decltype(std::declval<const M&>().kinematics(std::declval<const Q&>(),
                                                                    std::declval<const U&>()));
template <class M, class Q, class S>
using AlgebraicCall = decltype(std::declval<const M&>().algebraic_equations(
    std::declval<const Q&>(), std::declval<const S&>()));
template <class M, class Q, class U, class S>
using ContactStatusCall = decltype(std::declval<const M&>().contact_status(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
// The same of a model that is not const: what may be left out is not overlooked for its const.
template <class M, class Q, class U>
using AnyKinematicsCall =
    decltype(std::declval<M&>().kinematics(std::declval<const Q&>(), std::declval<const U&>()));
template <class M, class Q, class U, class S>
using AnyContactStatusCall = decltype(std::declval<M&>().contact_status(
    std::declval<const Q&>(), std::declval<const U&>(), std::declval<const S&>()));
// A member of this name, found where it is no template.
template <class M>
using ContactStatusMember = decltype(&M::contact_status);
template <class M>
using ConstantMassCall = decltype(std::declval<const M&>().mass_matrix());
template <class M, class Q, class S>
using VaryingMassCall = decltype(std::declval<const M&>().mass_matrix(std::declval<const Q&>(),
                                                                      std::declval<const S&>()));
template <class M, class T>
using ExcitationCall = decltype(std::declval<const M&>().excitation(std::declval<const T&>()));

}  // namespace detail

/// The sizes and kinds of a model. Instantiate only for a model that passes check_model().
template <class Model>
struct ModelTraits {
  using S = typename Model::Scalar;
  static constexpr int nq = Model::nq;            ///< coordinates
  static constexpr int nu = detail::nu<Model>();  ///< velocities
  static constexpr int nc = Model::nc;            ///< holonomic constraints
  static constexpr int na = detail::na<Model>();  ///< nonholonomic constraints
  static constexpr int nl = detail::nl<Model>();  ///< multipliers: nc + na
  static constexpr int ns = detail::ns<Model>();  ///< algebraic coordinates
  static constexpr int nw = detail::nw<Model>();  ///< inputs
  static constexpr int nr = detail::nr<Model>();  ///< excitations
  static constexpr bool rheonomic = detail::rheonomic<Model>();
  /// columns of the constraint Jacobian [G g_t; A -b]: the velocities, and the rest where there
  /// may be one
  static constexpr int nd = nu + (rheonomic || na > 0 ? 1 : 0);
  static constexpr MassForm mass_form = Model::mass_form;
  static constexpr bool constant_mass =
      mass_form == MassForm::constant_diagonal || mass_form == MassForm::constant_dense;
  static constexpr bool diagonal_mass =
      mass_form == MassForm::constant_diagonal || mass_form == MassForm::diagonal;
  /// q' = V(q) u with a V of the model's; else q' = u
  static constexpr bool has_kinematics =
      detail::detected<detail::KinematicsCall, Model, Vector<S, nq>, Vector<S, nu>>;
  /// diagonal of M, or M
  using MassValue = std::conditional_t<diagonal_mass, Vector<S, nu>, Matrix<S, nu, nu>>;
};

/// Inputs of one tick.
template <class Model>
using Input = std::array<typename Model::Scalar, static_cast<std::size_t>(detail::nw<Model>())>;

}  // namespace taut
