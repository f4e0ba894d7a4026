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

#include "taut/block_ldlt.hpp"
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
  for_all<detail::nu<Model>()>([&](int j) TAUT_INLINE { y[j] = -W.mass.inverse(j) * y[j]; });
  return y;
}
/// r -= W lambda
template <class Model, class S, int nl, int nu>
void subtract_image(const BlockImage<Model>& W, const Vector<S, nl>& lambda, Vector<S, nu>& r) {
  Vector<S, nu> y = Vector<S, nu>::Zero();
  W.J.subtract_transposed_product(lambda, y);
  for_all<nu>([&](int j) TAUT_INLINE { r[j] += W.mass.inverse(j) * y[j]; });
}

/// S of a block Jacobian and the inverse of a diagonal M, or any weights in its place, factorised.
template <class S, class Structure>
class BlockSchur {
 public:
  using Plan = Elimination<Structure>;
  static constexpr int nl = Plan::rows, size = Plan::part_size, nu = Plan::parts * size;

  /// (E.4), then S + shift = L D L^T. `weight` has nu numbers: M^-1, or what is to act as it.
  template <bool rheonomic, class Shift>
  TAUT_INLINE bool factorise(const BlockJacobian<S, Structure, rheonomic>& J, const S* weight,
                             S tolerance, Shift shift) {
    if constexpr (Plan::known_kinds)
      return factorise_columns(J, weight, tolerance, shift);
    else
      return factorise_out_of_line(J, weight, tolerance, shift);
  }

  TAUT_INLINE void solve_in_place(Vector<S, nl>& b) const { ldlt_.solve_in_place(b); }
  S smallest_share() const { return ldlt_.smallest_share(); }
  int weakest_row() const { return ldlt_.weakest_row(); }
  WeakestCombination<S> weakest_combination() const { return ldlt_.weakest_combination(); }
  /// Entry (i, i) of S + shift, and the share of its pivot in it.
  S diagonal(int i) const { return ldlt_.diagonal(i); }
  S share(int i) const { return ldlt_.share(i); }

 private:
  static constexpr int stride = detail::block_size<Plan>;

  template <bool rheonomic, class Shift>
  TAUT_INLINE bool factorise_columns(const BlockJacobian<S, Structure, rheonomic>& J,
                                     const S* weight, S tolerance, Shift shift) {
    S local[Plan::unrolled ? Plan::values : 1];
    S* const work = ldlt_.storage(local);
    for_each(detail::bound<Plan, Plan::blocks>(), [&](auto k) TAUT_INLINE {
      detail::with_rows_at<Plan>(k, [&](auto rows) TAUT_INLINE {
        put_diagonal(work, k, rows, J, weight);
        put_column(work, k, rows, J, weight);
      });
    });
    return ldlt_.factorise(work, tolerance, shift);
  }
  // As of BlockLdlt::solve_out_of_line: start and step share it.
  template <bool rheonomic, class Shift>
  [[gnu::noinline]] bool factorise_out_of_line(const BlockJacobian<S, Structure, rheonomic>& J,
                                               const S* weight, S tolerance, Shift shift) {
    return factorise_columns(J, weight, tolerance, shift);
  }

  // kind of a block by its position
  template <class Position>
  static constexpr auto kind_at(Position k) {
    if constexpr (Plan::unrolled)
      return detail::kind_of<Plan>(at<Plan::block_at>(k));
    else
      return detail::kind_of<Plan>(k);
  }

  // the lower triangle of a block of the diagonal
  template <class Position, class Rows, class Jacobian>
  TAUT_INLINE void put_diagonal(S* work, Position k, Rows rows, const Jacobian& J,
                                const S* weight) {
    S block[stride] = {};
    const auto own = at<Plan::first_row_at>(k);
    detail::for_each_side<Plan>([&](auto side) TAUT_INLINE {
      detail::if_present(at<Plan::part_at>(Plan::side(k, side)), [&](auto first) TAUT_INLINE {
        const auto part = part_of(J, k, own, rows, side);
        for_each(rows, [&](auto r) TAUT_INLINE {
          add_row<Jacobian>(weight + first, part, r, part, plus(r, Index<1>{}), is_first(k, side),
                            block + r);
        });
      });
    });
    ldlt_.put_diagonal(work, k, rows, block);
  }

  // the blocks below it
  template <class Position, class Rows, class Jacobian>
  TAUT_INLINE void put_column(S* work, Position k, Rows rows, const Jacobian& J, const S* weight) {
    const auto own = at<Plan::first_row_at>(k);
    for_range(at<Plan::column>(k), detail::end_of<Plan::column>(k), [&](auto e) TAUT_INLINE {
      const auto below = at<Plan::entry_position>(e);
      const auto other = at<Plan::entry_row>(e);
      const auto rows_below = detail::rows_at<Plan>(below);
      S block[stride] = {};
      const auto begin = at<Plan::shared>(e);
      for_range(begin, detail::end_of<Plan::shared>(e), [&](auto n) TAUT_INLINE {
        const S* const of_body = weight + at<Plan::shared_part>(n);
        with_sides(at<Plan::shared_sides>(n), [&](auto side_below, auto side) TAUT_INLINE {
          const auto part_below = part_of(J, below, other, rows_below, side_below);
          const auto part = part_of(J, k, own, rows, side);
          for_each(rows_below, [&](auto r) TAUT_INLINE {
            add_row<Jacobian>(of_body, part_below, r, part, rows, is_zero(minus(n, begin)),
                              block + r);
          });
        });
      });
      ldlt_.put_entry(work, e, times(rows_below, rows), block);
    });
  }

  // One body's part of a block of G.
  template <class Kind, class Rows, class Side>
  struct Part {
    Kind kind;
    Rows rows;
    Side side;
    const S* values;
  };
  template <class Jacobian, class Position, class Row, class Rows, class Side>
  static constexpr auto part_of(const Jacobian& J, Position k, Row first_row, Rows rows,
                                Side side) {
    return Part<decltype(kind_at(k)), Rows, Side>{kind_at(k), rows, side,
                                                  J.part(first_row, rows, side)};
  }

  // whether a term is the first of its block, where that is known when compiled
  template <class Position, class Side>
  static constexpr auto is_first(Position k, Side side) {
    if constexpr (Plan::unrolled)
      return detail::is_first_side<Plan>(at<Plan::block_at>(k), side);
    else
      return std::false_type{};
  }
  // f(side, other): as types where entries of G may be known
  template <int sides, class F>
  TAUT_INLINE static void with_sides(Index<sides>, F&& f) {
    f(Index<sides / 2>{}, Index<sides % 2>{});
  }
  template <class F>
  TAUT_INLINE static void with_sides(std::ptrdiff_t sides, F&& f) {
    if constexpr (Plan::known_kinds) {
      if (sides == 0) f(Index<0>{}, Index<0>{});
      if (sides == 1) f(Index<0>{}, Index<1>{});
      if (sides == 2) f(Index<1>{}, Index<0>{});
      if (sides == 3) f(Index<1>{}, Index<1>{});
    } else {
      f(static_cast<int>(sides / 2), static_cast<int>(sides % 2));
    }
  }

  // of row r of a block: to(s) += row r of G_ib M_b^-1 . row s of G_kb, s below `columns`
  template <class Jacobian, class I, class R, class K, class Columns, bool empty>
  TAUT_INLINE static void add_row(const S* weight, I i, R r, K k, Columns columns,
                                  std::bool_constant<empty> first, S* to) {
    for_each(columns, [&](auto s) TAUT_INLINE {
      const auto add = [&](auto so_far, auto c) TAUT_INLINE {
        constexpr auto e = decltype(Jacobian::entry(i.kind, i.side, r, c)){};
        if constexpr (e.value == Entry::zero)
          return so_far;
        else
          return detail::plus_product(Jacobian::entry(k.kind, k.side, s, c), so_far,
                                      k.values[c * k.rows + s],
                                      detail::product(e, i.values[c * i.rows + r], weight[c]));
      };
      S& sum = to[s * i.rows];
      sum = detail::value_of<S>(fold<size>(detail::unless_empty(first, sum), add));
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
  TAUT_INLINE Status factorise(const Model& model, const Vector<S, nq>& q,
                               const TickSignals<Model>& tick, const Input<Model>& w, S tolerance,
                               Shift shift = detail::constraint_shift<Model>()) {
    linearise_constraint(model, q, tick, w, constraint_);
    keep_in_memory(constraint_.J);
    return schur_.factorise(constraint_.J, &mass_.inverse(0), tolerance, shift)
               ? Status::ok
               : Status::rank_deficient_constraints;
  }

  /// Equation (4.2). Overwrites r (nu) with a; returns lambda (nl).
  TAUT_INLINE Vector<S, nl> solve(Vector<S, nu>& r, const Vector<S, nl>& c) const {
    Vector<S, nu> z;
    for_all<nu>([&](int j) TAUT_INLINE { z[j] = mass_.inverse(j) * r[j]; });
    Vector<S, nl> lambda = constraint_.J.plus_product([&](auto i) { return -c[i]; }, z);
    finish(r, lambda);
    return lambda;
  }

  /// The same with c = -(G v + g_t).
  TAUT_INLINE Vector<S, nl> solve_velocity(Vector<S, nu>& r, const Vector<S, nu>& v) const {
    Vector<S, nu> z;
    for_all<nu>([&](int j) TAUT_INLINE { z[j] = v[j] + mass_.inverse(j) * r[j]; });
    Vector<S, nl> lambda = constraint_.J.rate(z);
    finish(r, lambda);
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
  // lambda <- S^-1 lambda, r <- M^-1 (r - G^T lambda)
  TAUT_INLINE void finish(Vector<S, nu>& r, Vector<S, nl>& lambda) const {
    schur_.solve_in_place(lambda);
    constraint_.J.subtract_transposed_product(lambda, r);
    mass_.solve_in_place(r);
  }

  MassFactor<Model> mass_;
  ConstraintLinearisation<Model> constraint_;
  BlockSchur<S, typename Model::Structure> schur_;
};

}  // namespace taut
