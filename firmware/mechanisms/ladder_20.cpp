#include "mechanisms/ladder.hpp"

const Subject ladder_20 = LadderRun<20>::subject("ladder_20", "spook");
