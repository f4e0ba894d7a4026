/// \file
/// What a mechanism says of a joint when it is compiled: its kind, its two bodies, its name. Where
/// it sits on them is said by the mechanism at run time. Interrupt: safe.
#pragma once

#include <array>

namespace taut {

/// The body that does not move. Joints to it have it first or second.
inline constexpr int ground = -1;

enum class JointKind {
  revolute,
  prismatic,
  spherical,
  universal,
  cylindrical,
  fixed,
  distance,
  point_on_line,
  gear,
  rack,
  driven_angle,
  driven_slide
};

/// What prescribes the coordinate of a driven joint: an excitation of the mechanism, which is a
/// function of time, or an input, which is held over a tick.
struct Drive {
  bool excitation = true;
  int index = 0;
};

struct Joint {
  JointKind kind;
  int a, b;                      ///< bodies
  const char* name;              ///< for reports
  int teeth_a = 0, teeth_b = 0;  ///< of a gear
  Drive drive{};                 ///< of a driven joint
};

/// The points coincide, and in space the z axes of both frames.
constexpr Joint revolute(int a, int b, const char* name) {
  return {JointKind::revolute, a, b, name};
}
/// The frames keep their orientation; the point of b stays on the line of a.
constexpr Joint prismatic(int a, int b, const char* name) {
  return {JointKind::prismatic, a, b, name};
}
/// The points coincide. In space.
constexpr Joint spherical(int a, int b, const char* name) {
  return {JointKind::spherical, a, b, name};
}
/// The points coincide, and the z axis of a's frame stays normal to that of b's. In space.
constexpr Joint universal(int a, int b, const char* name) {
  return {JointKind::universal, a, b, name};
}
/// The point of b stays on the z axis of a's frame, and the z axes parallel. In space.
constexpr Joint cylindrical(int a, int b, const char* name) {
  return {JointKind::cylindrical, a, b, name};
}
/// The frames coincide.
constexpr Joint fixed(int a, int b, const char* name) { return {JointKind::fixed, a, b, name}; }
/// The points keep a distance: a massless rod.
constexpr Joint distance(int a, int b, const char* name) {
  return {JointKind::distance, a, b, name};
}
/// The point of b stays on the line of a: the x axis of its frame in the plane, z in space.
constexpr Joint point_on_line(int a, int b, const char* name) {
  return {JointKind::point_on_line, a, b, name};
}
/// teeth_a angle_a + teeth_b angle_b stays, both angles against the world: not for wheels on a
/// carrier that turns. Both positive where the wheels turn against each other. In the plane the
/// frames do not count.
constexpr Joint gear(int a, int b, int teeth_a, int teeth_b, const char* name) {
  return {JointKind::gear, a, b, name, teeth_a, teeth_b, {}};
}
/// The pinion b rolls on the rack a: as it turns by phi, counter-clockwise, its point moves by
/// -radius phi along the x axis of a. Positive for a pinion on the +y side, negative on the other.
constexpr Joint rack(int a, int b, const char* name) { return {JointKind::rack, a, b, name}; }
/// The angle from a's frame to b's is prescribed.
constexpr Joint driven_angle(int a, int b, Drive drive, const char* name) {
  return {JointKind::driven_angle, a, b, name, 0, 0, drive};
}
/// The coordinate of b's point along the line of a is prescribed.
constexpr Joint driven_slide(int a, int b, Drive drive, const char* name) {
  return {JointKind::driven_slide, a, b, name, 0, 0, drive};
}
/// By the function of time with this index, and by the input.
constexpr Drive by_excitation(int index) { return {true, index}; }
constexpr Drive by_input(int index) { return {false, index}; }

}  // namespace taut
