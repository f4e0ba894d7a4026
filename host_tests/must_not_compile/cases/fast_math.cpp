// NaN checks and two-sums do not survive it.
// broken-flags: -ffast-math
// expect: taut needs NaN checks and exact two-sums: build without -ffast-math and
// -ffinite-math-only
#include "taut/taut.hpp"
