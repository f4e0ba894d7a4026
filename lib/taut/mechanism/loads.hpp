/// \file
/// Weight and external forces. Interrupt: safe.
#pragma once

#include "taut/mechanism/bodies.hpp"
#include "taut/unroll.hpp"

namespace taut {

/// Weight: (x, y) in the plane, (x, y, z) in space. V = -sum m g . r.
template <class S, int n>
struct Gravity {
  std::array<S, static_cast<std::size_t>(n)> acceleration_m_s2;

  template <class Acting>
  void apply(Acting& bodies) const {
    for_all<Acting::count>([&](int b) TAUT_INLINE {
      for_all<n>([&](int i) TAUT_INLINE {
        bodies.add(b, i, bodies.body(b).mass_kg * acceleration_m_s2[static_cast<std::size_t>(i)]);
      });
    });
  }
  template <class Acting>
  auto potential_energy(Acting& bodies) const {
    typename Acting::Number V(S(0));
    for (int b = 0; b < Acting::count; ++b)
      for (int i = 0; i < n; ++i)
        V = V - (bodies.body(b).mass_kg * acceleration_m_s2[static_cast<std::size_t>(i)]) *
                    detail::component(bodies.place(b).origin(), i);
    return V;
  }
};

/// A force and a moment from inputs, at a point of a body:
///
///     (F_x, F_y, M) = w[input], w[input + 1], w[input + 2];   in space (F, M), six of them   (F.3)
///
/// in world axes, or in those of the body. N and N m; it acts on the body as it is.
template <class S, int n>
struct ExternalWrench {
  static constexpr std::size_t size = static_cast<std::size_t>(n);
  int body;
  std::array<S, size> at_m{};  ///< in body axes, from the centre of mass
  int input = 0;               ///< the first one
  bool in_body_axes = false;

  template <class Acting, class Sig>
  void apply(Acting& bodies, const Sig& s) const {
    using N = typename Acting::Number;
    const auto& place = bodies.place(body);
    std::array<S, size> force;
    for (std::size_t i = 0; i < size; ++i) force[i] = s.w[input + static_cast<int>(i)];
    const typename Acting::Point lever = place.lever(at_m);
    if constexpr (n == 2) {
      const typename Acting::Point F =
          in_body_axes ? place.lever(force) : typename Acting::Point{N(force[0]), N(force[1])};
      bodies.add_force(body, F, lever);
      bodies.add_moment(body, N(s.w[input + 2]));
    } else {
      const std::array<S, 3> moment{s.w[input + 3], s.w[input + 4], s.w[input + 5]};
      bodies.add_force(body, in_axes<N>(place, force), lever);
      bodies.add_moment(body, in_axes<N>(place, moment));
    }
  }

 private:
  template <class N, class Place>
  Vector<N, 3> in_axes(const Place& place, const std::array<S, 3>& x) const {
    return in_body_axes ? place.lever(x) : constant_triple<N>(detail::vector(x));
  }
};

}  // namespace taut
