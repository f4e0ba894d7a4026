// Dead-beat parameters follow from h, which error control changes all the time.
// expect: taut: DormandPrince has no fixed step to be dead-beat in: give Baumgarte's parameters.
#include "models/pendulum.hpp"
#include "taut/dormand_prince.hpp"

#ifdef BROKEN
using Damping = taut::DeadBeatBaumgarte;
#else
using Damping = taut::Baumgarte<double>;
#endif
using Integrator =
    taut::DormandPrince<taut::models::Pendulum<double>, taut::NoPostStabilization, Damping>;

taut::Status start(Integrator& integrator) { return integrator.reset({1.0, 0.0}, {0.0, 0.0}); }
