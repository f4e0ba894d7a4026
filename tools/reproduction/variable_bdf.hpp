/// \file
/// BDF of variable step and order with coordinate projection: a stand-in for the code behind Eich's
/// Table 3.1, which is not available. For the desk: it is no method of the library, whose steps are
/// fixed, but it is made of two of its parts, the index-1 rates and the coordinate projection.
///
/// The history is the backward differences D_0 = y_n, D_1, D_2, ... at the present step h. With
/// gamma_k = 1 + 1/2 + ... + 1/k, the step of order k is
///
///     y^ = sum_{i=0}^k D_i,   psi = sum_{i=1}^k gamma_i D_i / gamma_k
///     (h / gamma_k) y'(y^ + d) = psi + d                     Newton's method, for d        (1)
///     error d / (k + 1),  as rms over atol + rtol |y|                                      (2)
///
/// After k + 1 steps alike the order of k - 1, k, k + 1 that promises the longest step is taken,
/// and the differences are those of the same polynomial at the new step.
/// Source: Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), section 2, without its terms in
/// kappa.
#pragma once

#include <algorithm>

#include "report.hpp"
#include "taut/coordinate_projection.hpp"
#include "taut/lu.hpp"

namespace reproduction {

template <class Model>
class VariableBdf {
 public:
  static constexpr int nq = Model::nq, n = 2 * Model::nq;  // V = I
  using Y = taut::Vector<double, n>;

  VariableBdf(const Model& model, double tolerance, bool projected)
      : setting_{model, taut::StepSize<double>::hz(1), unlimited<Model>()},
        tolerance_(tolerance),
        projected_(projected) {}

  /// Integrates from y at time 0 to `end_s`; `after(y)` follows each step. False where it gets
  /// stuck.
  template <class After>
  bool run(const Y& y, double end_s, After after) {
    const taut::Status status =
        slot_.point.matrices.factorise_constant_mass(setting_.model, setting_.limits.pivot_share);
    if (status != taut::Status::ok) return false;
    h_ = 1e-3 * std::sqrt(tolerance_);
    differences_[0] = y;
    differences_[1] = h_ * rate(y);
    double t = 0;
    while (t < end_s) {
      if (t + h_ > end_s) change_step((end_s - t) / h_);
      if (!step()) return false;
      t += h_taken_;
      if (end_s - t < 1e-12 * end_s) t = end_s;
      after(differences_[0]);
      ++steps_;
    }
    return true;
  }

  long steps() const { return steps_; }
  /// The multipliers at y.
  taut::Vector<double, Model::nc> multipliers(const Y& y) {
    rate(y);
    return taut::detail::load(slot_.state.lambda);
  }

 private:
  static constexpr int highest_order = 5;
  using State = taut::State<Model, taut::PlainSummation>;

  // y' of the index-1 system.
  Y rate(const Y& y) {
    for (int i = 0; i < nq; ++i) {
      slot_.state.q[static_cast<std::size_t>(i)] = y[i];
      slot_.state.u[static_cast<std::size_t>(i)] = y[nq + i];
    }
    Y out = Y::Constant(not_a_number);
    if (evaluate_point(setting_, slot_) != taut::Status::ok) return out;
    const auto acceleration = solve_index1(setting_, slot_);
    for (int i = 0; i < nq; ++i) {
      out[i] = y[nq + i];
      out[nq + i] = acceleration[i];
    }
    return out;
  }

  // dy'/dy by central differences: Newton's method needs no better.
  taut::Matrix<double, n, n> jacobian(const Y& y) {
    taut::Matrix<double, n, n> out;
    for (int j = 0; j < n; ++j) {
      Y ahead = y, behind = y;
      const double step = 1e-5;
      ahead[j] += step;
      behind[j] -= step;
      out.col(j) = (rate(ahead) - rate(behind)) / (2 * step);
    }
    return out;
  }

  static double gamma(int k) {
    double sum = 0;
    for (int i = 1; i <= k; ++i) sum += 1.0 / i;
    return sum;
  }

  double norm(const Y& error, const Y& y) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const double share = error[i] / (tolerance_ + tolerance_ * std::fabs(y[i]));
      sum += share * share;
    }
    return std::sqrt(sum / n);
  }

  // d of (1), to rounding; NaN where Newton's method does not end.
  Y solve(const Y& predicted, const Y& psi, double c) {
    taut::Matrix<double, n, n> A = -c * jacobian(predicted);
    for (int i = 0; i < n; ++i) A(i, i) += 1;
    taut::Lu<double, n> lu;
    Y d = Y::Zero();
    if (!lu.factorise(A, 1e-14)) return Y::Constant(not_a_number);
    for (int i = 0; i < 20; ++i) {
      Y change = c * rate(predicted + d) - psi - d;
      lu.solve_in_place(change);
      d += change;
      if (norm(change, predicted) < 1e-6 || !change.allFinite()) return d;
    }
    return Y::Constant(not_a_number);
  }

  // The nearest point with g = 0, g' = 0; NaN where J J^T is singular.
  Y project(const Y& y) const {
    taut::Vector<double, nq> q_correction = taut::Vector<double, nq>::Zero(),
                             u_correction = q_correction;
    Y out = y;
    for (int k = 0; k < 4; ++k) {
      const taut::Vector<double, nq> q = out.template head<nq>(), u = out.template tail<nq>();
      const taut::Status status =
          coordinate_projection_step(setting_, slot_, q, u, q_correction, u_correction);
      if (status != taut::Status::ok) return Y::Constant(not_a_number);
      out.template head<nq>() = y.template head<nq>() - q_correction;
      out.template tail<nq>() = y.template tail<nq>() - u_correction;
    }
    return out;
  }

  // One accepted step.
  bool step() {
    for (int tries = 0; tries < 60; ++tries) {
      Y predicted = Y::Zero(), psi = Y::Zero();
      for (int i = 0; i <= order_; ++i) predicted += differences_[i];
      for (int i = 1; i <= order_; ++i) psi += gamma(i) / gamma(order_) * differences_[i];
      Y d = solve(predicted, psi, h_ / gamma(order_));
      const double error = norm(d / (order_ + 1), predicted + d);
      if (!(error <= 1)) {
        const double shrink =
            std::isfinite(error) ? 0.9 * std::pow(error, -1.0 / (order_ + 1)) : 0.5;
        change_step(std::max(0.2, std::min(shrink, 0.9)));
        continue;
      }
      if (projected_) d = project(predicted + d) - predicted;
      if (!d.allFinite()) return false;
      h_taken_ = h_;
      remember(d);
      choose_order(error);
      return true;
    }
    return false;
  }

  void remember(const Y& d) {
    differences_[order_ + 2] = d - differences_[order_ + 1];
    differences_[order_ + 1] = d;
    for (int i = order_; i >= 0; --i) differences_[i] += differences_[i + 1];
    ++alike_;
  }

  void choose_order(double error) {
    if (alike_ < order_ + 1) return;
    const auto factor = [&](int order, double e) {
      return e > 0 ? std::pow(e, -1.0 / (order + 1)) : 10.0;
    };
    const Y& y = differences_[0];
    double best = factor(order_, error);
    int next = order_;
    if (order_ > 1) {
      const double lower = factor(order_ - 1, norm(differences_[order_] / order_, y));
      if (lower > best) best = lower, next = order_ - 1;
    }
    if (order_ < highest_order) {
      const double higher = factor(order_ + 1, norm(differences_[order_ + 2] / (order_ + 2), y));
      if (higher > best) best = higher, next = order_ + 1;
    }
    order_ = next;
    change_step(std::min(10.0, 0.9 * best));
  }

  // The differences of the same polynomial at `factor` times the step: with x = -1, -2, ... steps
  // back, D_i = sum_j (-1)^j binomial(i, j) y(-j factor), and y(s) = sum_m D_m s (s+1) .. (s+m-1) /
  // m!.
  void change_step(double factor) {
    Y values[highest_order + 1];
    for (int j = 0; j <= order_; ++j) {
      const double s = -j * factor;
      double weight = 1;
      values[j] = Y::Zero();
      for (int m = 0; m <= order_; ++m) {
        values[j] += weight * differences_[m];
        weight *= (s + m) / (m + 1);
      }
    }
    for (int i = 0; i <= order_; ++i) {
      Y sum = Y::Zero();
      double binomial = 1;
      for (int j = 0; j <= i; ++j) {
        sum += (j % 2 == 0 ? binomial : -binomial) * values[j];
        binomial *= double(i - j) / (j + 1);
      }
      differences_[i] = sum;
    }
    h_ *= factor;
    alike_ = 0;
  }

  taut::Setting<Model> setting_;
  taut::Slot<Model, State> slot_{};
  double tolerance_;
  bool projected_;
  Y differences_[highest_order + 3]{};
  double h_ = 0, h_taken_ = 0;
  int order_ = 1, alike_ = 0;
  long steps_ = 0;
};

}  // namespace reproduction
