/// \file
/// A chain of unit masses on stiff springs, a rigid rod among them, in its slowest vibration: a
/// motion of a second that no stiff spring takes part in, beside vibrations of omega = 2e3 1/s.
///
///     q = displacements (x_1, ..., x_5), M = I, g = x_3 - x_2
///     wall - soft spring - 1 - stiff - 2 - rod - 3 - stiff - 4 - stiff - 5
///     f = -K q, exact: q = v cos(omega t), v the slowest mode of the chain

#include <Eigen/Eigenvalues>

#include "work_precision.hpp"

namespace reproduction {

namespace {

constexpr double soft_n_per_m = 40, stiff_n_per_m = 1e6;

template <class S>
struct OscillatorChain {
  using Scalar = S;
  static constexpr int nq = 5, nc = 1;
  static constexpr taut::MassForm mass_form = taut::MassForm::constant_diagonal;

  taut::Vector<S, 5> mass_matrix() const { return taut::Vector<S, 5>::Ones(); }
  template <class N>
  taut::Vector<N, 5> force(const taut::Vector<N, 5>& q, const taut::Vector<N, 5>&,
                           const taut::Signals<OscillatorChain, N>&) const {
    const N wall = S(soft_n_per_m) * q[0], a = S(stiff_n_per_m) * (q[1] - q[0]),
            b = S(stiff_n_per_m) * (q[3] - q[2]), c = S(stiff_n_per_m) * (q[4] - q[3]);
    return {a - wall, -a, b, c - b, -c};
  }
  template <class N>
  taut::Vector<N, 1> constraint(const taut::Vector<N, 5>& q,
                                const taut::Signals<OscillatorChain, N>&) const {
    return taut::Vector<N, 1>(q[2] - q[1]);
  }
};

struct Start {
  std::array<double, 5> q, u;
};

// The slowest mode of y = (x_1, x_2 = x_3, x_4, x_5), 0.1 m at the free end, and its omega.
struct Mode {
  Start start{};
  double omega_1_s;

  Mode() {
    constexpr double k = stiff_n_per_m;
    Eigen::Matrix4d K;
    K << soft_n_per_m + k, -k, 0, 0, -k, 2 * k, -k, 0, 0, -k, 2 * k, -k, 0, 0, -k, k;
    const Eigen::Matrix4d M = Eigen::Vector4d(1, 2, 1, 1).asDiagonal();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix4d> modes(K, M);
    const Eigen::Vector4d y = 0.1 / modes.eigenvectors()(3, 0) * modes.eigenvectors().col(0);
    omega_1_s = std::sqrt(modes.eigenvalues()[0]);
    start.q = {y[0], y[1], y[1], y[2], y[3]};
  }
};

}  // namespace

void on_oscillator_chain() {
  const Mode mode;
  std::vector<double> exact_q(mode.start.q.begin(), mode.start.q.end());
  for (double& x : exact_q) x *= std::cos(mode.omega_1_s);
  const Problem<OscillatorChain<double>, Start> problem{"oscillator chain", 1, 1, exact_q, {},
                                                        mode.start};
  work_precision(problem, "work-oscillator-chain", "oscillator chain 1 s", 1e-3,
                 steps_between(0.02, 5e-5));
}

}  // namespace reproduction
