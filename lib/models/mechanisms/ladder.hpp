/// \file
/// The ladder of rigid rods of models::Ladder from bodies and joints, of any length: `squares`
/// squares in a row, hung by the two tails at the origin; a chain of closed loops whose step costs
/// the same for each square.
///
///     rods of 1 m and 10 kg, (x, y, angle) each, tail at -1/2, head at +1/2
///
/// Rod 0 is the first rung; square k = 0, 1, ... adds lower rail 3k + 1, upper rail 3k + 2 and rung
/// 3k + 3. Joint j fastens the tail of rod j: at the origin (rods 0, 1), at the head of rod j - 3
/// (lower rails) or of rod j - 2; then the heads of rods 3k + 2 and 3k + 3 meet. When a square
/// folds flat rows of G depend on each other: SPOOK passes that by itself, FoldingLadderList states
/// it for the other methods. Source: C. Lacoursiere, "Regularized, stabilized,
/// variational methods for multibodies", SIMS 2007. Interrupt: safe.
#pragma once

#include "taut/mechanism/mechanism.hpp"

namespace taut::models {

template <class S, int squares>
struct LadderList {
  using Scalar = S;
  static constexpr int rods = 3 * squares + 1;
  static constexpr std::size_t count = static_cast<std::size_t>(rods + squares);
  static constexpr S residual_limit = S(1e-3);

  /// The rod at whose head the tail of `rod` is; the ground at the origin.
  static constexpr int parent(int rod) {
    return rod < 2 ? ground : rod % 3 == 1 ? rod - 3 : rod - 2;
  }
  static constexpr std::array<Joint, count> list_joints() {
    std::array<Joint, count> out{};
    for (int rod = 0; rod < rods; ++rod)
      out[static_cast<std::size_t>(rod)] = revolute(parent(rod), rod, "tail");
    for (int square = 0; square < squares; ++square)
      out[static_cast<std::size_t>(rods + square)] =
          revolute(3 * square + 2, 3 * square + 3, "heads");
    return out;
  }
  static constexpr std::array<Joint, count> joints = list_joints();

  std::array<PlanarBody<S>, static_cast<std::size_t>(rods)> bodies = filled_bodies();
  std::array<PlanarGeometry<S>, count> geometry = filled_geometry();
  Gravity<S, 2> gravity{{S(0), S(-9.81)}};

  template <class Acting, class Sig>
  void apply_forces(Acting& acting, const Sig&) const {
    gravity.apply(acting);
  }
  template <class Acting>
  auto potential_energy(Acting& acting) const {
    return gravity.potential_energy(acting);
  }

  /// Rails along +x, rungs along +y, at rest.
  static std::array<S, static_cast<std::size_t>(3 * rods)> start() {
    std::array<S, static_cast<std::size_t>(3 * rods)> q{};
    for (int rod = 0; rod < rods; ++rod) {
      const bool rung = rod % 3 == 0;
      const int number = (rod + 2) / 3;
      const S column = S(number);  // of the rung at the far end
      S* const at = &q[static_cast<std::size_t>(3 * rod)];
      at[0] = rung ? column : column - S(0.5);
      at[1] = rung ? S(0.5) : rod % 3 == 1 ? S(0) : S(1);
      at[2] = rung ? S(1.5707963267948966192) : S(0);
    }
    return q;
  }

 private:
  template <std::size_t... i>
  static std::array<PlanarBody<S>, sizeof...(i)> repeat(const PlanarBody<S>& body,
                                                        std::index_sequence<i...>) {
    return {{(static_cast<void>(i), body)...}};
  }
  static std::array<PlanarBody<S>, static_cast<std::size_t>(rods)> filled_bodies() {
    return repeat({S(10), S(10) / S(12)},
                  std::make_index_sequence<static_cast<std::size_t>(rods)>{});
  }
  static std::array<PlanarGeometry<S>, count> filled_geometry() {
    const PlanarFrame<S> tail{S(-0.5), S(0)}, head{S(0.5), S(0)};
    std::array<PlanarGeometry<S>, count> out{};
    for (int rod = 0; rod < rods; ++rod)
      out[static_cast<std::size_t>(rod)] = {parent(rod) < 0 ? PlanarFrame<S>{} : head, tail, S(0)};
    for (int square = 0; square < squares; ++square)
      out[static_cast<std::size_t>(rods + square)] = {head, head, S(0)};
    return out;
  }
};

template <class S, int squares>
using LadderMechanism = Mechanism<LadderList<S, squares>>;

/// For methods that close the squares: what flat ones ask for, and low words where the ladder is so
/// long that in float they count: from 16 m on a rounding of a coordinate is 1e-6 m.
template <class S, int squares>
struct FoldingLadderList : LadderList<S, squares> {
  static constexpr bool redundant = true, split_positions = squares >= 16;
  static constexpr S regularisation = least_regularisation<S>();
};
template <class S, int squares>
using FoldingLadder = Mechanism<FoldingLadderList<S, squares>>;

}  // namespace taut::models
