// A NaN check is a comparison that this option leaves out.
// broken-flags: -ffinite-math-only
// expect: taut needs NaN checks and exact two-sums: build without -ffast-math and
// -ffinite-math-only
#include "taut/taut.hpp"
