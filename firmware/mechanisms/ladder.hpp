/// \file
/// The ladder of N squares from rest, by SPOOK: its cost grows with N.
#pragma once

#include "mechanisms/subjects.hpp"
#include "models/mechanisms/ladder.hpp"
#include "taut/spook.hpp"

template <int squares, class Model = taut::models::LadderMechanism<float, squares>>
using LadderRun =
    Run<Model, taut::Spook<float>, AtRest<taut::models::LadderList<float, squares>, Model>>;
