/// \file
/// Andrews' squeezing mechanism: seven bodies in a plane, a motor on the crank, a spring, three
/// closed loops.
///
///     q = (beta, Theta, gamma, Phi, delta, Omega, epsilon)
///     X = rr cos beta - d cos(beta + Theta),  Y = rr sin beta - d sin(beta + Theta)
///     0 = X - ss sin gamma - xb
///     0 = Y + ss cos gamma - yb
///     0 = X - e sin(Phi + delta) - zt cos delta - xa
///     0 = Y + e cos(Phi + delta) - zt sin delta - ya
///     0 = X - zf cos(Omega + epsilon) - u sin epsilon - xa
///     0 = Y - zf sin(Omega + epsilon) + u cos epsilon - ya
///
/// The crank reaches 300 turns a second within 0.1 s: tick rate 10 kHz and above. M, f and g see
/// the angles through sine and cosine alone, so all are kept in [-pi, pi]; only the work of the
/// motor, torque times beta, needs the total angle, and it is left out of the energy. Invariant:
/// energy - drive_torque_n_m * total beta.
///
/// Source: Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed., section VII.7,
/// whose names the lengths bear; Test Set for IVP Solvers, release 2.4, "Andrews' squeezing
/// mechanism". The state printed there for t = 0.03 s is that at 0.03 s + 1e-12 s. Interrupt: safe.
#pragma once

#include <array>

#include "taut/model.hpp"

namespace taut::models {

template <class S>
struct Andrews {
  using Scalar = S;
  static constexpr int nq = 7, nc = 6;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr std::array<int, 7> angle_coordinates{0, 1, 2, 3, 4, 5, 6};
  static constexpr S residual_limit = S(1e-4);

  std::array<S, 7> mass_kg{S(0.04325), S(0.00365), S(0.02373), S(0.00706),
                           S(0.0705),  S(0.00706), S(0.05498)};
  std::array<S, 7> inertia_kg_m2{S(2.194e-6), S(4.410e-7), S(5.255e-6), S(5.667e-7),
                                 S(1.169e-5), S(5.667e-7), S(1.912e-5)};
  S xa_m = S(-0.06934), ya_m = S(-0.00227), xb_m = S(-0.03635), yb_m = S(0.03273);
  S xc_m = S(0.014), yc_m = S(0.072);  ///< fixed end of the spring
  S d_m = S(0.028), da_m = S(0.0115), e_m = S(0.02), ea_m = S(0.01421);
  S rr_m = S(0.007), ra_m = S(0.00092);  ///< crank
  S ss_m = S(0.035), sa_m = S(0.01874), sb_m = S(0.01043), sc_m = S(0.018), sd_m = S(0.02);
  S ta_m = S(0.02308), tb_m = S(0.00916), u_m = S(0.04), ua_m = S(0.01228), ub_m = S(0.00449);
  S zf_m = S(0.02), zt_m = S(0.04), fa_m = S(0.01421);
  S spring_n_per_m = S(4530), spring_length_m = S(0.07785);
  S drive_torque_n_m = S(0.033);

  template <class N>
  Matrix<N, 7, 7> mass_matrix(const Vector<N, 7>& q, const Signals<Andrews, N>&) const {
    const auto& m = mass_kg;
    const auto& I = inertia_kg_m2;
    const S da_2 = m[1] * da_m * da_m, ee = e_m - ea_m, ff = zf_m - fa_m;
    const S ee_2 = m[3] * ee * ee, ff_2 = m[5] * ff * ff;
    const N da_rr_c = m[1] * da_m * rr_m * cos(q[1]);
    const N zt_ee_s = m[3] * zt_m * ee * sin(q[3]);
    const N u_ff_s = m[5] * u_m * ff * sin(q[5]);

    Matrix<N, 7, 7> M = Matrix<N, 7, 7>::Constant(N(S(0)));
    M(0, 0) = m[0] * ra_m * ra_m + m[1] * rr_m * rr_m - S(2) * da_rr_c + da_2 + I[0] + I[1];
    M(0, 1) = M(1, 0) = da_2 - da_rr_c + I[1];
    M(1, 1) = N(da_2 + I[1]);
    M(2, 2) = N(m[2] * (sa_m * sa_m + sb_m * sb_m) + I[2]);
    M(3, 3) = N(ee_2 + I[3]);
    M(3, 4) = M(4, 3) = ee_2 + zt_ee_s + I[3];
    M(4, 4) = m[3] * zt_m * zt_m + S(2) * zt_ee_s + ee_2 + m[4] * (ta_m * ta_m + tb_m * tb_m) +
              I[3] + I[4];
    M(5, 5) = N(ff_2 + I[5]);
    M(5, 6) = M(6, 5) = ff_2 - u_ff_s + I[5];
    M(6, 6) =
        ff_2 - S(2) * u_ff_s + m[5] * u_m * u_m + m[6] * (ua_m * ua_m + ub_m * ub_m) + I[5] + I[6];
    return M;
  }

  template <class N>
  Vector<N, 7> force(const Vector<N, 7>& q, const Vector<N, 7>& u,
                     const Signals<Andrews, N>&) const {
    const N theta = (mass_kg[1] * da_m * rr_m) * sin(q[1]);
    const N phi = (mass_kg[3] * zt_m * (e_m - ea_m)) * cos(q[3]);
    const N omega = (mass_kg[5] * u_m * (zf_m - fa_m)) * cos(q[5]);

    // spring from (xc, yc) to the point D of body 3; (ax, ay) its lever about the pivot of body 3
    const Spring<N> spring = stretched_spring(q[2]);
    const N tension = spring_n_per_m * (spring_length_m / spring.length - S(1));

    Vector<N, 7> f;
    f[0] = drive_torque_n_m - theta * (u[1] * (u[1] + u[0] + u[0]));
    f[1] = theta * (u[0] * u[0]);
    f[2] = tension * (spring.ay * spring.dy + spring.ax * spring.dx);
    f[3] = phi * (u[4] * u[4]);
    f[4] = -(phi * (u[3] * (u[3] + u[4] + u[4])));
    f[5] = -(omega * (u[6] * u[6]));
    f[6] = omega * (u[5] * (u[5] + u[6] + u[6]));
    return f;
  }

  template <class N>
  Vector<N, 6> constraint(const Vector<N, 7>& q, const Signals<Andrews, N>&) const {
    const SinCos<N> beta = sincos(q[0]), beta_theta = sincos(q[0] + q[1]), gamma = sincos(q[2]);
    const SinCos<N> phi_delta = sincos(q[3] + q[4]), delta = sincos(q[4]);
    const SinCos<N> omega_epsilon = sincos(q[5] + q[6]), epsilon = sincos(q[6]);
    const N X = rr_m * beta.cos - d_m * beta_theta.cos, Y = rr_m * beta.sin - d_m * beta_theta.sin;
    Vector<N, 6> g;
    g[0] = X - ss_m * gamma.sin - xb_m;
    g[1] = Y + ss_m * gamma.cos - yb_m;
    g[2] = X - e_m * phi_delta.sin - zt_m * delta.cos - xa_m;
    g[3] = Y + e_m * phi_delta.cos - zt_m * delta.sin - ya_m;
    g[4] = X - zf_m * omega_epsilon.cos - u_m * epsilon.sin - xa_m;
    g[5] = Y - zf_m * omega_epsilon.sin + u_m * epsilon.cos - ya_m;
    return g;
  }

  /// Spring: (dx, dy) from its fixed end, its length, and (ax, ay) = d(dx, dy)/d gamma.
  template <class N>
  struct Spring {
    N dx, dy, length, ax, ay;
  };

  template <class N>
  Spring<N> stretched_spring(const N& gamma) const {
    const SinCos<N> y = sincos(gamma);
    // D = (xd, yd); d xd / d gamma = -(yd - yb), d yd / d gamma = xd - xb
    const N x_arm = sd_m * y.cos + sc_m * y.sin, y_arm = sd_m * y.sin - sc_m * y.cos;
    const N dx = x_arm + (xb_m - xc_m), dy = y_arm + (yb_m - yc_m);
    return {dx, dy, sqrt(dx * dx + dy * dy), -y_arm, x_arm};
  }
};

/// Kinetic energy and that of the spring in J, without the work of the motor.
template <class S>
S energy(const Andrews<S>& model, const std::array<S, 7>& q, const std::array<S, 7>& u) {
  Vector<S, 7> x;
  for (int i = 0; i < 7; ++i) x[i] = q[static_cast<std::size_t>(i)];
  const Matrix<S, 7, 7> M = model.mass_matrix(x, Signals<Andrews<S>, S>{});
  S twice_kinetic = S(0);
  for (int j = 0; j < 7; ++j)
    for (int i = 0; i < 7; ++i)
      twice_kinetic += M(i, j) * (u[static_cast<std::size_t>(i)] * u[static_cast<std::size_t>(j)]);
  const S stretch = model.stretched_spring(q[2]).length - model.spring_length_m;
  return S(0.5) * (twice_kinetic + model.spring_n_per_m * stretch * stretch);
}

/// Consistent start of the source: Theta = 0, at rest.
template <class S>
struct AndrewsStart {
  std::array<S, 7> q{S(-0.0617138900142764496358948458001), S(0),
                     S(0.455279819163070380255912382449),   S(0.222668390165885884674473185609),
                     S(0.487364979543842550225598953530),   S(-0.222668390165885884674473185609),
                     S(1.23054744454982119249735015568)};
  std::array<S, 7> u{};
};

}  // namespace taut::models
