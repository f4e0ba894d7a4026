/// \file
/// Two squares of the ladder from rest, closed by a short tick.
#include "mechanisms/subjects.hpp"
#include "models/mechanisms/ladder.hpp"
#include "taut/rattle.hpp"

using namespace taut;
using namespace taut::models;

namespace {

// Its rows come to depend on each other where a square folds flat.
struct List : LadderList<float, 2> {
  static constexpr bool redundant = true;
};
using Model = Mechanism<List>;

}  // namespace

const Subject ladder_2 =
    Run<Model, Rattle<1>, AtRest<List, Model>, Undriven, 4000>::subject("ladder_2", "rattle_1");
