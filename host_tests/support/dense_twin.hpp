/// \file
/// A mechanism's twin without blocks and closed forms: the same M, f and g, all else by dual
/// numbers and dense matrices. What the blocks make must agree with it.
#pragma once

#include <random>

#include "support/scalars.hpp"
#include "taut/state.hpp"

namespace taut::testing {

template <class M>
struct DenseTwin {
  using Scalar = typename M::Scalar;
  static constexpr int nq = M::nq, nu = M::nu, nc = M::nc, nw = M::nw, nr = M::nr;
  static constexpr bool rheonomic = M::rheonomic, redundant = M::redundant;
  static constexpr auto angle_coordinates = M::angle_coordinates;
  static constexpr auto quaternion_coordinates = M::quaternion_coordinates;
  static constexpr MassForm mass_form = M::mass_form;

  M model{};

  auto mass_matrix() const { return model.mass_matrix(); }
  template <class N, class In = M, std::enable_if_t<ModelTraits<In>::has_kinematics, int> = 0>
  Vector<N, nq> kinematics(const Vector<N, nq>& q, const Vector<N, nu>& u) const {
    return model.kinematics(q, u);
  }
  template <class N>
  Vector<N, nr> excitation(const Time<N>& t) const {
    return model.excitation(t);
  }
  template <class N>
  Vector<N, nu> force(const Vector<N, nq>& q, const Vector<N, nu>& u,
                      const Signals<DenseTwin, N>& s) const {
    return model.force(q, u, signals(s));
  }
  template <class N>
  Vector<N, nc> constraint(const Vector<N, nq>& q, const Signals<DenseTwin, N>& s) const {
    return model.constraint(q, signals(s));
  }

 private:
  template <class N>
  static Signals<M, N> signals(const Signals<DenseTwin, N>& s) {
    Signals<M, N> out;
    if constexpr (rheonomic) {
      out.t = s.t;
      out.r = s.r;
    }
    if constexpr (nw > 0) out.w = s.w;
    return out;
  }
};

/// What the blocks of `model` make of q, u against its dense twin: g, [G, g_t], gamma, (G')^T
/// lambda, and the factorisation with `shift` by solve() and correction(). `allowed` roundings.
template <class M, class Shift>
void expect_blocks_agree(const M& model, const Vector<typename M::Scalar, M::nq>& q,
                         const Vector<typename M::Scalar, M::nu>& u, const Input<M>& w,
                         double allowed, Shift shift) {
  using S = typename M::Scalar;
  using Twin = DenseTwin<M>;
  const Twin twin{model};
  constexpr int nu = M::nu, nc = M::nc, nd = ModelTraits<M>::nd;
  TickSignals<M> tick;
  TickSignals<Twin> twin_tick;
  const StepSize<S> step = StepSize<S>::hz(1000);
  tick.evaluate(model, TickCount{}, step);
  twin_tick.evaluate(twin, TickCount{}, step);
  const double tolerance = roundings<S>(allowed);

  ConstraintLinearisation<M> blocks;
  ConstraintLinearisation<Twin> dense;
  linearise_constraint(model, q, tick, w, blocks);
  linearise_constraint(twin, q, twin_tick, w, dense);
  for (int i = 0; i < nc; ++i) {
    EXPECT_TRUE(near(blocks.g[i], dense.g[i], tolerance)) << "g " << i;
    for (int j = 0; j < nd; ++j)
      EXPECT_TRUE(near(blocks.J(i, j), dense.J(i, j), tolerance)) << "J " << i << ' ' << j;
  }
  const Vector<S, nc> rate = blocks.rate(u), dense_rate = dense.rate(u);
  for (int i = 0; i < nc; ++i)
    EXPECT_TRUE(near(rate[i], dense_rate[i], 8 * tolerance)) << "rate " << i;

  const Vector<S, nc> gamma = constraint_acceleration(model, q, u, tick, w);
  const Vector<S, nc> dense_gamma = constraint_acceleration(twin, q, u, twin_tick, w);
  for (int i = 0; i < nc; ++i)
    EXPECT_TRUE(near(gamma[i], dense_gamma[i], 8 * tolerance)) << "gamma " << i;

  Vector<S, nc> lambda;
  for (int i = 0; i < nc; ++i) lambda[i] = S(1) - S(0.3) * S(i % 5);
  const Vector<S, nu> force = constraint_force_rate(model, q, u, lambda, tick, w);
  const Vector<S, nu> dense_force = constraint_force_rate(twin, q, u, lambda, twin_tick, w);
  for (int j = 0; j < nu; ++j)
    EXPECT_TRUE(near(force[j], dense_force[j], 8 * tolerance)) << "force rate " << j;

  SaddlePoint<M> sparse_matrices;
  SaddlePoint<Twin> dense_matrices;
  const S share = S(64) * std::numeric_limits<S>::epsilon();
  ASSERT_EQ(sparse_matrices.factorise_constant_mass(model, share), Status::ok);
  ASSERT_EQ(dense_matrices.factorise_constant_mass(twin, share), Status::ok);
  ASSERT_EQ(sparse_matrices.factorise(model, q, tick, w, share, shift), Status::ok);
  ASSERT_EQ(dense_matrices.factorise(twin, q, twin_tick, w, share, shift), Status::ok);
  const double solved = tolerance / static_cast<double>(dense_matrices.smallest_pivot_share());
  Vector<S, nu> r, dense_r;
  for (int j = 0; j < nu; ++j) dense_r[j] = r[j] = S(1) - S(0.4) * S(j % 4);
  const Vector<S, nc> c = gamma;
  const Vector<S, nc> y = sparse_matrices.solve(r, c), dense_y = dense_matrices.solve(dense_r, c);
  for (int i = 0; i < nc; ++i)
    EXPECT_TRUE(near(y[i], dense_y[i], 8 * solved)) << "multiplier " << i;
  for (int j = 0; j < nu; ++j)
    EXPECT_TRUE(near(r[j], dense_r[j], 8 * solved)) << "acceleration " << j;
  const Vector<S, nu> e = sparse_matrices.correction(c), dense_e = dense_matrices.correction(c);
  Vector<S, nu> less = e;
  subtract_image(sparse_matrices.W(), lambda, less);
  const Vector<S, nu> image = product(sparse_matrices.W(), lambda);
  for (int j = 0; j < nu; ++j) {
    EXPECT_TRUE(near(e[j], dense_e[j], 8 * solved)) << "correction " << j;
    EXPECT_TRUE(near(e[j] - less[j], image[j], 8 * tolerance)) << "image " << j;
  }
}

/// The same at `trials` random places with velocities and inputs of order one: with `scatter` the
/// width of the places.
template <class M>
void expect_blocks_agree_anywhere(const M& model, double allowed, int trials = 5,
                                  double scatter = 1) {
  using S = typename M::Scalar;
  std::mt19937 random{11};
  std::uniform_real_distribution<double> entry(-1, 1);
  for (int trial = 0; trial < trials; ++trial) {
    Vector<S, M::nq> q;
    Vector<S, M::nu> u;
    for (int i = 0; i < M::nq; ++i) q[i] = S(scatter * entry(random));
    for (const int first : detail::quaternion_coordinates<M>()) {
      double square = 0;
      for (int i = 0; i < 4; ++i) square += double(q[first + i]) * double(q[first + i]);
      for (int i = 0; i < 4; ++i) q[first + i] = S(double(q[first + i]) / std::sqrt(square));
    }
    for (int j = 0; j < M::nu; ++j) u[j] = S(entry(random));
    Input<M> w;
    for (S& x : w) x = S(entry(random));
    expect_blocks_agree(model, q, u, w, allowed, NoShift{});
    expect_blocks_agree(model, q, u, w, allowed, RelativeShift<S>{S(0.01)});
    expect_blocks_agree(model, q, u, w, allowed, RowShift<S, M::nc>{S(0.1), S(0)});
  }
}

}  // namespace taut::testing
