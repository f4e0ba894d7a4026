/// \file
/// The ladder of N squares from rest, by RATTLE: closed while its squares fold flat.
#pragma once

#include "mechanisms/subjects.hpp"
#include "models/mechanisms/ladder.hpp"
#include "taut/rattle.hpp"

template <int squares, std::uint32_t tick_hz,
          class Model = taut::models::FoldingLadder<float, squares>>
using FoldingLadderRun =
    Run<Model, taut::Rattle<1>, AtRest<taut::models::FoldingLadderList<float, squares>, Model>,
        Undriven, tick_hz>;
