#include "mechanisms/folding_ladder.hpp"

const Subject folding_ladder_2 = FoldingLadderRun<2, 1000>::subject("folding_ladder_2", "rattle_1");
