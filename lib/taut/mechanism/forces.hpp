/// \file
/// All force elements of a mechanism. An element is a plain struct of parameters, kept in the list
/// of bodies and joints and applied there:
///
///     SpringDamper<S, 2> strut{ground, rod, {S(0), S(0)}, {S(0.5), S(0)}, S(0.4), S(1e4), S(50)};
///     JointFriction<S> bearing{{0}, S(0.02)};
///     template <class Acting, class Sig>
///     void apply_forces(Acting& acting, const Sig& s) const {
///       strut.apply(acting);
///       bearing.apply(acting);
///     }
///     template <class Acting>
///     auto potential_energy(Acting& acting) const { return strut.potential_energy(acting); }
///
///     Gravity, ExternalWrench                          loads.hpp
///     SpringDamper, TorsionSpring, Bushing             springs.hpp
///     JointFriction, JointMotor, VelocityServo, PositionServo    motors.hpp
///     Wheel                                            wheel.hpp
///     Turn, Slide, TurnBetween, SlideBetween           coordinates.hpp
///
/// Body numbers are those of the list, `ground` is one too. Every element is written for any number
/// type: the derivatives that implicit methods ask for come by dual numbers. The number of
/// operations is fixed by the list, no branch depends on the state. Interrupt: safe.
#pragma once

#include "taut/mechanism/loads.hpp"
#include "taut/mechanism/motors.hpp"
#include "taut/mechanism/springs.hpp"
#include "taut/mechanism/wheel.hpp"
