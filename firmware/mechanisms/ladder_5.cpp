#include "mechanisms/ladder.hpp"

const Subject ladder_5 = LadderRun<5>::subject("ladder_5", "spook");
