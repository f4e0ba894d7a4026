/// \file
/// The planar four-bar of lib/models/four_bar.hpp in space: three rods of six coordinates each,
/// three hinges of five rows, and a loop closed with 2, 3, 5 or 6 rows more, of which two are
/// independent of the rest:
///
///     2    the gap of the last joint along the plane of motion: no row too many
///     3    a ball joint: the gap in world axes
///     5    a hinge: and the axes of both rods parallel
///     6    and the length of the rocker from its pivot to the tip of the coupler
///
/// The plane of motion, and gravity with it, may be turned off the world's axes.
#pragma once

#include <array>
#include <cmath>

#include "models/four_bar.hpp"
#include "taut/rigid_body.hpp"

namespace taut::testing {

template <class S, int closing>
struct SpatialFourBar {
  using Scalar = S;
  static_assert(closing == 2 || closing == 3 || closing == 5 || closing == 6);
  static constexpr int nq = 18, nc = 15 + closing;
  static constexpr MassForm mass_form = MassForm::constant_diagonal;
  static constexpr bool redundant = closing > 2;

  std::array<S, 3> length_m{S(1), S(2.5), S(2)};  ///< crank, coupler, rocker
  std::array<S, 3> mass_kg{S(1), S(2.5), S(2)};
  S ground_m = S(2.5);
  Matrix<S, 3, 3> axes = Matrix<S, 3, 3>::Identity();  ///< columns: along, up, across, in the world

  Vector<S, 18> mass_matrix() const {
    Vector<S, 18> m;
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const S turning = mass_kg[k] * length_m[k] * length_m[k] / S(12);
      m.template segment<6>(6 * i) << mass_kg[k], mass_kg[k], mass_kg[k], S(0.01), turning, turning;
    }
    return m;
  }

  template <class N>
  Vector<N, 18> kinematics(const Vector<N, 18>& q, const Vector<N, 18>& u) const {
    Vector<N, 18> rate;
    for (int first = 0; first < 18; first += 6) {
      const SinCos<N> pitch = sincos(q[first + 4]), roll = sincos(q[first + 5]);
      const Vector<N, 3> turning = attitude_rate(pitch, roll, triple(u, first + 3));
      for (int i = 0; i < 3; ++i) {
        rate[first + i] = u[first + i];
        rate[first + 3 + i] = turning[i];
      }
    }
    return rate;
  }

  template <class N>
  Vector<N, 18> force(const Vector<N, 18>& q, const Vector<N, 18>& u,
                      const Signals<SpatialFourBar, N>&) const {
    const Vector<S, 18> m = mass_matrix();
    Vector<N, 18> f;
    for (int first = 0; first < 18; first += 6) {
      const Vector<S, 3> J{m[first + 3], m[first + 4], m[first + 5]};
      Load<N> load;
      for (int i = 0; i < 3; ++i) load.force[i] = N(-m[first] * S(9.81) * axes(i, 1));
      put_equations_of_motion(S(0), J, BodyMotion<N>(q, u, first), load, first, f);
    }
    return f;
  }

  template <class N>
  Vector<N, nc> constraint(const Vector<N, 18>& q, const Signals<SpatialFourBar, N>&) const {
    const Attitude<N> crank(q, 0), coupler(q, 6), rocker(q, 12);
    const auto end = [&](const Attitude<N>& rod, int bar, S side) {
      Vector<N, 3> x = triple(q, 6 * bar);
      const S half = side * length_m[static_cast<std::size_t>(bar)] / S(2);
      for (int i = 0; i < 3; ++i) x[i] += half * rod.R(i, 0);
      return x;
    };
    Vector<N, 3> pivot;
    for (int i = 0; i < 3; ++i) pivot[i] = N(ground_m * axes(i, 0));
    const Vector<N, 3> origin = constant_triple<N>(Vector<S, 3>(S(0), S(0), S(0)));
    Matrix<N, 3, 3> ground;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) ground(i, j) = N(axes(i, j));

    Vector<N, nc> g;
    put_hinge(end(crank, 0, S(-1)), crank.R, origin, ground, 0, g);
    put_hinge(end(rocker, 2, S(-1)), rocker.R, pivot, ground, 5, g);
    put_hinge(end(coupler, 1, S(-1)), coupler.R, end(crank, 0, S(1)), crank.R, 10, g);
    const Vector<N, 3> tip = end(coupler, 1, S(1));
    if constexpr (closing == 2) {
      const Vector<N, 3> other = end(rocker, 2, S(1));
      for (int j = 0; j < 2; ++j) {
        g[15 + j] = (tip[0] - other[0]) * axes(0, j);
        for (int i = 1; i < 3; ++i) g[15 + j] += (tip[i] - other[i]) * axes(i, j);
      }
    } else {
      put_hinge(tip, coupler.R, end(rocker, 2, S(1)), rocker.R, 15, g);
    }
    if constexpr (closing == 6) {
      g[20] = N(-length_m[2] * length_m[2]);
      for (int i = 0; i < 3; ++i) g[20] += (tip[i] - pivot[i]) * (tip[i] - pivot[i]);
    }
    return g;
  }

 private:
  // a = b, and the third axis of A at right angles to the first two of B; as many rows as there are
  template <class N>
  static void put_hinge(const Vector<N, 3>& a, const Matrix<N, 3, 3>& A, const Vector<N, 3>& b,
                        const Matrix<N, 3, 3>& B, int first, Vector<N, nc>& g) {
    for (int i = 0; i < 3; ++i) g[first + i] = a[i] - b[i];
    for (int j = 0; j < 2 && first + 3 + j < nc; ++j)
      g[first + 3 + j] = A(0, 2) * B(0, j) + A(1, 2) * B(1, j) + A(2, 2) * B(2, j);
  }
};

/// At rest at the four-bar's start, in the plane of `axes`.
template <class S>
struct SpatialFourBarStart {
  std::array<S, 18> q, u{};
  explicit SpatialFourBarStart(const Matrix<double, 3, 3>& axes) {
    const models::FourBarStart<double> planar;
    for (std::size_t bar = 0; bar < 3; ++bar) {
      const double c = std::cos(planar.q[3 * bar + 2]), s = std::sin(planar.q[3 * bar + 2]);
      // R = axes R_z(theta), by columns
      double R[3][3];
      for (int i = 0; i < 3; ++i) {
        R[i][0] = axes(i, 0) * c + axes(i, 1) * s;
        R[i][1] = axes(i, 1) * c - axes(i, 0) * s;
        R[i][2] = axes(i, 2);
        q[6 * bar + static_cast<std::size_t>(i)] =
            S(axes(i, 0) * planar.q[3 * bar] + axes(i, 1) * planar.q[3 * bar + 1]);
      }
      q[6 * bar + 3] = S(std::atan2(R[1][0], R[0][0]));
      q[6 * bar + 4] = S(-std::asin(R[2][0]));
      q[6 * bar + 5] = S(std::atan2(R[2][1], R[2][2]));
    }
  }
};

}  // namespace taut::testing
