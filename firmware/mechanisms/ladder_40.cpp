#include "mechanisms/ladder.hpp"

const Subject ladder_40 = LadderRun<40>::subject("ladder_40", "spook");
