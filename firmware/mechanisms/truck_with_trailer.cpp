/// \file
/// The truck with trailer on its course.
#include "models/mechanisms/truck_with_trailer.hpp"

#include "mechanisms/subjects.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

const Subject truck_with_trailer =
    Run<TruckWithTrailer<float>, Rattle<0>, TruckWithTrailerStart<float>>::subject(
        "truck_with_trailer", "rattle_0");
