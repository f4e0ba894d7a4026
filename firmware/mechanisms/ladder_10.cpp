#include "mechanisms/ladder.hpp"

const Subject ladder_10 = LadderRun<10>::subject("ladder_10", "spook");
