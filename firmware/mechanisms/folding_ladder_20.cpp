#include "mechanisms/folding_ladder.hpp"

const Subject folding_ladder_20 =
    FoldingLadderRun<20, 8000>::subject("folding_ladder_20", "rattle_1");
