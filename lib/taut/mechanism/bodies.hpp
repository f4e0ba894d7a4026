/// \file
/// What the forces of a mechanism see and act on: poses, motions and loads of its bodies.
/// Interrupt: safe.
#pragma once

#include "taut/mechanism/planar.hpp"
#include "taut/mechanism/spatial.hpp"

namespace taut {

template <class Model, class N>
class Bodies {
 public:
  using S = typename Model::Scalar;
  using Space = typename Model::Space;

  template <class Array>
  Bodies(const Array& bodies, const Vector<N, Model::nq>& q, const Vector<N, Model::nu>& u,
         Vector<N, Model::nu>& f)
      : bodies_(&bodies[0]), q_(q), u_(u), f_(f) {}

  static constexpr int count = Model::bodies;
  const typename Space::template Body<S>& body(int b) const { return bodies_[b]; }
  /// Where a body is and how it moves; the ground is there too.
  typename Space::template Pose<N> pose(int b) const { return Model::pose(q_, b); }
  typename Space::template Motion<N> motion(int b) const { return Model::motion(u_, b); }

  /// Adds to entry `i` of the force on a body: (F_x, F_y, moment), in space (F, moment in body
  /// axes). On the ground nothing.
  void add(int b, int i, const N& value) {
    if (b >= 0) f_[Space::body_nu * b + i] = f_[Space::body_nu * b + i] + value;
  }
  template <class Body>
  void add_gyroscopic(Body b) {
    Space::add_gyroscopic(bodies_[int(b)], u_, int(b), f_);
  }

 private:
  const typename Space::template Body<S>* bodies_;
  const Vector<N, Model::nq>& q_;
  const Vector<N, Model::nu>& u_;
  Vector<N, Model::nu>& f_;
};

/// Weight: (x, y) in the plane, (x, y, z) in space.
template <class S, int n>
struct Gravity {
  std::array<S, static_cast<std::size_t>(n)> acceleration_m_s2;

  template <class B>
  void apply(B& bodies) const {
    for (int b = 0; b < B::count; ++b)
      for (int i = 0; i < n; ++i)
        bodies.add(b, i, bodies.body(b).mass_kg * acceleration_m_s2[static_cast<std::size_t>(i)]);
  }
};

}  // namespace taut
