/// \file
/// A joint as a pile of parts, each of which writes some rows of g, G and gamma:
///
///     rows                                        how many
///     entry(side, r, c)                           what is known of G when compiled
///     residual(joint, spec, drive, put)           put(r, value)               g
///     jacobian(joint, spec, set)                  set(side, r, c, value)      G
///     acceleration(joint, spec, u_a, u_b, put)    put(r, value)               g'' at constant u
///
/// `joint` is what the space makes of the two poses and of where the joint sits, `spec` what the
/// kind leaves open, `drive` the prescribed value; rows of a part count from 0. Interrupt: safe.
#pragma once

#include "taut/elimination.hpp"
#include "taut/mechanism/joint.hpp"
#include "taut/unroll.hpp"

namespace taut::detail {

template <class... Parts>
struct JointOf {
  static constexpr int rows = (0 + ... + Parts::rows);

  static constexpr Entry entry(int side, int row, int c) {
    Entry out = Entry::general;
    int first = 0;
    const auto look = [&](Entry (*part)(int, int, int), int n) {
      if (row >= first && row < first + n) out = part(side, row - first, c);
      first += n;
    };
    (look(&Parts::entry, Parts::rows), ...);
    return out;
  }
  template <class Relative, class N, class Put>
  TAUT_INLINE static void residual(const Relative& joint, const Joint& spec, const N& drive,
                                   Put&& put) {
    each_part([&](auto part, auto first) TAUT_INLINE {
      decltype(part)::type::residual(
          joint, spec, drive, [&](auto r, const auto& value) { put(plus(first, r), value); });
    });
  }
  template <class Relative, class Set>
  TAUT_INLINE static void jacobian(const Relative& joint, const Joint& spec, Set&& set) {
    each_part([&](auto part, auto first) TAUT_INLINE {
      decltype(part)::type::jacobian(joint, spec,
                                     [&](auto side, auto r, auto c, const auto& value)
                                         TAUT_INLINE { set(side, plus(first, r), c, value); });
    });
  }
  template <class Relative, class Motion, class Put>
  TAUT_INLINE static void acceleration(const Relative& joint, const Joint& spec, const Motion& ua,
                                       const Motion& ub, Put&& put) {
    each_part([&](auto part, auto first) TAUT_INLINE {
      decltype(part)::type::acceleration(
          joint, spec, ua, ub, [&](auto r, const auto& value) { put(plus(first, r), value); });
    });
  }

 private:
  template <class Part>
  struct Type {
    using type = Part;
  };
  template <class F, std::size_t... i>
  TAUT_INLINE static void each_part(F&& f, std::index_sequence<i...>) {
    (f(Type<Parts>{}, Index<first_row(i)>{}), ...);
  }
  template <class F>
  TAUT_INLINE static void each_part(F&& f) {
    each_part(f, std::index_sequence_for<Parts...>{});
  }
  static constexpr int first_row(std::size_t part) {
    const int counts[] = {Parts::rows..., 0};
    int first = 0;
    for (std::size_t i = 0; i < part; ++i) first += counts[i];
    return first;
  }
};

}  // namespace taut::detail
