/// \file
/// The pattern of the constraints (elimination.hpp) of a list of bodies and joints, and the check
/// of the list. Interrupt: safe.
#pragma once

#include <tuple>

#include "taut/elimination.hpp"
#include "taut/mechanism/joint.hpp"
#include "taut/model_traits.hpp"

namespace taut {

namespace detail {

template <class System>
using BodyArray = std::decay_t<decltype(System::bodies)>;
template <class System>
inline constexpr int body_count = static_cast<int>(std::tuple_size_v<BodyArray<System>>);
template <class System>
using SpaceOf = typename BodyArray<System>::value_type::Space;

inline constexpr int joint_kinds = static_cast<int>(JointKind::driven_slide) + 1;
template <class Space, int kind>
using RowsOfKind = typename Space::template JointRows<static_cast<JointKind>(kind)>;

template <class Space, int... kind>
constexpr std::array<int, joint_kinds> rows_by_kind(std::integer_sequence<int, kind...>) {
  return {RowsOfKind<Space, kind>::rows...};
}
template <class Space, int kind>
constexpr Entry entry_of_kind(int side, int r, int c) {
  if constexpr (RowsOfKind<Space, kind>::rows > 0)
    return RowsOfKind<Space, kind>::entry(side, r, c);
  else
    return Entry::general;
}
template <class Space, int... k>
constexpr Entry entry_by_kind(int kind, int side, int r, int c, std::integer_sequence<int, k...>) {
  Entry out = Entry::general;
  ((kind == k ? (out = entry_of_kind<Space, k>(side, r, c), 0) : 0), ...);
  return out;
}
using AllKinds = std::make_integer_sequence<int, joint_kinds>;

template <class Space, std::size_t n>
constexpr std::array<ConstraintBlock, n> list_blocks(const std::array<Joint, n>& joints) {
  const std::array<int, joint_kinds> rows = rows_by_kind<Space>(AllKinds{});
  std::array<ConstraintBlock, n> out{};
  for (std::size_t i = 0; i < n; ++i) {
    const int kind = static_cast<int>(joints[i].kind);
    out[i].rows = rows[index(kind)];
    out[i].body[0] = joints[i].a;
    out[i].body[1] = joints[i].b;
    out[i].kind = kind;
  }
  return out;
}

template <std::size_t n>
constexpr bool joints_are_on_bodies(const std::array<Joint, n>& joints, int bodies) {
  for (const Joint& joint : joints)
    if (joint.a < ground || joint.a >= bodies || joint.b < ground || joint.b >= bodies)
      return false;
  return true;
}
template <std::size_t n>
constexpr bool joints_join_two(const std::array<Joint, n>& joints) {
  for (const Joint& joint : joints)
    if (joint.a == joint.b) return false;
  return true;
}
template <std::size_t n>
constexpr bool joints_have_rows(const std::array<ConstraintBlock, n>& blocks) {
  for (const ConstraintBlock& block : blocks)
    if (block.rows == 0) return false;
  return true;
}

template <class System>
constexpr bool drives_are_there() {
  for (const Joint& joint : System::joints)
    if (joint.kind == JointKind::driven_angle || joint.kind == JointKind::driven_slide) {
      const int n = joint.drive.excitation ? nr<System>() : nw<System>();
      if (joint.drive.index < 0 || joint.drive.index >= n) return false;
    }
  return true;
}
template <std::size_t n>
constexpr bool gears_have_teeth(const std::array<Joint, n>& joints) {
  for (const Joint& joint : joints)
    if (joint.kind == JointKind::gear && (joint.teeth_a == 0 || joint.teeth_b == 0)) return false;
  return true;
}

template <class System>
using UnrolledProductsOf = decltype(System::unrolled_products);
template <class System>
constexpr int unrolled_products_of() {
  if constexpr (detected<UnrolledProductsOf, System>)
    return System::unrolled_products;
  else
    return 600;
}

// The pattern of the constraints of a list of bodies and joints.
template <class System>
struct MechanismStructure {
  using Space = SpaceOf<System>;
  static constexpr int parts = body_count<System>;
  static constexpr int part_size = Space::body_nu;
  static constexpr int kinds = joint_kinds;
  static constexpr auto blocks = list_blocks<Space>(System::joints);
  static constexpr int unrolled_products = unrolled_products_of<System>();

  static_assert(joints_are_on_bodies(System::joints, parts),
                "taut: a joint is between bodies of the mechanism, or the ground.");
  static_assert(joints_join_two(System::joints), "taut: a joint is between two different bodies.");
  static_assert(std::tuple_size_v<std::decay_t<decltype(System::geometry)>> == blocks.size(),
                "taut: geometry has one entry for each joint.");
  static_assert(drives_are_there<System>(),
                "taut: a drive is one of the mechanism's nr excitations or nw inputs.");
  static_assert(gears_have_teeth(System::joints), "taut: both wheels of a gear have teeth.");
  static_assert(joints_have_rows(blocks),
                "taut: this kind of joint is not one of this mechanism's space.");

  static constexpr Entry entry(int kind, int side, int r, int c) {
    return entry_by_kind<Space>(kind, side, r, c, AllKinds{});
  }
};

}  // namespace detail

}  // namespace taut
