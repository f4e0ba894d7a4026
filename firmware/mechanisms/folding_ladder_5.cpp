#include "mechanisms/folding_ladder.hpp"

const Subject folding_ladder_5 = FoldingLadderRun<5, 4000>::subject("folding_ladder_5", "rattle_1");
