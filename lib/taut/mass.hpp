/// \file
/// The factorised mass matrix: M^-1 b for a diagonal or a dense M. Interrupt: safe.
#pragma once

#include <limits>
#include <type_traits>

#include "taut/ldlt.hpp"
#include "taut/model.hpp"
#include "taut/unroll.hpp"

namespace taut {

/// Diagonal M: n divisions at factorisation, n products a solve.
template <class S, int n>
class DiagonalMass {
 public:
  /// True where every entry and its reciprocal are positive and finite. `tolerance` is not needed:
  /// entries of a diagonal matrix are independent of each other.
  [[nodiscard]] bool factorise(const Vector<S, n>& diagonal, S /*tolerance*/) {
    bool sound = true;
    for (int i = 0; i < n; ++i) {
      inverse_[i] = S(1) / diagonal[i];
      sound = sound && diagonal[i] > S(0) && inverse_[i] > S(0) &&
              inverse_[i] <= std::numeric_limits<S>::max();
    }
    return sound;
  }

  void solve_in_place(Vector<S, n>& b) const {
    for_all<n>([&](int i) TAUT_INLINE { b[i] *= inverse_[i]; });
  }
  /// 1 / M_ii
  const S& inverse(std::ptrdiff_t i) const { return inverse_[i]; }

 private:
  Vector<S, n> inverse_ = Vector<S, n>::Zero();
};

/// What mass_matrix() of a model answers at q: the diagonal of M, or M.
template <class Model>
typename ModelTraits<Model>::MassValue mass_value(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Signals<Model, typename Model::Scalar>& s) {
  if constexpr (ModelTraits<Model>::constant_mass)
    return model.mass_matrix();
  else
    return model.mass_matrix(q, s);
}

namespace detail {
// M x from the diagonal of M, or from M.
template <class Mass, class N, int n>
Vector<N, n> mass_product(const Mass& mass, const Vector<N, n>& x) {
  Vector<N, n> y;
  for (int i = 0; i < n; ++i) {
    if constexpr (Mass::ColsAtCompileTime == 1) {
      y[i] = mass[i] * x[i];
    } else {
      y[i] = mass(i, 0) * x[0];
      for (int j = 1; j < n; ++j) y[i] += mass(i, j) * x[j];
    }
  }
  return y;
}
}  // namespace detail

/// M x (nu) at q.
template <class Model>
Vector<typename Model::Scalar, detail::nu<Model>()> mass_times(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Signals<Model, typename Model::Scalar>& s,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& x) {
  return detail::mass_product(mass_value(model, q, s), x);
}

/// M^-1 of a model, by its mass form.
template <class Model>
using MassFactor = std::conditional_t<ModelTraits<Model>::diagonal_mass,
                                      DiagonalMass<typename Model::Scalar, detail::nu<Model>()>,
                                      Ldlt<typename Model::Scalar, detail::nu<Model>()>>;

}  // namespace taut
