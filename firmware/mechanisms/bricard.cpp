/// \file
/// Bricard's loop under its weight.
#include "models/mechanisms/bricard.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

using Start = AtRest<BricardList<float>, Bricard<float>>;
const Subject bricard = Run<Bricard<float>, Rattle<1>, Start>::subject("bricard", "rattle_1");
