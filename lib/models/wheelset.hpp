/// \file
/// A railway wheelset that runs along a track with the speed V: two conical wheels on one axle, two
/// rails of circular section. The contact points are algebraic coordinates, and the creep forces
/// depend on the normal forces.
///
///     q = (x, y, z, theta, phi): lateral, vertical and longitudinal offset in m, yaw, roll in rad
///     u = (x', y', z', theta', phi', beta): beta, the deviation of the spin from V/r0 in rad/s, is
///         a velocity without a position
///     s = (psi_-, xi_-, psi_+, xi_+): of the wheel at xi < 0 and at xi > 0, the angle of the
///         contact point around the axle in rad and its place along the axle in m
///     lambda = (lambda_-, lambda_+): vertical contact forces in N, positive where pressed
///
///     A = R_y(theta) R_z(phi),  R(xi) = r0 + tan(delta0) (a - |xi|)
///     S(X) = sqrt(rs^2 - (|X| - e)^2) - r0 - rs cos(delta0),  e = a + rs sin(delta0)
///     rho = (xi, -R cos psi, -R sin psi),  w = A rho,  X = x + w_1,
///     n = A (-R', -cos psi, -sin psi)
///     g = S(X) - y - w_2                                       the wheel touches the rail
///     c_1 = -(S' n_2 + n_1),  c_2 = n_3                        and does not cut it
///
/// Creep forces T by Kalker's linear theory in the contact ellipse of Hertz, with a tanh in place
/// of saturation; beyond mu N both are scaled back (a kink). For each wheel, tan(del) = S',
/// th = theta / cos(del), B = R_y(th) R_z(phi), v_0 = (x', y', z' + V), W = mu N:
///
///     N = lambda / cos(del)
///     v = v_0 + theta' e_y x B rho + phi' (sin th, 0, cos th) x B rho    sliding
///         + (V/r0 + beta) B (0, R sin psi, -R cos psi)
///     v_r = |v - 2 v_0| / 2    rolling
///     n_x = (v_1 sin th + v_3 cos th) / v_r,  n_s = (theta' cos del - (V/r0 + beta) sin del) / v_r
///     n_y = (v_1 cos th cos del + v_2 sin del - v_3 sin th cos del) / v_r
///     C^3 = 3 N (1 - sigma) E / (2 pi (AA + BB) GM sqrt(GG)),
///     AA = 1 / (2 R sqrt(1 + R'^2)),  BB = -S'' / (2 (1 + S'^2)^(3/2))
///     T_x = -W tanh(GM C^2 C11 n_x / W),  T_y = -W tanh((GM C^2 C22 n_y + GM C^3 C23 n_s) / W)
///     T = T_x (sin th, 0, cos th) + T_y (cos th cos del, sin del, -sin th cos del)
///
/// Below 1e-6 N a normal force counts as that: the force is finite with finite derivatives at
/// lambda = 0. `curvature` is kappa of the track, without superelevation: there theta' - V kappa
/// stands for theta', and the forces of the turning frame are added.
///
/// Source: test set for IVP solvers, problem "wheelset" (Simeon, Fuehrer, Rentrop); Jaschinski,
/// DLR-FB 90-06, for the creep law. The mass matrix is symmetric here: the row of theta is cos(phi)
/// times the published one and sin(phi) times that of beta, with which the constraint force G^T
/// lambda is exact; the published one has no cos(phi) there (1e-6 of it). Reference:
/// host_tests/reference. Interrupt: safe.
#pragma once

#include <array>
#include <limits>
#include <type_traits>

#include "taut/cube_root.hpp"
#include "taut/hyperbolic.hpp"
#include "taut/model.hpp"
#include "taut/status.hpp"

namespace taut::models {

template <class S>
struct Wheelset {
  using Scalar = S;
  static constexpr int nq = 5, nu = 6, nc = 2, ns = 4, algebraic_block = 2;
  static constexpr bool envelope = true, multiplier_force = true;
  static constexpr MassForm mass_form = MassForm::dense;
  static constexpr S residual_limit = S(1e-2);

  S mass = S(16.08);                  ///< kg
  S gravity = S(9.81);                ///< m/s^2
  S speed = S(30);                    ///< V, m/s
  S spin_inertia = S(0.0605);         ///< I1, kg m^2
  S yaw_inertia = S(0.366);           ///< I2, kg m^2
  S spring_arm = S(0.19);             ///< xl, m
  S lateral_stiffness = S(6400);      ///< cx of each spring, N/m
  S forward_stiffness = S(6400);      ///< cz, N/m
  S friction = S(0.12);               ///< mu
  S shear_modulus = S(7.92e10);       ///< GM, N/m^2
  S poisson_ratio = S(0.28);          ///< sigma
  S ellipse_axes = S(0.7115218);      ///< GG, ratio of the axes of the contact ellipse
  S ellipse_integral = S(1.3537956);  ///< E
  S creep_11 = S(4.72772197), creep_22 = S(4.27526987), creep_23 = S(1.97203505);  ///< Kalker's
  S nominal_radius = S(0.1);                                                       ///< r0, m
  S cone = S(0.026205996555849036);                    ///< tan(delta0), delta0 = 0.0262 rad
  S half_gauge = S(0.1506);                            ///< a, m
  S rail_radius = S(0.06);                             ///< rs, m
  S curvature = S(0);                                  ///< kappa, 1/m
  S flange = S(4);                                     ///< largest |xi|, m
  S creep_limit = std::numeric_limits<S>::infinity();  ///< on friction_use(); 1 allows no sliding

  // r0 + rs cos(delta0) and e: the centre of the rail's circle
  S rail_depth() const { return nominal_radius + rail_radius / sqrt(S(1) + cone * cone); }
  S rail_centre() const { return half_gauge + rail_radius * cone / sqrt(S(1) + cone * cone); }

  Matrix<S, 6, 6> mass_matrix(const Vector<S, 5>& q, const Signals<Wheelset, S>&) const {
    const S sin_phi = sin(q[4]), cos_phi = cos(q[4]);
    Matrix<S, 6, 6> M = Matrix<S, 6, 6>::Zero();
    M(0, 0) = M(1, 1) = M(2, 2) = mass;
    M(3, 3) = yaw_inertia * cos_phi * cos_phi + spin_inertia * sin_phi * sin_phi;
    M(4, 4) = yaw_inertia;
    M(5, 5) = spin_inertia;
    M(5, 3) = M(3, 5) = spin_inertia * sin_phi;
    return M;
  }

  template <class N>
  Vector<N, 5> kinematics(const Vector<N, 5>&, const Vector<N, 6>& u) const {
    return {u[0], u[1], u[2], u[3], u[4]};
  }

  template <class N>
  Vector<N, 2> constraint(const Vector<N, 5>& q, const Signals<Wheelset, N>& s) const {
    const Turn<N> A(q[3], q[4]);
    Vector<N, 2> g;
    for (int k = 0; k < 2; ++k) {
      const Touch<N> at = touch(k, q[0], A, s);
      g[k] = at.T - rail_depth() - q[1] - at.w[1];
    }
    return g;
  }

  template <class N>
  Vector<N, 4> algebraic_equations(const Vector<N, 5>& q, const Signals<Wheelset, N>& s) const {
    const Turn<N> A(q[3], q[4]);
    Vector<N, 4> c;
    for (int k = 0; k < 2; ++k) {
      const N& psi = s.algebraic[2 * k];
      const N slope = touch(k, q[0], A, s).slope(side(k));
      const Vector<N, 3> n = A.times({N(side(k) * cone), -cos(psi), -sin(psi)});
      c[2 * k] = -(slope * n[1] + n[0]);
      c[2 * k + 1] = n[2];
    }
    return c;
  }

  template <class N>
  Vector<N, 6> force(const Vector<N, 5>& q, const Vector<N, 6>& u,
                     const Signals<Wheelset, N>& s) const {
    const Motion<N> motion(*this, q, u);
    const Turn<N>& A = motion.A;
    const N &spin = motion.spin, &yaw_rate = motion.yaw_rate;
    const N yaw_moment = S(-2) * spring_arm * spring_arm * forward_stiffness * q[3];

    Vector<N, 3> total = {S(-2) * lateral_stiffness * q[0], N(-mass * gravity),
                          S(-2) * forward_stiffness * q[2]};
    total[0] += mass * speed * curvature * (speed * (S(1) + curvature * q[0]) + S(2) * u[2]);
    total[2] += mass * speed * curvature * (speed * curvature * q[2] - S(2) * u[0]);
    Vector<N, 3> moment = {N(S(0)), N(S(0)), N(S(0))};
    for (int k = 0; k < 2; ++k) {
      const Creep<N> of_wheel = creep(k, motion, s);
      total += of_wheel.force;
      moment += of_wheel.moment;
    }
    const N gyro = spin_inertia - yaw_inertia;
    Vector<N, 6> f;
    f[0] = total[0];
    f[1] = total[1];
    f[2] = total[2];
    const N f4 = (S(2) * yaw_inertia - spin_inertia) * yaw_rate * u[4] * A.sin_phi -
                 spin_inertia * spin * u[4] + moment[1] + yaw_moment * A.cos_phi;
    f[4] = spin_inertia * spin * yaw_rate * A.cos_phi +
           gyro * yaw_rate * yaw_rate * A.sin_phi * A.cos_phi + moment[2];
    f[5] = -spin_inertia * yaw_rate * u[4] * A.cos_phi + moment[0] + yaw_moment * A.sin_phi;
    // The rows are combined as those of M are, so that derivatives see the published rows: to let
    // cos(phi) and sin(phi) move here and not in M would be neither form.
    f[3] = held(A.cos_phi) * f4 + held(A.sin_phi) * f[5];
    return f;
  }

  /// Derailment, lift-off, and creep past its limit.
  Status contact_status(const Vector<S, 5>& q, const Vector<S, 6>& u,
                        const Signals<Wheelset, S>& s) const {
    const Turn<S> A(q[3], q[4]);
    for (int k = 0; k < 2; ++k) {
      const S xi = side(k) * s.algebraic[2 * k + 1];
      const S off_centre = abs(touch(k, q[0], A, s).d);
      if (!(xi > S(0) && xi < flange && off_centre < rail_radius - S(1e-5)))
        return Status::contact_out_of_range;
    }
    for (int k = 0; k < 2; ++k)
      if (!(s.lambda[k] > S(0))) return Status::contact_lost;
    if (creep_limit <= std::numeric_limits<S>::max() && !(friction_use(q, u, s) <= creep_limit))
      return Status::creep_saturated;
    return Status::ok;
  }

  /// The larger of both wheels' sqrt(Tx^2 + Ty^2) / (mu N) before both are scaled back: from 1 on
  /// the creep is saturated, sqrt(2) is the most.
  S friction_use(const Vector<S, 5>& q, const Vector<S, 6>& u,
                 const Signals<Wheelset, S>& s) const {
    const Motion<S> motion(*this, q, u);
    return max(creep(0, motion, s).use, creep(1, motion, s).use);
  }

 private:
  // The number under the derivatives that N adds to the scalar.
  template <class N>
  static S held(const N& x) {
    if constexpr (std::is_same_v<N, S>)
      return x;
    else
      return held(x.value);
  }
  static constexpr S side(int k) { return k == 0 ? S(-1) : S(1); }

  // A = R_y(theta) R_z(phi)
  template <class N>
  struct Turn {
    N sin_theta, cos_theta, sin_phi, cos_phi;
    Turn(const N& theta, const N& phi)
        : sin_theta(sin(theta)), cos_theta(cos(theta)), sin_phi(sin(phi)), cos_phi(cos(phi)) {}
    Vector<N, 3> times(const Vector<N, 3>& x) const {
      const N a = x[0] * cos_phi - x[1] * sin_phi;
      return {a * cos_theta + x[2] * sin_theta, x[0] * sin_phi + x[1] * cos_phi,
              x[2] * cos_theta - a * sin_theta};
    }
    // A^T x
    Vector<N, 3> back(const Vector<N, 3>& x) const {
      const N a = x[0] * cos_theta - x[2] * sin_theta;
      return {a * cos_phi + x[1] * sin_phi, x[1] * cos_phi - a * sin_phi,
              x[0] * sin_theta + x[2] * cos_theta};
    }
  };

  // Where a wheel touches its rail: d = |X| - e, T = sqrt(rs^2 - d^2).
  template <class N>
  struct Touch {
    N R;
    Vector<N, 3> rho, w;
    N d, T;
    N slope(S side) const { return -side * d / T; }  // S'
  };
  template <class N>
  Touch<N> touch(int k, const N& x, const Turn<N>& A, const Signals<Wheelset, N>& s) const {
    const N& psi = s.algebraic[2 * k];
    const N& xi = s.algebraic[2 * k + 1];
    Touch<N> at;
    at.R = nominal_radius + cone * (half_gauge - side(k) * xi);
    at.rho = {xi, -at.R * cos(psi), -at.R * sin(psi)};
    at.w = A.times(at.rho);
    at.d = side(k) * (x + at.w[0]) - rail_centre();
    at.T = sqrt(rail_radius * rail_radius - at.d * at.d);
    return at;
  }

  // What both wheels share.
  template <class N>
  struct Motion {
    Turn<N> A;
    const Vector<N, 5>& q;
    N spin;
    N yaw_rate, roll_rate;  // in the frame of the track, which turns with V kappa
    Vector<N, 3> v;         // of the centre
    Motion(const Wheelset& model, const Vector<N, 5>& position, const Vector<N, 6>& u)
        : A(position[3], position[4]),
          q(position),
          spin(u[5] + model.speed / model.nominal_radius),
          yaw_rate(u[3] - model.speed * model.curvature),
          roll_rate(u[4]),
          v{u[0] - model.speed * model.curvature * q[2], u[1],
            u[2] + model.speed + model.speed * model.curvature * q[0]} {}
  };

  template <class N>
  struct Creep {
    Vector<N, 3> force, moment;  // the moment about the axes of the body
    N use;                       // sqrt(Tx^2 + Ty^2) / W
  };
  template <class N>
  Creep<N> creep(int k, const Motion<N>& motion, const Signals<Wheelset, N>& s) const {
    const Turn<N>& A = motion.A;
    const Vector<N, 5>& q = motion.q;
    const Vector<N, 3>& v0 = motion.v;
    const N &spin = motion.spin, &yaw_rate = motion.yaw_rate, &roll_rate = motion.roll_rate;
    const Touch<N> at = touch(k, q[0], A, s);
    const N &R = at.R, &T = at.T;
    const Vector<N, 3>& rho = at.rho;
    const N slope = at.slope(side(k));
    const N bend = -rail_radius * rail_radius / (T * T * T);
    const N secant = sqrt(S(1) + slope * slope);
    const N cos_del = S(1) / secant, sin_del = slope * cos_del;
    const N normal = max(s.lambda[k] * secant, N(S(1e-6)));

    const Turn<N> tilted(q[3] * secant, q[4]);
    const N &sin_t = tilted.sin_theta, &cos_t = tilted.cos_theta;
    const Vector<N, 3> arm = tilted.times(rho);
    const Vector<N, 3> rolling = tilted.times({N(S(0)), -rho[2], rho[1]});
    // theta' e_y x arm + phi' (sin th, 0, cos th) x arm + spin A (0, R sin psi, -R cos psi)
    const Vector<N, 3> v = {
        v0[0] + yaw_rate * arm[2] - roll_rate * cos_t * arm[1] + spin * rolling[0],
        v0[1] + roll_rate * (cos_t * arm[0] - sin_t * arm[2]) + spin * rolling[1],
        v0[2] - yaw_rate * arm[0] + roll_rate * sin_t * arm[1] + spin * rolling[2]};
    const Vector<N, 3> vr = v - S(2) * v0;
    const N inverse_vr = S(2) / sqrt(vr[0] * vr[0] + vr[1] * vr[1] + vr[2] * vr[2]);
    const N creep_x = (v[0] * sin_t + v[2] * cos_t) * inverse_vr;
    const N creep_y =
        (v[0] * cos_t * cos_del + v[1] * sin_del - v[2] * sin_t * cos_del) * inverse_vr;
    const N creep_spin = (yaw_rate * cos_del - spin * sin_del) * inverse_vr;

    const S pi = S(3.1415926);  // the digits of the source
    const N AA = S(1) / (S(2) * R * sqrt(S(1) + cone * cone));
    const N BB = -bend / (S(2) * secant * secant * secant);
    const N C = cbrt(normal *
                     (S(3) * (S(1) - poisson_ratio) * ellipse_integral /
                      (S(2) * pi * shear_modulus * sqrt(ellipse_axes))) /
                     (AA + BB));
    const N W = friction * normal;
    const N stiffness = shear_modulus * C * C / W;
    N Tx = -W * tanh(stiffness * creep_11 * creep_x);
    N Ty = -W * tanh(stiffness * (creep_22 * creep_y + C * creep_23 * creep_spin));
    Creep<N> out;
    out.use = sqrt(Tx * Tx + Ty * Ty) / W;
    // 1 / max(use, 1), by an index: the same operations on either side of the kink
    const N bounds[2] = {N(S(1)), out.use};
    int larger = out.use > bounds[0] ? 1 : 0;
    keep_opaque(larger);
    const N share = S(1) / bounds[larger];
    Tx *= share;
    Ty *= share;
    out.force = {Tx * sin_t + Ty * cos_t * cos_del, Ty * sin_del,
                 Tx * cos_t - Ty * sin_t * cos_del};
    const Vector<N, 3> f = A.back(out.force);
    out.moment = {rho[1] * f[2] - rho[2] * f[1], rho[2] * f[0] - rho[0] * f[2],
                  rho[0] * f[1] - rho[1] * f[0]};
    return out;
  }
};

/// Start of the test set, its position brought onto the rails.
template <class S>
struct WheelsetStart {
  std::array<S, 5> q{S(1.49409998605718e-03), S(4.00910452205188e-07), S(1.1241e-06),
                     S(-2.85730000000988e-04), S(2.64593456319911e-04)};
  std::array<S, 6> u{};
  std::array<S, 4> s{S(-7.41223704821122e-06), S(-0.15213643015112), S(7.56344162711088e-06),
                     S(0.149063570934379)};
};

}  // namespace taut::models
