/// \file
/// The slider crank under its weight, through its singular position.
#include "models/mechanisms/slider_crank.hpp"

#include "mechanisms/subjects.hpp"
#include "models/slider_crank.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

const Subject slider_crank =
    Run<SliderCrankMechanism<float>, Rattle<1>, SliderCrankStart<float>>::subject("slider_crank",
                                                                                  "rattle_1");
