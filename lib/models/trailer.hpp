/// \file
/// Truck with centre-axle trailer on a ball hitch: two rigid bodies in space on eight massless
/// wheels, driven over a handling course of 60 s.
///
///     q = (r_1, yaw_1, pitch_1, roll_1, r_2, ...) in R^12, r the centre of mass in the world
///     u = (v_1, w_1, v_2, w_2): its velocity in the world, angular velocity in body axes
///     q' = V(q) u                                    rigid_body.hpp
///     M = diag(m, m, m, J_x, J_y, J_z | ...)
///     0 = r_1 + R_1 s_1 - r_2 - R_2 s_2              the hitch; its force on the truck is -lambda
///     f: (0, 0, -m g) + sum F_i,  -w x J w + sum s_i x R^T F_i
///
/// Wheel i touches the road at P = r + R s_i, s_i = (x_i, +-y_i, -h_cg), v = P'; psi is its
/// heading, (v_l, v_t) = v along and across it. Road:
///
///     z_r(X, Y) = 0.006 sin(2 pi X / 8) + 0.003 sin(2 pi X / 3.1 + 2 pi Y / 11)
///
/// Tyre, with sp and (F_l, F_t) as in tyre.hpp:
///
///     F_z = sp(F_0 + k (z_r - P_z) + c (z_r' - v_z), 200 N)
///
/// Driver, who keeps the speed v_ref with drive and brakes, and course:
///
///     D = (m_1 + m_2) K_v (v_ref - v_1 . (cos yaw_1, sin yaw_1))
///     F_p = sp(D, 2000 N),  F_m = F_p - D
///     F_request of wheel i = a_i F_p - b_i F_m - c_rr F_z
///     blend(t, a, b) = s^3 (10 - 15 s + 6 s^2), s = (t - a) / (b - a) held in [0, 1]
///     win(t, a, b, r) = blend(t, a, a + r) - blend(t, b - r, b)
///     del(t) = 0.030 win(t, 5, 8, .5) sin(2 pi (t - 5)/3)         double lane change
///            - 0.030 win(t, 9, 12, .5) sin(2 pi (t - 9)/3)
///            + 0.028 win(t, 15, 27, 1) sin(2 pi 0.3 (t - 15))     slalom
///            + 0.060 win(t, 30, 42, 1.5)                          turn, braking inside it
///            - 0.050 win(t, 46, 58, 1) sin(2 pi 0.4 (t - 46))     slalom, faster
///     v_ref(t) = 15 + 3 blend(t, 1, 4) - 4 blend(t, 27, 30) - 6 blend(t, 36, 39)
///              + 6 blend(t, 42, 47) - 8 blend(t, 57.5, 60)
///
/// G, gamma and (G^T)' lambda are in closed form: derived through two attitudes they make the step
/// three times as long. In float the world coordinates carry 3e-5 m at 460 m, and so does the
/// hitch. The hitch as a spring: mechanisms/truck_with_trailer.hpp. Source: the equations after
/// Burgermeister, Arnold, Esterl, "DAE time integration for real-time applications in multi-body
/// dynamics", ZAMM 86 (2006), section 4.3, which prints no parameters; those here are of the class
/// and our own. Reference: host_tests/reference. Interrupt: safe.
#pragma once

#include <array>

#include "taut/derivatives.hpp"
#include "taut/mechanism/tyre.hpp"
#include "taut/rigid_body.hpp"

namespace taut::models {

/// z_r(X, Y). In float it ends at 4 km, where its phase leaves the range of taut::sin.
template <class S>
struct WavyRoad {
  S long_wave_m = S(0.006), short_wave_m = S(0.003);  ///< amplitudes
  S long_wavenumber = S(0.78539816339744830962);      ///< 2 pi / 8 m
  S short_wavenumber_x = S(2.0268339700579311216);    ///< 2 pi / 3.1 m
  S short_wavenumber_y = S(0.57119866428905331608);   ///< 2 pi / 11 m

  template <class N>
  RoadPoint<N> at(const N& X, const N& Y) const {
    const SinCos<N> first = sincos(long_wavenumber * X);
    const SinCos<N> second = sincos(short_wavenumber_x * X + short_wavenumber_y * Y);
    const N second_slope = short_wave_m * second.cos;
    return {long_wave_m * first.sin + short_wave_m * second.sin,
            (long_wave_m * long_wavenumber) * first.cos + short_wavenumber_x * second_slope,
            short_wavenumber_y * second_slope};
  }
};

/// del(t) and v_ref(t). After 60 s: straight on at 6 m/s, in float to the end of the road.
template <class S>
struct HandlingCourse {
  static constexpr AngularFrequency<S> default_lane_change{2.0943951023931954923};  ///< 2 pi / 3 s
  AngularFrequency<S> lane_change = default_lane_change;
  static constexpr AngularFrequency<S> default_slalom{1.8849555921538759431};  ///< 2 pi 0.3 / s
  AngularFrequency<S> slalom = default_slalom;
  static constexpr AngularFrequency<S> default_fast_slalom{
      2.5132741228718345908};  ///< 2 pi 0.4 / s
  AngularFrequency<S> fast_slalom = default_fast_slalom;

  /// Angle of the front wheels in rad.
  template <class N>
  N steering(const Time<N>& t) const {
    const N s = t.seconds();
    return S(0.030) * window(s, S(5), S(8), S(0.5)) * wave(t, lane_change, S(5)) -
           S(0.030) * window(s, S(9), S(12), S(0.5)) * wave(t, lane_change, S(9)) +
           S(0.028) * window(s, S(15), S(27), S(1)) * wave(t, slalom, S(15)) +
           S(0.060) * window(s, S(30), S(42), S(1.5)) -
           S(0.050) * window(s, S(46), S(58), S(1)) * wave(t, fast_slalom, S(46));
  }

  /// Speed that the driver keeps, in m/s.
  template <class N>
  N speed(const Time<N>& t) const {
    const N s = t.seconds();
    return S(15) + S(3) * blend(s, S(1), S(3)) - S(4) * blend(s, S(27), S(3)) -
           S(6) * blend(s, S(36), S(3)) + S(6) * blend(s, S(42), S(5)) -
           S(8) * blend(s, S(57.5), S(2.5));
  }

 private:
  // from 0 at `start` to 1 at `start + duration`
  template <class N>
  static N blend(const N& t, S start, S duration) {
    const N s = min(max((t - start) * (S(1) / duration), N(S(0))), N(S(1)));
    return s * s * s * (S(10) + s * (S(6) * s - S(15)));
  }
  template <class N>
  static N window(const N& t, S start, S end, S rise) {
    return blend(t, start, rise) - blend(t, end - rise, rise);
  }
  // sin(omega (t - start))
  template <class N>
  static N wave(const Time<N>& t, const AngularFrequency<S>& omega, S start) {
    return sin(t.angle(omega) - omega.rad_s * start);
  }
};

/// A sprung body.
template <class S>
struct VehicleBody {
  S mass_kg;
  Vector<S, 3> inertia_kg_m2;  ///< about x, y, z through the centre of mass
  S height_m;                  ///< of the centre of mass above the road at rest
  Vector<S, 3> hitch_m;        ///< from the centre of mass, body axes
};

/// Two equal wheels, left and right. Stiffness, damping and static load are those of one wheel.
template <class S>
struct Axle {
  S x_m, half_track_m;  ///< from the centre of mass, body axes
  S stiffness_n_per_m, damping_n_s_per_m, static_load_n;
  S drive_share, brake_share;
};

template <class S>
struct Trailer {
  using Scalar = S;
  static constexpr int nq = 12, nc = 3, nr = 2;
  static constexpr bool rheonomic = true;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr std::array<int, 2> angle_coordinates{3, 9};  // yaw
  static constexpr S residual_limit = S(1e-3);

  VehicleBody<S> truck{S(8000), {S(6500), S(26000), S(27000)}, S(1.1), {S(-3.6), S(0), S(-0.4)}};
  VehicleBody<S> trailer{S(10000), {S(9000), S(40000), S(42000)}, S(1.3), {S(5.2), S(0), S(-0.6)}};
  // static loads of a wheel: hitch n = m_2 g 0.2/5.4; trailer (m_2 g - n)/4; truck front half of
  // (2.3 m_1 g - 1.3 n)/4.2, rear half of m_1 g + n less that
  std::array<Axle<S>, 2> truck_axles{
      // front, which steers, and rear
      {{S(1.9), S(1), S(2.2e5), S(9e3), S(20926.269841269841270), S(0), S(0.22)},
       {S(-2.3), S(0.95), S(2.5e5), S(1e4), S(20130.396825396825397), S(0.5), S(0.16)}}};
  std::array<Axle<S>, 2> trailer_axles{
      {{S(0.45), S(1), S(3e5), S(1.2e4), S(23616.666666666666667), S(0), S(0.06)},
       {S(-0.85), S(1), S(3e5), S(1.2e4), S(23616.666666666666667), S(0), S(0.06)}}};
  Tyre<S> tyre;
  WavyRoad<S> road;
  HandlingCourse<S> course;
  S rolling_resistance = S(0.006);  ///< c_rr
  S driver_gain_1_s = S(0.8);       ///< K_v
  S pedal_change_n = S(2000);       ///< width of the change from drive to brake
  S gravity_m_s2 = S(9.81);

  Vector<S, 12> mass_matrix() const {
    Vector<S, 12> m;
    for (int i = 0; i < 3; ++i) {
      m[i] = truck.mass_kg;
      m[3 + i] = truck.inertia_kg_m2[i];
      m[6 + i] = trailer.mass_kg;
      m[9 + i] = trailer.inertia_kg_m2[i];
    }
    return m;
  }

  template <class N>
  Vector<N, 12> kinematics(const Vector<N, 12>& q, const Vector<N, 12>& u) const {
    Vector<N, 12> rate;
    for (int b = 0; b < 12; b += 6) {
      const Vector<N, 3> angles =
          attitude_rate(sincos(q[b + 4]), sincos(q[b + 5]), triple(u, b + 3));
      for (int i = 0; i < 3; ++i) {
        rate[b + i] = u[b + i];
        rate[b + 3 + i] = angles[i];
      }
    }
    return rate;
  }

  // (del, v_ref)
  template <class N>
  Vector<N, 2> excitation(const Time<N>& t) const {
    return {course.steering(t), course.speed(t)};
  }

  template <class N>
  Vector<N, 12> force(const Vector<N, 12>& q, const Vector<N, 12>& u,
                      const Signals<Trailer, N>& s) const {
    // driver
    const BodyMotion<N> first(q, u, 0), second(q, u, 6);
    const SinCos<N>& yaw = first.attitude.yaw;
    const N demand = ((truck.mass_kg + trailer.mass_kg) * driver_gain_1_s) *
                     (s.r[1] - (u[0] * yaw.cos + u[1] * yaw.sin));
    const N drive = soft_positive(demand, pedal_change_n);
    const Pedals<N> pedals{drive, drive - demand};

    // wheels
    Load<N> on_truck, on_trailer;
    const SinCos<N> steered = sincos(q[3] + s.r[0]);
    for (std::size_t i = 0; i < truck_axles.size(); ++i)
      add_axle(truck_axles[i], truck, first, i == 0 ? steered : yaw, pedals, on_truck);
    for (const Axle<S>& axle : trailer_axles)
      add_axle(axle, trailer, second, second.attitude.yaw, pedals, on_trailer);

    Vector<N, 12> f;
    put_equations_of_motion(truck.mass_kg * gravity_m_s2, truck.inertia_kg_m2, first, on_truck, 0,
                            f);
    put_equations_of_motion(trailer.mass_kg * gravity_m_s2, trailer.inertia_kg_m2, second,
                            on_trailer, 6, f);
    return f;
  }

  template <class N>
  Vector<N, 3> constraint(const Vector<N, 12>& q, const Signals<Trailer, N>&) const {
    const Vector<N, 3> a = Attitude<N>(q, 0).to_world(constant_triple<N>(truck.hitch_m));
    const Vector<N, 3> b = Attitude<N>(q, 6).to_world(constant_triple<N>(trailer.hitch_m));
    // the large world coordinates first: their difference is exact in float
    return {(q[0] - q[6]) + (a[0] - b[0]), (q[1] - q[7]) + (a[1] - b[1]),
            (q[2] - q[8]) + (a[2] - b[2])};
  }

  // G = [I, -R_1 [s_1]x, -I, R_2 [s_2]x]; g does not depend on time
  Matrix<S, 3, 13> constraint_jacobian(const Vector<S, 12>& q,
                                       const Signals<Trailer, Jet<S>>&) const {
    Matrix<S, 3, 13> G = Matrix<S, 3, 13>::Zero();
    put_hitch(Attitude<S>(q, 0), truck.hitch_m, S(1), 0, G);
    put_hitch(Attitude<S>(q, 6), trailer.hitch_m, S(-1), 6, G);
    return G;
  }

  // gamma = R_1 (w_1 x (w_1 x s_1)) - R_2 (w_2 x (w_2 x s_2))
  Vector<S, 3> constraint_acceleration(const Vector<S, 12>& q, const Vector<S, 12>& u,
                                       const Signals<Trailer, Jet<S>>&) const {
    const Vector<S, 3> w1 = triple(u, 3), w2 = triple(u, 9);
    const Vector<S, 3> a = Attitude<S>(q, 0).to_world(cross(w1, cross(w1, truck.hitch_m)));
    const Vector<S, 3> b = Attitude<S>(q, 6).to_world(cross(w2, cross(w2, trailer.hitch_m)));
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  // G^T lambda has the moments s x R^T lambda; (R^T lambda)' = -w x R^T lambda
  Vector<S, 12> constraint_force_rate(const Vector<S, 12>& q, const Vector<S, 12>& u,
                                      const Vector<S, 3>& lambda,
                                      const Signals<Trailer, Jet<S>>&) const {
    const Vector<S, 3> a =
        cross(truck.hitch_m, cross(Attitude<S>(q, 0).to_body(lambda), triple(u, 3)));
    const Vector<S, 3> b =
        cross(trailer.hitch_m, cross(Attitude<S>(q, 6).to_body(lambda), triple(u, 9)));
    Vector<S, 12> rate = Vector<S, 12>::Zero();
    for (int i = 0; i < 3; ++i) {
      rate[3 + i] = a[i];
      rate[9 + i] = -b[i];
    }
    return rate;
  }

 private:
  template <class N>
  struct Pedals {
    N drive_n, brake_n;
  };

  // both wheels of an axle; `heading` is that of the wheels
  template <class N>
  void add_axle(const Axle<S>& axle, const VehicleBody<S>& body, const BodyMotion<N>& motion,
                const SinCos<N>& heading, const Pedals<N>& pedals, Load<N>& load) const {
    const N pedal = axle.drive_share * pedals.drive_n - axle.brake_share * pedals.brake_n;
    for (const S& side : {S(1), S(-1)}) {
      // P = r + R s,  v = P'
      const Vector<N, 3> s =
          constant_triple<N>(Vector<S, 3>{axle.x_m, side * axle.half_track_m, -body.height_m});
      const Vector<N, 3> lever = motion.attitude.to_world(s);
      const Vector<N, 3> turning = motion.attitude.to_world(cross(motion.w, s));
      const N vx = motion.v[0] + turning[0], vy = motion.v[1] + turning[1];
      const N vz = motion.v[2] + turning[2];
      // F_z
      const RoadPoint<N> ground = road.at(motion.r[0] + lever[0], motion.r[1] + lever[1]);
      const N compression = ground.height_m - (motion.r[2] + lever[2]);
      const N closing = ground.slope_x * vx + ground.slope_y * vy - vz;
      const N Fz = tyre.vertical(axle.static_load_n + axle.stiffness_n_per_m * compression +
                                 axle.damping_n_s_per_m * closing);
      // F_l, F_t
      const Vector<N, 2> F =
          tyre.horizontal(Fz, pedal - rolling_resistance * Fz, vx * heading.cos + vy * heading.sin,
                          vy * heading.cos - vx * heading.sin);
      load.add(
          {F[0] * heading.cos - F[1] * heading.sin, F[0] * heading.sin + F[1] * heading.cos, Fz},
          lever);
    }
  }

  // sign [I, -R [s]x]; column j of R [s]x is R (s x e_j)
  static void put_hitch(const Attitude<S>& attitude, const Vector<S, 3>& s, S sign, int first,
                        Matrix<S, 3, 13>& G) {
    const Matrix<S, 3, 3>& R = attitude.R;
    for (int i = 0; i < 3; ++i) {
      G(i, first + i) = sign;
      G(i, first + 3) = sign * (R(i, 2) * s[1] - R(i, 1) * s[2]);
      G(i, first + 4) = sign * (R(i, 0) * s[2] - R(i, 2) * s[0]);
      G(i, first + 5) = sign * (R(i, 1) * s[0] - R(i, 0) * s[1]);
    }
  }
};

/// Consistent start: in line and level at 15 m/s.
template <class S>
struct TrailerStart {
  std::array<S, 12> q{S(0),    S(0), S(1.1), S(0), S(0), S(0),
                      S(-8.8), S(0), S(1.3), S(0), S(0), S(0)};
  std::array<S, 12> u{S(15), S(0), S(0), S(0), S(0), S(0), S(15), S(0), S(0), S(0), S(0), S(0)};
};

}  // namespace taut::models
