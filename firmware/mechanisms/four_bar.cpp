/// \file
/// The four-bar under its weight.
#include "models/mechanisms/four_bar.hpp"

#include "mechanisms/subjects.hpp"
#include "models/four_bar.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

const Subject four_bar =
    Run<FourBarMechanism<float>, Rattle<1>, FourBarStart<float>>::subject("four_bar", "rattle_1");
