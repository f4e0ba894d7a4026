/// \file
/// Twenty squares of the ladder from rest.
#include "mechanisms/subjects.hpp"
#include "models/mechanisms/ladder.hpp"
#include "taut/spook.hpp"

using namespace taut;
using namespace taut::models;

using Model = LadderMechanism<float, 20>;
using Start = AtRest<LadderList<float, 20>, Model>;
const Subject ladder_20 = Run<Model, Spook<float>, Start>::subject("ladder_20", "spook");
