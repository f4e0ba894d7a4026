/// \file
/// Mechanisms at random places: what forces have to obey anywhere.
#pragma once

#include <random>

#include "support/scalars.hpp"
#include "taut/mechanism/mechanism.hpp"

namespace taut::testing {

/// Bodies within a metre of the origin, turned by less than a right angle; velocities of order one.
template <class Model>
struct AnyPlace {
  using S = typename Model::Scalar;
  Vector<S, Model::nq> q;
  Vector<S, Model::nu> u;

  explicit AnyPlace(unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> entry(-1, 1);
    for (int i = 0; i < Model::nq; ++i) q[i] = S(entry(random));
    for (const int first : taut::detail::quaternion_coordinates<Model>()) {
      const double x = 0.3 * double(q[first + 1]), y = 0.3 * double(q[first + 2]),
                   z = 0.3 * double(q[first + 3]);
      const double length = std::sqrt(1 + x * x + y * y + z * z);
      q[first] = S(1 / length);
      q[first + 1] = S(x / length), q[first + 2] = S(y / length), q[first + 3] = S(z / length);
    }
    for (int j = 0; j < Model::nu; ++j) u[j] = S(entry(random));
  }
};

/// f without the gyroscopic moments.
template <class Model>
Vector<typename Model::Scalar, Model::nu> applied_force(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q,
    const Vector<typename Model::Scalar, Model::nu>& u,
    const Signals<Model, typename Model::Scalar>& s) {
  using S = typename Model::Scalar;
  Vector<S, Model::nu> f = Vector<S, Model::nu>::Zero();
  Bodies<Model, S> acting(model.system, q, u, f);
  model.system.apply_forces(acting, s);
  acting.finish();
  return f;
}

/// V_q V by dual numbers.
template <class Model>
Vector<typename Model::Scalar, Model::nu> energy_gradient(
    const Model& model, const Vector<typename Model::Scalar, Model::nq>& q) {
  using S = typename Model::Scalar;
  using N = Dual<S, Model::nu>;
  Vector<N, Model::nq> x;
  along_velocities(model, q, x);
  Vector<N, Model::nu> rest, none;
  for (int j = 0; j < Model::nu; ++j) rest[j] = N(S(0));
  Bodies<Model, N> bodies(model.system, x, rest, none);
  const N V = model.system.potential_energy(bodies);
  Vector<S, Model::nu> gradient;
  for (int j = 0; j < Model::nu; ++j) gradient[j] = V.derivative[j];
  return gradient;
}

/// The sum of all forces and, about the origin, of all moments.
template <class Model>
std::array<double, 6> total_load(const Vector<typename Model::Scalar, Model::nq>& q,
                                 const Vector<typename Model::Scalar, Model::nu>& f) {
  std::array<double, 6> total{};
  for (int b = 0; b < Model::bodies; ++b) {
    const auto pose = Model::pose(q, b);
    const int i = Model::Space::body_nu * b;
    if constexpr (Model::Space::body_nu == 3) {
      total[0] += double(f[i]), total[1] += double(f[i + 1]);
      total[5] +=
          double(pose.x) * double(f[i + 1]) - double(pose.y) * double(f[i]) + double(f[i + 2]);
    } else {
      const auto orbit = cross(pose.r, triple(f, i)), turned = pose.to_world(triple(f, i + 3));
      for (int k = 0; k < 3; ++k) {
        total[std::size_t(k)] += double(f[i + k]);
        total[std::size_t(3 + k)] += double(orbit[k]) + double(turned[k]);
      }
    }
  }
  return total;
}

}  // namespace taut::testing
