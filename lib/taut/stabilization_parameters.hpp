/// \file
/// One constraint treatment in the parameters of four traditions (docs/methods/spook.md, section
/// "Parameters"). All describe the same spring-damper on a violation g:
///
///     g + tau g' + epsilon lambda = 0             SPOOK: compliance, relaxation time
///     lambda = -(k g + d g')                      spring-damper
///         k = 1 / epsilon,  d = tau / epsilon                                       (SPOOK.5)
///     G u_{n+1} + CFM lambda = -(ERP / h) g_n     physics engines, implicit step
///         ERP = h k / (h k + d) = h / (h + tau)
///         CFM = 1 / (h k + d) = epsilon / (h + tau)                                 (SPOOK.6)
///     g'' + 2 alpha g' + beta g = 0               Baumgarte
///         alpha = d / (2 m),  beta = k / m,  m = 1 / (G M^-1 G^T)                   (SPOOK.7)
///
/// m is the mass that the violation moves. Where epsilon = 0, SPOOK's step is that of Baumgarte
/// with velocity-first ordering but for gamma, which it leaves out:
///
///     beta = 4 / (h (h + 4 tau)),  alpha = 2 tau / (h (h + 4 tau))                  (SPOOK.8)
///
/// that is, on the line 2 alpha h + beta h^2 / 4 = 1.
///
/// lambda is here a force along the gradient of g; the library's multiplier is minus that. L is the
/// unit of g, F the unit of lambda (m and N for a length constraint). The two functions of a pair
/// are inverse to each other. No status: a division by a parameter that is zero gives infinity.
/// Interrupt: safe. Sources: Lacoursiere, SIMS 2007 (SPOOK.5); R. Smith, Open Dynamics Engine
/// manual, "Soft constraint and constraint force mixing" (SPOOK.6); Baumgarte, Comput. Methods
/// Appl. Mech. Eng. 1 (1972) (SPOOK.7).
#pragma once

#include "taut/policies.hpp"
#include "taut/spook.hpp"

namespace taut {

/// Compliance and relaxation time.
template <class S>
struct Relaxation {
  S epsilon = 0;  ///< compliance in L/F
  S tau_s = 0;    ///< relaxation time in s
};

/// Compliance and damping coefficient.
template <class S>
struct ConstraintSpring {
  S compliance = 0;  ///< 1 / k in L/F, positive
  S damping = 0;     ///< d in F s/L
};

/// Error reduction and constraint force mixing of a step.
template <class S>
struct ErrorReduction {
  S erp = 0;  ///< share of the violation taken back in a step, in (0, 1]
  S cfm = 0;  ///< L/(s F)
};

/// The method and back; h in s.
template <class S>
Spook<S> spook(const Relaxation<S>& x, S h_s) {
  return {x.epsilon, x.tau_s / h_s};
}
template <class S>
Relaxation<S> relaxation(const Spook<S>& x, S h_s) {
  return {x.epsilon, x.tau_steps * h_s};
}

/// Equation (SPOOK.5). Needs a compliance that is not zero.
template <class S>
ConstraintSpring<S> spring_damper(const Relaxation<S>& x) {
  return {x.epsilon, x.tau_s / x.epsilon};
}
template <class S>
Relaxation<S> relaxation(const ConstraintSpring<S>& x) {
  return {x.compliance, x.damping * x.compliance};
}

/// Equation (SPOOK.6); h in s. ERP of 1 is a relaxation time of zero.
template <class S>
ErrorReduction<S> error_reduction(const Relaxation<S>& x, S h_s) {
  return {h_s / (h_s + x.tau_s), x.epsilon / (h_s + x.tau_s)};
}
template <class S>
Relaxation<S> relaxation(const ErrorReduction<S>& x, S h_s) {
  return {x.cfm * h_s / x.erp, h_s * (S(1) - x.erp) / x.erp};
}

/// Equation (SPOOK.7); `effective_mass` is 1 / (G M^-1 G^T) of the row, in F s^2/L.
template <class S>
Baumgarte<S> baumgarte(const ConstraintSpring<S>& x, S effective_mass) {
  return {x.damping / (S(2) * effective_mass), S(1) / (x.compliance * effective_mass)};
}
template <class S>
ConstraintSpring<S> spring_damper(const Baumgarte<S>& x, S effective_mass) {
  return {S(1) / (x.beta_1_s2 * effective_mass), S(2) * x.alpha_1_s * effective_mass};
}

/// Equation (SPOOK.8); h in s. The inverse takes tau from beta: alpha of a Baumgarte pair off the
/// line of (SPOOK.8) is not that of any tau.
template <class S>
Baumgarte<S> rigid_baumgarte(S tau_s, S h_s) {
  const S beta = S(4) / (h_s * (h_s + S(4) * tau_s));
  return {S(2) * tau_s / (h_s * (h_s + S(4) * tau_s)), beta};
}
template <class S>
S rigid_relaxation_time(const Baumgarte<S>& x, S h_s) {
  return S(1) / (h_s * x.beta_1_s2) - h_s / S(4);
}

}  // namespace taut
