/// \file
/// The contract of an index-2 problem, checked at compile time, and its derivatives.
///
///     x' = f(x,t) - B(x,t) y        0 = g(x,t)        G = g_x
///
/// A problem is a plain struct that states
///     using Scalar                      float or double
///     static constexpr int nx, ny       number of differential and of algebraic variables
/// and offers, templated on the number type N (Scalar or a dual number)
///     Vector<N,nx> field(const Vector<N,nx>& x, const Time<N>& t) const                    f
///     Matrix<N,nx,ny> multiplier_matrix(const Vector<N,nx>& x, const Time<N>& t) const     B
///     Vector<N,ny> constraint(const Vector<N,nx>& x, const Time<N>& t) const               g
/// Mechanisms are of index 3 and have a contract of their own: model.hpp. Interrupt: safe.
#pragma once

#include "taut/model_traits.hpp"

namespace taut {

namespace detail {
template <class M>
using NxOf = std::integral_constant<int, *&M::nx>;
template <class M>
using NyOf = std::integral_constant<int, *&M::ny>;
template <class M, class X, class T>
using FieldCall =
    decltype(std::declval<const M&>().field(std::declval<const X&>(), std::declval<const T&>()));
template <class M, class X, class T>
using MultiplierMatrixCall = decltype(std::declval<const M&>().multiplier_matrix(
    std::declval<const X&>(), std::declval<const T&>()));

template <class M, class N>
constexpr bool check_index2_offers() {
  using X = Vector<N, M::nx>;
  static_assert(yields<X, FieldCall, M, X, Time<N>>,
                "taut: an index-2 problem offers 'template <class N> Vector<N,nx> field(const "
                "Vector<N,nx>& x, const Time<N>& t) const'.");
  static_assert(yields<Matrix<N, M::nx, M::ny>, MultiplierMatrixCall, M, X, Time<N>>,
                "taut: an index-2 problem offers 'template <class N> Matrix<N,nx,ny> "
                "multiplier_matrix(const Vector<N,nx>& x, const Time<N>& t) const'.");
  static_assert(yields<Vector<N, M::ny>, ConstraintCall, M, X, Time<N>>,
                "taut: an index-2 problem offers 'template <class N> Vector<N,ny> constraint(const "
                "Vector<N,nx>& x, const Time<N>& t) const'.");
  return true;
}
}  // namespace detail

/// Refuses a problem that breaks the contract, in sentences.
template <class Model>
constexpr bool check_index2_model() {
  constexpr bool scalar = detail::yields<float, detail::ScalarOf, Model> ||
                          detail::yields<double, detail::ScalarOf, Model>;
  constexpr bool sizes =
      detail::detected<detail::NxOf, Model> && detail::detected<detail::NyOf, Model>;
  static_assert(scalar, "taut: an index-2 problem states 'using Scalar = float' or double.");
  static_assert(sizes,
                "taut: an index-2 problem states 'static constexpr int nx' (differential) and 'ny' "
                "(algebraic variables).");
  if constexpr (scalar && sizes) {
    static_assert(Model::nx > 0 && Model::ny > 0 && Model::ny <= Model::nx,
                  "taut: an index-2 problem has 0 < ny <= nx.");
    return detail::check_index2_offers<Model, typename Model::Scalar>() &&
           detail::check_index2_offers<Model, Dual<typename Model::Scalar, 1>>();
  }
  return true;
}

/// g, G and g_t of an index-2 problem at one point.
template <class Model>
struct Index2Constraint {
  using S = typename Model::Scalar;
  Vector<S, Model::ny> g;
  Matrix<S, Model::ny, Model::nx> G;
  Vector<S, Model::ny> g_t;

  /// At x (nx) and t; the derivatives by dual numbers.
  Index2Constraint(const Model& model, const Vector<S, Model::nx>& x, const Time<S>& t) {
    using N = Dual<S, Model::nx + 1>;
    Vector<N, Model::nx> moving;
    for (int j = 0; j < Model::nx; ++j) {
      moving[j] = N(x[j]);
      moving[j].derivative[j] = S(1);
    }
    N part(t.part_s);
    part.derivative[Model::nx] = S(1);
    const Vector<N, Model::ny> y = model.constraint(moving, Time<N>{t.whole_s, part});
    for (int i = 0; i < Model::ny; ++i) {
      g[i] = y[i].value;
      for (int j = 0; j < Model::nx; ++j) G(i, j) = y[i].derivative[j];
      g_t[i] = y[i].derivative[Model::nx];
    }
  }
};

}  // namespace taut
