/// \file
/// A mechanism's twin without blocks and closed forms: the same M, f and g, all else by dual
/// numbers and dense matrices. What the blocks make must agree with it.
#pragma once

#include <random>

#include "support/scalars.hpp"
#include "support/signals_of.hpp"
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
    return model.force(q, u, signals_of<M>(s));
  }
  template <class N>
  Vector<N, nc> constraint(const Vector<N, nq>& q, const Signals<DenseTwin, N>& s) const {
    return model.constraint(q, signals_of<M>(s));
  }
};

/// What the blocks of `model` make of q, u, w, against its dense twin.
template <class M>
class BlocksAndTwin {
 public:
  using S = typename M::Scalar;
  using Twin = DenseTwin<M>;
  static constexpr int nq = M::nq, nu = M::nu, nc = M::nc, nd = ModelTraits<M>::nd;

  BlocksAndTwin(const M& model, const Vector<S, nq>& q, const Vector<S, nu>& u, const Input<M>& w,
                double allowed)
      : model_(model), twin_{model}, q_(q), u_(u), w_(w), tolerance_(roundings<S>(allowed)) {
    const StepSize<S> step = StepSize<S>::hz(1000);
    tick_.evaluate(model_, TickCount{}, step);
    twin_tick_.evaluate(twin_, TickCount{}, step);
    for (int i = 0; i < nc; ++i) lambda_[i] = S(1) - S(0.3) * S(i % 5);
  }

  /// g, [G, g_t], gamma and (G')^T lambda.
  void expect_same_derivatives() const {
    ConstraintLinearisation<M> blocks;
    ConstraintLinearisation<Twin> dense;
    linearise_constraint(model_, q_, tick_, w_, blocks);
    linearise_constraint(twin_, q_, twin_tick_, w_, dense);
    for (int i = 0; i < nc; ++i) {
      EXPECT_TRUE(near(blocks.g[i], dense.g[i], tolerance_)) << "g " << i;
      for (int j = 0; j < nd; ++j)
        EXPECT_TRUE(near(blocks.J(i, j), dense.J(i, j), tolerance_)) << "J " << i << ' ' << j;
    }
    expect_near(blocks.rate(u_), dense.rate(u_), "rate");
    expect_near(constraint_acceleration(model_, q_, u_, tick_, w_),
                constraint_acceleration(twin_, q_, u_, twin_tick_, w_), "gamma");
    expect_near(constraint_force_rate(model_, q_, u_, lambda_, tick_, w_),
                constraint_force_rate(twin_, q_, u_, lambda_, twin_tick_, w_), "force rate");
  }

  /// Solutions of the factorised system with `shift`.
  template <class Shift>
  void expect_same_solutions(Shift shift) const {
    SaddlePoint<M> blocks;
    SaddlePoint<Twin> dense;
    const S share = S(64) * std::numeric_limits<S>::epsilon();
    ASSERT_EQ(blocks.factorise_constant_mass(model_, share), Status::ok);
    ASSERT_EQ(dense.factorise_constant_mass(twin_, share), Status::ok);
    ASSERT_EQ(blocks.factorise(model_, q_, tick_, w_, share, shift), Status::ok);
    ASSERT_EQ(dense.factorise(twin_, q_, twin_tick_, w_, share, shift), Status::ok);
    const double worse = 1 / static_cast<double>(dense.smallest_pivot_share());
    Vector<S, nu> r, dense_r;
    for (int j = 0; j < nu; ++j) dense_r[j] = r[j] = S(1) - S(0.4) * S(j % 4);
    expect_near(blocks.solve(r, lambda_), dense.solve(dense_r, lambda_), "multiplier", worse);
    expect_near(r, dense_r, "acceleration", worse);
    const S weakest = blocks.weakest_combination().share;
    EXPECT_TRUE(near(weakest / dense.weakest_combination().share, 1, worse * tolerance_));
    expect_near(blocks.correction(lambda_), dense.correction(lambda_), "correction", worse);
    const Vector<S, nu> image = product(blocks.W(), lambda_);
    expect_near(image, Vector<S, nu>(product(dense.W(), lambda_)), "image");
    Vector<S, nu> less = Vector<S, nu>::Zero();
    subtract_image(blocks.W(), lambda_, less);
    expect_near(Vector<S, nu>(-less), image, "subtracted image");
  }

 private:
  template <int n>
  void expect_near(const Vector<S, n>& actual, const Vector<S, n>& expected, const char* what,
                   double worse = 1) const {
    double size = 1;
    for (int i = 0; i < n; ++i) size = std::max(size, std::abs(static_cast<double>(expected[i])));
    for (int i = 0; i < n; ++i)
      EXPECT_TRUE(near(actual[i], expected[i], 4 * size * worse * tolerance_)) << what << ' ' << i;
  }

  M model_;
  Twin twin_;
  Vector<S, nq> q_;
  Vector<S, nu> u_;
  Input<M> w_;
  double tolerance_;
  TickSignals<M> tick_;
  TickSignals<Twin> twin_tick_;
  Vector<S, nc> lambda_;
};

/// Both at `trials` random places with velocities and inputs of order one.
/// `scatter`: the width of the places.
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
    const BlocksAndTwin<M> both(model, q, u, w, allowed);
    both.expect_same_derivatives();
    both.expect_same_solutions(NoShift{});
    both.expect_same_solutions(RelativeShift<S>{S(0.01)});
    both.expect_same_solutions(RowShift<S, M::nc>{S(0.1), S(0)});
  }
}

}  // namespace taut::testing
