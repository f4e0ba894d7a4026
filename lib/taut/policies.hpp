/// \file
/// The choices of the Euler family as plain structs: derivative, partition, formulation,
/// stabilisation. Each states constants, so that what is not chosen is not compiled. Equation
/// numbers are those of docs/methods/euler.md. Interrupt: safe.
#pragma once

#include "taut/derivatives.hpp"

namespace taut {

/// Which derivatives of the right-hand side f - G^T lambda enter (J3: along one direction).
struct FullDerivative {  ///< force, time and constraint force: what the paper's formula says
  static constexpr bool force = true, time = true, constraint_force = true, inertia = false;
};
struct TotalDerivative {  ///< and inertia force, held u' and lambda being those of t_n
  static constexpr bool force = true, time = true, constraint_force = true, inertia = true;
};
struct ForceAndTimeDerivative {  ///< unstable where the constraint force is the stiffness
  static constexpr bool force = true, time = true, constraint_force = false, inertia = false;
};
struct ForceDerivative {  ///< the form of the published numbers; the same warning
  static constexpr bool force = true, time = false, constraint_force = false, inertia = false;
};
struct NoDerivative {  ///< with J3 explicit Euler
  static constexpr bool force = false, time = false, constraint_force = false, inertia = false;
};

/// The matrix in front of the acceleration, A = M - h f_u - h^2 f_q V, and what of it is kept.
struct J3 {  ///< A = M: the derivative enters on the right-hand side alone
  static constexpr bool velocity_jacobian = false, position_jacobian = false,
                        implicit_position = false;
};
struct J1 {  ///< A = M - h f_u
  static constexpr bool velocity_jacobian = true, position_jacobian = false,
                        implicit_position = false;
};
struct J2 {  ///< A = M - h f_u - h^2 f_q V
  static constexpr bool velocity_jacobian = true, position_jacobian = true,
                        implicit_position = false;
};
struct JExact {  ///< as J2, and q~ = q_n + h V u~
  static constexpr bool velocity_jacobian = true, position_jacobian = true,
                        implicit_position = true;
};

/// What of the Jacobian stands on the left of a second-order method.
struct NoJacobian {  ///< A = M: explicit
  static constexpr bool velocity = false, position = false, constraint_force = false;
};
struct DampingJacobian {  ///< f_u: any damper
  static constexpr bool velocity = true, position = false, constraint_force = false;
};
struct ForceJacobian {  ///< f_u and f_q: any spring too
  static constexpr bool velocity = true, position = true, constraint_force = false;
};
struct FullJacobian {  ///< and the stiffness of the constraint and the inertia force
  static constexpr bool velocity = true, position = true, constraint_force = true;
};

/// Where the multiplier comes from.
struct Index1 {  ///< G u' + gamma = 0, coupled with A
  static constexpr bool velocity_level = false, literal = false, mean_force = false;
};
struct Index1Literal {  ///< G u' + gamma = 0, with M: unstable with J2, JExact and stiff springs
  static constexpr bool velocity_level = false, literal = true, mean_force = false;
};
struct Index2 {  ///< G(q_{n+1}) u_{n+1} + g_t = 0, the constraint force along G(q_n)^T
  static constexpr bool velocity_level = true, literal = false, mean_force = false;
};
struct Index2Mean {  ///< the same with the constraint force along the mean of G(q_n), G(q_{n+1})
  static constexpr bool velocity_level = true, literal = false, mean_force = true;
};

/// How the solution is kept on the constraints.
///
/// `position_steps` Newton steps on g with the factors at q_n or, with `at_predicted`, at q~; then,
/// with `velocity`, G u + g_t = 0 exactly.
template <int steps = 1, bool predicted = false>
struct Projection {
  static constexpr int position_steps = steps;
  static constexpr bool at_predicted = predicted, velocity = true, baumgarte = false;
};
using OneStepProjection = Projection<>;
using ProjectionAtPredicted = Projection<1, true>;
template <int steps>
using IteratedProjection = Projection<steps>;

struct VelocityProjection {  ///< G u + g_t = 0; the position drifts
  static constexpr int position_steps = 0;
  static constexpr bool at_predicted = false, velocity = true, baumgarte = false;
};
struct NoStabilization {  ///< drifts
  static constexpr int position_steps = 0;
  static constexpr bool at_predicted = false, velocity = false, baumgarte = false;
};

/// Baumgarte's g'' + 2 alpha g' + beta g = 0 (index 1) or g' + alpha g = 0 (index 2), dead-beat:
/// the error map of one step is nilpotent. That is alpha = 1/h, beta = 1/h^2 where q advances with
/// the old velocity, alpha = 1/(2h), beta = 1/h^2 where it advances with the new one, and alpha =
/// 1/h in index 2. Nonholonomic constraints: a' + kappa a = 0 with kappa = 1/h.
struct DeadBeatBaumgarte {
  static constexpr int position_steps = 0;
  static constexpr bool at_predicted = false, velocity = false, baumgarte = true;
  template <class S>
  S alpha(S h, bool velocity_first) const {
    return (velocity_first ? S(0.5) : S(1)) / h;
  }
  template <class S>
  S beta(S h) const {
    return S(1) / (h * h);
  }
  template <class S>
  S kappa(S h) const {
    return S(1) / h;
  }
};

/// Baumgarte with given parameters. Damped and slow choices cost closure; too large ones are
/// unstable: with beta = 1/h^2, alpha from 1.25/h (old velocity) or 0.75/h (new velocity) on.
template <class Scalar>
struct Baumgarte {
  static constexpr int position_steps = 0;
  static constexpr bool at_predicted = false, velocity = false, baumgarte = true;
  Scalar alpha_1_s = 0, beta_1_s2 = 0;
  template <class S>
  S alpha(S, bool) const {
    return S(alpha_1_s);
  }
  template <class S>
  S beta(S) const {
    return S(beta_1_s2);
  }
  template <class S>
  S kappa(S) const {
    return S(alpha_1_s);
  }
};

/// c - 2 alpha (G u + g_t) - beta g, and c - kappa (A u - b) in the rows of nonholonomic
/// constraints, where the choice is Baumgarte's; else c as it is. Equation (7.3).
template <class Stabilization, class Model, class S, int nu>
TAUT_INLINE inline void add_baumgarte(const Stabilization& stabilization, S h, bool velocity_first,
                                      const ConstraintLinearisation<Model>& constraint,
                                      const Vector<S, nu>& u, Vector<S, detail::nl<Model>()>& c) {
  if constexpr (Stabilization::baumgarte) {
    const Vector<S, detail::nl<Model>()> rate = constraint.rate(u);
    const S alpha = stabilization.alpha(h, velocity_first), beta = stabilization.beta(h);
    for (int i = 0; i < Model::nc; ++i) c[i] -= S(2) * alpha * rate[i] + beta * constraint.g[i];
    if constexpr (detail::na<Model>() > 0) {
      const S kappa = stabilization.kappa(h);
      for (int i = Model::nc; i < detail::nl<Model>(); ++i) c[i] -= kappa * rate[i];
    }
  }
}

}  // namespace taut
