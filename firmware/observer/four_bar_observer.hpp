/// \file
/// An extended Kalman filter on the four-bar: from a noisy encoder at the crank to the whole motion
/// and the unknown torque at the rocker. Knows no board; runs in float within the tick.
///
///     z = (q, u, tau),  q and u by the step of RATTLE, tau held
///     predict   P <- [F b; 0 1] P [F b; 0 1]^T + Q,   b = dx/dtau                       (EKF.1)
///     correct   k = P h / (h^T P h + r),  z <- z + k (y - h^T z),  P <- P - k h^T P     (EKF.2)
///
/// h picks the crank's angle. F takes changes along the constraints to such changes, and Q grows
/// along b alone: so k corrects along the mechanism's motion, what the correction bends the loop by
/// is of second order, and the next step closes it. Source: Jazwinski, Stochastic Processes and
/// Filtering Theory, section 8.3.
#pragma once

#include "models/four_bar.hpp"
#include "taut/discrete_jacobian.hpp"
#include "taut/rattle.hpp"

namespace observer {

/// The four-bar with a torque at the rocker as second input.
template <class S>
struct LoadedFourBar {
  using Scalar = S;
  using FourBar = taut::models::FourBar<S>;
  static constexpr int nq = FourBar::nq, nc = FourBar::nc, nw = 2;
  static constexpr taut::MassForm mass_form = FourBar::mass_form;
  static constexpr auto angle_coordinates = FourBar::angle_coordinates;
  static constexpr S residual_limit = S(1e-3);

  FourBar linkage;

  auto mass_matrix() const { return linkage.mass_matrix(); }

  template <class N>
  taut::Vector<N, 9> force(const taut::Vector<N, 9>& q, const taut::Vector<N, 9>& u,
                           const taut::Signals<LoadedFourBar, N>& s) const {
    taut::Signals<FourBar, N> crank;
    crank.w[0] = s.w[0];
    taut::Vector<N, 9> f = linkage.force(q, u, crank);
    f[8] = f[8] + s.w[1];
    return f;
  }
  template <class N>
  taut::Vector<N, 8> constraint(const taut::Vector<N, 9>& q,
                                const taut::Signals<LoadedFourBar, N>&) const {
    return linkage.constraint(q, taut::Signals<FourBar, N>{});
  }
};

/// Standard deviations.
struct Noise {
  float encoder_rad = 2e-3F;
  float first_torque_n_m = 10;        ///< of the torque before anything is measured
  float torque_drift_n_m_sqrt_s = 2;  ///< of its random walk
};

class FourBarObserver {
 public:
  using Model = LoadedFourBar<float>;
  using Method = taut::Rattle<>;
  using Jacobian = taut::DiscreteJacobian<LoadedFourBar, Method, float>;
  static constexpr int nx = Jacobian::nx, nz = nx + 1;
  static constexpr int crank_angle = 2;
  using Stepper = taut::Stepper<Model, Method>;
  using State = Stepper::StateType;

  explicit FourBarObserver(taut::StepSize<float> step, const Noise& noise = {})
      : stepper_(Model{}, step),
        jacobian_(LoadedFourBar<Jacobian::Number>{}, step),
        encoder_variance_(noise.encoder_rad * noise.encoder_rad),
        drift_variance_(noise.torque_drift_n_m_sqrt_s * noise.torque_drift_n_m_sqrt_s * step.h) {
    P_(nx, nx) = noise.first_torque_n_m * noise.first_torque_n_m;
  }

  /// From a known pose at rest.
  taut::Status reset(const std::array<float, 9>& q, const std::array<float, 9>& u) {
    return stepper_.reset(q, u);
  }

  /// One tick: predicts with the torque at the crank, corrects with the measured angle of the
  /// crank. Where the status is not ok, filter and stepper are as they were.
  taut::Status tick(float crank_torque_n_m, float measured_rad) {
    const State before = stepper_.state();
    const taut::Input<Model> w{crank_torque_n_m, torque_};
    taut::Status status = jacobian_.evaluate(stepper_.state(), w);
    if (status == taut::Status::ok) status = stepper_.step(w);
    if (status != taut::Status::ok) return status;
    const Covariance predicted = predict();

    // k, and the innovation in (-pi, pi]                                                  (EKF.2)
    const float variance = predicted(crank_angle, crank_angle) + encoder_variance_;
    State state = stepper_.state();
    const float innovation =
        taut::detail::wrap(taut::Sum<float>{measured_rad - state.q[crank_angle], 0.0F}).hi;
    taut::Vector<float, nz> k = predicted.col(crank_angle) / variance;
    for (std::size_t i = 0; i < 9; ++i) {
      state.q[i] += k[static_cast<int>(i)] * innovation;
      state.u[i] += k[9 + static_cast<int>(i)] * innovation;
    }
    status = stepper_.restore(state);
    if (status != taut::Status::ok) {
      static_cast<void>(stepper_.restore(before));
      return status;
    }
    torque_ += k[nx] * innovation;
    P_ = predicted - k.lazyProduct(predicted.row(crank_angle));
    return status;
  }

  const State& state() const { return stepper_.state(); }
  float rocker_torque_n_m() const { return torque_; }
  /// Standard deviation of the torque.
  float torque_deviation_n_m() const { return taut::sqrt(P_(nx, nx)); }

 private:
  using Covariance = taut::Matrix<float, nz, nz>;

  // (EKF.1)
  Covariance predict() const {
    taut::Matrix<float, nx, nz> A;
    A.leftCols<nx>() = jacobian_.F();
    A.rightCols<1>() = jacobian_.B().col(1);
    const taut::Matrix<float, nx, nz> AP = A.lazyProduct(P_);  // a product of Eigen would allocate
    Covariance P;
    P.topLeftCorner<nx, nx>() = AP.lazyProduct(A.transpose());
    P.topRightCorner<nx, 1>() = AP.col(nx);
    P.bottomLeftCorner<1, nx>() = AP.col(nx).transpose();
    P(nx, nx) = P_(nx, nx) + drift_variance_;
    return P;
  }

  Stepper stepper_;
  Jacobian jacobian_;
  float encoder_variance_, drift_variance_;
  float torque_ = 0;
  Covariance P_ = Covariance::Zero();
};

}  // namespace observer
