/// \file
/// The saddle-point system of a mechanism of bodies and joints: saddle_point.hpp with a constant
/// diagonal M, G in blocks and S = G M^-1 G^T in the pattern of elimination.hpp:
///
///     S_ij = sum over shared bodies b of G_ib M_b^-1 G_jb^T                                 (E.4)
///     S lambda = G M^-1 r - c,  a = M^-1 (r - G^T lambda)                                   (4.2)
///
/// Cost and memory are linear in the number of joints for chains, ladders and trees. Interrupt:
/// safe.
#pragma once

#include "taut/saddle_point.hpp"

namespace taut {

/// W = M^-1 G^T of a block Jacobian, not formed.
template <class Model>
struct BlockImage {
  using Scalar = typename Model::Scalar;
  const BlockJacobian<typename Model::Scalar, typename Model::Structure,
                      ModelTraits<Model>::rheonomic>& J;
  const DiagonalMass<typename Model::Scalar, detail::nu<Model>()>& mass;

  Scalar operator()(int j, int i) const { return mass.inverse(j) * J(i, j); }
};

/// W b.
template <class Model, class S, int nl>
Vector<S, detail::nu<Model>()> product(const BlockImage<Model>& W, const Vector<S, nl>& b) {
  Vector<S, detail::nu<Model>()> y = Vector<S, detail::nu<Model>()>::Zero();
  W.J.subtract_transposed_product(b, y);
  for_all<detail::nu<Model>()>([&](int j) __attribute__((always_inline)) {
    y[j] = -W.mass.inverse(j) * y[j];
  });
  return y;
}
/// r -= W lambda
template <class Model, class S, int nl, int nu>
void subtract_image(const BlockImage<Model>& W, const Vector<S, nl>& lambda, Vector<S, nu>& r) {
  Vector<S, nu> y = Vector<S, nu>::Zero();
  W.J.subtract_transposed_product(lambda, y);
  for_all<nu>([&](int j) __attribute__((always_inline)) { r[j] += W.mass.inverse(j) * y[j]; });
}

/// S of a block Jacobian and the inverse of a diagonal M, or any weights in its place, factorised.
template <class S, class Structure>
class BlockSchur {
 public:
  using Plan = Elimination<Structure>;
  static constexpr int nl = Plan::rows, size = Plan::part_size, nu = Plan::parts * size;

  /// (E.4), then S + shift = L D L^T.
  template <bool rheonomic, class Weight, class Shift>
  [[gnu::always_inline]] bool factorise(const BlockJacobian<S, Structure, rheonomic>& J,
                                        const Weight& weight, S tolerance, Shift shift) {
    S* const blocks = ldlt_.values();
    for_each(
        detail::bound<Plan, Plan::fill>(), [&](auto i) __attribute__((always_inline)) {
          const auto e = at<Plan::fill_entry>(i);
          for (int k = 0; k < at<Plan::entry_size>(e); ++k)
            blocks[at<Plan::entry_offset>(e) + k] = S(0);
        });
    for_each(
        detail::bound<Plan, Plan::parts>(), [&](auto b) __attribute__((always_inline)) {
          for_each(
              detail::extent_of<Plan::touching>(b), [&](auto x) __attribute__((always_inline)) {
                const auto first = at<Plan::incidence>(plus(at<Plan::touching>(b), x));
                const int begin = at<Plan::pair>(b) + x * (x + 1) / 2;
                with_side(
                    first, [&](auto i, auto side) __attribute__((always_inline)) {
                      for_each(
                          detail::rows_of<Plan>(i), [&](auto r) __attribute__((always_inline)) {
                            // row r of G_ib M_b^-1
                            S T[size];
                            for_each(
                                Index<size>{}, [&](auto c) __attribute__((always_inline)) {
                                  T[c] =
                                      detail::times(J.entry(i, side, r, c), J.value(i, side, r, c),
                                                    weight(b * size + c));
                                });
                            for_each(
                                x, [&](auto y) __attribute__((always_inline)) {
                                  const auto second =
                                      at<Plan::incidence>(plus(at<Plan::touching>(b), y));
                                  with_side(
                                      second, [&](auto k,
                                                  auto other) __attribute__((always_inline)) {
                                        const auto columns = detail::rows_of<Plan>(k);
                                        S* const block = blocks +
                                                         Plan::pair_target[index(begin + y)] +
                                                         r * columns;
                                        add_row(J, i, side, r, k, other, columns,
                                                Plan::pair_is_first[index(begin + y)] != 0, T,
                                                block);
                                      });
                                });
                            S* const block = blocks + Plan::pair_target[index(begin + x)] +
                                             r * detail::rows_of<Plan>(i);
                            add_row(J, i, side, r, i, side, plus(r, Index<1>{}),
                                    Plan::pair_is_first[index(begin + x)] != 0, T, block);
                          });
                    });
              });
        });
    return ldlt_.factorise(tolerance, shift);
  }

  [[gnu::always_inline]] void solve_in_place(Vector<S, nl>& b) const { ldlt_.solve_in_place(b); }
  S smallest_share() const { return ldlt_.smallest_share(); }
  int weakest_row() const { return ldlt_.weakest_row(); }
  WeakestCombination<S> weakest_combination() const { return ldlt_.weakest_combination(); }
  /// Entry (i, i) of S + shift, and the share of its pivot in it.
  S diagonal(int i) const { return ldlt_.diagonal(i); }
  S share(int i) const { return ldlt_.share(i); }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // the block and the side of an incidence
  template <int incidence, class F>
  [[gnu::always_inline]] static void with_side(Index<incidence>, F&& f) {
    f(Index<incidence / 2>{}, Index<incidence % 2>{});
  }
  template <class F>
  [[gnu::always_inline]] static void with_side(int incidence, F&& f) {
    if (incidence % 2 == 0)
      f(incidence / 2, Index<0>{});
    else
      f(incidence / 2, Index<1>{});
  }

  // block(s) += T . row s of G_kb, for s below `columns`
  template <class Jacobian, class I, class Side, class R, class K, class Other, class Columns>
  [[gnu::always_inline]] static void add_row(const Jacobian& J, I i, Side side, R r, K k,
                                             Other other, Columns columns, bool first, const S* T,
                                             S* block) {
    for_each(
        columns, [&](auto s) __attribute__((always_inline)) {
          S sum = first ? S(0) : block[s];
          for_each(
              Index<size>{}, [&](auto c) __attribute__((always_inline)) {
                if constexpr (decltype(Jacobian::entry(i, side, r, c))::value != Entry::zero)
                  sum = detail::plus_product(Jacobian::entry(k, other, s, c), sum,
                                             J.value(k, other, s, c), T[c]);
              });
          block[s] = sum;
        });
  }

  BlockLdlt<S, Plan> ldlt_;
};

template <class Model>
class SaddlePoint<Model, true> {
 public:
  using S = typename Model::Scalar;
  using Traits = ModelTraits<Model>;
  static constexpr int nq = Traits::nq, nu = Traits::nu, nl = Traits::nl;
  static_assert(Traits::mass_form == MassForm::constant_diagonal && Traits::na == 0,
                "taut: a model in blocks has a constant diagonal mass matrix and na = 0.");

  SaddlePoint() { constraint_.g.setZero(); }

  /// Factorises the mass matrix. Once, before the first factorise().
  Status factorise_constant_mass(const Model& model, S tolerance) {
    return mass_.factorise(model.mass_matrix(), tolerance) ? Status::ok
                                                           : Status::singular_mass_matrix;
  }

  /// Equation (4.1) at q and the tick's signals; S + Sigma where a shift is given.
  template <class Shift = detail::ConstraintShift<Model>>
  [[gnu::always_inline]] Status factorise(const Model& model, const Vector<S, nq>& q,
                                          const TickSignals<Model>& tick, const Input<Model>& w,
                                          S tolerance,
                                          Shift shift = detail::constraint_shift<Model>()) {
    linearise_constraint(model, q, tick, w, constraint_);
    const auto inverse = [this](int j) { return mass_.inverse(j); };
    return schur_.factorise(constraint_.J, inverse, tolerance, shift)
               ? Status::ok
               : Status::rank_deficient_constraints;
  }

  /// Equation (4.2). Overwrites r (nu) with a; returns lambda (nl).
  [[gnu::always_inline]] Vector<S, nl> solve(Vector<S, nu>& r, const Vector<S, nl>& c) const {
    Vector<S, nu> z;
    for_all<nu>([&](int j) __attribute__((always_inline)) { z[j] = mass_.inverse(j) * r[j]; });
    Vector<S, nl> lambda = constraint_.J.add_product(-c, z, false);
    schur_.solve_in_place(lambda);
    constraint_.J.subtract_transposed_product(lambda, r);
    mass_.solve_in_place(r);
    return lambda;
  }

  /// W S^-1 b, as with a dense G.
  Vector<S, nu> correction(Vector<S, nl> b) const {
    schur_.solve_in_place(b);
    return product(W(), b);
  }

  void replace_residual(const Vector<S, Model::nc>& g) { constraint_.g = g; }
  const ConstraintLinearisation<Model>& constraint() const { return constraint_; }
  BlockImage<Model> W() const { return {constraint_.J, mass_}; }
  void solve_mass_in_place(Vector<S, nu>& r) const { mass_.solve_in_place(r); }
  void solve_schur_in_place(Vector<S, nl>& b) const { schur_.solve_in_place(b); }
  S smallest_pivot_share() const { return schur_.smallest_share(); }
  int weakest_row() const { return schur_.weakest_row(); }
  WeakestCombination<S> weakest_combination() const { return schur_.weakest_combination(); }

 private:
  MassFactor<Model> mass_;
  ConstraintLinearisation<Model> constraint_;
  BlockSchur<S, typename Model::Structure> schur_;
};

}  // namespace taut
