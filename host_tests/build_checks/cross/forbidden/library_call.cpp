// The math library's sine: not the same bits on host and board.
#include <cmath>

float sine(float x) { return std::sin(x); }
