// The mean of the constraint Jacobians and the derivative of the constraint force: counted twice.
// expect: taut: Index2Mean has the change of the constraint force in its mean: take
// ForceAndTimeDerivative, ForceDerivative or NoDerivative.
#include "taut/stepper.hpp"

#ifdef BROKEN
using Derivative = taut::FullDerivative;
#else
using Derivative = taut::ForceAndTimeDerivative;
#endif

constexpr taut::LinearImplicitEuler<Derivative, taut::OneStepProjection, taut::Index2Mean> method;
