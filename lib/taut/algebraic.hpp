/// \file
/// Algebraic coordinates s, the unknowns of 0 = c(q, s, t, w), in independent blocks
/// (docs/methods/contact.md): contact points, and what else follows the position without a
/// differential equation.
///
///     s <- s - c_s^-1 c                             one Newton step, after every new q      (CP.1)
///     s' = -c_s^-1 (c_q V u + c_t)                  along the motion                        (CP.2)
///     s'' = -c_s^-1 c''                             at constant u, c'' at s'' = 0           (CP.3)
///     [s_q V, s_t] = -c_s^-1 [c_q V, c_t]           along the velocities and time           (CP.4)
///     G = (g_q + g_s s_q) V,  or g_q V by the envelope property g_s = 0                     (CP.5)
///
/// By (CP.4) every derivative with respect to q sees s as the function of q that it is. c_s and
/// c_q V are derived by dual numbers: all blocks share the directions of one. A model may offer
///     Matrix<S,ns,block> algebraic_jacobian(q, s)           c_s, block below block
///     Matrix<S,ns,nd> algebraic_position_jacobian(q, s)     [c_q V, c_t]
/// in closed form, s being Signals<Model,S> and Signals<Model, Jet<S>> (derivatives.hpp).
/// Source: Simeon, Fuehrer, Rentrop, Surv. Math. Ind. 1 (1991), and the problem "wheelset" of the
/// test set for IVP solvers, for c and g of a contact; the index-1 form with s' and s'' is the
/// implicit function theorem. Interrupt: safe.
#pragma once

#include "taut/kinematics.hpp"
#include "taut/lu.hpp"
#include "taut/products.hpp"
#include "taut/status.hpp"

namespace taut {

namespace detail {

template <class M, class Q, class S>
using AlgebraicJacobianCall = decltype(std::declval<const M&>().algebraic_jacobian(
    std::declval<const Q&>(), std::declval<const S&>()));
template <class M, class Q, class S>
using AlgebraicPositionJacobianCall = decltype(std::declval<const M&>().algebraic_position_jacobian(
    std::declval<const Q&>(), std::declval<const S&>()));
template <class M>
inline constexpr bool offers_algebraic_jacobian =
    detected<AlgebraicJacobianCall, M, Vector<typename M::Scalar, M::nq>,
             Signals<M, typename M::Scalar>>;
template <class M>
inline constexpr bool offers_algebraic_position_jacobian =
    detected<AlgebraicPositionJacobianCall, M, Vector<typename M::Scalar, M::nq>,
             Signals<M, Jet<typename M::Scalar>>>;

// c_s, block by block, over numbers N.
template <class Model, class N>
class AlgebraicBlocks {
 public:
  static constexpr int ns = detail::ns<Model>(), block = algebraic_block<Model>();
  using S = typename Model::Scalar;

  // From c_s with block below block (ns x block). False where one is singular.
  [[nodiscard]] bool factorise(const Matrix<N, ns, block>& c_s, S tolerance) {
    bool sound = true;
    for (int k = 0; k < ns; k += block)
      sound &= factors_[k / block].factorise(c_s.template middleRows<block>(k), N(tolerance));
    return sound;
  }
  // Overwrites b (ns) with -c_s^-1 b.
  void solve_in_place(Vector<N, ns>& b) const {
    for (int k = 0; k < ns; k += block) {
      Vector<N, block> part;
      for (int i = 0; i < block; ++i) part[i] = -b[k + i];
      factors_[k / block].solve_in_place(part);
      for (int i = 0; i < block; ++i) b[k + i] = part[i];
    }
  }

 private:
  Lu<N, block> factors_[static_cast<std::size_t>(ns / block)];
};

// Numbers with the directions of s in front and `more` behind them.
template <class Model, class Inner, int more>
using AlgebraicNumber = Dual<Inner, algebraic_block<Model>() + more>;

// s along its own directions: those of its block.
template <class Model, class N, class Inner>
TAUT_INLINE inline void along_algebraic(const Vector<Inner, ns<Model>()>& s,
                                        Signals<Model, N>& signals) {
  constexpr int block = algebraic_block<Model>();
  for (int i = 0; i < ns<Model>(); ++i) {
    signals.algebraic[i].value = s[i];
    for (int j = 0; j < N::directions; ++j)
      signals.algebraic[i].derivative[j] = Inner(BaseScalar<Inner>(j == i % block ? 1 : 0));
  }
}

// c, c_s and the derivatives of c in `more` further directions, in which x moves q.
template <class Model, class Inner, int more>
struct AlgebraicDerivatives {
  static constexpr int ns = detail::ns<Model>(), block = algebraic_block<Model>();
  Vector<Inner, ns> c;
  Matrix<Inner, ns, block> c_s;
  Matrix<Inner, ns, more> c_x;

  void evaluate(const Model& model, const Vector<AlgebraicNumber<Model, Inner, more>, Model::nq>& x,
                const Signals<Model, AlgebraicNumber<Model, Inner, more>>& signals) {
    const Vector<AlgebraicNumber<Model, Inner, more>, ns> y = model.algebraic_equations(x, signals);
    for (int i = 0; i < ns; ++i) {
      c[i] = y[i].value;
      for (int j = 0; j < block; ++j) c_s(i, j) = y[i].derivative[j];
      for (int j = 0; j < more; ++j) c_x(i, j) = y[i].derivative[block + j];
    }
  }
};

// The columns -c_s^-1 c_x.
template <class Model, class N, int more>
Matrix<N, ns<Model>(), more> algebraic_columns(const AlgebraicBlocks<Model, N>& blocks,
                                               const Matrix<N, ns<Model>(), more>& c_x) {
  constexpr int ns = detail::ns<Model>();
  Matrix<N, ns, more> columns;
  for (int j = 0; j < more; ++j) {
    Vector<N, ns> column;
    for (int i = 0; i < ns; ++i) column[i] = c_x(i, j);
    blocks.solve_in_place(column);
    for (int i = 0; i < ns; ++i) columns(i, j) = column[i];
  }
  return columns;
}

}  // namespace detail

/// (CP.1): one Newton step on s of `tick`, at q.
/// Status::singular_contact where a block of c_s is singular: then s stays.
template <class Model>
[[gnu::flatten]] Status correct_algebraic(const Model& model,
                                          const Vector<typename Model::Scalar, Model::nq>& q,
                                          TickSignals<Model>& tick, const Input<Model>& w,
                                          typename Model::Scalar tolerance) {
  using S = typename Model::Scalar;
  constexpr int nq = Model::nq, ns = detail::ns<Model>();
  detail::AlgebraicBlocks<Model, S> blocks;
  Vector<S, ns> change;
  bool sound;
  if constexpr (detail::offers_algebraic_jacobian<Model>) {
    const Signals<Model, S> signals = tick.template as<S>(w);
    change = model.algebraic_equations(q, signals);
    sound = blocks.factorise(model.algebraic_jacobian(q, signals), tolerance);
  } else {
    using N = detail::AlgebraicNumber<Model, S, 0>;
    Vector<N, nq> x;
    for (int i = 0; i < nq; ++i) x[i] = N(q[i]);
    Signals<Model, N> signals = tick.template as<N>(w, false);
    detail::along_algebraic(tick.algebraic, signals);
    detail::AlgebraicDerivatives<Model, S, 0> at;
    at.evaluate(model, x, signals);
    change = at.c;
    sound = blocks.factorise(at.c_s, tolerance);
  }
  blocks.solve_in_place(change);
  for (int i = 0; i < ns; ++i) tick.algebraic[i] += sound ? change[i] : S(0);
  return sound ? Status::ok : Status::singular_contact;
}

namespace detail {

// (CP.4) at q, whose numbers N may carry directions of their own, and at s over the same: ns x nd.
template <class Model, class N>
TAUT_INLINE inline Matrix<N, ns<Model>(), ModelTraits<Model>::nd> algebraic_sensitivity(
    const Model& model, const Vector<N, Model::nq>& q, const Vector<N, ns<Model>()>& s,
    const TickSignals<Model>& tick, const Input<Model>& w, bool moving = true) {
  using S = typename Model::Scalar;
  constexpr int nd = ModelTraits<Model>::nd;
  AlgebraicDerivatives<Model, N, nd> at;
  if constexpr (std::is_same_v<N, S> && offers_algebraic_jacobian<Model> &&
                offers_algebraic_position_jacobian<Model>) {
    at.c_s = model.algebraic_jacobian(q, tick.template as<S>(w));
    at.c_x = model.algebraic_position_jacobian(q, tick.template as<Jet<S>>(w));
  } else {
    using D = AlgebraicNumber<Model, N, nd>;
    Vector<D, Model::nq> x;
    along_velocities<algebraic_block<Model>()>(model, q, x);
    Signals<Model, D> signals = tick.template as<D>(w, moving);
    along_algebraic(s, signals);
    at.evaluate(model, x, signals);
  }
  AlgebraicBlocks<Model, N> blocks;
  // a singular one shows as what is not finite
  (void)blocks.factorise(at.c_s, S(0));
  return algebraic_columns(blocks, at.c_x);
}

}  // namespace detail

/// (CP.1) until s stands still, at most 30 times, for start-up: until what each of them moves by is
/// a rounding of its own or, where it is small, of the q that it follows; at the end a rounding of
/// them all together will do. Status::singular_contact, not_converged.
template <class Model>
Status converge_algebraic(const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
                          TickSignals<Model>& tick, const Input<Model>& w,
                          typename Model::Scalar tolerance) {
  using S = typename Model::Scalar;
  constexpr int ns = detail::ns<Model>(), nu = detail::nu<Model>();
  constexpr S least = S(64) * std::numeric_limits<S>::epsilon();
  const Vector<S, nu> extent = detail::extent(model, q);
  Vector<S, ns> way = Vector<S, ns>::Zero();
  bool together = false;
  for (int k = 0; k < 30; ++k) {
    const Vector<S, ns> before = tick.algebraic;
    const Status status = correct_algebraic(model, q, tick, w, tolerance);
    if (status != Status::ok) return status;
    const auto sensitivity =
        detail::algebraic_sensitivity(model, q, tick.algebraic, tick, w, false);
    // one of them in pascal would hide what another in radians still has to go
    bool each = true;
    S changes = S(0), sizes = S(0);
    for (int i = 0; i < ns; ++i) {
      const S change = abs(tick.algebraic[i] - before[i]);
      way[i] += change;
      S size = abs(tick.algebraic[i]) + way[i];
      for (int j = 0; j < nu; ++j) size += abs(sensitivity(i, j)) * extent[j];
      each = each && change <= least * size;
      changes += change, sizes += size;
    }
    if (each) return Status::ok;
    together = changes <= least * sizes;
  }
  return together ? Status::ok : Status::not_converged;
}

/// `tick` with (CP.2), and with (CP.3) where g_s counts, of the motion u at q. The tick itself
/// where the model has no s.
template <class Model>
[[gnu::flatten]] decltype(auto) along_motion(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, detail::nu<Model>()>& u, const TickSignals<Model>& tick,
    const Input<Model>& w) {
  if constexpr (detail::ns<Model>() == 0) {
    return (tick);
  } else {
    using S = typename Model::Scalar;
    constexpr int nq = Model::nq, ns = detail::ns<Model>(),
                  block = detail::algebraic_block<Model>();
    TickSignals<Model> moving = tick;
    const Vector<S, nq> q_rate = coordinate_rate(model, q, u);
    detail::AlgebraicDerivatives<Model, S, 1> at;
    if constexpr (detail::offers_algebraic_jacobian<Model> &&
                  detail::offers_algebraic_position_jacobian<Model>) {
      at.c_s = model.algebraic_jacobian(q, tick.template as<S>(w));
      const auto c_x = model.algebraic_position_jacobian(q, tick.template as<Jet<S>>(w));
      for (int i = 0; i < ns; ++i) {
        at.c_x(i, 0) = row_times(c_x, i, u);
        if constexpr (ModelTraits<Model>::nd > ModelTraits<Model>::nu)
          at.c_x(i, 0) += c_x(i, ModelTraits<Model>::nu);
      }
    } else {
      using N = detail::AlgebraicNumber<Model, S, 1>;
      Vector<N, nq> x;
      for (int i = 0; i < nq; ++i) {
        x[i] = N(q[i]);
        x[i].derivative[block] = q_rate[i];
      }
      Signals<Model, N> signals = tick.template as<N>(w);
      detail::along_algebraic(tick.algebraic, signals);
      at.evaluate(model, x, signals);
    }
    detail::AlgebraicBlocks<Model, S> blocks;
    (void)blocks.factorise(at.c_s, S(0));  // a singular one shows as what is not finite
    moving.rate = detail::algebraic_columns(blocks, at.c_x);
    if constexpr (!detail::envelope<Model>()) {
      const Vector<Jet<S>, nq> x = along_curve(model, q, q_rate, u);
      Signals<Model, Jet<S>> signals = tick.template as<Jet<S>>(w);
      for (int i = 0; i < ns; ++i)
        signals.algebraic[i] = detail::lift<Jet<S>>(tick.algebraic[i], moving.rate[i], S(0));
      const Vector<Jet<S>, ns> y = model.algebraic_equations(x, signals);
      for (int i = 0; i < ns; ++i) moving.second_rate[i] = y[i].derivative[0].derivative[0];
      blocks.solve_in_place(moving.second_rate);
    }
    return moving;
  }
}

}  // namespace taut
